import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { root } from './stranger.js';

const program = join(root, 'create-latchkey/index.mjs');

describe('npm create latchkey', { concurrency: true }, () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'latchkey-create-'));
  });
  after(() => rm(folder, { recursive: true }));

  const create = (...parameters: string[]) =>
    new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
      execFile(process.execPath, [program, ...parameters], { cwd: folder }, (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
      );
    });
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
      const { stdout } = await create(backend, '--framework=react', `--backend=${backend}`);
      assert.match(stdout, backend === 'own' ? /check-backend/ : /adapters\.md#better-auth/);
      const page = await read(`${backend}/index.html`);
      assert.equal(page.includes('<meta name="latch-backend" content="better-auth" />'), backend === 'better-auth');
      const { dependencies, scripts } = JSON.parse(await read(`${backend}/package.json`)) as {
        dependencies: object;
        scripts: Record<string, string>;
      };
      assert.ok(!('latchkey-server' in dependencies));
      assert.equal(scripts['start'], 'vite');
      assert.ok(!(await readdir(join(folder, backend))).includes('server.env'));
    }
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

  test('writes into an empty folder and a new repository, and into no other', async () => {
    await mkdir(join(folder, 'fresh/.git'), { recursive: true });
    assert.equal((await create('fresh')).code, 0);
    const { code, stderr } = await create('fresh');
    assert.equal(code, 2);
    assert.match(stderr, /fresh is not empty\. Name another folder\./);
    await writeFile(join(folder, 'file'), '');
    assert.match((await create('file')).stderr, /file is a file\./);
  });

  for (const [parameters, complaint] of [
    [['--framework', 'rect'], /^--framework is one of plain, react, vue, svelte, next, not "rect"\./],
    [['--backend', 'none'], /^--backend is one of latchkey-server, better-auth, own, not "none"\./],
    [['--languages', 'de,xx'], /^--languages is "all", or some of .*, not "xx"\./],
    [['--languages', ''], /^--languages is/],
    [['one', 'two'], /^Name one folder: two is one too many\./],
    [['--colour'], /^Unknown option '--colour'/],
  ] as const)
    test(`refuses ${parameters.join(' ')}, and writes nothing`, async () => {
      const { code, stderr } = await create('never', ...(parameters[0] === 'one' ? ['two'] : parameters));
      assert.equal(code, 2);
      assert.match(stderr, complaint);
      assert.ok(!(await readdir(folder)).includes('never'));
    });
});
