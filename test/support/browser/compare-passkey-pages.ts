import { checkProviders, type ProviderResult } from '../../../src/conformance/providers/check-providers.js';
import { handWrittenPage, latchkeyPage, simpleWebAuthnPage } from './passkey-pages.js';
import {
  bearsPrfProvider,
  prfCases,
  prfPages,
  prfProviders,
  type PrfCase,
  type PrfProviderName,
} from './prf-providers.js';

/** A provider that knows one form of PRF inputs, and what each page fails at beside it. */
export interface PrfComparison {
  what: string;
  report: string;
  failed: readonly (readonly string[])[];
}

/** Checks the three pages one after another, by their column in docs/hostile-providers.md. */
async function comparePages(): Promise<Record<string, ProviderResult[]>> {
  const timeout = 2000;
  return {
    latchkey: await checkProviders(latchkeyPage, { timeout }),
    simpleWebAuthn: await checkProviders(simpleWebAuthnPage, { timeout }),
    handWritten: await checkProviders(handWrittenPage(), { timeout }),
  };
}

/** What the pages of PRF fail at, by provider: a list of cases for each column. */
async function comparePrf(): Promise<PrfComparison[]> {
  const compared: PrfComparison[] = [];
  for (const name of Object.keys(prfProviders) as PrfProviderName[]) {
    const failed: PrfCase[][] = [];
    for (const page of Object.values(prfPages)) {
      const cases: PrfCase[] = [];
      for (const asked of Object.keys(prfCases) as PrfCase[])
        if (!(await bearsPrfProvider(page, name, asked))) cases.push(asked);
      failed.push(cases);
    }
    const { what, report } = prfProviders[name];
    compared.push({ what, report, failed });
  }
  return compared;
}

Object.assign(globalThis, { comparePages, comparePrf });
