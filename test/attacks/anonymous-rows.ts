// `node --import=tsx test/attacks/anonymous-rows.ts`: how many rows one client without an account can cause in 3 s of
// each kind, and how long a request waits while 60,000 sessions that are over are swept away. Takes about 75 s.
import { join } from 'node:path';
import Libsql from 'libsql';
import { createAttacker, flood, startTarget, tally } from './target.js';

const address = '203.0.113.1';
const target = await startTarget();
const rows = (table: string): number => {
  const database = new Libsql(join(target.dataDirectory, 'latchkey.db'), {});
  const { count } = database.prepare(`select count(*) as count from ${table}`).get() as { count: number };
  database.close();
  return count;
};

try {
  const signUps = tally();
  await flood(20, 3_000, 5_000, async (index) =>
    signUps.add(
      (await createAttacker(target, address).send('POST', '/signup', { username: `stranger${index}` })).status,
    ),
  );
  console.log('POST /signup for 3 s:', signUps.counts, 'accounts:', rows('users'));

  const challenges = tally();
  await flood(20, 3_000, 10_000, async () =>
    challenges.add((await createAttacker(target, address).send('POST', '/webauthn/login/options')).status),
  );
  console.log(
    'POST /webauthn/login/options without a cookie for 3 s:',
    challenges.counts,
    'sessions:',
    rows('sessions'),
    'challenges:',
    rows('challenges'),
  );

  const database = new Libsql(join(target.dataDirectory, 'latchkey.db'), {});
  database.exec('begin');
  const insert = database.prepare(
    `insert into sessions (id, public_id, device, started_at, last_seen_at, created_at, expires) values (?, ?, '', 0, 0, 0, 1)`,
  );
  for (let count = 0; count < 60_000; count += 1) insert.run(`over${count}`, `over${count}`);
  database.exec('commit');
  database.close();

  // The server sweeps a minute after its start at the earliest, and only while requests come in.
  const probe = createAttacker(target, '198.51.100.7');
  let longest = 0;
  const end = Date.now() + 65_000;
  while (Date.now() < end) {
    const begun = performance.now();
    await probe.send('GET', '/healthz');
    longest = Math.max(longest, performance.now() - begun);
    await new Promise((resume) => setTimeout(resume, 5));
  }
  console.log(`longest GET /healthz: ${Math.round(longest)} ms; sessions left:`, rows('sessions'));
} finally {
  await target.stop();
}
