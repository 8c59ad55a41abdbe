import { fetchOptions, verify } from './endpoints.js';

document.querySelector('button')!.addEventListener('click', async () => {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(await fetchOptions());
  await verify(await navigator.credentials.get({ publicKey }));
});
