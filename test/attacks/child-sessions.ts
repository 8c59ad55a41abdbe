// `node --import=tsx test/attacks/child-sessions.ts`: how many sessions a copied cookie can be made, and whether they
// outlive the owner's sign-out that is to end the installed app's session too.
import { createAttacker, startTarget, tally } from './target.js';

const target = await startTarget();
const rounds = 12;

try {
  const asked = tally();
  let alive = 0;
  for (let round = 0; round < rounds; round += 1) {
    const owner = createAttacker(target, `198.51.100.${round + 1}`);
    await owner.send('POST', '/signup', { username: `owner${round}` });
    const thief = createAttacker(target, '203.0.113.1');
    thief.cookies.set('__Host-sid', owner.cookies.get('__Host-sid')!);
    const children = [];
    for (let count = 0; count < 3; count += 1) {
      const child = createAttacker(target, '203.0.113.1');
      child.cookies.set('__Host-sid', owner.cookies.get('__Host-sid')!);
      asked.add((await child.send('POST', '/sessions')).status);
      children.push(child);
    }
    await owner.send('POST', '/logout?installed-app');
    for (const child of children) {
      const { signedIn } = JSON.parse((await child.send('GET', '/session')).text) as { signedIn: boolean };
      if (signedIn && child.cookies.get('__Host-sid') !== thief.cookies.get('__Host-sid')) alive += 1;
    }
  }
  console.log(
    `POST /sessions with ${rounds} copied cookies, three times each:`,
    asked.counts,
    `| signed in after their owners signed out, installed apps too: ${alive}`,
  );
} finally {
  await target.stop();
}
