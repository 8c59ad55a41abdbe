import { checkProviders, type ProviderResult } from '../../../src/conformance/providers/check-providers.js';
import { handWrittenPage, latchkeyPage, simpleWebAuthnPage } from './passkey-pages.js';

/** Checks the three pages one after another, by their column in docs/hostile-providers.md. */
async function comparePages(): Promise<Record<string, ProviderResult[]>> {
  const timeout = 2000;
  return {
    latchkey: await checkProviders(latchkeyPage, { timeout }),
    simpleWebAuthn: await checkProviders(simpleWebAuthnPage, { timeout }),
    handWritten: await checkProviders(handWrittenPage(), { timeout }),
  };
}

Object.assign(globalThis, { comparePages });
