import { startAuthentication, type PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';
import { readInlinedOptions, verify } from './endpoints.js';

const optionsJSON = readInlinedOptions<PublicKeyCredentialRequestOptionsJSON>();
await verify(await startAuthentication({ optionsJSON, useBrowserAutofill: true }));
