import type { BackendCase } from '../case.js';
import type { Answer, Browser } from '../exchange.js';
import {
  expect,
  expectRefused,
  expectStatus,
  isSignedIn,
  nextOf,
  NotChecked,
  randomText,
  require,
  type Kit,
} from '../kit.js';

const terms = { chapter: 'next-steps', level: 'must', rule: 'terms-accepted', needs: ['accounts'] } as const;

/** A browser whose user has just signed up, and must accept the terms. */
async function beginSignUp(kit: Kit): Promise<{ browser: Browser; answer: Answer; url: string }> {
  const browser = kit.visitor();
  const username = kit.newName();
  const answer = await browser.post('signup', { username, password: randomText(24) });
  require(answer, 201, 'POST /signup');
  kit.created.push(username);
  const next = nextOf(answer);
  if (next?.step !== 'accept-terms' || typeof next.url !== 'string')
    throw new NotChecked('A new account need not accept any terms.');
  return { browser, answer, url: next.url };
}

const accept = (browser: Browser, url: string): Promise<Answer> => browser.post('session/terms', { url });

/** Cases of terms that a user must accept. The kit cannot bring about the other steps. */
export const nextStepCases: readonly BackendCase[] = [
  {
    ...terms,
    id: 'terms-wait',
    title: 'uses a session that waits for terms',
    async run(kit) {
      const { browser } = await beginSignUp(kit);
      const said = await browser.get('session');
      expect((said.json as { signedIn?: unknown }).signedIn === false, 'The session is signed in before the terms.');
      expect(nextOf(said)?.step === 'accept-terms', 'The answer of GET /session does not name the step accept-terms.');
      expectStatus(
        await browser.post('webauthn/register/options'),
        401,
        'POST /webauthn/register/options in a session that waits',
      );
    },
  },
  {
    ...terms,
    id: 'terms-accepted',
    title: 'accepts other terms than those that the sign-in waits for, and then these, twice',
    async run(kit) {
      const { browser, url } = await beginSignUp(kit);
      expectRefused(await accept(browser, `${url}#other`), 'Other terms');
      expect(!(await isSignedIn(browser)), 'Other terms signed in.');
      const copy = browser.copy();
      expectStatus(await accept(browser, url), 200, 'POST /session/terms');
      expect(await isSignedIn(browser), 'The accepted terms did not sign in.');
      expect(!(await isSignedIn(copy)), 'The session cookie from before the terms is signed in, too.');
      expectRefused(await accept(copy, url), 'A second POST /session/terms');
    },
  },
  {
    ...terms,
    id: 'terms-of-visitor',
    title: 'accepts terms in a browser in which no sign-in waits',
    async run(kit) {
      const { url } = await beginSignUp(kit);
      const browser = kit.visitor();
      expectStatus(await accept(browser, url), 401, 'POST /session/terms of a visitor');
      expect(!(await isSignedIn(browser)), 'The terms alone signed in.');
    },
  },
];
