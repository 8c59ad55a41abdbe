import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { HandOff, SessionAnswer, SessionList } from '../../../src/base/contract/types.js';
import { minutes } from '../../support/node/clock.js';
import { describeOnBothEnginesInFullRuns, scaled } from '../../support/node/engines.js';
import { signUp } from '../../support/node/people.js';
import {
  confirmationIn,
  confirmHandOff,
  goToProvider,
  signInAtProvider,
  startFederatedServer,
  type FederatedServer,
} from '../../support/node/provider-visit.js';
import { namesIn } from '../../support/node/session-names.js';
import type { Answer, Visitor } from '../../support/node/visitor.js';

const signedOut = { signedIn: false };

await describeOnBothEnginesInFullRuns('a hand-off', (engine) => {
  let server: FederatedServer;
  let app: Visitor;
  let browser: Visitor;
  let handOff: HandOff;

  before(async () => {
    server = await startFederatedServer({ store: engine });
  });
  after(() => server.stop());
  beforeEach(async () => {
    server.provider.lie = {};
    server.provider.endUser = { sub: 'ada', preferred_username: 'ada', name: 'Ada Lovelace' };
    server.provider.grants.clear();
    [app, browser] = [server.visitor(), server.visitor()];
    handOff = await begin(app);
  });

  const begin = async (visitor: Visitor): Promise<HandOff> => (await visitor.post<HandOff>('/auth/handoff')).body;
  const addressOf = ({ id }: HandOff): string => `?mode=handoff&handoff=${id}`;
  const redeem = (visitor: Visitor, { id } = handOff): Promise<Answer> => visitor.post('/auth/handoff/redeem', { id });
  const outcomeOf = ({ status, body }: Answer): unknown[] => [status, body['error'] ?? body['status']];
  const readSession = async (visitor: Visitor): Promise<SessionAnswer> =>
    (await visitor.get<SessionAnswer>('/session')).body;
  /** Plays the user in the other browser until the question, and returns its address. */
  const proveIn = async (visitor: Visitor, which = handOff): Promise<string> => {
    const { status, headers } = await signInAtProvider(visitor, server.provider, addressOf(which));
    assert.equal(status, 302);
    return headers.get('Location')!;
  };
  const answerIn = (visitor: Visitor, question: string, answer: 'yes' | 'no', which = handOff): Promise<Answer> =>
    confirmHandOff(visitor, confirmationIn(question), answer === 'no' ? answer : which);
  const confirmIn = async (visitor: Visitor, which = handOff): Promise<void> => {
    assert.equal((await answerIn(visitor, await proveIn(visitor, which), 'yes', which)).status, 200);
  };
  /** Has the server delete what is over, which it does beside a request and not more than once a minute. */
  const sweep = async (): Promise<void> => {
    await server.settled();
    await app.get('/session');
    await server.settled();
  };
  /** Tabs of the visitor's browser, each as it is now. */
  const tabsOf = ({ cookie, flowCookie }: Visitor, count: number): Visitor[] =>
    Array.from({ length: count }, () => Object.assign(server.visitor(), { cookie, flowCookie }));

  test('signs the app in, and no user in the browser', async () => {
    assert.equal(handOff.expires, server.clock.now() + 10 * minutes);
    assert.deepEqual(outcomeOf(await redeem(app)), [202, 'pending']);
    const question = await proveIn(browser);
    assert.deepEqual(outcomeOf(await redeem(app)), [202, 'pending']);
    assert.deepEqual(await readSession(browser), signedOut);
    const answered = await answerIn(browser, question, 'yes');
    assert.deepEqual([answered.status, answered.headers.getSetCookie()], [200, []]);

    const former = app.cookie;
    const { status, body } = await redeem(app);
    assert.deepEqual([status, body], [200, {}]);
    assert.notEqual(app.cookie, former);
    const session = await readSession(app);
    assert.deepEqual(
      [namesIn(session), session.authMethod],
      [{ name: 'ada', displayName: 'Ada Lovelace' }, 'other_device'],
    );
    assert.deepEqual([browser.cookie, await readSession(browser)], [undefined, signedOut]);
  });

  test('signs in to the account that the person has from elsewhere', async () => {
    const elsewhere = server.visitor();
    await signInAtProvider(elsewhere, server.provider);
    await confirmIn(browser);
    await redeem(app);
    const { body } = await elsewhere.get<SessionList>('/sessions');
    assert.ok(body.sessions.length >= 2);
    assert.equal((await readSession(app)).user!.name, (await readSession(elsewhere)).user!.name);
  });

  test('leaves the user who is signed in in the browser alone', async () => {
    const bo = await signUp(server, `bo ${engine}`);
    await confirmIn(bo.browser);
    await redeem(app);
    assert.deepEqual(
      [(await readSession(bo.browser)).user!.name, (await readSession(app)).user!.displayName],
      [`bo ${engine}`, 'Ada Lovelace'],
    );
  });

  test('replaces the user who was signed in in the app', async () => {
    const cy = await signUp(server, `cy ${engine}`);
    const own = await begin(cy.browser);
    await confirmIn(browser, own);
    assert.equal((await redeem(cy.browser, own)).status, 200);
    assert.equal((await readSession(cy.browser)).user!.displayName, 'Ada Lovelace');
  });

  test('knows when the person authenticated, however long the app takes', async () => {
    const before = Date.now();
    const toldAt = Math.floor(before / 1000) - 3600;
    server.provider.endUser = { sub: 'early', auth_time: toldAt };
    const question = await proveIn(browser);
    const after = Date.now();
    const heardAt = server.clock.now();
    server.clock.advance(3 * minutes);
    await answerIn(browser, question, 'yes');
    server.clock.advance(3 * minutes);
    await redeem(app);
    const { authTime } = await readSession(app);
    const age = heardAt - authTime!;
    assert.ok(before - toldAt * 1000 <= age && age <= after - toldAt * 1000, String(age));
  });

  test('proves nothing recent when the provider does not say when that was', async () => {
    server.provider.lie = { claims: ({ auth_time: _left, ...claims }) => claims };
    await confirmIn(browser);
    await redeem(app);
    assert.equal((await readSession(app)).authTime, server.clock.now() - 5 * minutes);
  });

  test('passes on how long ago the person may have authenticated, and nothing else', async () => {
    const { headers } = await browser.get(`/auth/start${addressOf(handOff)}&max_age=0&returnTo=/home&link`);
    assert.equal(new URL(headers.get('Location')!).searchParams.get('max_age'), '0');
    assert.equal((await server.visitor().get(`/auth/start${addressOf(handOff)}&max_age=x`)).status, 400);
  });

  test('ties the session to the grant, which is given back at sign-out', async () => {
    await confirmIn(browser);
    assert.equal(server.provider.grants.size, 1);
    await redeem(app);
    assert.equal(server.provider.grants.size, 1);
    await app.post('/logout');
    assert.equal(server.provider.grants.size, 0);
  });

  test('satisfies no step-up, however lately the user authenticated at the provider, until they do so in the app', async () => {
    await confirmIn(browser);
    await redeem(app);
    assert.deepEqual(outcomeOf(await app.put('/account/password', { password: 'correct horse battery' })), [
      403,
      'step_up_required',
    ]);
    assert.equal((await signInAtProvider(app, server.provider, '?max_age=0')).status, 302);
    assert.equal((await app.put('/account/password', { password: 'correct horse battery' })).status, 204);
  });

  test('makes no session of the same user younger that is in the app already', async () => {
    await signInAtProvider(app, server.provider);
    server.clock.advance(5 * minutes);
    const again = await begin(app);
    await confirmIn(browser, again);
    assert.equal((await redeem(app, again)).status, 200);
    assert.deepEqual(outcomeOf(await app.delete('/sessions')), [403, 'step_up_required']);
  });

  for (const [what, prepare] of [
    ['the question waits', async () => void (await proveIn(browser))],
    ['it is confirmed', async () => confirmIn(browser)],
  ] as [string, () => Promise<void>][])
    test(`ends with the other sessions of its user while ${what}, and the grant is given back`, async () => {
      const elsewhere = server.visitor();
      await signInAtProvider(elsewhere, server.provider);
      server.provider.grants.clear();
      await prepare();
      assert.equal((await elsewhere.delete('/sessions')).status, 200);
      assert.deepEqual(outcomeOf(await redeem(app)), [410, 'expired']);
      assert.deepEqual(await readSession(app), signedOut);
      server.clock.advance(minutes);
      await sweep();
      assert.equal(server.provider.grants.size, 0);
    });

  test('ends with the sessions of a user whose account was created while it waited', async () => {
    server.provider.endUser = { sub: `late ${engine}`, preferred_username: 'late' };
    await confirmIn(browser);
    const elsewhere = server.visitor();
    await signInAtProvider(elsewhere, server.provider);
    await elsewhere.delete('/sessions');
    assert.deepEqual(outcomeOf(await redeem(app)), [410, 'expired']);
  });

  test('loses against the end of all other sessions at the same moment', async () => {
    const elsewhere = server.visitor();
    await signInAtProvider(elsewhere, server.provider);
    for (let round = 0; round < Math.max(5, scaled(50)); round += 1) {
      const own = await begin((app = server.visitor()));
      await confirmIn(browser, own);
      await Promise.all([redeem(app, own), elsewhere.delete('/sessions')]);
      assert.deepEqual(await readSession(app), signedOut);
    }
  });

  test('is of no use to any other session, before and after', async () => {
    const other = server.visitor();
    await begin(other);
    const strangers = [server.visitor(), other, browser];
    const tryAll = async (): Promise<void> => {
      for (const stranger of strangers) assert.deepEqual(outcomeOf(await redeem(stranger)), [404, 'not_found']);
    };
    await tryAll();
    await confirmIn(browser);
    await tryAll();
    assert.equal((await redeem(app)).status, 200);
    await tryAll();
    for (const stranger of strangers) assert.deepEqual(await readSession(stranger), signedOut);
  });

  test('is redeemed once, as the session reports before and after', async () => {
    await confirmIn(browser);
    const [former] = tabsOf(app, 1);
    await redeem(app);
    server.clock.advance(2 * minutes);
    for (const tab of [app, former!]) assert.deepEqual(outcomeOf(await redeem(tab)), [410, 'redeemed']);
  });

  test('of 50 who redeem it at once one is signed in', async () => {
    for (let round = 0; round < scaled(200); round += 1) {
      server.provider.endUser = { sub: `${engine} ${round}`, preferred_username: 'someone' };
      const own = await begin((app = server.visitor()));
      await confirmIn(browser, own);
      const tabs = tabsOf(app, 50);
      const answers = await Promise.all(tabs.map((tab) => redeem(tab, own)));
      const count = (expected: number): number => answers.filter(({ status }) => status === expected).length;
      assert.deepEqual([count(200), count(410)], [1, 49]);
      assert.equal(tabs.filter(({ cookie }) => cookie !== app.cookie).length, 1);
      const owner = await server.store.findOwner(server.provider.settings.issuer, `${engine} ${round}`);
      assert.equal((await server.store.listSessions(owner!, server.clock.now())).length, 1);
    }
  });

  test('signs no user in who has signed out since', async () => {
    const waiting = await begin(app);
    await confirmIn(browser);
    const [former] = tabsOf(app, 1);
    await app.post('/logout');
    for (const tab of [app, former!])
      for (const each of [handOff, waiting]) assert.deepEqual(outcomeOf(await redeem(tab, each)), [404, 'not_found']);
  });

  test('loses against a sign-out at the same moment, and keeps no grant then', async () => {
    for (let round = 0; round < Math.max(5, scaled(100)); round += 1) {
      const own = await begin((app = server.visitor()));
      await confirmIn(browser, own);
      const tabs = tabsOf(app, 2);
      await Promise.all([redeem(tabs[0]!, own), tabs[1]!.post('/logout')]);
      for (const tab of [...tabs, app]) assert.deepEqual(await readSession(tab), signedOut);
      server.clock.advance(20 * minutes);
      await sweep();
      assert.equal(server.provider.grants.size, 0);
    }
  });

  test('stays with a session in which a user signs in meanwhile', async () => {
    await confirmIn(browser);
    await signInAtProvider(app, server.provider);
    assert.equal((await redeem(app)).status, 200);
  });

  test('is over after a no, and what the provider said is forgotten at once', async () => {
    await answerIn(browser, await proveIn(browser), 'no');
    assert.equal(server.provider.grants.size, 0);
    assert.deepEqual(outcomeOf(await redeem(app)), [410, 'declined']);
    server.clock.advance(10 * minutes);
    assert.deepEqual(outcomeOf(await redeem(app)), [410, 'declined']);
  });

  for (const [how, prepare] of [
    ['while no user has signed in', async () => {}],
    ['while the question waits', async () => void (await proveIn(browser))],
    ['after a yes', async () => confirmIn(browser)],
  ] as [string, () => Promise<void>][]) {
    test(`is over after 10 minutes ${how}, and the grant is given back`, async () => {
      await prepare();
      server.clock.advance(10 * minutes - 1);
      assert.notEqual((await app.get<SessionAnswer>('/session')).status, 410);
      server.clock.advance(1);
      assert.deepEqual(outcomeOf(await redeem(app)), [410, 'expired']);
      await sweep();
      server.clock.advance(minutes);
      await sweep();
      assert.equal(server.provider.grants.size, 0);
      assert.equal((await browser.get(`/auth/start${addressOf(handOff)}`)).status, 410);
      assert.deepEqual(outcomeOf(await redeem(app)), [410, 'expired']);
      server.clock.advance(10 * minutes);
      await sweep();
      assert.deepEqual(outcomeOf(await redeem(app)), [404, 'not_found']);
    });
  }

  test('keeps an anonymous session alive as long as itself', async () => {
    server.clock.advance(9 * minutes);
    const later = await begin(app);
    server.clock.advance(9 * minutes);
    await confirmIn(browser, later);
    assert.equal((await redeem(app, later)).status, 200);
  });

  test('gives way when its session has begun three newer ones', async () => {
    await confirmIn(browser);
    const other = await begin(server.visitor());
    const newer: HandOff[] = [];
    for (let count = 0; count < 3; count += 1) newer.push(await begin(app));
    assert.deepEqual(outcomeOf(await redeem(app)), [410, 'expired']);
    for (const each of newer) assert.deepEqual(outcomeOf(await redeem(app, each)), [202, 'pending']);
    assert.equal((await browser.get(`/auth/start${addressOf(other)}`)).status, 302);
    server.clock.advance(2 * minutes);
    await sweep();
    assert.equal(server.provider.grants.size, 0);
  });

  test('can be opened again until a browser has come back, and by that one only afterwards', async () => {
    const [slow, third] = [server.visitor(), server.visitor()];
    const callback = await goToProvider(slow, server.provider, addressOf(handOff));
    await proveIn(browser);
    const answer = await slow.get(callback);
    assert.deepEqual([answer.status, answer.headers.getSetCookie()], [410, []]);
    assert.equal(server.provider.grants.size, 1);
    assert.equal((await third.get(`/auth/start${addressOf(handOff)}`)).status, 410);
  });

  test('is not proven by a callback in another browser', async () => {
    const callback = await goToProvider(browser, server.provider, addressOf(handOff));
    assert.equal((await server.visitor().get(callback)).status, 400);
    const { status, headers } = await browser.get(callback);
    assert.deepEqual([status, headers.get('Location')!.startsWith('/auth/handoff/confirm?')], [302, true]);
  });

  test('is confirmed in no other browser, and stays to be confirmed in its own', async () => {
    const question = await proveIn(browser);
    const other = server.visitor();
    await other.get('/auth/start');
    for (const stranger of [server.visitor(), other]) {
      assert.equal((await stranger.get(question)).status, 400);
      assert.equal((await answerIn(stranger, question, 'yes')).status, 400);
    }
    assert.deepEqual(outcomeOf(await redeem(app)), [202, 'pending']);
    assert.equal((await answerIn(browser, question, 'yes')).status, 200);
  });

  test('is confirmed by no page of another site', async () => {
    const question = await proveIn(browser);
    for (const headers of [
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site' },
      { Origin: 'https://evil.example' },
      {},
    ]) {
      const body = new URLSearchParams({
        confirmation: confirmationIn(question),
        answer: 'yes',
        code: handOff.code,
      });
      const { status } = await browser.send('/auth/handoff/confirm', {
        method: 'POST',
        headers: headers as Record<string, string>,
        body,
      });
      assert.equal(status, 403, JSON.stringify(headers));
    }
    assert.deepEqual(outcomeOf(await redeem(app)), [202, 'pending']);
  });

  test('marks the browser anew when it is back, so that the question can be answered as long as the hand-off lives', async () => {
    const callback = await goToProvider(browser, server.provider, addressOf(handOff));
    const { headers } = await browser.get(callback);
    assert.deepEqual(headers.getSetCookie(), [
      `__Host-flow=${browser.flowCookie}; Max-Age=600; Path=/; HttpOnly; Secure; SameSite=Lax`,
    ]);
  });

  test('is answered once: what was said first counts', async () => {
    for (const [first, second, outcome] of [
      ['yes', 'no', 200],
      ['no', 'yes', 410],
    ] as const) {
      const own = await begin((app = server.visitor()));
      const question = await proveIn(browser, own);
      assert.deepEqual(
        [
          (await answerIn(browser, question, first, own)).status,
          (await answerIn(browser, question, second, own)).status,
        ],
        [200, 410],
      );
      assert.equal((await browser.get(question)).status, 410);
      assert.equal((await redeem(app, own)).status, outcome);
    }
  });

  test('is confirmed by its code alone, in whatever case and grouping it is typed', async () => {
    const question = await proveIn(browser);
    const type = (code: string): Promise<Answer> => confirmHandOff(browser, confirmationIn(question), { code });
    for (const wrong of ['', 'AAAA-AAAA', handOff.code.slice(0, -1)]) {
      const { status, text } = await type(wrong);
      assert.deepEqual([status, text.includes('That is not the code that the app shows.')], [400, true]);
    }
    assert.deepEqual(outcomeOf(await redeem(app)), [202, 'pending']);
    assert.equal((await type(` ${handOff.code.toLowerCase().replace('-', '\u2013 ')} `)).status, 200);
    assert.equal((await redeem(app)).status, 200);
  });

  test('is over with the fifth wrong code, and the grant is given back', async () => {
    const question = await proveIn(browser);
    const type = (code: string): Promise<Answer> => confirmHandOff(browser, confirmationIn(question), { code });
    assert.equal((await type('AAAA-AAAA')).status, 400);
    const statuses = await Promise.all(Array.from({ length: 7 }, async () => (await type('AAAA-AAAA')).status));
    // Who typed one of the next three may read that it is over already.
    assert.deepEqual([...new Set([...statuses, 400])].sort(), [400, 410]);
    assert.ok(statuses.filter((status) => status === 400).length <= 3, statuses.join(' '));
    assert.equal((await type(handOff.code)).status, 410);
    assert.deepEqual(outcomeOf(await redeem(app)), [410, 'declined']);
    assert.equal(server.provider.grants.size, 0);
  });

  test('of a yes and a no at once one counts', async () => {
    for (let round = 0; round < scaled(500); round += 1) {
      const own = await begin((app = server.visitor()));
      const question = await proveIn(browser, own);
      const answers = await Promise.all(
        (['yes', 'no', 'yes', 'no'] as const).map((word) => answerIn(tabsOf(browser, 1)[0]!, question, word, own)),
      );
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 410, 410, 410]);
    }
  });

  test('has a code that is easily told apart and says nothing about the id', async () => {
    const codes = new Set<string>();
    for (let count = 0; count < 300; count += 1) codes.add((await begin(app)).code);
    assert.equal(codes.size, 300);
    for (const code of codes) assert.match(code, /^[34679CDFGHJKMNPQRTWXY]{4}-[34679CDFGHJKMNPQRTWXY]{4}$/);
    assert.equal(new Set([...codes].join('').replaceAll('-', '')).size, 21);
  });

  test('shows no token to anybody', async () => {
    await confirmIn(browser);
    await redeem(app);
    const sent = server.exchanges.map(({ body, headers }) => body + JSON.stringify([...headers])).join('');
    const shown = server.provider.tokens.filter(
      (token) => sent.includes(token) || JSON.stringify(server.logs).includes(token),
    );
    assert.deepEqual(shown, []);
  });

  test('the database knows neither its id nor what it is confirmed with, and what the provider said only encrypted', async () => {
    const written: unknown[][] = [];
    const recording = await startFederatedServer({
      store: engine,
      wrapStore: (store) =>
        new Proxy(store, {
          get:
            (target, name: string) =>
            (...values: unknown[]) => {
              written.push(values);
              return (target as unknown as Record<string, (...rest: unknown[]) => unknown>)[name]!(...values);
            },
        }),
    });
    const [device, other] = [recording.visitor(), recording.visitor()];
    const own = await begin(device);
    const { headers } = await signInAtProvider(other, recording.provider, addressOf(own));
    const confirmation = confirmationIn(headers.get('Location')!);
    await confirmHandOff(other, confirmation, own);
    assert.equal((await redeem(device, own)).status, 200);
    await recording.stop();
    const texts = JSON.stringify(written);
    for (const secret of [own.id, confirmation, other.flowCookie!, device.cookie!, ...recording.provider.tokens])
      assert.equal(texts.includes(secret), false);
  });
});
