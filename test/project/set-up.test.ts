import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { root } from './stranger.js';

let folder: string;

/** A checkout that holds only the scripts: they find everything else from where they lie. */
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-set-up-'));
  await cp(join(root, 'scripts'), join(folder, 'scripts'), { recursive: true });
});
afterEach(() => rm(folder, { recursive: true }));

async function write(file: string, content: unknown): Promise<string> {
  const path = join(folder, file);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

/** Runs a module that is given as text and lies beside the scripts. */
async function runModule(
  text: string,
  environment: NodeJS.ProcessEnv = {},
): Promise<{ code: number; stdout: string; stderr: string }> {
  const file = await write(`scripts/run-${Math.random()}.mjs`, text);
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [file],
      { cwd: folder, env: { ...process.env, ...environment } },
      (error, stdout, stderr) => {
        resolve({ code: error ? Number(error.code) : 0, stdout, stderr });
      },
    );
  });
}

describe('installing the dependencies', () => {
  const install = `
    import { installDependencies } from './dependencies.mjs';
    await installDependencies().catch((error) => { console.error(error.message); process.exitCode = 1; });
  `;
  const lock = (integrity: string) => ({
    packages: {
      '': {},
      'node_modules/lit': { integrity },
      'node_modules/fsevents': { integrity: 'sha512-F', optional: true },
    },
  });

  /**
   * Puts a program in npm's place that notes its arguments, and installs what the lock file wants unless it has to
   * fail.
   */
  async function installWith(npm: 'succeeds' | 'fails'): Promise<{ code: number; stderr: string; calls: string }> {
    const outcome =
      npm === 'fails'
        ? `console.error('E404 lit'); process.exit(1);`
        : `cpSync('package-lock.json', 'node_modules/.package-lock.json');`;
    const program = await write(
      'npm-cli.cjs',
      `const { appendFileSync, cpSync } = require('node:fs'); appendFileSync('calls', process.argv.slice(2).join(' ') + '\\n'); ${outcome}`,
    );
    const { code, stderr } = await runModule(install, { npm_execpath: program });
    return { code, stderr, calls: await readFile(join(folder, 'calls'), 'utf8').catch(() => '') };
  }

  test('does nothing when every package has the integrity that the lock file wants, optional ones aside', async () => {
    await write('package-lock.json', lock('sha512-A'));
    await write('node_modules/.package-lock.json', { packages: { 'node_modules/lit': { integrity: 'sha512-A' } } });
    assert.deepEqual(await installWith('succeeds'), { code: 0, stderr: '', calls: '' });
  });

  test('runs npm ci once when node_modules is missing, and not again', async () => {
    await write('package-lock.json', lock('sha512-A'));
    await mkdir(join(folder, 'node_modules'));
    assert.match((await installWith('succeeds')).calls, /^ci .*\n$/);
    assert.match((await installWith('succeeds')).calls, /^ci .*\n$/);
  });

  test('installs development dependencies on a machine for production, too', async () => {
    await write('package-lock.json', lock('sha512-A'));
    await mkdir(join(folder, 'node_modules'));
    const program = await write(
      'npm-cli.cjs',
      `require('node:fs').writeFileSync('calls', process.argv.slice(2).join(' ') + ' ' + process.env.NODE_ENV);`,
    );
    await runModule(install, { npm_execpath: program, NODE_ENV: 'production' });
    assert.match(await readFile(join(folder, 'calls'), 'utf8'), /^ci .*--include=dev.* undefined$/);
  });

  test('runs npm ci when a package differs from the lock file', async () => {
    await write('package-lock.json', lock('sha512-B'));
    await write('node_modules/.package-lock.json', lock('sha512-A'));
    assert.match((await installWith('succeeds')).calls, /^ci /);
  });

  test('fails with npm’s own words', async () => {
    await write('package-lock.json', lock('sha512-A'));
    const { code, stderr } = await installWith('fails');
    assert.equal(code, 1);
    assert.match(stderr, /npm ci failed:\nE404 lit/);
  });

  test('fails with a sentence when the lock file cannot be read', async () => {
    await write('package-lock.json', '{');
    const { code, stderr } = await installWith('succeeds');
    assert.equal(code, 1);
    assert.match(stderr, /^package-lock\.json cannot be read: /);
  });
});

