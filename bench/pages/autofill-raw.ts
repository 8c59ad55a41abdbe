import { fetchOptions, verify } from './endpoints.js';

if (await PublicKeyCredential.isConditionalMediationAvailable()) {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(await fetchOptions());
  await verify(await navigator.credentials.get({ publicKey, mediation: 'conditional' }));
}
