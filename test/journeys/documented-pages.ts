import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { pagesWithScripts } from '../../server/src/http/assets.js';
import { root } from '../support/node/program.js';
import { startServer, type TestServer } from '../support/node/server.js';
import type { Visit } from '../support/node/tab.js';
import type { Authenticator } from '../support/node/virtual-authenticator.js';

type User = Pick<Authenticator, 'whilePresent'>;

/** The first block of the language in a document. */
async function snippet(path: string, language: string): Promise<string> {
  const [, text] = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'ms').exec(
    await readFile(join(root, 'docs', path), 'utf8'),
  )!;
  return text!;
}

/** A server with the pages of a document. */
async function serve(files: Record<string, string>): Promise<TestServer> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-documented-'));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  const server = await startServer({ listens: true, pages: pagesWithScripts(folder, join(root, 'dist/cdn')) });
  const { stop } = server;
  return {
    ...server,
    async stop() {
      await stop();
      await rm(folder, { recursive: true });
    },
  };
}

/** The page of docs/first-page.md. */
export const serveFirstPage = async (): Promise<TestServer> =>
  serve({ 'index.html': await snippet('first-page.md', 'html') });

/** The app of docs/recipes/single-page-app.md. */
export async function serveSinglePageApp(): Promise<TestServer> {
  const page = await snippet('recipes/single-page-app.md', 'html');
  const { outputFiles } = await build({
    stdin: { contents: await snippet('recipes/single-page-app.md', 'ts'), resolveDir: root, loader: 'ts' },
    bundle: true,
    format: 'esm',
    write: false,
    logLevel: 'error',
  });
  return serve({
    'index.html': page.replace('/latchkey/latchkey.js', '/app.js'),
    'app.js': outputFiles[0]!.text,
  });
}

const isSignedIn = (tab: Visit, expected: boolean): Promise<unknown> =>
  tab.page.waitForFunction(
    async (wanted) => ((await (await fetch('/session')).json()) as { signedIn: boolean }).signedIn === wanted,
    { polling: 100 },
    expected,
  );

const signOutButton = 'latch-sign-out-button >>> [part=button]';
const passkeyButton = 'latch-sign-in >>> [part=ways] [part=button]';

/** Up, out, in through autofill, out, in by the button, out: without a reload, as the document says. */
export async function walkFirstPage(tab: Visit, user: User): Promise<void> {
  await tab.go('/');
  await tab.page.waitForSelector('latch-sign-out-button:defined');
  await tab.fill('latch-sign-up [name=username]', 'alice');
  await user.whilePresent(async () => {
    await tab.page.keyboard.press('Enter');
    await isSignedIn(tab, true);
  });
  await tab.read('latch-sign-up >>> [part=status]', 'Your account is ready.');
  await tab.click(signOutButton);
  await isSignedIn(tab, false);
  await tab.until(() => document.querySelector<HTMLInputElement>('latch-sign-up [name=username]')!.value === '');
  for (const _round of [1, 2]) {
    await tab.waitForAutofill();
    await user.whilePresent(async () => {
      await tab.chooseInAutofill();
      await isSignedIn(tab, true);
    });
    await tab.read('latch-sign-in >>> [part=status]', 'You’re signed in.');
    await tab.click(signOutButton);
    await isSignedIn(tab, false);
    await tab.waitForAutofill();
    await user.whilePresent(async () => {
      await tab.click(passkeyButton);
      await isSignedIn(tab, true);
    });
    await tab.click(signOutButton);
    await isSignedIn(tab, false);
  }
  await tab.waitForAutofill();
}

/** In by password, a passkey, out, in through autofill, out, in by the button, out. */
export async function walkSinglePageApp(server: TestServer, tab: Visit, user: User): Promise<void> {
  const submit = 'latch-sign-in > form[data-latch-card] > button';
  const account = { username: 'alice', password: 'correct horse' };
  assert.equal((await server.visitor().post('/signup', account)).status, 201);
  await tab.go('/');
  await tab.fill('latch-sign-in [name=username]', account.username);
  await tab.click(submit);
  await tab.fill('latch-sign-in [name=password]', account.password);
  await tab.click(submit);
  await user.whilePresent(async () => {
    await tab.click('latch-passkey-create >>> [part=button]');
    await tab.find('main:not([hidden])');
  });
  await tab.click(signOutButton);
  await tab.find('latch-sign-in:not([hidden])');
  await tab.read('latch-sign-in >>> h2', 'Sign in');
  await tab.until(() => document.querySelector<HTMLInputElement>('latch-sign-in [name=username]')!.value === '');
  await tab.waitForAutofill();
  await user.whilePresent(async () => {
    await tab.chooseInAutofill();
    await tab.find('main:not([hidden])');
  });
  await tab.click(signOutButton);
  await tab.find('latch-sign-in:not([hidden])');
  await tab.waitForAutofill();
  await user.whilePresent(async () => {
    await tab.click(passkeyButton);
    await tab.find('main:not([hidden])');
  });
  await tab.click(signOutButton);
  await tab.find('latch-sign-in:not([hidden])');
  await tab.waitForAutofill();
}
