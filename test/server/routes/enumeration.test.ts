import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { median } from '../../../bench/statistics.js';
import { createPasswords, productionCost, type PasswordCost } from '../../../server/src/accounts/passwords.js';
import { minutes } from '../../support/node/clock.js';
import { codeIn, otherThan, verifyAddress } from '../../support/node/codes.js';
import { isSoak, runsEverything } from '../../support/node/quick.js';
import { addAnotherPasskey, signUp, signUpWithPasskey } from '../../support/node/people.js';
import { startServer, type TestServer } from '../../support/node/server.js';
import { comparableHeaders, type Answer } from '../../support/node/visitor.js';

const password = 'correct horse battery';
const wrong = 'wrong horse battery';
const samples = isSoak ? 5000 : 500;
/** Taken first and thrown away, until the compiler has done with the code. */
const warmUp = 50;
/** What only a run that asserts times can tell. */
const timed = { skip: !runsEverything && 'npm run test:all measures times' };
/** The furthest that the medians may lie apart, in milliseconds. */
const apart = 1;

/**
 * Takes a sample of each in turns, and returns the time that each takes in the middle, in milliseconds. The order turns
 * around every round.
 */
async function timeInTurns(
  attempts: readonly (() => Promise<unknown>)[],
  beforeEach: () => Promise<void>,
): Promise<number[]> {
  const times = attempts.map((): number[] => []);
  for (let round = 0; round < warmUp + samples; round += 1) {
    const order = [...attempts.entries()];
    for (const [index, attempt] of round % 2 ? order : order.toReversed()) {
      await beforeEach();
      const started = performance.now();
      await attempt();
      if (round >= warmUp) times[index]!.push(performance.now() - started);
    }
  }
  return times.map(median);
}

/**
 * In a run that measures times, fails when the attempts can be told apart by the time they take. Chance gets one second
 * hearing, with samples of its own.
 */
async function assertAlikeInTime(
  attempts: readonly (() => Promise<unknown>)[],
  beforeEach: () => Promise<void> = async () => {},
): Promise<void> {
  if (!runsEverything) return;
  const spread = async (): Promise<number> => {
    const medians = await timeInTurns(attempts, beforeEach);
    return Math.max(...medians) - Math.min(...medians);
  };
  const first = await spread();
  if (first <= apart) return;
  const second = await spread();
  assert.ok(second <= apart, `the medians lie ${first.toFixed(2)} and ${second.toFixed(2)} ms apart`);
}

/**
 * What of an answer could give something away beside its time. The id of what was requested is known to the requester.
 */
const visible = (answer: Answer, asked = ''): unknown => [
  answer.status,
  answer.text.replace(asked, ''),
  answer.text.length,
  comparableHeaders(answer),
];

describe('an unknown name', () => {
  let server: TestServer;
  before(async () => {
    // Its hashes cost nothing, so that the rest of the way is what is compared.
    server = await startServer({ config: { limitFailures: true } });
    await signUp(server, 'has a password', password);
    await signUp(server, 'has a passkey only');
  });
  after(() => server.stop());
  const names = ['has a password', 'has a passkey only', 'does not exist'];

  /** Keeps the limits out of the way, and what the server sweeps away then out of the sample. */
  async function forgetFailures(): Promise<void> {
    server.clock.advance(20 * minutes);
    await server.visitor().get('/session');
  }

  test('gets the answer of a wrong password: status, length and headers', async () => {
    for (const form of [false, true]) {
      const answers: unknown[] = [];
      for (const username of names) {
        const fields = { username, password: wrong };
        answers.push(visible(await server.visitor().post('/login', form ? new URLSearchParams(fields) : fields)));
      }
      assert.deepEqual(answers[1], answers[0]);
      assert.deepEqual(answers[2], answers[0]);
    }
  });

  test(`gets it in the same time: medians of ${samples} within ${apart} ms`, timed, async () => {
    const visitor = server.visitor();
    await assertAlikeInTime(
      names.map((username) => () => visitor.post('/login', { username, password: wrong })),
      forgetFailures,
    );
  });

  test('is held back after as many failures', async () => {
    await forgetFailures();
    const rows = await Promise.all(
      names.map(async (username) => {
        const statuses: number[] = [];
        for (let count = 0; count < 12; count += 1)
          statuses.push((await server.visitor().post('/login', { username, password: wrong })).status);
        return statuses;
      }),
    );
    assert.deepEqual(rows[1], rows[0]);
    assert.deepEqual(rows[2], rows[0]);
  });

  test('gets the same options for a passkey, because no name is needed', async () => {
    const shapes = await Promise.all(
      names.map(async (username) => {
        const { status, body, headers } = await server.visitor().post('/webauthn/login/options', { username });
        const { challenge, ...rest } = body as { challenge: string };
        return [status, challenge.length, rest, [...headers.keys()]];
      }),
    );
    assert.deepEqual(shapes[1], shapes[0]);
    assert.deepEqual(shapes[2], shapes[0]);
    const visitor = server.visitor();
    await assertAlikeInTime(names.map((username) => () => visitor.post('/webauthn/login/options', { username })));
  });
});

