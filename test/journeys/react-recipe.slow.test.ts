import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import type { Browser } from 'puppeteer-core';
import { findFreePort } from '../../scripts/free-port.mjs';
import { createStranger } from '../project/stranger.js';
import { launchBrowser, openProfile, releaseBrowser } from '../support/node/browser.js';
import { runServer } from '../support/node/processes.js';
import { root } from '../support/node/program.js';

const execute = promisify(execFile);

type Step = { command: string } | { file: string; text: string };

/** What a page of the documentation asks its reader to do: commands to type, and files to write, in its order. */
async function readSteps(page: string): Promise<Step[]> {
  const text = await readFile(join(root, page), 'utf8');
  const blocks = text.matchAll(/(?:Write this as `(?<file>[^`]+)`:\n\n)?^```(?<language>\w+)\n(?<code>[^]*?)^```$/gm);
  return [...blocks].flatMap(({ groups }): Step[] => {
    const { file, language, code } = groups as { file?: string; language: string; code: string };
    if (file) return [{ file, text: code }];
    assert.equal(language, 'sh', `what is to be done with\n${code}`);
    return code
      .trim()
      .split('\n')
      .map((command) => ({ command }));
  });
}

describe('docs/recipes/react-app.md', () => {
  let browser: Browser;
  let folder: string;
  before(async () => {
    browser = await launchBrowser();
    folder = await mkdtemp(join(tmpdir(), 'latchkey-react-'));
  });
  after(async () => {
    await releaseBrowser(browser);
    // the programs that were stopped may still write
    await rm(folder, { recursive: true, maxRetries: 10 });
  });

  test('leads from an empty folder to a signed-in user in eleven steps', async () => {
    const steps = await readSteps('docs/recipes/react-app.md');
    assert.ok(steps.length <= 11, `${steps.length} commands and files`);
    const isCommand = (text: string) => (step: Step) => 'command' in step && step.command === text;
    const [clone, begin, develop] = [
      'git clone https://github.com/latchkey/latchkey',
      'ORIGIN=http://localhost:5173 BASE_PATH=/api npm start',
      'npm run dev',
    ].map((text) => {
      const place = steps.findIndex(isCommand(text));
      assert.notEqual(place, -1, text);
      return place;
    }) as [number, number, number];

    // this checkout in place of the clone, free ports in place of those on the page, and the archive of the package
    assert.ok(clone < begin && develop === steps.length - 1);
    const port = await findFreePort();
    const dataDirectory = join(folder, 'data');
    const server = await runServer({
      PORT: '0',
      ORIGIN: `http://localhost:${port}`,
      BASE_PATH: '/api',
      DATA_DIR: dataDirectory,
    });
    const stranger = await createStranger();
    const serverOrigin = `http://localhost:${await server.port}`;
    const environment = { ...process.env, npm_config_yes: 'true' };
    let place = folder;
    for (const step of steps.slice(begin + 1, develop))
      if ('file' in step) {
        await writeFile(join(folder, step.file), step.text.replaceAll('http://localhost:3000', serverOrigin));
      } else if (step.command.startsWith('cd ')) {
        place = join(place, step.command.slice(3));
      } else {
        const [program, ...parameters] = step.command.replace(/ latchkey$/, ` ${stranger.archive}`).split(' ');
        await execute(program!, parameters, { cwd: place, env: environment });
      }
    await execute('npm', ['run', 'build'], { cwd: place }).catch(({ stdout }: { stdout: string }) => {
      assert.fail(`the app of the page has type errors:\n${stdout}`);
    });

    const vite = spawn(process.execPath, ['node_modules/vite/bin/vite.js', '--port', `${port}`, '--strictPort'], {
      cwd: place,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    process.once('exit', () => vite.kill());
    const said = vite.stdout.setEncoding('utf8');
    for (let output = ''; !output.includes('Local:');) output += ((await once(said, 'data')) as [string])[0];

    const profile = await openProfile(browser, `http://localhost:${port}`);
    const tab = await profile.open();
    const authenticator = await tab.addAuthenticator();
    await tab.go('/');
    await tab.click('main > button');
    await tab.fill('latch-sign-up [name=username]', 'ada');
    await authenticator.whilePresent(async () => {
      await tab.page.keyboard.press('Enter');
      await tab.read('h1', 'Hello, ada');
    });
    await tab.click('latch-sign-out-button >>> [part=button]');
    await tab.find('latch-sign-in [name=username]');
    await tab.waitForAutofill();
    await authenticator.whilePresent(async () => {
      await tab.chooseInAutofill();
      await tab.read('h1', 'Hello, ada');
    });
    await profile.close();

    vite.kill();
    await once(vite, 'exit');
    await server.end('SIGTERM');
    await stranger.remove();
  });
});
