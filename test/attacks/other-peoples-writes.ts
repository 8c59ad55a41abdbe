// `node --import=tsx test/attacks/other-peoples-writes.ts`: a tab shows one user's page with a queue of writes that need no
// key; another tab signs them out and signs another user in; then the first tab goes on typing. Prints how many of those
// writes the other user's account got, how many stayed on the disk for whom, and what the first tab showed and counted.
// With and without the service worker, with a connection and without, and while the sign-out goes on.
import { join, resolve } from 'node:path';
import { env } from 'node:process';
import { build, type BuildOptions } from 'esbuild';
import type { Asset } from '../../server/src/http/assets.js';
import { launchBrowser, openProfile, releaseBrowser, type Profile } from '../support/node/browser.js';
import type { Tab } from '../support/node/tab.js';
import { startServer } from '../support/node/server.js';

const tree = resolve(env['TREE'] ?? join(import.meta.dirname, '../..'));
const rounds = 3;

/** What the page of both tabs does. */
const script = `
import { clientFor } from './src/base/client/client.js';
import { countUnsent } from './src/sign-out/local-data.js';
import { tell } from './src/base/storage/channel.js';
import { readSession } from './src/session/session.js';
import { openBackgroundQueue, registerWorker } from './src/offline.js';
import { signOut } from './src/session.js';

const client = clientFor();
const native = globalThis.fetch;
let queue;
const page = {
  async register() {
    const controlled = new Promise((resolve) => (navigator.serviceWorker.oncontrollerchange = resolve));
    await registerWorker({ url: '/service-worker.js?claim', onUpdate() {} });
    if (!navigator.serviceWorker.controller) await controlled;
  },
  async open() {
    await readSession(client);
    queue = openBackgroundQueue({ client, signal: new AbortController().signal });
  },
  cut() { globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch')); },
  mend() { globalThis.fetch = native; dispatchEvent(new Event('online')); },
  async signUp(username) {
    const body = JSON.stringify({ username, password: 'correct horse battery staple' });
    const { status } = await native('/signup', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    if (status !== 201) throw new Error('Signing up answered ' + status);
    await readSession(client);
    tell({ type: 'signed-in' });
  },
  signOut: async () => (await signOut({ client, confirm: async () => true })).confirmed,
  type: (id) => queue.enqueue({ method: 'PUT', path: '/notes/' + id, body: { title: '', text: id }, precondition: 'absent' }).then(
    () => 'queued',
    ({ code }) => code,
  ),
  send: () => queue.send(),
  list: () => queue.list().then((rows) => rows.length, ({ code }) => code),
  async count() {
    const { unsent, uncounted } = await countUnsent(client);
    if (uncounted) throw new Error('Something could not be counted.');
    return unsent;
  },
  notes: async () => (await (await native('/notes')).json()).notes.length,
  async stored() {
    const opening = indexedDB.open('latchkey.background', 1);
    await new Promise((resolve) => (opening.onsuccess = opening.onupgradeneeded = resolve));
    if (!opening.result.objectStoreNames.length) return opening.transaction.abort(), 0;
    const reading = opening.result.transaction('latchkey.background').objectStore('latchkey.background').count();
    await new Promise((resolve) => (reading.onsuccess = resolve));
    opening.result.close();
    return reading.result;
  },
};
Object.assign(globalThis, { page });
`;

/** Bundles something of the checkout under attack. */
async function bundle(options: Pick<BuildOptions, 'stdin' | 'entryPoints' | 'format'>): Promise<Asset> {
  const { outputFiles } = await build({
    ...options,
    bundle: true,
    write: false,
    target: 'es2022',
    conditions: ['browser'],
    logLevel: 'error',
  });
  return { contentType: 'text/javascript', body: new Uint8Array(outputFiles![0]!.contents), immutable: false };
}