describe('an unknown address', () => {
  let server: TestServer;
  before(async () => {
    server = await startServer();
    const ada = await signUp(server, 'ada');
    await verifyAddress(server, ada, 'known@example.com');
    await ada.browser.patch('/account', { phone: '+4930901820' });
  });
  after(() => server.stop());
  const addressees = ['known@example.com', 'nobodys@example.com', '+4930901820', '+4930901821'];

  test('gets the answer of one that a user has, verified or not: status, length and headers', async () => {
    const answers = await Promise.all(
      addressees.map(async (to) => {
        const { status, body, headers } = await server.visitor().post('/otp/request', { to });
        return [status, body, [...headers.keys()]];
      }),
    );
    for (const answer of answers) assert.deepEqual(answer, answers[0]);
  });

  test(`gets it in the same time: medians of ${samples} within ${apart} ms`, timed, async () => {
    const visitor = server.visitor();
    // What follows the answer must not be in the way of the next one.
    await assertAlikeInTime(
      addressees.map((to) => () => visitor.post('/otp/request', { to })),
      async () => void (await server.sent()),
    );
  });

  test('gets the answer of a wrong code to every code, in the same time', async () => {
    const answers: unknown[] = [];
    const attempts: (() => Promise<Answer>)[] = [];
    for (const to of addressees) {
      const visitor = server.visitor();
      await visitor.post('/otp/request', { to });
      const code = to === 'known@example.com' ? otherThan(codeIn((await server.sent()).at(-1)!)) : '123456';
      answers.push(visible(await visitor.post('/otp/verify', { code })));
      attempts.push(async () => {
        await visitor.post('/otp/request', { to });
        return visitor.post('/otp/verify', { code });
      });
    }
    for (const answer of answers) assert.deepEqual(answer, answers[0]);
    await assertAlikeInTime(attempts.slice(0, 2), async () => void (await server.sent()));
  });
});

describe('a password that is looked at', () => {
  const cases: [what: string, username: string, secret: string, status: number][] = [
    ['the right one', 'ada', password, 200],
    ['a wrong one', 'ada', wrong, 401],
    ['one for an account that has none', 'bo', wrong, 401],
    ['one for an unknown name', 'unknown', wrong, 401],
  ];
  for (const [what, username, secret, expected] of cases) {
    test(`costs exactly one derivation at the cost of production: ${what}`, async () => {
      const derivations: [secret: string, saltBytes: number, cost: PasswordCost][] = [];
      const passwords = createPasswords(undefined, async (given, salt, cost) => {
        derivations.push([given, salt.length, cost]);
        return new TextEncoder().encode(given.padEnd(32, '.').slice(0, 32));
      });
      const server = await startServer({ passwords });
      await signUp(server, 'ada', password);
      await signUp(server, 'bo');
      derivations.length = 0;
      const { status } = await server.visitor().post('/login', { username, password: secret });
      assert.deepEqual([status, derivations], [expected, [[secret, 16, productionCost]]]);
      await server.stop();
    });
  }
});

describe('an unknown passkey', () => {
  test('gets the answer of one that was removed, in the same time', async () => {
    const server = await startServer({ config: { limitFailures: true } });
    const ada = await signUpWithPasskey(server, 'ada');
    await addAnotherPasskey(ada, server);
    const removed = ada.authenticator.credentials[0]!.id;
    await ada.browser.delete(`/webauthn/credentials/${removed}`);
    const never = Buffer.alloc(Buffer.from(removed, 'base64url').length, 7).toString('base64url');
    await ada.signOut();

    const ready: Record<string, object> = {};
    const prepare = async (): Promise<void> => {
      server.clock.advance(2 * minutes);
      for (const id of [removed, never]) ready[id] = { ...(await ada.choosePasskey()), id, rawId: id };
    };
    const verify = (id: string): Promise<Answer> => ada.browser.post('/webauthn/login/verify', ready[id]);
    await prepare();
    assert.deepEqual(visible(await verify(removed), removed), visible(await verify(never), never));
    await assertAlikeInTime(
      [removed, never].map((id) => () => verify(id)),
      prepare,
    );
    await server.stop();
  });
});
