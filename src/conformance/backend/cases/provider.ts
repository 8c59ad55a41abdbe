import { casesOf, ofRule, type BackendCase } from '../case.js';
import type { Answer, Browser } from '../exchange.js';
import {
  completeSignIn,
  expect,
  expectNobody,
  expectRefused,
  expectStatus,
  isSignedIn,
  NotChecked,
  readSession,
  require,
  type Kit,
} from '../kit.js';
import type { IdentityProvider } from '../oidc/identity-provider.js';
import type { Lie } from '../oidc/lie.js';
import { callbackLies, exchangeLies, tokenLies, type NamedLie } from '../oidc/lies.js';

const oidc = casesOf('oidc', { needsProvider: true, buildsOn: 'provider-sign-in' });
const providerSignIn = ofRule(oidc.must, 'provider-sign-in');
const fedcm = casesOf('fedcm', { needsProvider: true, buildsOn: 'fedcm-sign-in' });
const page = { headers: { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' } };

/** A user of the provider whom no earlier case has signed in. */
export const newSubject = (kit: Kit): { sub: string } => ({ sub: kit.newName() });

/** The ids of the backend's providers, or nothing where it names none: then it has one only. */
export async function idsOf(browser: Browser): Promise<readonly (string | undefined)[]> {
  const { status, json } = await browser.get('auth/providers');
  const { providers = [] } = (status === 200 ? json : {}) as { providers?: { id: string; kinds: string[] }[] };
  const ids = providers.filter(({ kinds }) => kinds.includes('oidc')).map(({ id }) => id);
  return ids.length > 0 ? ids : [undefined];
}

/** Begins a flow, as a link on a page of the site does. Parameters that are undefined are left out. */
export function beginFlow(
  browser: Browser,
  parameters: Readonly<Record<'provider' | 'returnTo', string | undefined>>,
): Promise<Answer> {
  const given = Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const query = new URLSearchParams(given).toString();
  return browser.get(`auth/start${query && `?${query}`}`, page);
}

/** The authorization request that a flow has begun with. */
export function requestOf(kit: Kit, started: Answer): URL {
  require(started, 302, 'GET /auth/start');
  return new URL(started.headers.get('location') ?? '', kit.origin);
}

/**
 * Sends the browser to the provider with the issuer of the kit's. Answers the authorization request, and the id by which
 * the backend knows the provider.
 */
export async function startAt(
  kit: Kit,
  { issuer }: IdentityProvider,
  browser: Browser,
): Promise<{ request: URL; id: string | undefined }> {
  const found: string[] = [];
  for (const id of await idsOf(browser)) {
    const request = requestOf(kit, await beginFlow(browser, { provider: id, returnTo: undefined }));
    if (request.origin + request.pathname === `${issuer}/authorize`) return { request, id };
    found.push(request.origin);
  }
  throw new NotChecked(`The backend's provider is ${found.join(', ')}. Configure ${issuer} as the issuer.`);
}

/** Where the browser comes back to, with what the provider sends along. */
function callbackOf(kit: Kit, request: URL, parameters: URLSearchParams): string {
  const address = new URL(request.searchParams.get('redirect_uri') ?? '', kit.origin);
  if (address.origin !== kit.origin) throw new NotChecked(`The redirect URI is ${address.href}, not at ${kit.origin}.`);
  address.search = parameters.toString();
  return address.href;
}

/** Sends the browser to the kit's provider and plays its user. Answers the address that leads back. */
async function authorize(kit: Kit, provider: IdentityProvider, browser: Browser): Promise<string> {
  const { request } = await startAt(kit, provider, browser);
  return callbackOf(kit, request, provider.authorize(request));
}

/** Finishes the flow that has begun with this authorization request. Answers the response to the callback. */
export async function finishFlow(
  kit: Kit,
  provider: IdentityProvider,
  browser: Browser,
  request: URL,
): Promise<Answer> {
  const callback = callbackOf(kit, request, provider.authorize(request));
  // The provider redirects there, so the browser comes from another site.
  return browser.get(callback, { headers: { ...page.headers, 'sec-fetch-site': 'cross-site' } });
}

/** A whole sign-in at the provider. */
export async function visitProvider(kit: Kit, provider: IdentityProvider, browser: Browser): Promise<Answer> {
  const { request } = await startAt(kit, provider, browser);
  return finishFlow(kit, provider, browser, request);
}

/** Asks for a nonce, and plays the browser that gets a token for it. */
async function askForToken(
  provider: IdentityProvider,
  browser: Browser,
): Promise<{ token: unknown; configURL: string }> {
  const answer = await browser.get('auth/fedcm/nonce');
  require(answer, 200, 'GET /auth/fedcm/nonce');
  const { nonce, providers } = answer.json as { nonce: string; providers: Array<{ configURL: string }> };
  const found = providers.find(({ configURL }) => configURL === provider.configURL);
  if (!found) throw new NotChecked(`The backend does not accept tokens of ${provider.configURL}.`);
  return { token: provider.issueToken(nonce), configURL: found.configURL };
}

/** Has the provider lie while `act` runs. */
export async function lying(kit: Kit, lie: Lie, act: (provider: IdentityProvider) => Promise<void>): Promise<void> {
  const provider = kit.identityProvider;
  provider.endUser = newSubject(kit);
  provider.lie = lie;
  try {
    await act(provider);
  } finally {
    provider.lie = {};
  }
}

async function expectNotAccepted(browser: Browser, { status }: Answer, what: string): Promise<void> {
  await expectNobody(browser, what);
  expect(status !== 500, `${what} returned 500.`);
}

const flowCase =
  (describe: (what: string) => string) =>
  ([id, what, lie, level = 'must']: NamedLie) =>
    oidc[level]('provider-verified', `provider-${id}`, `signs in at a provider: ${describe(what)}`, async (kit) => {
      await lying(kit, lie, async (provider) => {
        const browser = kit.visitor();
        await expectNotAccepted(
          browser,
          await visitProvider(kit, provider, browser),
          `A sign-in in which ${describe(what)}`,
        );
      });
    });

const fedcmLies = tokenLies.map(([id, what, lie, level = 'must']) =>
  fedcm[level]('fedcm-token', `fedcm-${id}`, `signs in by FedCM with a token that ${what}`, async (kit) => {
    await lying(kit, lie, async (provider) => {
      const browser = kit.visitor();
      const answer = await browser.post('auth/fedcm', await askForToken(provider, browser));
      expectRefused(answer, `A token that ${what}`);
      await expectNotAccepted(browser, answer, `A token that ${what}`);
    });
  }),
);

/** What a browser brings back from a flow at the first provider, mixed up with one at the second. */
interface MixedUp {
  readonly id: string;
  readonly what: string;
  /** Changes the callback of the first by what the second has sent for a flow of the same browser. */
  readonly change: (callback: URL, ofSecond: URL, second: IdentityProvider) => void;
}

const mixUps: readonly MixedUp[] = [
  {
    id: 'callback',
    what: 'a response of the first provider at the callback of the second',
    change(callback, ofSecond, { issuer }) {
      callback.pathname = ofSecond.pathname;
      callback.searchParams.set('iss', issuer);
    },
  },
  {
    id: 'issuer',
    what: 'a response of the first provider that names the second (RFC 9207)',
    change: (callback, _ofSecond, { issuer }) => callback.searchParams.set('iss', issuer),
  },
  {
    id: 'code',
    what: 'the code of the second provider in a flow at the first',
    change: (callback, ofSecond) => callback.searchParams.set('code', ofSecond.searchParams.get('code') ?? ''),
  },
  {
    id: 'response',
    what: 'the response of the second provider with the state of a flow at the first',
    change(callback, ofSecond) {
      const state = callback.searchParams.get('state') ?? '';
      callback.href = ofSecond.href;
      callback.searchParams.set('state', state);
    },
  },
];

/** Has both providers sign users in while `act` runs. */
async function withBoth(
  kit: Kit,
  act: (first: IdentityProvider, second: IdentityProvider) => Promise<void>,
): Promise<void> {
  await lying(kit, {}, async (first) => {
    const second = kit.secondProvider;
    second.endUser = newSubject(kit);
    await act(first, second);
  });
}

const mixUpCases = mixUps.map(({ id, what, change }) =>
  oidc.must('provider-mix-up', `provider-mix-up-${id}`, `brings ${what}`, async (kit) => {
    await withBoth(kit, async (first, second) => {
      const browser = kit.visitor();
      const callback = new URL(await authorize(kit, first, browser));
      const ofSecond = new URL(await authorize(kit, second, browser));
      change(callback, ofSecond, second);
      await expectNotAccepted(browser, await browser.get(callback.href, page), `A browser that brings ${what}`);
    });
  }),
);

const swappedTokens = (
  [
    ['of-second', 'the first provider returns an ID token of the second', { tokensOf: 'second' }],
    ['signed-by-second', 'the second provider signs the ID token of the first', { keyOf: 'second' }],
  ] as const
).map(([id, what, lie]) =>
  oidc.must('provider-mix-up', `provider-token-${id}`, `signs in at a provider: ${what}`, async (kit) => {
    await lying(kit, lie, async (provider) => {
      const browser = kit.visitor();
      await expectNotAccepted(browser, await visitProvider(kit, provider, browser), `A sign-in in which ${what}`);
    });
  }),
);

/** Signs in at the provider, and answers who that is. */
export async function signInAs(kit: Kit, provider: IdentityProvider): Promise<unknown> {
  const browser = kit.visitor();
  await visitProvider(kit, provider, browser);
  await completeSignIn(browser, await browser.get('session'));
  return (await readSession(browser)).user?.id;
}

/** Cases of sign-ins at the provider that the kit runs. */
export const providerCases: readonly BackendCase[] = [
  providerSignIn('provider-sign-in', 'signs in at an honest provider', async (kit) => {
    await lying(kit, {}, async (provider) => {
      const browser = kit.visitor();
      const { status } = await visitProvider(kit, provider, browser);
      const { complaint } = provider;
      expect(complaint === undefined, `The exchange of the code is wrong: ${complaint ?? ''}`);
      await completeSignIn(browser, await browser.get('session'));
      expect(await isSignedIn(browser), `A sign-in at an honest provider returned ${status}, and did not sign in.`);
    });
  }),
  providerSignIn(
    'provider-same-user',
    'signs in twice as one user of the provider, and then as another with the same name and email address',
    async (kit) => {
      await lying(kit, {}, async (provider) => {
        const shared = {
          email: `${kit.newName()}@example.com`,
          email_verified: true,
          preferred_username: kit.newName(),
        };
        const [one, other] = [newSubject(kit), newSubject(kit)];
        const handles: unknown[] = [];
        for (const endUser of [one, one, other]) {
          provider.endUser = { ...endUser, ...shared };
          const browser = kit.visitor();
          await visitProvider(kit, provider, browser);
          await completeSignIn(browser, await browser.get('session'));
          handles.push((await readSession(browser)).user?.id);
        }
        expect(handles[0] !== undefined, 'A sign-in at an honest provider does not say who is signed in.');
        expect(handles[0] === handles[1], 'Two sign-ins of one user of the provider lead to two accounts.');
        expect(handles[0] !== handles[2], 'Another user with the same email address got the account.');
      });
    },
  ),
  oidc.must(
    'callback-state',
    'provider-callback-in-other-browser',
    'brings a valid callback into another browser, as login CSRF does',
    async (kit) => {
      await lying(kit, {}, async (provider) => {
        const callback = await authorize(kit, provider, kit.visitor());
        const victim = kit.visitor();
        await expectNotAccepted(victim, await victim.get(callback, page), 'A valid callback of another browser');
      });
    },
  ),
  oidc.must(
    'callback-state',
    'provider-callback-twice',
    'brings a valid callback twice, the second time after a sign-out',
    async (kit) => {
      await lying(kit, {}, async (provider) => {
        const browser = kit.visitor();
        const callback = await authorize(kit, provider, browser);
        await browser.get(callback, page);
        require(await browser.post('logout'), 200, 'POST /logout');
        await expectNotAccepted(browser, await browser.get(callback, page), 'A callback that was used before');
      });
    },
  ),
  oidc.must(
    'provider-verified',
    'provider-token-of-earlier-flow',
    'signs in with the ID token of an earlier flow',
    async (kit) => {
      let earlier: unknown;
      await lying(kit, { token: (signed) => (earlier = signed) }, async (provider) => {
        await visitProvider(kit, provider, kit.visitor());
      });
      if (earlier === undefined) throw new NotChecked('The backend did not exchange the code of an honest flow.');
      await lying(kit, { token: () => earlier }, async (provider) => {
        const browser = kit.visitor();
        await expectNotAccepted(
          browser,
          await visitProvider(kit, provider, browser),
          'The ID token of an earlier flow',
        );
      });
    },
  ),
  ...mixUpCases,
  ...swappedTokens,
  providerSignIn('provider-same-subject', 'signs in as users of two providers who have one name there', async (kit) => {
    await withBoth(kit, async (first, second) => {
      second.endUser = first.endUser;
      const handles = [await signInAs(kit, first), await signInAs(kit, second)];
      expect(handles[0] !== undefined && handles[1] !== undefined, 'A sign-in at an honest provider did not sign in.');
      expect(handles[0] !== handles[1], 'Users of two providers with one name there got one account.');
    });
  }),
  oidc.must(
    'provider-verified',
    'provider-userinfo-of-another',
    'signs in at a provider whose UserInfo names another user than its ID token',
    async (kit) => {
      await lying(kit, {}, async (provider) => {
        const victim = provider.endUser;
        const theirs = await signInAs(kit, provider);
        provider.endUser = newSubject(kit);
        provider.lie = { userInfo: (claims) => ({ body: { ...claims, ...victim } }) };
        const mine = await signInAs(kit, provider);
        expect(mine === undefined || mine !== theirs, 'The user of UserInfo was signed in, not that of the ID token.');
      });
    },
  ),
  ...tokenLies.map(flowCase((what) => `the ID token ${what}`)),
  ...exchangeLies.map(flowCase((what) => `when the code is exchanged, ${what}`)),
  ...callbackLies.map(flowCase((what) => `the browser ${what}`)),
  fedcm.must(
    'provider-sign-in',
    'fedcm-sign-in',
    'signs in by FedCM with a token of an honest provider',
    async (kit) => {
      await lying(kit, {}, async (provider) => {
        const browser = kit.visitor();
        const answer = await browser.post('auth/fedcm', await askForToken(provider, browser));
        expectStatus(answer, 200, 'An honest token');
        await completeSignIn(browser, answer);
        expect(await isSignedIn(browser), 'The browser is not signed in after an honest token.');
      });
    },
  ),
  fedcm.must('challenge-single-use', 'fedcm-token-twice', 'signs in twice with one token', async (kit) => {
    await lying(kit, {}, async (provider) => {
      const browser = kit.visitor();
      const body = await askForToken(provider, browser);
      const copy = browser.copy();
      require(await browser.post('auth/fedcm', body), 200, 'An honest token');
      for (const again of [browser, copy])
        expectRefused(await again.post('auth/fedcm', body), 'A token that was used before');
    });
  }),
  fedcm.must(
    'challenge-bound',
    'fedcm-token-of-other-session',
    'signs in with the token of another browser',
    async (kit) => {
      await lying(kit, {}, async (provider) => {
        const body = await askForToken(provider, kit.visitor());
        const thief = kit.visitor();
        require(await thief.get('auth/fedcm/nonce'), 200, 'GET /auth/fedcm/nonce');
        const answer = await thief.post('auth/fedcm', body);
        expectRefused(answer, 'The token of another browser');
        await expectNotAccepted(thief, answer, 'The token of another browser');
      });
    },
  ),
  ...fedcmLies,
];
