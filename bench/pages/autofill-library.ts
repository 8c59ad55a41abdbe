import { startAuthentication, type PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';
import { fetchOptions, verify } from './endpoints.js';

const optionsJSON = await fetchOptions<PublicKeyCredentialRequestOptionsJSON>();
await verify(await startAuthentication({ optionsJSON, useBrowserAutofill: true }));
