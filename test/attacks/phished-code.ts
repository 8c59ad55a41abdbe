// `node --import=tsx test/attacks/phished-code.ts`: what an attacker can change in an account whose owner was talked into
// approving the code that the attacker's device shows.
import { createAttacker, startTarget, type Attacker, type Reply } from './target.js';

const target = await startTarget();

/** Has a new owner approve a code of the attacker, and returns the attacker, who is signed in then. */
async function phish(count: number): Promise<{ owner: Attacker; thief: Attacker }> {
  const owner = createAttacker(target, `198.51.100.${count}`);
  const thief = createAttacker(target, `203.0.113.${count}`);
  await owner.send('POST', '/signup', { username: `owner${count}`, password: 'correct horse battery' });
  const { id, code } = JSON.parse((await thief.send('POST', '/auth/device')).text) as { id: string; code: string };
  await owner.send('POST', '/auth/device/approve', { code });
  await thief.send('POST', '/auth/device/redeem', { id });
  return { owner, thief };
}

const idOfOwner = async (thief: Attacker): Promise<string> => {
  const { sessions } = JSON.parse((await thief.send('GET', '/sessions')).text) as {
    sessions: { id: string; current: boolean }[];
  };
  return sessions.find(({ current }) => !current)!.id;
};

const attempts: Record<string, (thief: Attacker) => Promise<Reply>> = {
  'add a passkey': (thief) => thief.send('POST', '/webauthn/register/options'),
  'set a password': (thief) => thief.send('PUT', '/account/password', { password: 'the thief’s password' }),
  'remove the password': (thief) => thief.send('DELETE', '/account/password'),
  'change the address': (thief) => thief.send('PATCH', '/account', { email: 'thief@example.com' }),
  'rename the account': (thief) => thief.send('PATCH', '/account', { name: 'taken over' }),
  'add an authenticator app': (thief) => thief.send('POST', '/account/second-factor/totp'),
  'sign the owner out': async (thief) => thief.send('DELETE', `/sessions/${await idOfOwner(thief)}`),
  'end all other sessions': (thief) => thief.send('DELETE', '/sessions'),
  'approve another device': async (thief) => {
    const { code } = JSON.parse((await createAttacker(target, '203.0.113.99').send('POST', '/auth/device')).text) as {
      code: string;
    };
    return thief.send('POST', '/auth/device/approve', { code });
  },
  'delete the account': (thief) => thief.send('DELETE', '/account'),
};

try {
  let accepted = 0;
  let count = 0;
  for (const [attempt, make] of Object.entries(attempts)) {
    const { thief } = await phish((count += 1));
    const { status } = await make(thief);
    // What is refused for another reason than a missing step-up was let through to there.
    const isLetThrough = status !== 403 && status !== 401;
    if (isLetThrough) accepted += 1;
    console.log(`${attempt}: ${status}`);
  }
  const { owner, thief } = await phish((count += 1));
  const { authMethod } = JSON.parse((await thief.send('GET', '/session')).text) as { authMethod: string };
  const { events } = JSON.parse((await owner.send('GET', '/security-events')).text) as { events: { type: string }[] };
  console.log(`the session is listed as "${authMethod}", its event is "${events[0]!.type}"`);
  console.log(`let through with a phished code: ${accepted} of ${Object.keys(attempts).length}`);
} finally {
  await target.stop();
}
