import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createServer } from '../../../server/src/server.js';
import { createShownMessages } from '../../../server/src/one-time-codes/shown-messages.js';
import type {
  AccountAnswer,
  CredentialList,
  PasskeyRequestOptions,
  SessionAnswer,
  SessionList,
} from '../../../src/base/contract/types.js';
import { minutes } from '../../support/node/clock.js';
import { codeIn, otherThan, receiveCode, verifyAddress } from '../../support/node/codes.js';
import { describeOnBothEngines, scaled } from '../../support/node/engines.js';
import {
  addAnotherPasskey,
  copyOf,
  createPerson,
  signUp,
  signUpWithPasskey,
  type Person,
} from '../../support/node/people.js';
import { openTestStore, startServer, testSecret, type TestServer } from '../../support/node/server.js';
import { comparableHeaders, type Answer, type Visitor } from '../../support/node/visitor.js';
import { isSoak } from '../../support/node/quick.js';

const password = 'correct horse battery';
const verify = (browser: Visitor, code: string): Promise<Answer> => browser.post('/otp/verify', { code });
const session = async (browser: Visitor): Promise<SessionAnswer> => (await browser.get<SessionAnswer>('/session')).body;
const sentTo = async (server: TestServer, address: string): Promise<number> =>
  (await server.sent()).filter(({ to }) => to.address === address).length;

/** A user with a verified address, who is signed in from signing up. */
async function member(server: TestServer, name: string, address = `${name}@example.com`): Promise<Person> {
  const endUser = await signUp(server, name);
  await verifyAddress(server, endUser, address);
  return endUser;
}

