import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { describe, test } from 'node:test';
import { createPasswords } from '../../demo/server/accounts/passwords.js';
import {
  guessesPerClient,
  signUpsPerClient,
  triesPerCode,
  unusedCodesPerAccount,
} from '../../demo/server/config/limits.js';
import { days, minutes, seconds } from '../support/node/clock.js';
import { receiveCode, verifyAddress } from '../support/node/codes.js';
import { createPerson, signUp, signUpWithPasskey } from '../support/node/people.js';
import { startServer, type TestServer } from '../support/node/server.js';

const password = 'correct horse battery';
const weak = 'Summer2030!';

/** Runs an attack on a server without limits and on one with those of production, and prints what it came to. */
async function compare(
  attack: (server: TestServer) => Promise<Record<string, number>>,
  print: (line: string) => void,
): Promise<Record<string, number>> {
  const results: Record<string, number>[] = [];
  for (const limitFailures of [false, true]) {
    const server = await startServer({ config: { limitFailures }, passwords: createPasswords({ N: 2, r: 1, p: 1 }) });
    results.push(await attack(server));
    await server.stop();
  }
  const [before, after] = results as [Record<string, number>, Record<string, number>];
  for (const [what, count] of Object.entries(before)) print(`${what}: ${count} without limits, ${after[what]} with`);
  return after;
}

