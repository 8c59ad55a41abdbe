import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import type { Browser } from 'puppeteer-core';
import { findFreePort } from '../../scripts/free-port.mjs';
import { runDocumented } from '../adapters/documented-server.js';
import { installPackages } from '../adapters/packages.js';
import { launchBrowser, openProfile, releaseBrowser } from '../support/node/browser.js';
import { createDatabase, skipWithoutPostgres } from '../support/node/postgres.js';
import type { Tab } from '../support/node/tab.js';
import { createStranger, root, type Stranger } from './stranger.js';
import { isSoak } from '../support/node/quick.js';

const execute = promisify(execFile);
const skip = await skipWithoutPostgres();

describe('an app that npm create latchkey has made, from the archives that would be published', () => {
  let folder: string;
  let stranger: Stranger;
  let browser: Browser;
  let apps = 0;
  const archives: Record<string, string> = {};
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'latchkey-created-'));
    stranger = await createStranger();
    archives['latchkey'] = stranger.archive;
    for (const name of ['server', 'create-latchkey']) {
      const { stdout } = await execute('npm', ['pack', '--json', '--pack-destination', folder], {
        cwd: join(root, name),
      });
      archives[name] = join(folder, (JSON.parse(stdout) as [{ filename: string }])[0].filename);
    }
    await execute(
      'npm',
      ['install', '--prefer-offline', '--no-audit', '--no-fund', '--prefix', folder, archives['create-latchkey']!],
      {
        cwd: folder,
      },
    );
    browser = await launchBrowser();
  });
  after(async () => {
    await releaseBrowser(browser);
    await stranger.remove();
    await rm(folder, { recursive: true, maxRetries: 10 });
  });

  /**
   * Makes an app and installs it, with the archives in place of the registry's packages. Resolves with its folder, which is in
   * that of the workspace, if one is named.
   */
  async function install(framework: string, backend: string, workspace = ''): Promise<string> {
    const app = join(folder, workspace, `app-${(apps += 1)}`);
    const parameters = ['--framework', framework, '--backend', backend, app];
    await execute(join(folder, 'node_modules/.bin/create-latchkey'), parameters, { cwd: folder });
    if (workspace) await writeFile(join(app, '../package.json'), '{ "private": true, "workspaces": ["app-*"] }');
    await edit(join(app, 'package.json'), (text) =>
      text
        .replace(/("latchkey": )"[^"]+"/, `$1"file:${archives['latchkey']}"`)
        .replace(/("latchkey-server": )"[^"]+"/, `$1"file:${archives['server']}"`),
    );
    await execute('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund'], { cwd: app });
    return app;
  }

  /** Runs the type check of the app, and its build. That of Next checks types itself. */
  async function checkAndBuild(app: string, framework: string): Promise<void> {
    if (framework !== 'next' || isSoak) await execute('npm', ['run', 'check'], { cwd: app });
    await execute('npm', ['run', 'build'], { cwd: app });
  }

  const edit = async (file: string, change: (text: string) => string) =>
    writeFile(file, change(await readFile(file, 'utf8')));

  /** Writes the ports of the pages and of the backend in place of those of the files. */
  async function setPorts(app: string, framework: string, pages: number, backend: number): Promise<void> {
    const names = await readdir(app);
    if (names.includes('server.env'))
      await edit(join(app, 'server.env'), (text) => `${text.replace(/5173|3001/, `${pages}`)}PORT=${backend}\n`);
    if (framework === 'next') {
      await edit(join(app, 'next.config.ts'), (text) => text.replace('3000', `${backend}`));
      await edit(join(app, 'app/read-session.ts'), (text) => text.replace('3000', `${backend}`));
      await edit(join(app, 'package.json'), (text) => text.replace('3001', `${pages}`));
    } else if (framework !== 'plain')
      await edit(join(app, 'vite.config.ts'), (text) =>
        text.replace('3000', `${backend}`).replace('server: { ', `server: { port: ${pages}, strictPort: true, `),
      );
    else if (names.includes('start.mjs'))
      await edit(join(app, 'start.mjs'), (text) => text.replace('3000', `${backend}`).replace('8080', `${pages}`));
  }

  /** Runs `npm start` until it has printed each of the words, and then `use`. */
  async function whileStarted(app: string, words: readonly string[], use: () => Promise<void>): Promise<void> {
    const started = spawn('npm', ['start'], { cwd: app, detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
    try {
      const said = started.stdout.setEncoding('utf8');
      let output = '';
      await new Promise<void>((resolve, reject) => {
        said.on('data', (text: string) => {
          output += text;
          if (words.every((word) => output.includes(word))) resolve();
        });
        started.once('exit', () => reject(new Error(`it has ended:\n${output}`)));
      });
      await use();
    } finally {
      process.kill(-started.pid!, 'SIGTERM');
    }
  }

  for (const framework of ['plain', 'react', ...(isSoak ? ['vue'] : [])]) {
    const workspace = framework === 'react' ? 'workspace' : '';
    test(`signs a new user up by one command and one click: ${framework}${workspace && ' in a workspace'}`, async () => {
      const isPlain = framework === 'plain';
      const app = await install(framework, 'latchkey-server', workspace);
      const [pagesPort, serverPort] = [await findFreePort(), await findFreePort()];
      await setPorts(app, framework, pagesPort, serverPort);
      await whileStarted(app, ['is ready', ...(isPlain ? [] : ['Local:'])], async () => {
        const origin = `http://localhost:${isPlain ? serverPort : pagesPort}`;
        const profile = await openProfile(browser, origin);
        const tab = await profile.open({ expects: /status of 404/ });
        const authenticator = await tab.addAuthenticator();
        await tab.go('/');
        if (!isPlain) await tab.click('latch-sign-in >>> ::-p-text(Create account)');
        await tab.fill('latch-sign-up [name=username]', 'ada');
        await authenticator.whilePresent(async () => {
          await tab.page.keyboard.press('Enter');
          if (isPlain) await tab.read('latch-sign-up >>> [part=status]', 'Your account is ready.');
          else await tab.read('h1', 'Hello, ada');
        });
        await profile.close();
        for (const kept of [
          'session-secret',
          'latchkey.db',
          'latchkey.db-wal',
          'latchkey.db?raw',
          'session-secret?url',
        ])
          assert.notEqual((await fetch(`${origin}/data/${kept}`)).status, 200, kept);
      });
      if (!isPlain) await checkAndBuild(app, framework);
    });
  }

  /** Waits until Better Auth names the user of the page's session, or none. */
  const waitForUser = (tab: Tab, email: string | undefined) =>
    tab.page.waitForFunction(
      async (wanted) => {
        const session = (await (await fetch('/api/auth/get-session')).json()) as { user: { email: string } } | null;
        return session?.user.email === wanted;
      },
      { polling: 100 },
      email,
    );

  for (const framework of isSoak ? ['plain', 'react', 'next'] : ['next'])
    test(
      `signs a new user up, out and in at the Better Auth server of the documentation: ${framework}`,
      { skip },
      async () => {
        await installPackages();
        const app = await install(framework, 'better-auth');
        const pagesPort = await findFreePort();
        const origin = `http://localhost:${pagesPort}`;
        const environment = { DATABASE_URL: await createDatabase(), ORIGIN: origin };
        await runDocumented('Better Auth', environment, async (backend) => {
          await setPorts(app, framework, pagesPort, Number(new URL(backend).port));
          const ready = { plain: 'The pages are at', react: 'Local:', next: 'Ready' }[framework]!;
          await whileStarted(app, [ready], async () => {
            const profile = await openProfile(browser, origin);
            const tab = await profile.open({ expects: /status of 40[0-4]/ });
            await tab.go('/');
            const isPlain = framework === 'plain';
            if (!isPlain) await tab.click('latch-sign-in >>> ::-p-text(Create account)');
            await tab.fill('latch-sign-up > form input[name=username]', 'ada@example.com');
            await tab.fill('latch-sign-up > form input[name=password]', 'correct horse battery');
            await tab.page.keyboard.press('Enter');
            if (isPlain) await tab.read('latch-sign-up >>> [part=status]', 'Your account is ready.');
            else await tab.read('h1', 'Hello, ada@example.com');
            if (framework === 'next') {
              const page = await tab.page.evaluate(async () => (await fetch('/')).text());
              assert.match(page, /Hello, (<!-- -->)?ada@example\.com/);
            }
            await tab.click('latch-sign-out-button >>> [part=button]');
            await waitForUser(tab, undefined);
            await tab.go('/');
            await tab.fill('latch-sign-in > form input[name=username]', 'ada@example.com');
            await tab.click('latch-sign-in > form > button');
            await tab.fill('latch-sign-in > form input[name=password]', 'correct horse battery');
            await tab.page.keyboard.press('Enter');
            await waitForUser(tab, 'ada@example.com');
            if (!isPlain) await tab.read('h1', 'Hello, ada@example.com');
            await profile.close();
          });
        });
        if (framework === 'next') await checkAndBuild(app, framework);
      },
    );

  for (const framework of isSoak ? ['react', 'vue', 'svelte', 'next'] : [])
    test(`passes its type check as it was written, with a backend of its own: ${framework}`, async () => {
      await checkAndBuild(await install(framework, 'own'), framework);
    });
});