describe('signing in by a code', () => {
  let server: TestServer;
  before(async () => {
    server = await startServer();
    await member(server, 'ada');
  });
  after(() => server.stop());

  test('goes from an address to a session, whose id is new', async () => {
    const visitor = server.visitor();
    const code = await receiveCode(server, visitor, ' ADA@Example.com ');
    const anonymous = visitor.cookie;
    assert.deepEqual(await session(visitor), { signedIn: false });
    const { status, body } = await verify(visitor, code);
    assert.deepEqual([status, body], [200, {}]);
    const { user, authMethod, authTime } = await session(visitor);
    assert.deepEqual([user?.name, authMethod, authTime], ['ada', 'otp', server.clock.now()]);
    const witness = server.visitor();
    witness.cookie = anonymous;
    assert.deepEqual(await session(witness), { signedIn: false });
  });

  test('says until when the code can be used', async () => {
    const { body } = await server.visitor().post('/otp/request', { to: 'ada@example.com' });
    assert.deepEqual(body, { expires: server.clock.now() + 10 * minutes });
  });

  test('registers a passkey, and opens nothing else that needs a step-up', async () => {
    const bo = await signUpWithPasskey(server, 'bo');
    await verifyAddress(server, bo, 'bo@example.com');
    const lost = bo.authenticator.credentials[0]!.id;
    const elsewhere = createPerson(server, 'bo');
    await verify(elsewhere.browser, await receiveCode(server, elsewhere.browser, 'bo@example.com'));
    const { id } = (await elsewhere.browser.get<SessionList>('/sessions')).body.sessions[0]!;
    const guarded: (() => Promise<Answer>)[] = [
      () => elsewhere.browser.patch('/account', { email: 'someone@example.com' }),
      () => elsewhere.browser.patch('/account', { name: 'not bo' }),
      () => elsewhere.browser.delete(`/webauthn/credentials/${lost}`),
      () => elsewhere.browser.delete(`/sessions/${id}`),
    ];
    for (const act of guarded) {
      const { status, body } = await act();
      assert.deepEqual([status, body['error'], body['methods']], [403, 'step_up_required', ['passkey']]);
    }
    assert.equal((await elsewhere.addPasskey()).status, 200);
    for (const act of guarded)
      assert.equal((await act()).status, 403, 'a passkey that was only created proves nothing');
  });

  /** A user who reads the mail of a user with a passkey, and has added one of their own. */
  async function recover(
    name: string,
  ): Promise<{ owner: Person; recovered: Person; guarded: (() => Promise<Answer>)[] }> {
    const owner = await signUpWithPasskey(server, name);
    await verifyAddress(server, owner, `${name}@example.com`);
    server.clock.advance(1000);
    const recovered = createPerson(server, name);
    await verify(recovered.browser, await receiveCode(server, recovered.browser, `${name}@example.com`));
    assert.equal((await recovered.addPasskey()).status, 200);
    const { sessions } = (await recovered.browser.get<SessionList>('/sessions')).body;
    const { browser } = recovered;
    const guarded = [
      () => browser.patch('/account', { email: 'mallory@example.com' }),
      () => browser.delete(`/webauthn/credentials/${owner.authenticator.credentials[0]!.id}`),
      () => browser.delete(`/sessions/${sessions.find(({ current }) => !current)!.id}`),
    ];
    return { owner, recovered, guarded };
  }

  test('brings no rights over other ways in, addresses and sessions for a day, however the new passkey is used', async () => {
    const { recovered, guarded } = await recover('bea');
    const uses: [what: string, use: () => Promise<{ status: number } | string>][] = [
      ['a step-up with it', () => recovered.stepUp()],
      ['a sign-in with it', () => recovered.signIn()],
      ['a second passkey', () => addAnotherPasskey(recovered, server)],
      ['a step-up with one of the two', () => recovered.stepUp()],
      ['an installed app', () => recovered.browser.post('/sessions')],
    ];
    for (const [what, use] of uses) {
      const used = await use();
      assert.ok(typeof used === 'string' || used.status < 300, what);
      for (const act of guarded) {
        const { status, body } = await act();
        assert.deepEqual([status, body['error'], body['methods']], [403, 'step_up_required', ['passkey']], what);
      }
    }
    server.clock.advance(24 * 60 * minutes - 1);
    assert.equal((await recovered.signIn()).status, 200);
    assert.equal((await guarded[0]!()).status, 403);
    server.clock.advance(1);
    assert.equal((await recovered.stepUp()).status, 200);
    for (const act of guarded) assert.ok((await act()).status < 300);
  });

  test('brings them at once when an older passkey confirms, in that session alone', async () => {
    const { owner, recovered, guarded } = await recover('cal');
    const { body } = await recovered.browser.post<PasskeyRequestOptions>('/webauthn/login/options?step-up');
    const response = await owner.authenticator.get(body, { origin: server.origin });
    assert.equal((await recovered.browser.post('/webauthn/login/verify?step-up', response)).status, 200);
    assert.equal((await guarded[0]!()).status, 200);
    assert.equal((await recovered.signIn()).status, 200);
    assert.equal((await guarded[1]!()).status, 403);
  });

  test('is reported to the owner at every verified address and in every session, and what it added can be removed', async () => {
    const { owner, recovered } = await recover('dee');
    const { to, subject } = (await server.sent()).at(-1)!;
    assert.deepEqual(
      [to.address, subject],
      ['dee@example.com', 'A passkey was added after a sign-in with a code: Latchkey tests'],
    );
    const until = server.clock.now() + 24 * 60 * minutes;
    for (const { browser } of [owner, recovered]) assert.equal((await session(browser)).recoveryUntil, until);
    const { credentials } = (await owner.browser.get<CredentialList>('/webauthn/credentials')).body;
    assert.deepEqual(
      credentials.map(({ trustedFrom }) => trustedFrom),
      [undefined, until],
    );
    await owner.stepUp();
    assert.equal((await owner.browser.delete(`/webauthn/credentials/${credentials[1]!.id}`)).status, 204);
    assert.equal((await session(owner.browser)).recoveryUntil, undefined);
    assert.equal((await recovered.signIn()).status, 404);
  });

  test('is 5 minutes later no reason to register a passkey, but another code is', async () => {
    const cy = createPerson(server, 'cy');
    await member(server, 'cy');
    await verify(cy.browser, await receiveCode(server, cy.browser, 'cy@example.com'));
    server.clock.advance(5 * minutes);
    const { status, body } = await cy.browser.post('/webauthn/register/options');
    assert.deepEqual([status, body['methods']], [403, ['otp']]);
    const { sessions } = (await cy.browser.get<SessionList>('/sessions')).body;
    await verify(cy.browser, await receiveCode(server, cy.browser, 'cy@example.com'));
    assert.equal((await cy.addPasskey()).status, 200);
    assert.deepEqual(
      (await cy.browser.get<SessionList>('/sessions')).body.sessions.map(({ id }) => id),
      sessions.map(({ id }) => id),
    );
  });

  test('does not upgrade to a passkey automatically, as a password does', async () => {
    const visitor = server.visitor();
    await verify(visitor, await receiveCode(server, visitor, 'ada@example.com'));
    assert.equal((await visitor.post('/webauthn/register/options?auto')).status, 403);
  });

  test('replaces the user who was signed in', async () => {
    const { browser } = await signUp(server, 'di');
    await verify(browser, await receiveCode(server, browser, 'ada@example.com'));
    assert.equal((await session(browser)).user?.name, 'ada');
  });

  test('works by telephone', async () => {
    await member(server, 'ed', '+4930901820');
    const visitor = server.visitor();
    const code = await receiveCode(server, visitor, '+49 (30) 90 18 20');
    assert.equal(
      (await server.sent()).at(-1)!.text,
      `${code} is your code for Latchkey tests. Do not share it.\n\n@localhost #${code}`,
    );
    await verify(visitor, code);
    assert.equal((await session(visitor)).user?.name, 'ed');
  });

  test('does not work by an address that was not verified, was changed since, or was taken away', async () => {
    const flo = await signUp(server, 'flo', password);
    await flo.browser.patch('/account', { email: 'flo@example.com' });
    assert.equal((await server.visitor().post('/otp/request', { to: 'flo@example.com' })).status, 202);
    assert.equal(await sentTo(server, 'flo@example.com'), 0);

    for (const email of ['new@example.com', null]) {
      await verifyAddress(server, flo, 'flo@example.com');
      const visitor = server.visitor();
      const code = await receiveCode(server, visitor, 'flo@example.com');
      await flo.browser.patch('/account', { email });
      assert.deepEqual([(await verify(visitor, code)).status, await session(visitor)], [400, { signedIn: false }]);
    }
  });
});

