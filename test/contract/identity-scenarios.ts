import { createVerifier } from '../../server/src/wallet/verifier.js';
import { createAuthority } from '../../demo/wallet/authority.js';
import type { Lies } from '../../demo/wallet/lies.js';
import { createWallet } from '../../demo/wallet/wallet.js';
import type { IdentityProtocol, IdentityRequest } from '../../src/base/contract/types.js';
import { minutes } from '../support/node/clock.js';
import { failUntilLimited, type Scenario } from './scenario.js';

const authority = await createAuthority();

/** Trusts the authority that the wallet's credentials are from. */
export const verifier = createVerifier({ roots: [authority.root] });

/** Asks, and has the wallet answer. */
const answer =
  (protocol: IdentityProtocol, { lies, late = 0 }: { lies?: Lies; late?: number } = {}): Scenario['act'] =>
  async ({ browser }, { clock, origin }) => {
    const wallet = await createWallet({ authority, now: clock.now });
    const { body } = await browser.get<IdentityRequest>(`/identity/request?protocol=${protocol}`);
    const response = await wallet.answerRequest({ ...body, origin }, lies);
    clock.advance(late);
    return browser.post('/identity/verify', response);
  };

const ask =
  (query = '?protocol=org-iso-mdoc', headers = {}): Scenario['act'] =>
  ({ browser }) =>
    browser.get(`/identity/request${query}`, headers);

/** The answers to those who ask for a request. */
export const identityRequest: Record<string, Scenario> = {
  '200': { act: ask('?protocol=openid4vp-v1-unsigned') },
  '200 for mdocs': { example: 'mdoc', act: ask() },
  '400 bad_request': { act: ask('?protocol=bogus') },
  '400 bad_request without a protocol': { act: ask('') },
  '403 csrf': { act: ask('?protocol=org-iso-mdoc', { 'Sec-Fetch-Site': 'cross-site' }) },
  '404 unsupported': { withoutIssuers: true, act: ask() },
  '429 rate_limited': {
    limited: true,
    act: async ({ browser }, server) => {
      await failUntilLimited(server);
      return browser.get('/identity/request');
    },
  },
  '503 unavailable': { failing: 'addWalletRequest', act: ask() },
};

/** The answers to what wallets say, besides those that every operation has. */
export const identityVerification: Record<string, Scenario> = {
  '200': { act: answer('openid4vp-v1-unsigned') },
  '200 for mdocs': { example: 'mdoc', act: answer('org-iso-mdoc') },
  '400 bad_request': {
    act: ({ browser }) => browser.post('/identity/verify', { protocol: 'bogus', data: { response: 'x' } }),
  },
  '400 challenge_expired': { act: answer('openid4vp-v1-unsigned', { late: 5 * minutes }) },
  '400 verification_failed': { act: answer('org-iso-mdoc', { lies: { signsWithAnotherKey: true } }) },
  '404 unsupported': { withoutIssuers: true, act: ({ browser }) => browser.post('/identity/verify', {}) },
  '503 unavailable': { failing: 'takeWalletRequest', act: answer('org-iso-mdoc') },
};
