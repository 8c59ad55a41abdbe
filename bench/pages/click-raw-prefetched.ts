import { fetchOptions, verify } from './endpoints.js';

const options = fetchOptions();

document.querySelector('button')!.addEventListener('click', async () => {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(await options);
  await verify(await navigator.credentials.get({ publicKey }));
});