describe('verifying an address', () => {
  let server: TestServer;
  before(async () => {
    server = await startServer();
  });
  after(() => server.stop());
  const account = async ({ browser }: Person): Promise<AccountAnswer> => {
    const { methods, chapters: _chapters, ...named } = (await browser.get<AccountAnswer>('/account')).body;
    assert.deepEqual(methods, named.email?.verified ? ['otp'] : []);
    return named;
  };

  test('leaves the session and everything else as it is', async () => {
    const ada = await signUp(server, 'ada');
    const changed = await ada.browser.patch('/account', { email: 'Ada@example.com', phone: '+49 30 901820' });
    const unverified = {
      name: 'ada',
      displayName: 'ada',
      email: { address: 'ada@example.com', verified: false },
      phone: { address: '+4930901820', verified: false },
    };
    assert.deepEqual(changed.body, unverified);
    assert.deepEqual(await account(ada), unverified);
    const code = await receiveCode(server, ada.browser, 'ada@example.com');
    const before = await session(ada.browser);
    const { status, body, headers } = await verify(ada.browser, code);
    assert.deepEqual([status, body, headers.get('Set-Cookie')], [200, { signedIn: false }, null]);
    assert.deepEqual(await session(ada.browser), before);
    assert.deepEqual(await account(ada), { ...unverified, email: { address: 'ada@example.com', verified: true } });
  });

  test('is over when the address changes, and not when the same one is given in another spelling', async () => {
    const bo = await member(server, 'bo');
    assert.equal(
      (await bo.browser.patch<AccountAnswer>('/account', { email: 'BO@EXAMPLE.COM' })).body.email?.verified,
      true,
    );
    assert.equal(
      (await bo.browser.patch<AccountAnswer>('/account', { email: 'bo@example.org' })).body.email?.verified,
      false,
    );
    assert.equal((await bo.browser.patch<AccountAnswer>('/account', { email: null })).body.email, undefined);
  });

  test('does not happen in another session of the person, or in one that has ended', async () => {
    const cy = await signUp(server, 'cy');
    const other = copyOf(cy, server);
    await other.post('/sessions');
    await cy.browser.patch('/account', { email: 'cy@example.com' });
    const code = await receiveCode(server, cy.browser, 'cy@example.com');
    assert.equal((await verify(other, code)).status, 400);
    await cy.signOut();
    assert.equal((await verify(cy.browser, code)).status, 400);
    assert.deepEqual((await other.get<AccountAnswer>('/account')).body.email, {
      address: 'cy@example.com',
      verified: false,
    });
  });

  test('is refused with 409 when another account has the address verified, but only to a user who reads its messages', async () => {
    await member(server, 'di');
    const ed = await signUp(server, 'ed');
    const other = await signUp(server, 'flo');
    const changes = await Promise.all([
      ed.browser.patch('/account', { email: 'di@example.com' }),
      other.browser.patch('/account', { email: 'gil@example.com' }),
    ]);
    assert.deepEqual(
      changes.map(({ status }) => status),
      [200, 200],
    );
    const [code] = [
      await receiveCode(server, ed.browser, 'di@example.com'),
      await receiveCode(server, other.browser, 'gil@example.com'),
    ];
    assert.deepEqual(
      [(await verify(ed.browser, otherThan(code))).status, (await verify(other.browser, code)).status],
      [400, 400],
    );
    const { status, body } = await verify(ed.browser, code);
    assert.deepEqual([status, body['error']], [409, 'wrong_account']);
    assert.deepEqual((await account(ed)).email, { address: 'di@example.com', verified: false });
    assert.equal((await session(ed.browser)).user?.name, 'ed');
  });

  const wrongAddresses: [what: string, body: object][] = [
    ['an invalid address', { email: 'ada' }],
    ['a telephone number as a mail address', { email: '+4930901820' }],
    ['a mail address as a telephone number', { phone: 'a@example.com' }],
    ['a line break', { email: 'a@example.com\r\nBcc: b@example.com' }],
    ['a number', { phone: 4930901820 }],
    ['an address beside a wrong name', { email: 'a@example.com', name: ' ' }],
  ];
  for (const [what, body] of wrongAddresses) {
    test(`${what} is 400, and changes nothing`, async () => {
      const endUser = await signUp(server, `given ${what}`);
      const answer = await endUser.browser.patch('/account', body);
      assert.deepEqual([answer.status, answer.body['error']], [400, 'bad_request']);
      assert.deepEqual(await account(endUser), { name: `given ${what}`, displayName: `given ${what}` });
    });
  }
});