describe('two processes that install or build', () => {
  const work = `
    import { appendFileSync } from 'node:fs';
    import { exclusively } from './exclusive.mjs';
    await exclusively(async () => {
      appendFileSync('log', 'begin ');
      await new Promise((resolve) => setImmediate(resolve));
      appendFileSync('log', 'end ');
    });
  `;

  test('take turns', async () => {
    await Promise.all([runModule(work), runModule(work), runModule(work)]);
    assert.equal(await readFile(join(folder, 'log'), 'utf8'), 'begin end begin end begin end ');
  });

  test('do not wait for one that was killed', async () => {
    const gone = spawn(process.execPath, ['--eval', '']);
    await once(gone, 'exit');
    const lock = await write('.setup.lock', `${gone.pid}`);
    await utimes(lock, 0, 0);
    assert.equal((await runModule(work)).code, 0);
    assert.equal(await readFile(join(folder, 'log'), 'utf8'), 'begin end ');
  });

  test('do not go ahead of a child that outlives its killed parent', async () => {
    const child = spawn(process.execPath, ['--eval', 'process.stdin.resume()']);
    const lock = await write('.setup.lock', `999999999 ${child.pid}`);
    await utimes(lock, 0, 0);
    const waiting = spawn(process.execPath, [await write('scripts/work.mjs', work)], { cwd: folder });
    const [said] = (await once(waiting.stderr, 'data')) as [Buffer];
    assert.match(said.toString(), /Waiting for process 999999999 \d+/);
    child.kill();
    const [code] = (await once(waiting, 'exit')) as [number];
    assert.equal(code, 0);
  });
});

describe('the search for a Chromium', () => {
  const search = `
    import { findChromium } from './chromium.mjs';
    try { console.log(findChromium() ?? 'none'); } catch (error) { console.log(error.message); }
  `;

  /** Searches on a machine where nothing is installed but what the test put into its folder. */
  async function find(environment: NodeJS.ProcessEnv = {}): Promise<string> {
    const bare = {
      CHROME_PATH: '',
      PATH: join(folder, 'bin'),
      HOME: folder,
      PLAYWRIGHT_BROWSERS_PATH: '',
      PUPPETEER_CACHE_DIR: '',
      LOCALAPPDATA: '',
    };
    return (await runModule(search, { ...bare, ...environment })).stdout.trim();
  }

  async function writeProgram(file: string): Promise<string> {
    const path = await write(file, '');
    await chmod(path, 0o755);
    return path;
  }

  test('takes CHROME_PATH before anything else', async () => {
    await writeProgram('bin/chromium');
    const chosen = await writeProgram('elsewhere/chrome');
    assert.equal(await find({ CHROME_PATH: chosen }), chosen);
  });

  test('refuses a CHROME_PATH that names no program', async () => {
    await writeProgram('bin/chromium');
    const file = await write('elsewhere/notes.txt', '');
    assert.equal(await find({ CHROME_PATH: file }), `CHROME_PATH is not a program: ${file}`);
  });

  test('finds a common name on the PATH', async () => {
    const program = await writeProgram('bin/google-chrome');
    assert.equal(await find(), program);
  });

  test('finds the newest that Playwright downloaded', async () => {
    await writeProgram('.cache/ms-playwright/chromium-999/chrome-linux/chrome');
    const newest = await writeProgram('.cache/ms-playwright/chromium-1200/chrome-linux/chrome');
    await writeProgram('.cache/ms-playwright/firefox-1500/firefox/firefox');
    assert.equal(await find(), newest);
  });

  test('finds what Puppeteer downloaded', async () => {
    const program = await writeProgram('.cache/puppeteer/chrome/linux-150.0.1/chrome-linux64/chrome');
    assert.equal(await find(), program);
  });

  test('finds nothing where there is nothing', { skip: process.platform !== 'linux' }, async () => {
    assert.equal(await find(), 'none');
  });
});
