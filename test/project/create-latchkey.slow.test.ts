import { execFile, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import type { Browser } from 'puppeteer-core';
import { findFreePort } from '../../scripts/free-port.mjs';
import { launchBrowser, openProfile, releaseBrowser } from '../support/node/browser.js';
import { createStranger, root, type Stranger } from './stranger.js';

const execute = promisify(execFile);

describe('an app that npm create latchkey has made, from the archives that would be published', () => {
  let folder: string;
  let stranger: Stranger;
  let browser: Browser;
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
    await execute('npm', ['install', '--no-audit', '--no-fund', '--prefix', folder, archives['create-latchkey']!], {
      cwd: folder,
    });
    browser = await launchBrowser();
  });
  after(async () => {
    await releaseBrowser(browser);
    await stranger.remove();
    await rm(folder, { recursive: true, maxRetries: 10 });
  });

  for (const framework of ['plain', 'react', 'vue'])
    test(`signs a new user up by one command and one click: ${framework}`, async () => {
      await execute(join(folder, 'node_modules/.bin/create-latchkey'), [framework, '--framework', framework], {
        cwd: folder,
      });
      const app = join(folder, framework);
      // the archives in place of the registry's, and free ports in place of those of the files
      const [pagesPort, serverPort] = [await findFreePort(), await findFreePort()];
      const edit = async (file: string, change: (text: string) => string) =>
        writeFile(join(app, file), change(await readFile(join(app, file), 'utf8')));
      await edit('package.json', (text) =>
        text
          .replace(/("latchkey": )"[^"]+"/, `$1"file:${archives['latchkey']}"`)
          .replace(/("latchkey-server": )"[^"]+"/, `$1"file:${archives['server']}"`),
      );
      const isPlain = framework === 'plain';
      await edit('server.env', (text) => `${text.replace('5173', `${pagesPort}`)}PORT=${serverPort}\n`);
      if (!isPlain)
        await edit('vite.config.ts', (text) =>
          text
            .replace('3000', `${serverPort}`)
            .replace('server: { ', `server: { port: ${pagesPort}, strictPort: true, `),
        );
      await execute('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund'], { cwd: app });
      const started = spawn('npm', ['start'], { cwd: app, detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
      try {
        const said = started.stdout.setEncoding('utf8');
        let output = '';
        await new Promise<void>((resolve, reject) => {
          said.on('data', (text: string) => {
            output += text;
            if (output.includes('is ready') && (isPlain || output.includes('Local:'))) resolve();
          });
          started.once('exit', () => reject(new Error(`it has ended:\n${output}`)));
        });
        const profile = await openProfile(browser, `http://localhost:${isPlain ? serverPort : pagesPort}`);
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
      } finally {
        process.kill(-started.pid!, 'SIGTERM');
      }
    });
});