describe('a code that is not the right one', () => {
  let server: TestServer;
  before(async () => {
    server = await startServer();
    await member(server, 'ada');
  });
  after(() => server.stop());

  const ways: Record<string, (visitor: Visitor, code: string) => Promise<Answer>> = {
    'a wrong code': (visitor, code) => verify(visitor, otherThan(code)),
    'a shorter code': (visitor, code) => verify(visitor, code.slice(1)),
    'a code in another session': async (_visitor, code) => {
      const other = server.visitor();
      await other.post('/otp/request', { to: 'ada@example.com' });
      const right = codeIn((await server.sent()).at(-1)!);
      return verify(other, right === code ? otherThan(code) : code);
    },
    'a code without a session': (_visitor, code) => verify(server.visitor(), code),
    'a used code': async (visitor, code) => {
      await verify(visitor, code);
      return verify(visitor, code);
    },
    'a code 10 minutes old': async (visitor, code) => {
      await visitor.post('/webauthn/login/options');
      server.clock.advance(10 * minutes - 1);
      await visitor.post('/webauthn/login/options');
      server.clock.advance(1);
      return verify(visitor, code);
    },
    'a code after five tries': async (visitor, code) => {
      for (let tries = 0; tries < 5; tries += 1) await verify(visitor, otherThan(code));
      return verify(visitor, code);
    },
    'a code that a newer one has replaced': async (visitor, code) => {
      const newer = await receiveCode(server, visitor, 'ada@example.com');
      return verify(visitor, newer === code ? otherThan(code) : code);
    },
    'a code after signing out': async (visitor, code) => {
      await visitor.post('/logout');
      return verify(visitor, code);
    },
    'a code after a sign-in in its session': async (visitor, code) => {
      await visitor.post('/signup', { username: `bo ${server.exchanges.length}` });
      return verify(visitor, code);
    },
    'any code for an address that belongs to no user': async (visitor, code) => {
      await visitor.post('/otp/request', { to: 'unknown@example.com' });
      return verify(visitor, code);
    },
  };

  test('gets the same answer, in whatever way it is not', async () => {
    const answers: Record<string, unknown> = {};
    for (const [what, act] of Object.entries(ways)) {
      const visitor = server.visitor();
      const answer = await act(visitor, await receiveCode(server, visitor, 'ada@example.com'));
      answers[what] = [answer.status, answer.text, comparableHeaders(answer)];
    }
    for (const [what, answer] of Object.entries(answers)) assert.deepEqual(answer, answers['a wrong code'], what);
    assert.deepEqual((answers['a wrong code'] as unknown[]).slice(0, 2), [400, '{"error":"rejected"}']);
  });

  test('does no harm to the right one before the sixth try', async () => {
    const visitor = server.visitor();
    const code = await receiveCode(server, visitor, 'ada@example.com');
    for (let tries = 0; tries < 4; tries += 1) await verify(visitor, otherThan(code));
    assert.equal((await verify(visitor, code)).status, 200);
  });

  for (const body of [
    {},
    { code: 123456 },
    { code: '' },
    { code: '123' },
    { code: '12345a' },
    { code: '123 45a' },
    { code: '1'.repeat(13) },
    { code: ' \u200b\u200e ' },
    ['123456'],
  ]) {
    test(`${JSON.stringify(body)} is no code, and takes no try: 400`, async () => {
      const visitor = server.visitor();
      const code = await receiveCode(server, visitor, 'ada@example.com');
      for (let tries = 0; tries < 6; tries += 1) {
        const answer = await visitor.post('/otp/verify', body);
        assert.deepEqual([answer.status, answer.body['error']], [400, 'bad_request']);
      }
      assert.equal((await verify(visitor, code)).status, 200);
    });
  }
});

