// `node --import=tsx test/attacks/lock-out.ts`: whether strangers can lock an account's owner out, by wrong passwords,
// also for names that continue the owner's, and by assertions that do not verify.
import { createAuthenticator } from '../../src/conformance/index.js';
import { createAttacker, startTarget, tally, type Attacker } from './target.js';

const password = 'correct horse battery staple';
const target = await startTarget();
const { origin } = target;

async function parsed(reply: ReturnType<Attacker['send']>): Promise<never> {
  return JSON.parse((await reply).text) as never;
}

try {
  const owner = createAttacker(target, '198.51.100.7');
  await owner.send('POST', '/signup', { username: 'owner', password });
  const authenticator = createAuthenticator();
  const created = await authenticator.create(await parsed(owner.send('POST', '/webauthn/register/options')), {
    origin,
  });
  await owner.send('POST', '/webauthn/register/verify', created);
  await owner.send('POST', '/logout');

  const stranger = createAttacker(target, '203.0.113.1');
  const guesses = tally();
  for (let count = 0; count < 12; count += 1)
    guesses.add((await stranger.send('POST', '/login', { username: 'owner', password: 'wrong' })).status);
  const elsewhere = createAttacker(target, '198.51.100.8');
  console.log(
    'wrong passwords of a stranger:',
    guesses.counts,
    '| the owner, in the browser of before:',
    (await owner.send('POST', '/login', { username: 'owner', password })).status,
    '| in a new one:',
    (await elsewhere.send('POST', '/login', { username: 'owner', password })).status,
  );

  const aside = tally();
  for (const username of ['owner client:198.51.100.11', 'owner known:0'])
    for (let client = 0; client < 31; client += 1)
      aside.add(
        (await createAttacker(target, `192.0.2.${client}`).send('POST', '/login', { username, password: 'wrong' }))
          .status,
      );
  await owner.send('POST', '/logout');
  console.log(
    "wrong passwords for names that continue the owner's:",
    aside.counts,
    '| the owner, in the browser of before:',
    (await owner.send('POST', '/login', { username: 'owner', password })).status,
    '| in a new one:',
    (await createAttacker(target, '198.51.100.11').send('POST', '/login', { username: 'owner', password })).status,
  );

  await owner.send('POST', '/logout');
  const bogus = tally();
  for (let count = 0; count < 12; count += 1) {
    const options = await parsed(stranger.send('POST', '/webauthn/login/options'));
    const response = await authenticator.get(options, { origin, faults: ['signature-over-other-data'] });
    bogus.add((await stranger.send('POST', '/webauthn/login/verify', response)).status);
  }
  const signIn = async (browser: Attacker): Promise<number> => {
    const options = await parsed(browser.send('POST', '/webauthn/login/options'));
    return (await browser.send('POST', '/webauthn/login/verify', await authenticator.get(options, { origin }))).status;
  };
  console.log(
    'bogus assertions of a stranger:',
    bogus.counts,
    '| the owner, in the browser of before:',
    await signIn(owner),
    '| in a new one:',
    await signIn(createAttacker(target, '198.51.100.9')),
  );

  const many = tally();
  for (let client = 0; client < 60; client += 1) {
    const source = createAttacker(target, `203.0.113.${client + 10}`);
    many.add((await source.send('POST', '/login', { username: 'owner', password: 'wrong' })).status);
  }
  const begun = performance.now();
  const { status } = await createAttacker(target, '198.51.100.10').send('POST', '/login', {
    username: 'owner',
    password,
  });
  console.log(
    'wrong passwords from 60 networks:',
    many.counts,
    '| the owner, in a new browser:',
    status,
    `after ${Math.round(performance.now() - begun)} ms`,
    '| in the browser of before:',
    (await owner.send('POST', '/login', { username: 'owner', password })).status,
  );
} finally {
  await target.stop();
}