const files: Record<string, Asset> = {
  '/attack.js': await bundle({ stdin: { contents: script, resolveDir: tree, loader: 'ts' }, format: 'esm' }),
  '/service-worker.js': await bundle({ entryPoints: [join(tree, 'src/worker/service-worker.ts')], format: 'iife' }),
  '/attack': {
    contentType: 'text/html',
    body: new Uint8Array(Buffer.from('<!doctype html><script type="module" src="/attack.js"></script>')),
    immutable: false,
  },
};
const server = await startServer({ listens: true, pages: async (path) => files[path] });
const browser = await launchBrowser();
const run = <Result>({ page }: Tab, code: string) => page.evaluate(`page.${code}`) as Promise<Result>;
const attempt = Number(Date.now()).toString(36);
let accounts = 0;

/** Opens two tabs in one profile, in the first of which a user has signed up and looks at their page. */
async function begin(profile: Profile, hasWorker: boolean): Promise<[first: Tab, second: Tab]> {
  const tabs = [await profile.open({ expects: /./ }), await profile.open({ expects: /./ })] as const;
  for (const tab of tabs) {
    await tab.go('/attack');
    await tab.until(() => 'page' in globalThis);
  }
  const [first, second] = tabs;
  if (hasWorker) await run(first, 'register()');
  await run(first, `signUp('a${attempt}${(accounts += 1)}')`);
  for (const tab of tabs) await run(tab, 'open()');
  return [first, second];
}

interface Variant {
  what: string;
  hasWorker?: boolean;
  /** What happens until the first tab has typed on; resolves with what became of the writes. */
  attack(first: Tab, second: Tab): Promise<string[]>;
}

const signUpAnother = (tab: Tab) => run(tab, `signUp('b${attempt}${(accounts += 1)}')`);
const typeOn = async (tab: Tab) => [await run<string>(tab, `type('one')`), await run<string>(tab, `type('two')`)];

const variants: Variant[] = [
  {
    what: 'signed out, another in',
    async attack(first, second) {
      await run(second, 'signOut()');
      await signUpAnother(second);
      return typeOn(first);
    },
  },
  {
    what: 'another in without a sign-out',
    async attack(first, second) {
      await signUpAnother(second);
      return typeOn(first);
    },
  },
  {
    what: 'the first tab without a connection',
    async attack(first, second) {
      await run(first, 'cut()');
      await run(second, 'signOut()');
      await signUpAnother(second);
      const outcomes = await typeOn(first);
      await run(first, 'mend()');
      return outcomes;
    },
  },
  {
    what: 'typed while the sign-out goes on',
    async attack(first, second) {
      await run(first, 'cut()');
      const [outcomes] = await Promise.all([typeOn(first), run(second, 'signOut()')]);
      const later = await typeOn(first);
      await run(first, 'mend()');
      await signUpAnother(second);
      return [...outcomes, ...later];
    },
  },
];

try {
  for (const variant of variants.flatMap((one) => [one, { ...one, hasWorker: true }])) {
    const { what, hasWorker = false, attack } = variant;
    const figures = { landed: 0, stored: 0, listed: 0, counted: 0 };
    const outcomes: Record<string, number> = {};
    for (let round = 0; round < rounds; round += 1) {
      const profile = await openProfile(browser, server.origin);
      const [first, second] = await begin(profile, hasWorker);
      for (const outcome of await attack(first, second)) outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
      const listed = await run<number | string>(first, 'list()');
      if (typeof listed === 'number') figures.listed += listed;
      figures.counted += await run<number>(second, 'count()');
      await run(second, 'open()');
      for (const tab of [first, second]) await run(tab, 'send()');
      figures.landed += await run<number>(second, 'notes()');
      figures.stored += await run<number>(second, 'stored()');
      await profile.context.close();
    }
    console.log(
      `${what}, ${hasWorker ? 'with' : 'without'} the worker: ${figures.landed} writes in the other account,`,
      `${figures.stored} left on the disk; shown ${figures.listed}, counted as the other's ${figures.counted};`,
      outcomes,
    );
  }
} finally {
  await releaseBrowser(browser);
  await server.stop();
}
