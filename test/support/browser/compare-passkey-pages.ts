import { checkProviders, type ProviderResult } from '../../../src/conformance/providers/check-providers.js';
import { handWrittenPage, latchkeyPage, simpleWebAuthnPage } from './passkey-pages.js';

/** Checks the three pages one after another, by their column in docs/hostile-providers.md. */
async function comparePages(): Promise<Record<string, ProviderResult[]>> {
  const patience = 2000;
  return {
    latchkey: await checkProviders(latchkeyPage, { patience }),
    simpleWebAuthn: await checkProviders(simpleWebAuthnPage, { patience }),
    handWritten: await checkProviders(handWrittenPage(), { patience }),
  };
}

Object.assign(globalThis, { comparePages });
