import { readInlinedOptions, verify } from './endpoints.js';

if (await PublicKeyCredential.isConditionalMediationAvailable()) {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(readInlinedOptions());
  await verify(await navigator.credentials.get({ publicKey, mediation: 'conditional' }));
}