describe('a day of an attacker', () => {
  test('who floods the sign-up from one network leaves few accounts', async (context) => {
    const after = await compare(
      async (server) => {
        let created = 0;
        const flooder = server.visitor({ address: '203.0.113.9' });
        const began = server.clock.now();
        for (let count = 0; count < 5000 && server.clock.now() < began + days; count += 1) {
          flooder.cookie = undefined;
          const { status, headers } = await flooder.post('/signup', { username: `flood ${count}` });
          if (status === 201) created += 1;
          else server.clock.advance(Number(headers.get('Retry-After')) * seconds);
        }
        return { 'accounts of 5,000 attempts in a day': created };
      },
      (line) => context.diagnostic(line),
    );
    assert.ok(after['accounts of 5,000 attempts in a day']! <= 24 * signUpsPerClient.most);
  });

  test('who tries one password at 10,000 accounts from one network reaches a fraction of them', async (context) => {
    const after = await compare(
      async (server) => {
        const passwords = createPasswords({ N: 2, r: 1, p: 1 });
        const hashes = { weak: await passwords.hash(weak, ''), strong: await passwords.hash(password, '') };
        for (let count = 0; count < 10_000; count += 1) {
          const name = `user${count}`;
          const account = {
            id: name,
            handle: `handle ${count}`,
            username: name,
            skeleton: name,
            name,
            displayName: name,
          };
          const session = {
            id: `s${count}`,
            publicId: `p${count}`,
            device: '',
            startedAt: 0,
            lastSeenAt: 0,
            expires: 0,
          };
          const rest = { authentication: { userId: name, authMethod: 'signup', authTime: 0 } as const, endsAt: null };
          await server.store.createAccount(
            {
              ...account,
              passwordHash: count % 100 === 0 ? hashes.weak : hashes.strong,
              passwordTrustedFrom: null,
              createdAt: 0,
            },
            { ...session, ...rest, grantDue: null, binding: null, parent: null, recoveryUntil: null },
            0,
          );
        }
        let [tried, found] = [0, 0];
        const began = server.clock.now();
        const sprayer = server.visitor({ address: '203.0.113.9' });
        while (tried < 10_000 && server.clock.now() < began + days) {
          sprayer.cookie = undefined;
          sprayer.knownCookie = undefined;
          const { status, headers } = await sprayer.post('/login', { username: `user${tried}`, password: weak });
          if (status === 429) {
            server.clock.advance(Number(headers.get('Retry-After')) * seconds);
            continue;
          }
          tried += 1;
          if (status === 200) found += 1;
        }
        return { 'accounts tried in a day, of 10,000': tried, 'accounts with the password found, of 100': found };
      },
      (line) => context.diagnostic(line),
    );
    // A right guess is forgiven, so the count may be exceeded by what is found.
    assert.ok(after['accounts tried in a day, of 10,000']! <= 24 * (guessesPerClient.most + 5) + guessesPerClient.most);
  });

  test('who guesses codes for four weeks has next to no chance, and does not lock the owner out', async (context) => {
    const after = await compare(
      async (server) => {
        const ada = await signUpWithPasskey(server, 'ada');
        await verifyAddress(server, ada, 'ada@example.com');
        await ada.signOut();
        const sentBefore = (await server.sent()).length;
        let network = 0;
        const began = server.clock.now();
        for (; server.clock.now() < began + 28 * days; server.clock.advance(60 * minutes)) {
          // Six networks an hour: five codes an hour is what the account gets.
          for (let request = 0; request < 6; request += 1) {
            network += 1;
            const guesser = server.visitor({ address: `2001:db8:${network.toString(16)}::1` });
            if ((await guesser.post('/otp/request', { to: 'ada@example.com' })).status !== 202) continue;
            for (let tries = 0; tries < triesPerCode; tries += 1) {
              const { status } = await guesser.post('/otp/verify', {
                code: String(randomInt(1_000_000)).padStart(6, '0'),
              });
              assert.equal(status, 400);
            }
          }
        }
        const sent = (await server.sent()).length - sentBefore;
        // The owner, in the browser of before.
        assert.equal((await ada.signIn()).status, 200);
        await ada.signOut();
        const code = await receiveCode(server, ada.browser, 'ada@example.com');
        assert.equal((await ada.browser.post('/otp/verify', { code })).status, 200);
        return { 'codes sent in four weeks': sent, 'guesses at a code that was sent': sent * triesPerCode };
      },
      (line) => context.diagnostic(line),
    );
    assert.ok(after['codes sent in four weeks']! <= 5 * unusedCodesPerAccount.most);
  });

  test('who plants a session in a browser is never signed in by it', async (context) => {
    const server = await startServer({ config: { limitFailures: true } });
    let taken = 0;
    const ways = ['passkey', 'password', 'sign-up'] as const;
    for (let round = 0; round < 60; round += 1) {
      const way = ways[round % ways.length]!;
      const planter = server.visitor({ address: `198.51.100.${round}` });
      await planter.post('/webauthn/login/options');
      const planted = planter.cookie;
      const site = { origin: server.origin, visitor: () => server.visitor({ address: `192.0.2.${round}` }) };
      const victim =
        way === 'sign-up' ? createPerson(site, `victim ${round}`) : await signUp(site, `victim ${round}`, password);
      if (way === 'passkey') await victim.addPasskey();
      if (way !== 'sign-up') await victim.signOut();
      victim.browser.cookie = planted;
      const { status } =
        way === 'passkey'
          ? await victim.signIn()
          : way === 'password'
            ? await victim.browser.post('/login', { username: `victim ${round}`, password })
            : await victim.signUpByPasskey();
      assert.ok([200, 201].includes(status), String(status));
      planter.cookie = planted;
      if ((await planter.get('/session')).body['signedIn'] === true) taken += 1;
    }
    context.diagnostic(`sessions taken over by 60 planted cookies: ${taken}`);
    assert.equal(taken, 0);
    await server.stop();
  });

  test('who steals a cookie changes nothing that lasts after five minutes, and is out once the owner ends the session', async (context) => {
    const server = await startServer({ config: { limitFailures: true } });
    const ada = await signUpWithPasskey(server, 'ada');
    await ada.browser.put('/account/password', { password });
    const thief = server.visitor({ address: '203.0.113.9' });
    thief.cookie = ada.browser.cookie;
    const attempts = {
      'register a passkey': () => thief.post('/webauthn/register/options'),
      'remove a passkey': () => thief.delete(`/webauthn/credentials/${ada.authenticator.credentials[0]!.id}`),
      'set a password': () => thief.put('/account/password', { password: 'a password of the thief' }),
      'remove the password': () => thief.delete('/account/password'),
      'change the address': () => thief.patch('/account', { email: 'thief@example.com' }),
      'end the other sessions': () => thief.delete('/sessions'),
      'delete the account': () => thief.delete('/account'),
    };
    server.clock.advance(5 * minutes);
    const done: string[] = [];
    for (const [what, act] of Object.entries(attempts)) {
      const { status } = await act();
      if (status < 300) done.push(what);
      else assert.equal(status, 403, `${what}: ${status}`);
    }
    context.diagnostic(`done with a stolen cookie, of ${Object.keys(attempts).length}: ${done.length}`);
    assert.deepEqual(done, []);
    // The step-up of the owner moves the session to a new id; then nothing is left for the thief.
    assert.equal((await ada.stepUp()).status, 200);
    assert.equal((await thief.get('/account')).status, 401);
    assert.equal((await ada.browser.get('/account')).status, 200);
    await server.stop();
  });
});