await describeOnBothEngines('guesses at the same moment', (engine) => {
  const guessesAtOnce = isSoak ? 1000 : 200;

  test(`are looked at five times, of ${guessesAtOnce}, and never after success`, async () => {
    let looked = 0;
    const server = await startServer({
      store: engine,
      wrapStore: (store) => ({
        ...store,
        tryCode: async (...given) => {
          const code = await store.tryCode(...given);
          looked += Number(code !== undefined);
          return code;
        },
      }),
    });
    await member(server, 'ada');
    for (let round = 0; round < scaled(200); round += 1) {
      for (const withRightOne of [false, true]) {
        const visitor = server.visitor();
        const code = await receiveCode(server, visitor, 'ada@example.com');
        const { cookie } = visitor;
        // with only four wrong ones, one of the five that are looked at is right, in whatever order they arrive
        const guesses = Array.from({ length: guessesAtOnce }, (_, index) =>
          withRightOne && index >= 4 ? code : otherThan(code),
        );
        looked = 0;
        const statuses = await Promise.all(
          guesses.map(async (guess) => {
            const tab = server.visitor();
            tab.cookie = cookie;
            return (await verify(tab, guess)).status;
          }),
        );
        assert.ok(looked <= 5, `${looked} were looked at`);
        assert.equal(statuses.filter((status) => status === 200).length, withRightOne ? 1 : 0);
        assert.equal(statuses.filter((status) => status === 400).length, guessesAtOnce - (withRightOne ? 1 : 0));
        looked = 0;
        visitor.cookie = cookie;
        assert.equal((await verify(visitor, code)).status, 400);
        assert.equal(looked, 0);
      }
    }
    await server.stop();
  });
});

