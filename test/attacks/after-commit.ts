// `node --import=tsx test/attacks/after-commit.ts`: has the database fail after each commit of every route that writes, and
// counts the answers that say that something failed which is done, and failures that come with a cookie of a session.
import { createServer } from '../../server/src/server.js';
import { openTestStore, testSecret } from '../support/node/server.js';
import { findSuccesses, interrupt } from '../contract/after-commit.js';

const { store, discard } = await openTestStore('libsql');
const origins = ['http://localhost:3000'];
const config = { origins, rpId: 'localhost', rpName: 'attack', sessionSecret: testSecret, limitFailures: true };
const { routes } = createServer({ ...config, trustedProxies: [], embedders: [] }, store);
await discard();

let interruptions = 0;
let cookies = 0;
const wrong: string[] = [];
for (const route of routes) {
  for (const [name, scenario] of findSuccesses(route, true)) {
    for (const { status, isDone, setsCookie } of await interrupt(scenario).catch(() => [])) {
      interruptions += 1;
      if (isDone && status >= 400) wrong.push(`${route} (${name}): ${status}`);
      if (status >= 400 && setsCookie) cookies += 1;
    }
  }
}
console.log(
  `${interruptions} interruptions of ${routes.length} routes: ${new Set(wrong).size} ways to be told that it failed, done all the same; ${cookies} failures with a cookie`,
);
for (const line of new Set(wrong)) console.log(`  ${line}`);
process.exit(0);
