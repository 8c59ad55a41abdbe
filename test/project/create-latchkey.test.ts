import assert from 'node:assert/strict';
import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { request, type IncomingMessage, type RequestOptions } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, test } from 'node:test';
import { isFileServingAllowed, resolveConfig } from 'vite';
import { quoteForShell } from '../../create-latchkey/words.mjs';
import { findFreePort } from '../../scripts/free-port.mjs';
import { listen } from '../support/node/listen.js';
import { firstOf } from '../support/node/quick.js';
import { root } from './stranger.js';

const program = join(root, 'create-latchkey/index.mjs');

describe('npm create latchkey', { concurrency: 4 }, () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'latchkey-create-'));
  });
  after(() => rm(folder, { recursive: true }));

  const runNode = (parameters: string[], options: { uid?: number; env?: NodeJS.ProcessEnv } = {}) =>
    new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
      execFile(process.execPath, parameters, { cwd: folder, ...options }, (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
      );
    });
  const create = (...parameters: string[]) => runNode([program, ...parameters]);
  /** Runs it as in a terminal, and types. */
  const answer = async (typed: string, ...parameters: string[]) => {
    const asTerminal = 'data:text/javascript,process.stdin.isTTY = process.stdout.isTTY = true';
    const child = spawn(process.execPath, ['--import', asTerminal, program, ...parameters], { cwd: folder });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.stdin.write(typed);
    const [code] = (await once(child, 'close')) as [number];
    return { code, output };
  };
  const exists = async (name: string) => (await readdir(folder)).includes(name);
  const read = (file: string) => readFile(join(folder, file), 'utf8');

  test('has the files of the guides as they are now', async () => {
    const { code, stderr } = await new Promise<{ code: number; stderr: string }>((resolve) => {
      execFile(process.execPath, [join(root, 'scripts/describe-templates.mjs'), '--check'], (error, _stdout, errors) =>
        resolve({ code: error ? 1 : 0, stderr: errors }),
      );
    });
    assert.deepEqual([code, stderr], [0, '']);
  });

  for (const framework of ['plain', 'react', 'vue', 'svelte', 'next'])
    test(`writes an app for ${framework}, and says the two commands that install and start it`, async () => {
      const { code, stdout, stderr } = await create(`app-${framework}`, '--framework', framework);
      assert.deepEqual([code, stderr], [0, '']);
      assert.match(stdout, new RegExp(`cd app-${framework} && npm install\\n  npm start\\n`));
      const description = JSON.parse(await read(`app-${framework}/package.json`)) as {
        name: string;
        scripts: Record<string, string>;
        dependencies: Record<string, string>;
      };
      assert.equal(description.name, `app-${framework}`);
      assert.ok(description.scripts['start']);
      for (const name of ['latchkey', 'latchkey-server']) assert.match(description.dependencies[name]!, /^\^\d/);
    });

  test('leads pages to a backend of the user, without the server', async () => {
    for (const backend of ['own', 'better-auth']) {
      await create(backend, '--framework=react', `--backend=${backend}`);
      const { dependencies, scripts } = JSON.parse(await read(`${backend}/package.json`)) as {
        dependencies: object;
        scripts: Record<string, string>;
      };
      assert.ok(!('latchkey-server' in dependencies));
      assert.equal(scripts['start'], 'vite --strictPort');
      assert.ok(!(await readdir(join(folder, backend))).includes('server.env'));
    }
  });

  for (const [framework, page, pages] of [
    ['plain', 'pages/index.html', 'http://localhost:8080'],
    ['react', 'index.html', 'http://localhost:5173'],
    ['vue', 'index.html', 'http://localhost:5173'],
    ['svelte', 'index.html', 'http://localhost:5173'],
    ['next', 'app/layout.tsx', 'http://localhost:3001'],
  ] as const) {
    test(`names Better Auth's adapter in the page of ${framework}, and no path, and says which origin it has to accept`, async () => {
      const name = `auth-${framework}`;
      const { stdout } = await create(name, '--framework', framework, '--backend=better-auth');
      const text = await read(`${name}/${page}`);
      assert.match(text, /<meta name="latch-backend" content="better-auth" \/>|'latch-backend': 'better-auth'/);
      assert.doesNotMatch(text, /latch-base-url/);
      for (const said of [stdout, await read(`${name}/README.md`)]) {
        assert.ok(said.includes(`${pages}, in baseURL or trustedOrigins`), said);
        assert.match(said, /http:\/\/localhost:3000\/api\/auth\..*adapters\.md#better-auth/s);
      }
      if (framework === 'next')
        assert.match(await read(`${name}/app/read-session.ts`), /localhost:3000\/api\/auth\/get-session/);
    });

    test(`says one address of an own backend, where ${framework} sends requests to`, async () => {
      const name = `own-${framework}`;
      const { stdout } = await create(name, '--framework', framework, '--backend=own');
      const isPlain = framework === 'plain';
      assert.equal((await read(`${name}/${page}`)).includes('latch-base-url'), !isPlain);
      const address = `http://localhost:3000${isPlain ? '' : '/api'}`;
      for (const said of [stdout, await read(`${name}/README.md`)]) {
        assert.ok(said.includes(`answers at ${address}, and accepts requests from pages at ${pages}`), said);
        assert.ok(said.includes(`check-backend ${address} says`), said);
      }
      assert.match(stdout, new RegExp(`cd ${name} && npm install\\n  npm start\\n`));
    });

    test(`gives ${framework} a page that says its characters, its width and its language`, async () => {
      for (const backend of ['latchkey-server', 'better-auth']) {
        const name = `page-${framework}-${backend}`;
        await create(name, '--framework', framework, '--backend', backend, '--languages=de');
        const text = await read(`${name}/${page}`);
        assert.match(text, /<html lang="de">/);
        // Next writes both.
        if (framework === 'next') continue;
        assert.match(text, /<meta charset="utf-8" \/>/);
        assert.match(text, /<meta name="viewport" content="width=device-width, initial-scale=1" \/>/);
        if (framework !== 'plain')
          assert.match(await read(`${name}/vite.config.ts`), /conditions: \['latchkey-own-languages', \.\.\.default/);
      }
    });
  }

  /** Requests a path as it is written. */
  const statusOf = async (options: RequestOptions) => {
    const [answer] = (await once(request(options).end(), 'response')) as [IncomingMessage];
    answer.resume();
    return answer.statusCode;
  };

  /** Writes the files of a package into the folder above an app, where a workspace has the packages of all its apps. */
  const hoist = async (workspace: string, name: string, files: Record<string, string>) => {
    for (const [path, text] of Object.entries(files)) {
      const file = join(folder, workspace, 'node_modules', name, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text);
    }
  };

  /** Starts an app with stand-ins for its programs, and ends one of them. Resolves with how each was started. */
  const startApp = async (app: string, names: readonly string[], environment: Record<string, string> = {}) => {
    const workspace = dirname(app);
    for (const name of names)
      await hoist(workspace, name, {
        'package.json': JSON.stringify({
          type: 'module',
          exports: { '.': './none.js', './package.json': './package.json' },
          bin: { [name]: './dist/program.js' },
        }),
        'dist/program.js': `const { argv, env } = process;
          console.log(JSON.stringify(['${name}', { parameters: argv.slice(2), env }]));
          process.stdin.on('data', () => process.exit(3));`,
      });
    const { scripts } = JSON.parse(await read(`${app}/package.json`)) as { scripts: { start: string } };
    const child = spawn(scripts.start, {
      cwd: join(folder, app),
      env: { ...process.env, ...environment },
      shell: true,
    });
    const [lines, errors]: [string[], string[]] = [[], []];
    createInterface(child.stderr).on('line', (line) => errors.push(line));
    createInterface(child.stdout).on('line', (line) => lines.push(line) === names.length && child.stdin.write('end'));
    const [code] = (await once(child, 'close')) as [number];
    assert.deepEqual(errors, []);
    const started = lines.map((line) => JSON.parse(line) as [string, { parameters: string[]; env: NodeJS.ProcessEnv }]);
    return { code, programs: Object.fromEntries(started) };
  };

  for (const [framework, parameters] of [
    ['plain', {}],
    ['vue', { vite: ['--strictPort'] }],
    ['next', { next: ['dev', '--port', '3001'] }],
  ] as const)
    test(`starts the programs of ${framework} wherever their packages are, and ends all with one`, async () => {
      const app = `started-${framework}/app`;
      await create(app, '--framework', framework);
      const expected: Record<string, readonly string[]> = { 'latchkey-server': [], ...parameters };
      const { code, programs } = await startApp(app, Object.keys(expected));
      for (const [name, wanted] of Object.entries(expected)) assert.deepEqual(programs[name]?.parameters, wanted);
      assert.equal(code, 3);
    });

  test('gives the server the settings of its file, and none of the shell', async () => {
    await create('settings/app', '--framework=react');
    const shell = { PORT: '8123', ORIGIN: 'https://example.com', DATABASE_URL: 'postgres://localhost/other' };
    const { programs } = await startApp('settings/app', ['latchkey-server', 'vite'], shell);
    const { PATH, PORT, BASE_PATH, ORIGIN, DATABASE_URL } = programs['latchkey-server']!.env;
    assert.deepEqual(
      { PATH, PORT, BASE_PATH, ORIGIN, DATABASE_URL },
      { PATH, PORT: '3000', BASE_PATH: '/api', ORIGIN: 'http://localhost:5173', DATABASE_URL: undefined },
    );
    assert.ok(PATH);
    assert.equal(programs['vite']!.env['DATABASE_URL'], shell.DATABASE_URL);
    assert.match(await read('settings/app/vite.config.ts'), /'http:\/\/localhost:3000'/);
  });

  test('reads secrets after the settings, from a file that git ignores and Vite does not serve', async () => {
    await create('secrets/app');
    assert.match(await read('secrets/app/server.env'), /^# .*\n# Secrets, .* belong in \.env\.server\.local: /);
    await writeFile(
      join(folder, 'secrets/app/.env.server.local'),
      'SMTP_URL="smtp://ada:pass#word@mail"\nPAGES_DIR=other\n',
    );
    execFileSync('git', ['init', '--quiet'], { cwd: join(folder, 'secrets') });
    const untracked = execFileSync('git', ['ls-files', '--others', '--exclude-standard'], {
      cwd: join(folder, 'secrets/app'),
      encoding: 'utf8',
    });
    assert.match(untracked, /^server\.env$/m);
    assert.doesNotMatch(untracked, /\.env\.server\.local/);
    const vite = await resolveConfig({ root: join(folder, 'secrets/app'), configFile: false }, 'serve');
    const served = ['server.env', '.env.server.local'].filter((file) =>
      isFileServingAllowed(vite, join(folder, 'secrets/app', file)),
    );
    assert.deepEqual(served, ['server.env']);
    const { programs } = await startApp('secrets/app', ['latchkey-server']);
    const { SMTP_URL, PAGES_DIR } = programs['latchkey-server']!.env;
    assert.deepEqual([SMTP_URL, PAGES_DIR], ['smtp://ada:pass#word@mail', 'other']);
  });

  test('serves a page without a build beside the backend of the user', async () => {
    await create('beside/app', '--backend=own');
    await hoist('beside', 'latchkey', { 'package.json': '{}', 'dist/cdn/latchkey.js': 'export {};' });
    const backend = await listen(() => async (request) => {
      const { pathname, search } = new URL(request.url);
      const headers = { 'x-origin': request.headers.get('origin') ?? '', 'set-cookie': 'id=1' };
      return new Response(`${request.method} ${pathname}${search} ${await request.text()}`, { status: 404, headers });
    });
    const names = ['über uns.html', 'main.mjs', 'a.json', 'a.webmanifest', 'my picture.svg', 'a.unknown'];
    for (const name of names) await writeFile(join(folder, 'beside/app/pages', name), name);
    const port = await findFreePort();
    const text = await read('beside/app/start.mjs');
    const changed = text.replace('http://localhost:3000', backend.origin).replace('port = 8080', `port = ${port}`);
    await writeFile(join(folder, 'beside/app/start.mjs'), changed);
    const child = spawn(process.execPath, ['start.mjs'], { cwd: join(folder, 'beside/app'), stdio: 'pipe' });
    try {
      await once(child.stdout, 'data');
      const origin = `http://localhost:${port}`;
      const page = await fetch(`${origin}/`);
      assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8');
      assert.match(await page.text(), /<latch-sign-in>/);
      const script = await fetch(`${origin}/latchkey/latchkey.js`);
      assert.equal(script.headers.get('content-type'), 'text/javascript');
      const forwarded = await fetch(`${origin}/login?a=1`, { method: 'POST', body: 'words', headers: { origin } });
      assert.deepEqual(
        [forwarded.status, await forwarded.text(), forwarded.headers.get('x-origin')],
        [404, 'POST /login?a=1 words', origin],
      );
      assert.equal(forwarded.headers.get('set-cookie'), 'id=1');
      for (const path of ['/..%2fpackage.json', '/latchkey/..%2f..%2fpackage.json', '/latchkey//etc/passwd'])
        assert.match(await (await fetch(origin + path)).text(), /^GET /, path);
      assert.equal((await fetch(`${origin}//`)).status, 200);
      const types: (string | null)[] = [];
      for (const name of names) {
        const url = `${origin}/${encodeURIComponent(name)}`;
        const file = await fetch(url);
        const head = await fetch(url, { method: 'HEAD' });
        types.push(file.headers.get('content-type'));
        assert.equal(await file.text(), name);
        assert.equal(await head.text(), '');
        for (const header of ['content-type', 'content-length'])
          assert.equal(head.headers.get(header), file.headers.get(header), `${header} of ${name}`);
      }
      assert.deepEqual(types, [
        'text/html; charset=utf-8',
        'text/javascript',
        'application/json',
        'application/manifest+json',
        'image/svg+xml',
        'application/octet-stream',
      ]);
      for (const path of ['*', 'http://example.com/', `${origin}/`, 'a:b'])
        assert.equal(await statusOf({ port, path, method: 'OPTIONS' }), 400, path);
      for (const path of ['/%ff', '/%00', '/%', '/%2e%2e/package.json', '/%5c..%5cpackage.json', '/latchkey/%2e%2e%2f'])
        assert.equal(await statusOf({ port, path }), 404, path);
      await backend.close();
      assert.equal((await fetch(`${origin}/session`)).status, 502);
    } finally {
      child.kill();
      await backend.close();
    }
  });

  test('reads options that npm keeps to itself without --, after those that it passes on', async () => {
    const env = { ...process.env, npm_config_framework: 'vue', npm_config_backend: 'own', npm_config_languages: 'de' };
    const { code, stdout } = await runNode([program, 'kept', '--backend=better-auth'], { env });
    assert.equal(code, 0);
    assert.match(stdout, /^Wrote/);
    assert.match(await read('kept/index.html'), /<html lang="de">[^]*better-auth/);
    assert.match(await read('kept/src/App.vue'), /latch-sign-in/);
  });

  test('says where -- is missing, for options whose value npm takes for a folder', async () => {
    const env = { ...process.env, npm_config_framework: 'true' };
    for (const [folders, complaint] of [
      [['vue'], '--framework has no value.'],
      [['missing', 'vue'], 'Name one folder: vue is one too many.'],
    ] as const) {
      const { code, stderr } = await runNode([program, ...folders], { env });
      assert.equal(code, 2);
      assert.ok(stderr.startsWith(`${complaint} npm passes options on only after --.\n`), stderr);
      assert.ok(!(await exists(folders[0])));
    }
  });

  test('says what it took where no one could be asked', async () => {
    const { stdout } = await create('taken', '--backend=own');
    assert.match(stdout, /^Defaults used: --framework=plain --languages=all\nWrote/);
    const { output } = await answer('\n', 'answered', '--framework=plain', '--backend=own');
    assert.doesNotMatch(output, /Took/);
  });

  test('bundles the languages that were chosen, and gives the page the first', async () => {
    await create('languages', '--framework=vue', '--languages=pt-BR,en,de');
    assert.match(await read('languages/index.html'), /<html lang="pt-BR">/);
    assert.match(await read('languages/vite.config.ts'), /conditions: \['latchkey-own-languages'/);
    const chosen = await read('languages/src/languages.ts');
    assert.match(
      chosen,
      /import language0 from 'latchkey\/messages\/pt-BR';\nimport language1 from 'latchkey\/messages\/de';/,
    );
    assert.match(chosen, /setMessages\('pt', language0\)/);
  });

  for (const [framework, page] of [
    ['plain', 'pages/index.html'],
    ['svelte', 'index.html'],
    ['next', 'app/layout.tsx'],
  ] as const)
    test(`gives the page of ${framework} the direction of its language`, async () => {
      await create(`rtl-${framework}`, `--framework=${framework}`, '--languages=he,en');
      assert.match(await read(`rtl-${framework}/${page}`), /<html lang="he" dir="rtl">/);
    });

  test('knows languages by every tag by which pages find them', async () => {
    await create('tags', '--framework=react', '--languages', 'pt, ZH-tw de-AT pt-PT en-GB de');
    assert.match(await read('tags/index.html'), /<html lang="pt">/);
    const chosen = await read('tags/src/languages.ts');
    assert.deepEqual(
      [...chosen.matchAll(/latchkey\/messages\/([\w-]+)'/g)].map(([, file]) => file),
      ['pt-BR', 'zh-Hant', 'de'],
    );
    assert.match(chosen, /setMessages\('pt', language0\);\nvoid setMessages\('zh-Hant', language1\)/);
  });

  test('asks three things, each again until it can read the answer', async () => {
    const { code, output } = await answer('reactt\n2\nBetterAuth\nbetter-AUTH\nxx\npt\n', 'asked');
    assert.equal(code, 0, output);
    assert.match(output, /Choose one of plain, .*, not "reactt"\. Did you mean react\?/);
    assert.match(output, /not "BetterAuth"\. Did you mean better-auth\?/);
    assert.match(output, /Choose "all", or some of en, .*, not "xx"\./);
    assert.equal(output.match(/Which/g)?.length, 3);
    assert.match(await read('asked/index.html'), /<html lang="pt">[^]*latch-backend/);
    assert.match(await read('asked/src/App.tsx'), /react/);
  });

  test('asks only what the options leave open', async () => {
    const { code, output } = await answer('\n', 'partly', '--framework=Vue', '--backend', 'own');
    assert.deepEqual([code, output.match(/Which \w+/g)], [0, ['Which languages']]);
    assert.match(await read('partly/src/App.vue'), /latch-sign-in/);
  });

  for (const [keys, character, status] of [
    ['Ctrl-C', '\u0003', 130],
    ['Ctrl-D', '\u0004', 2],
  ] as const)
    test(`ends at ${keys} with one line, and has written nothing`, async () => {
      const { code, output } = await answer(`3\n${character}`, keys);
      assert.equal(code, status);
      assert.match(output, /\nNothing was written\.\n$/);
      assert.doesNotMatch(output, /Error:|\n +at /);
      assert.ok(!(await exists(keys)));
    });

  test(
    'prints a command that leads a shell into the folder, whatever its name',
    { skip: process.platform === 'win32' },
    async () => {
      const names = ['$(touch gone)', '-dash', "it's", 'My App', '--', '"quoted"', '~', 'a;b&c', 'ünï', '*'];
      for (const name of firstOf(3, names)) {
        const { code, stdout, stderr } = await create('--framework=react', '--backend=own', '--', name);
        assert.equal(code, 0, stderr);
        const [, command] = /\n {2}(cd .*) && npm install\n/.exec(stdout)!;
        const reached = execFileSync('sh', ['-c', `${command} && pwd -P`], { cwd: folder, encoding: 'utf8' });
        assert.equal(reached, `${execFileSync('pwd', ['-P'], { cwd: folder, encoding: 'utf8' }).trim()}/${name}\n`);
      }
      assert.ok(!(await exists('gone')));
      assert.deepEqual(
        ['my-app', 'My App', "..\\it's", '-dash'].map((path) => quoteForShell(path, 'win32')),
        ['my-app', '"My App"', '"..\\it\'s"', '.\\-dash'],
      );
    },
  );

  test('says in one sentence why it cannot write', async () => {
    const long = await create('x'.repeat(300));
    assert.equal(long.code, 1);
    assert.match(long.stderr, /^\S+x+… cannot be written: the name is too long\.\n$/);
    if (process.platform === 'win32') return;
    // a folder that only its owner may read, and one in which no one writes
    for (const [name, mode] of [
      ['closed', 0o000],
      ['guarded', 0o555],
    ] as const) {
      await mkdir(join(folder, name));
      await chmod(join(folder, name), mode);
      await chmod(folder, 0o755);
      const other = process.getuid?.() === 0 ? { uid: 65_534 } : {};
      // of root, who may write everywhere, another user may not read the program
      if ((await runNode([program, '--help'], other)).code !== 0) return;
      const { code, stderr } = await runNode([program, `${name}/app`], other);
      assert.deepEqual([code, stderr], [1, `${join(folder, name, 'app')} cannot be written: permission is denied.\n`]);
    }
  });

  test('leaves nothing behind when a file cannot be written', async (context) => {
    if (process.platform !== 'linux') return context.skip('The longest path that can be written is known of Linux.');
    // so long that index.html can still be written in it, and vite.config.ts cannot
    const length = 4083 - `${folder}/half`.length;
    const names = [...'/'.repeat(Math.floor(length / 200))].map((slash) => slash + 'x'.repeat(199));
    const path = `half${names.join('')}/${'x'.repeat((length % 200) - 1)}`;
    const { code, stderr } = await create(path, '--framework=react', '--backend=own');
    assert.deepEqual([code, stderr.split('…')[1]], [1, ' cannot be written: the name is too long.\n']);
    assert.equal(existsSync(join(folder, 'half')), false);
  });

  test('ignores what is made in the app, and no file of its source', async () => {
    for (const [framework, backend, expected] of [
      ['plain', 'own', 'node_modules\n'],
      ['react', 'latchkey-server', 'node_modules\n/dist\n/data\n/.env.server.local\n'],
      ['next', 'better-auth', 'node_modules\n/.next\n/next-env.d.ts\n*.tsbuildinfo\n'],
    ] as const) {
      await create(`ignoring-${framework}`, '--framework', framework, '--backend', backend);
      assert.equal(await read(`ignoring-${framework}/.gitignore`), expected);
    }
  });

  test('writes all files when no one reads what it prints', async () => {
    const child = spawn(process.execPath, [program, 'unread'], { cwd: folder });
    child.stdout.destroy();
    let errors = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
    const [code] = (await once(child, 'close')) as [number];
    assert.deepEqual([code, errors], [0, '']);
    assert.match(await read('unread/pages/index.html'), /latch-sign-in/);
  });

  test('refuses a Node that cannot run the app, before anything else', async () => {
    const { engines } = JSON.parse(await readFile(join(root, 'create-latchkey/package.json'), 'utf8')) as {
      engines: { node: string };
    };
    const versions = [
      ['20.18.9', false],
      ['20.19.0', true],
      ['18.20.4', false],
      ['21.7.3', false],
      ['22.11.0', false],
      ['22.20.0', true],
      ['24.0.0', true],
      ['26.1.0', true],
    ] as const;
    for (const [version, isEnough] of firstOf(2, versions)) {
      const preload = `data:text/javascript,Object.defineProperty(process, 'versions', { value: { node: '${version}' } })`;
      const { code, stdout, stderr } = await runNode(['--import', preload, program, '--help']);
      assert.equal(code, isEnough ? 0 : 1, version);
      assert.equal(stdout !== '', isEnough, version);
      const sentence = `A Latchkey app needs Node ${engines.node.replaceAll('||', 'or')}. This is Node ${version}.\n`;
      assert.equal(stderr, isEnough ? '' : sentence);
    }
  });

  test('writes into an empty folder and a new repository, and into no other', async () => {
    await mkdir(join(folder, 'fresh/.git'), { recursive: true });
    assert.equal((await create('fresh')).code, 0);
    const { code, stderr } = await create('fresh');
    assert.equal(code, 2);
    assert.match(stderr, /fresh is not empty\. Name another folder\./);
    await writeFile(join(folder, 'file'), '');
    assert.match((await create('file')).stderr, /file cannot be a folder: there is a file\./);
  });

  for (const [parameters, complaint] of [
    [
      ['--framework', 'rect'],
      /^--framework is one of plain, react, vue, svelte, next, not "rect"\. Did you mean react\?/,
    ],
    [['--framework', 'angular'], /^--framework is one of plain, react, vue, svelte, next, not "angular"\.\n/],
    [['--framework', 'veu'], /not "veu"\. Did you mean vue\?/],
    [['--framework', 'Next.js'], /not "Next\.js"\. Did you mean next\?/],
    [['--backend', 'none'], /^--backend is one of latchkey-server, better-auth, own, not "none"\./],
    [['--backend', 'betterauth'], /Did you mean better-auth\?/],
    [['--backend', 'latchkey'], /Did you mean latchkey-server\?/],
    [['--languages', 'de,xx'], /^--languages is "all", or some of .*, not "xx"\./],
    [['--languages', 'de,zhhans'], /not "zhhans"\. Did you mean zh-Hans\?/],
    [['--languages', 'no such'], /not "no"\./],
    [['--languages', ''], /^--languages needs a value|^--languages is/],
    [['--languages', ','], /^--languages is "all", or some of .*, not ","\./],
    [['one', 'two'], /^Name one folder: two is one too many\./],
    [['--colour'], /^There is no option --colour\.\n/],
    [['--framwork', 'vue'], /^There is no option --framwork\. Did you mean --framework\?\n/],
    [['-f', 'vue'], /^There is no option -f\./],
    [['--framework'], /^--framework needs a value\.\n/],
    [['--framework', '--backend', 'own'], /^--framework needs a value\.\n/],
    [['--help=me'], /^--help takes no value\.\n/],
  ] as const)
    test(`refuses ${parameters.join(' ')}, and writes nothing`, async () => {
      const { code, stderr } = await create('never', ...(parameters[0] === 'one' ? ['two'] : parameters));
      assert.equal(code, 2);
      assert.match(stderr, complaint);
      assert.ok(!(await exists('never')));
    });
});
