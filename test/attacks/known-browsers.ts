// `node --import=tsx test/attacks/known-browsers.ts`: how many wrong codes of an authenticator app are compared for one who
// knew the password, signed in 30 times before the app was set up and kept the mark of each browser; and for the 13 marks
// of one who knew the password before it was changed and all other sessions were ended. From one address.
import { TOTP } from 'otpauth';
import { createAttacker, startTarget, tally, type Attacker } from './target.js';

const first = 'correct horse battery staple';
const second = 'another horse battery staple';
const mark = '__Host-known';
const target = await startTarget();
/** Each attack has an address of its own. */
let address = '203.0.113.1';
const attacker = (): Attacker => createAttacker(target, address);

async function collectMarks(username: string, password: string, count: number): Promise<string[]> {
  const marks: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const browser = attacker();
    await browser.send('POST', '/login', { username, password });
    const value = browser.cookies.get(mark);
    if (value !== undefined) marks.push(value);
  }
  return marks;
}

/** Sends ten guesses with each mark. */
async function guess(marks: readonly string[], send: (browser: Attacker) => Promise<number>): Promise<string> {
  const statuses = tally();
  const begun = performance.now();
  for (const value of marks) {
    const browser = attacker();
    browser.cookies.set(mark, value);
    for (let count = 0; count < 10; count += 1) statuses.add(await send(browser));
  }
  return `${JSON.stringify(statuses.counts)} in ${Math.round((performance.now() - begun) / 1000)} s`;
}

try {
  const owner = createAttacker(target, '198.51.100.7');
  await owner.send('POST', '/signup', { username: 'owner', password: first });
  const marks = await collectMarks('owner', first, 30);
  const { secret } = JSON.parse((await owner.send('POST', '/account/second-factor/totp')).text) as { secret: string };
  const totp = new TOTP({ secret });
  await owner.send('POST', '/account/second-factor/totp/confirm', { code: totp.generate() });
  console.log(
    `${marks.length} marks of one who knows the password, wrong codes (400 was compared):`,
    await guess(marks, async (browser) => {
      if (!browser.cookies.has('__Host-sid'))
        await browser.send('POST', '/login', { username: 'owner', password: first });
      return (await browser.send('POST', '/session/second-factor', { code: '000000' })).status;
    }),
  );

  address = '203.0.113.2';
  const other = createAttacker(target, '198.51.100.8');
  await other.send('POST', '/signup', { username: 'other', password: first });
  const former = await collectMarks('other', first, 13);
  await other.send('PUT', '/account/password', { password: second });
  await other.send('DELETE', '/sessions');
  console.log(
    `${former.length} marks of one who knew the password before, wrong passwords (401 was compared):`,
    await guess(
      former,
      async (browser) => (await browser.send('POST', '/login', { username: 'other', password: 'wrong' })).status,
    ),
  );
} finally {
  await target.stop();
}
