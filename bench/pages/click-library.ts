import { startAuthentication, type PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';
import { fetchOptions, verify } from './endpoints.js';

document.querySelector('button')!.addEventListener('click', async () => {
  const optionsJSON = await fetchOptions<PublicKeyCredentialRequestOptionsJSON>();
  await verify(await startAuthentication({ optionsJSON }));
});