describe('a request for a code', () => {
  test('is written down without the code, and without the address when that belongs to no user', async () => {
    const kept: unknown[] = [];
    const server = await startServer({
      config: { limitFailures: true },
      wrapStore: (store) => ({
        ...store,
        saveCode: (...given) => (kept.push(given[0]), store.saveCode(...given)),
        countFailure: (...given) => (kept.push(given), store.countFailure(...given)),
      }),
    });
    await member(server, 'ada');
    kept.length = 0;
    const code = await receiveCode(server, server.visitor(), 'ada@example.com');
    await server.visitor().post('/otp/request', { to: 'unknown@example.com' });
    await server.sent();
    assert.equal(kept.length, 10);
    assert.ok(!JSON.stringify(kept).includes(code));
    assert.ok(!JSON.stringify(kept).includes('unknown@'));
    await server.stop();
  });

  test('is answered when nothing can be sent, which is logged without address and code', async () => {
    const server = await startServer({
      sender: {
        send: async ({ to, text }) =>
          Promise.reject(Object.assign(new Error(`${to.address} ${text}`), { code: 'EENVELOPE' })),
      },
    });
    const ada = await signUp(server, 'ada');
    await ada.browser.patch('/account', { email: 'ada@example.com' });
    assert.equal((await ada.browser.post('/otp/request', { to: 'ada@example.com' })).status, 202);
    await server.sent();
    assert.deepEqual(server.logs, [{ level: 'error', event: 'message-not-sent', reason: 'Error EENVELOPE' }]);
    await server.stop();
  });

  test('is answered before anything is sent', async () => {
    let release!: () => void;
    const held = new Promise<void>((resolve) => (release = resolve));
    const server = await startServer({ sender: { send: () => held } });
    const ada = await signUp(server, 'ada');
    await ada.browser.patch('/account', { email: 'ada@example.com' });
    assert.equal((await ada.browser.post('/otp/request', { to: 'ada@example.com' })).status, 202);
    release();
    await server.stop();
  });

  test('from a frame has the page at the top named in the message, when that may embed the pages', async () => {
    const server = await startServer({ config: { embedders: ['https://shop.example'] } });
    const ada = await member(server, 'ada');
    const ask = (topOrigin: unknown): Promise<Answer> =>
      ada.browser.post('/otp/request', { to: 'ada@example.com', topOrigin });
    for (const [topOrigin, line] of [
      ['https://shop.example', /^@shop\.example #\d{6} @localhost$/],
      [server.origin, /^@localhost #\d{6}$/],
    ] as const) {
      assert.equal((await ask(topOrigin)).status, 202);
      assert.match((await server.sent()).at(-1)!.text.split('\n').at(-1)!, line);
    }
    for (const wrong of [
      'https://evil.example',
      'https://shop.example.evil.example',
      'shop.example',
      'null',
      7,
      'https://shop.example #1\n',
    ]) {
      assert.deepEqual([(await ask(wrong)).status, wrong], [400, wrong]);
    }
    await server.stop();
  });

  test('is the sixth for one address within an hour refused, whether or not a user has it, in any spelling and browser', async () => {
    const server = await startServer({ config: { limitFailures: true } });
    const ada = await signUp(server, 'ada');
    await ada.browser.patch('/account', { email: 'ada@example.com' });
    const rows = await Promise.all(
      ['ada@example.com', 'unknown@example.com'].map(async (to) => {
        const statuses: number[] = [];
        for (const spelling of [to, to.toUpperCase(), ` ${to}`, to, to, to, to.toUpperCase()])
          statuses.push((await server.visitor().post('/otp/request', { to: spelling })).status);
        return statuses;
      }),
    );
    for (const statuses of rows) assert.deepEqual(statuses, [202, 202, 202, 202, 202, 429, 429]);
    const refused = await server.visitor().post('/otp/request', { to: 'unknown@example.com' });
    assert.deepEqual([refused.headers.get('Retry-After'), refused.headers.get('Set-Cookie')], ['3600', null]);
    server.clock.advance(60 * minutes);
    assert.equal((await server.visitor().post('/otp/request', { to: 'unknown@example.com' })).status, 202);
    await server.stop();
  });

  test('reaches its owner in a browser that signed in before, however many codes strangers ask for', async () => {
    const server = await startServer({ config: { limitFailures: true } });
    const ada = await signUp(server, 'ada');
    await verifyAddress(server, ada, 'ada@example.com');
    await ada.signOut();
    for (let network = 0; network < 9; network += 1)
      await server.visitor({ address: `192.0.2.${network}` }).post('/otp/request', { to: 'ada@example.com' });
    const code = await receiveCode(server, ada.browser, 'ada@example.com');
    assert.equal((await ada.browser.post('/otp/verify', { code })).status, 200);
    await server.stop();
  });

  test('is refused to a client that has asked for too many addresses within an hour, known or not, and uses none of them up', async () => {
    const server = await startServer({
      config: { limitFailures: true, codesPerClient: 4, trustedProxies: ['10.0.0.0/8'] },
    });
    const ada = await signUp(server, 'ada');
    await ada.browser.patch('/account', { email: 'ada@example.com' });
    const ask = (to: string, address: string, forwardedFor = ''): Promise<Answer> =>
      server
        .visitor({ address })
        .post('/otp/request', { to }, forwardedFor === '' ? {} : { 'X-Forwarded-For': forwardedFor });
    const statuses = async (asked: Promise<Answer>[]): Promise<number[]> =>
      (await Promise.all(asked)).map(({ status }) => status).toSorted();
    const strangers = Array.from({ length: 6 }, (_, index) => `nobody-${index}@example.com`);
    assert.deepEqual(await statuses(strangers.map((to) => ask(to, '192.0.2.1'))), [202, 202, 202, 202, 429, 429]);
    const [known, unknown] = [await ask('ada@example.com', '192.0.2.1'), await ask('someone@example.com', '192.0.2.1')];
    const withoutDate = (answer: Answer) => [answer.status, answer.text, comparableHeaders(answer)];
    assert.deepEqual(withoutDate(known), withoutDate(unknown));
    assert.deepEqual(
      [known.status, known.body['error'], known.headers.get('Retry-After'), known.headers.get('Set-Cookie')],
      [429, 'rate_limited', '3600', null],
    );
    for (let count = 0; count < 6; count += 1) await ask('ada@example.com', '192.0.2.1');
    assert.equal((await ask('ada@example.com', '192.0.2.2')).status, 202, 'refused requests have used the address up');

    assert.equal((await ask('a@example.com', '192.0.2.1', '192.0.2.9')).status, 429, 'anybody may write the header');
    assert.deepEqual(
      await statuses(strangers.slice(0, 5).map((_, index) => ask(`b-${index}@example.com`, '10.0.0.1', '203.0.113.7'))),
      [202, 202, 202, 202, 429],
    );
    assert.equal((await ask('c@example.com', '10.0.0.1', '203.0.113.8')).status, 202);
    assert.deepEqual(
      await statuses(strangers.slice(0, 5).map((_, index) => ask(`d-${index}@example.com`, `2001:db8::${index}`))),
      [202, 202, 202, 202, 429],
    );
    server.clock.advance(60 * minutes);
    assert.equal((await ask('ada@example.com', '192.0.2.1')).status, 202);
    await server.stop();
  });

  test('is refused to one client after 60 unless configured otherwise, and never where nothing is limited', async () => {
    for (const [limitFailures, expected] of [
      [true, 429],
      [false, 202],
    ] as const) {
      const server = await startServer({ config: { limitFailures } });
      for (let count = 0; count < 60; count += 1)
        assert.equal((await server.visitor().post('/otp/request', { to: `nobody-${count}@example.com` })).status, 202);
      assert.equal((await server.visitor().post('/otp/request', { to: 'unknown@example.com' })).status, expected);
      await server.stop();
    }
  });

  test('gets an account no sixth message within an hour, to whichever of its addresses, nor a sixth code to be guessed at', async () => {
    const owners: (string | null)[] = [];
    const server = await startServer({
      config: { limitFailures: true },
      wrapStore: (store) => ({
        ...store,
        saveCode: (...given) => (owners.push(given[0].userId), store.saveCode(...given)),
      }),
    });
    const ada = await signUp(server, 'ada');
    await ada.browser.patch('/account', { email: 'ada@example.com', phone: '+4930901820' });
    for (let count = 0; count < 4; count += 1)
      for (const to of ['ada@example.com', '+4930901820'])
        assert.equal((await ada.browser.post('/otp/request', { to })).status, 202);
    assert.equal((await server.sent()).length, 5);
    assert.deepEqual(
      owners.map((owner) => owner !== null),
      [true, true, true, true, true, false, false, false],
    );
    assert.deepEqual(
      server.logs.map(({ event, level }) => [event, level]),
      Array.from({ length: 3 }, () => ['message-not-sent', 'warn']),
    );
    await server.stop();
  });
});

describe('messages that are shown instead of sent', () => {
  test('can be read on this machine at an address of the server, and from nowhere else', async () => {
    const { store, discard } = await openTestStore('libsql');
    const shownMessages = createShownMessages(() => 7);
    for (let count = 1; count <= 60; count += 1)
      await shownMessages.send({
        to: { kind: 'email', address: 'ada@example.com' },
        subject: 'Your code',
        text: `message ${count}`,
      });
    const app = createServer(
      {
        origins: ['http://localhost:3000'],
        rpId: 'localhost',
        rpName: 'x',
        sessionSecret: testSecret,
        trustedProxies: [],
        embedders: [],
        limitFailures: false,
        fedcm: [],
      },
      store,
      { shownMessages },
    );
    const read = (origin: string, address?: string): Promise<Response> =>
      app.fetch(new Request(`${origin}/development/messages`), { address });
    for (const address of ['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1']) {
      const answer = await read('http://localhost:3000', address);
      assert.deepEqual([answer.status, answer.headers.get('Cache-Control')], [200, 'no-store']);
      const { messages } = (await answer.json()) as { messages: { id: string; text: string }[] };
      assert.deepEqual([messages.length, messages[0]!.text, messages.at(-1)!.text], [50, 'message 60', 'message 11']);
      const { id: _random, ...rest } = messages[0]!;
      assert.deepEqual(rest, { sentAt: 7, to: 'ada@example.com', subject: 'Your code', text: 'message 60' });
    }
    for (const [origin, address] of [
      ['http://localhost:3000', '192.0.2.1'],
      ['http://localhost:3000', undefined],
      ['http://rebound.example:3000', '127.0.0.1'],
      ['http://localhost:3001', '127.0.0.1'],
    ] as const) {
      assert.equal((await read(origin, address)).status, 404, `${origin} from ${address}`);
    }
    await discard();
  });

  test('are nowhere when messages are sent', async () => {
    const server = await startServer();
    assert.equal((await server.visitor().get('/development/messages')).status, 404);
    await server.stop();
  });

  test('reaches its owner in a new browser while strangers only ask for codes, from networks of their own', async () => {
    const server = await startServer({ config: { limitFailures: true } });
    const ada = await signUp(server, 'ada');
    await verifyAddress(server, ada, 'ada@example.com');
    for (let hour = 0; hour < 30; hour += 1) {
      for (let network = 0; network < 20; network += 1)
        await server.visitor({ address: `192.0.2.${network}` }).post('/otp/request', { to: 'ada@example.com' });
      const browser = server.visitor({ address: '198.51.100.1' });
      const code = await receiveCode(server, browser, 'ada@example.com');
      assert.equal((await browser.post('/otp/verify', { code })).status, 200, `hour ${hour}`);
      server.clock.advance(60 * minutes);
    }
    await server.stop();
  });

  test('gets an account no 31st message within an hour for strangers, and says nothing of it', async () => {
    const server = await startServer({ config: { limitFailures: true } });
    const ada = await signUp(server, 'ada');
    await verifyAddress(server, ada, 'ada@example.com');
    const before = (await server.sent()).length;
    const statuses = new Set<number>();
    for (let network = 0; network < 40; network += 1) {
      const stranger = server.visitor({ address: `192.0.2.${network}` });
      statuses.add((await stranger.post('/otp/request', { to: 'ada@example.com' })).status);
    }
    assert.deepEqual([[...statuses], (await server.sent()).length - before], [[202], 30]);
    await server.stop();
  });

  test('is not sent, and none is right, once 20 were guessed at within a week; a browser that is known has a count of its own', async () => {
    const server = await startServer({ config: { limitFailures: true } });
    const ada = await signUp(server, 'ada');
    await verifyAddress(server, ada, 'ada@example.com');
    await ada.signOut();
    let networks = 0;
    const ask = async (): Promise<{ stranger: Visitor; code: string | undefined }> => {
      networks += 1;
      const before = (await server.sent()).length;
      const stranger = server.visitor({ address: `192.0.2.${networks}` });
      assert.equal((await stranger.post('/otp/request', { to: 'ada@example.com' })).status, 202);
      const message = (await server.sent())[before];
      return { stranger, code: message && codeIn(message) };
    };
    const early = await ask();
    for (let count = 0; count < 20; count += 1) {
      const { stranger, code } = await ask();
      for (let tries = 0; tries < 5; tries += 1)
        assert.equal((await stranger.post('/otp/verify', { code: otherThan(code!) })).status, 400);
      server.clock.advance(5 * minutes);
      if (count === 0) assert.equal((await early.stranger.post('/otp/verify', { code: early.code })).status, 200);
    }
    assert.equal((await ask()).code, undefined);
    const code = await receiveCode(server, ada.browser, 'ada@example.com');
    assert.equal((await ada.browser.post('/otp/verify', { code })).status, 200);
    server.clock.advance(7 * 24 * 60 * minutes);
    const { stranger, code: later } = await ask();
    assert.equal((await stranger.post('/otp/verify', { code: later })).status, 200);
    await server.stop();
  });

  test('that was sent before is wrong once 20 others were guessed at: of a burst no more guesses are compared', async () => {
    const server = await startServer({ config: { limitFailures: true } });
    const ada = await signUp(server, 'ada');
    await verifyAddress(server, ada, 'ada@example.com');
    const strangers: { stranger: Visitor; code: string }[] = [];
    for (let network = 0; network < 25; network += 1) {
      const stranger = server.visitor({ address: `192.0.2.${network}` });
      strangers.push({ stranger, code: await receiveCode(server, stranger, 'ada@example.com') });
    }
    for (const { stranger, code } of strangers.slice(0, 20))
      await stranger.post('/otp/verify', { code: otherThan(code) });
    for (const { stranger, code } of strangers.slice(20))
      for (const guess of [otherThan(code), code, code])
        assert.equal((await stranger.post('/otp/verify', { code: guess })).status, 400);
    assert.equal((await strangers[0]!.stranger.post('/otp/verify', { code: strangers[0]!.code })).status, 200);
    await server.stop();
  });
});
