// `node --import=tsx test/attacks/password-queue.ts`: how many right passwords get through while one client signs up on
// 36 connections for 20 s. Then the same while it guesses passwords.
import { createAttacker, flood, startTarget, tally } from './target.js';

const password = 'correct horse battery staple';
const target = await startTarget();

async function signInWhile(what: string, attack: (index: number) => Promise<unknown>): Promise<void> {
  const outcomes = tally();
  let slowest = 0;
  const milliseconds = 20_000;
  const end = Date.now() + milliseconds;
  const owner = async (): Promise<void> => {
    while (Date.now() < end) {
      const begun = performance.now();
      const { status } = await createAttacker(target, '198.51.100.7').send('POST', '/login', {
        username: 'owner',
        password,
      });
      if (status === 200) slowest = Math.max(slowest, performance.now() - begun);
      outcomes.add(status);
      await new Promise((resume) => setTimeout(resume, 100));
    }
  };
  const [begun] = await Promise.all([flood(36, milliseconds, 20_000, attack), owner()]);
  console.log(
    `${what}: ${begun} requests; sign-ins of the owner:`,
    outcomes.counts,
    `slowest ${Math.round(slowest)} ms`,
  );
}

try {
  await createAttacker(target, '198.51.100.7').send('POST', '/signup', { username: 'owner', password });
  await signInWhile('POST /signup on 36 connections', (index) =>
    createAttacker(target, '203.0.113.1').send('POST', '/signup', { username: `stranger${index}`, password }),
  );
  await signInWhile('POST /login on 36 connections', (index) =>
    createAttacker(target, '203.0.113.2').send('POST', '/login', { username: `unknown${index}`, password }),
  );
} finally {
  await target.stop();
}
