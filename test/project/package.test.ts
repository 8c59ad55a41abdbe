import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { build } from 'esbuild';
import { publint } from 'publint';
import { listExports } from '../../scripts/public-modules.mjs';
import description from '../../package.json' with { type: 'json' };
import { createStranger, listPublicModules, root, type Stranger } from './stranger.js';
import { png } from '../cli/site.js';
import { testInFullRuns } from '../support/node/quick.js';

/**
 * A program that imports each module that it is given in a thread of its own, whose global object is fresh, and prints
 * which names were added to that object, or the error, as JSON.
 */
const listGlobals = `
  import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads';
  if (isMainThread) {
    const found = {};
    for (const name of process.argv.slice(2))
      found[name] = await new Promise((resolve) => {
        const thread = new Worker(process.argv[1], { workerData: name });
        thread.once('message', resolve).once('error', (error) => resolve(String(error?.stack ?? error)));
      });
    console.log(JSON.stringify(found));
  } else {
    const before = new Set(Object.getOwnPropertyNames(globalThis));
    await import(workerData);
    parentPort.postMessage(Object.getOwnPropertyNames(globalThis).filter((name) => !before.has(name)));
  }
`;

/** What Lit itself adds to the global object of Node: its version lists and a custom element registry. */
const addedByLit =
  /^(lit[A-Z]\w+|reactiveElementVersions|customElements|CustomElementRegistry|Element|HTMLElement|Event|CustomEvent|EventTarget|CSSStyleSheet)$/;

/** Runs a program in `cwd`; never rejects because of its exit code. */
function run(program: string, parameters: string[], cwd: string): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    execFile(program, parameters, { cwd }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code ?? 1) : 0, output: stdout + stderr });
    });
  });
}

describe('the published package', () => {
  let stranger: Stranger;
  let globals: Record<string, string[] | string>;
  before(async () => {
    stranger = await createStranger();
    await stranger.write('list-globals.mjs', listGlobals);
    const { output } = await stranger.run('node', ['list-globals.mjs', ...listPublicModules()]);
    globals = JSON.parse(output.trim().split('\n').at(-1)!) as typeof globals;
  });
  after(() => stranger.remove());

  test('every path in package.json#exports leads to a file in the archive, modules to their types too', () => {
    const missing = listExports()
      .flatMap(([, target]) =>
        typeof target === 'string' ? [target] : [target.default, target.types ?? target.default],
      )
      .filter((file) => !existsSync(join(stranger.folder, 'node_modules/latchkey', file)));
    assert.deepEqual(missing, []);
  });

  test('the archive holds the built modules and styles, the contract and the description of the elements, and nothing else', () => {
    const expected =
      /^(package\.json|README\.md|LICENSE|NOTICE|SECURITY\.md|skill\/[\w-]+\.md|contract\/openapi\.yaml|dist\/.+\.(js|js\.map|css|d\.ts|json))$/;
    assert.deepEqual(
      stranger.packed.filter((file) => !expected.test(file)),
      [],
    );
    assert.deepEqual(
      stranger.packed.filter((file) => /(^|\/)(test|demo|server|bench|scripts)\//.test(file)),
      [],
    );
    for (const file of [
      'dist/index.js',
      'dist/cdn/latchkey.js',
      'dist/cdn/latchkey.single.js',
      'dist/cdn/autoload.js',
      'dist/cdn/integrity.json',
      'dist/cdn/styles.css',
      'dist/styles.css',
      'contract/openapi.yaml',
      'dist/custom-elements.json',
      'skill/SKILL.md',
      'LICENSE',
      'NOTICE',
      'SECURITY.md',
    ])
      assert.ok(stranger.packed.includes(file), `${file} is missing`);
  });

  test('every script for a script tag but those of languages carries a license notice, and the licenses of what it includes', async () => {
    const folder = join(stranger.folder, 'node_modules/latchkey/dist/cdn');
    const scripts = (await readdir(folder)).filter((file) => file.endsWith('.js'));
    assert.ok(scripts.length > 10);
    const texts = await Promise.all(scripts.map((file) => readFile(join(folder, file), 'utf8')));
    for (const [index, text] of texts.entries())
      assert.match(text.slice(0, 80), /^\/\*! @license latchkey \d+\.\d+\.\d+ \| MIT \*\//, scripts[index]);
    const all = texts.join('');
    for (const name of ['lit', 'idb', '@simplewebauthn/browser'])
      assert.ok(new RegExp(`/\\*! @license\\n${name} \\d`).test(all), name);
  });

  test('latchkey.js names every file that a page needs at once, so that no file waits for another', async () => {
    const folder = join(stranger.folder, 'node_modules/latchkey/dist/cdn');
    const importsOf = async (file: string) => {
      const text = await readFile(join(folder, file), 'utf8');
      return [...text.matchAll(/\b(?:from|import)\s*"\.\/([\w.-]+)"/g)].map(([, name]) => name!);
    };
    const named = await importsOf('latchkey.js');
    assert.ok(named.length > 3);
    const needed = await Promise.all(named.map(importsOf));
    assert.deepEqual(
      needed.flat().filter((file) => !named.includes(file)),
      [],
    );
  });

  for (const name of listPublicModules()) {
    test(`${name} imports in plain Node and leaves the global object alone`, () => {
      const added = globals[name];
      assert.ok(Array.isArray(added), String(added));
      assert.deepEqual(
        added.filter((global) => !addedByLit.test(global)),
        [],
      );
    });
  }

  test('its plugin for Vite decodes the icons of an app', async () => {
    await stranger.write('app/index.html', '<!doctype html><title>App</title>');
    const icons = [{ src: 'icon.png', sizes: '192x192', type: 'image/png' }];
    const manifest = { name: 'App', id: '/', start_url: '/', display: 'standalone', icons };
    await stranger.write('app/manifest.webmanifest', JSON.stringify(manifest));
    await writeFile(join(stranger.folder, 'app/icon.png'), png(60));
    await stranger.write(
      'build-app.mjs',
      `import { build } from ${JSON.stringify(import.meta.resolve('vite'))};
       import { appManifest } from 'latchkey/vite';
       await build({ root: 'app', configFile: false, plugins: [appManifest()] });`,
    );
    const { code, output } = await stranger.run('node', ['build-app.mjs']);
    assert.equal(code, 1);
    assert.match(output, /The image is 60x60 pixels, but the manifest says 192x192/);
    assert.match(output, /is smaller than 144 pixels/);
  });

  test('the framework-free modules do not load Lit', () => {
    for (const name of ['latchkey', 'latchkey/passkey', 'latchkey/session', 'latchkey/install', 'latchkey/conformance'])
      assert.deepEqual(globals[name], [], name);
  });

  test('the types refer only to types that are packed, too', async () => {
    const folder = join(stranger.folder, 'node_modules/latchkey');
    const declarations = stranger.packed.filter((file) => file.endsWith('.d.ts'));
    const missing = await Promise.all(
      declarations.map(async (file) => {
        const text = await readFile(join(folder, file), 'utf8');
        return [...text.matchAll(/(?:from |import\(|^import )['"](\.[^'"]+)\.js['"]/gm)]
          .map(([, path]) => posix.join(dirname(file), `${path}.d.ts`))
          .filter((path) => !stranger.packed.includes(path))
          .map((path) => `${file} → ${path}`);
      }),
    );
    assert.deepEqual(missing.flat(), []);
  });

  test('the types refer only to packages that are dependencies or peers, of any version', () => {
    const { dependencies, peerDependencies, peerDependenciesMeta } = description;
    const known: Record<string, string> = { ...dependencies, ...peerDependencies };
    const described: Record<string, { optional: boolean }> = peerDependenciesMeta;
    const missing = stranger.packed
      .filter((file) => file.endsWith('.d.ts'))
      .flatMap((file) =>
        [
          ...readFileSync(join(stranger.folder, 'node_modules/latchkey', file), 'utf8').matchAll(
            /\b(?:from|import|declare module) '(?!latchkey\/)([^.'/]+(?:\/[^.'/]+)?)/g,
          ),
        ].map(([, name]) => (name!.startsWith('@') ? name! : name!.split('/')[0]!)),
      )
      .filter((name) => !(name in known));
    assert.deepEqual([...new Set(missing)], []);
    for (const [name, range] of Object.entries(peerDependencies))
      assert.deepEqual([name, range, described[name]?.optional], [name, '*', true]);
  });

  test('the archive is not larger than it has to be', () => {
    assert.ok(stranger.unpackedSize < 5_000_000, `${stranger.unpackedSize} bytes unpacked`);
    assert.ok(stranger.packed.length <= 900, `${stranger.packed.length} files`);
  });

  test('a package of others is in the archive once, beside the builds that are one file or no module', async () => {
    const folder = join(stranger.folder, 'node_modules/latchkey');
    const carried = new Map<string, string[]>();
    for (const file of stranger.packed)
      if (/^dist\/(?!cdn\/|worker\/service-worker\.js).*\.js$/.test(file))
        for (const [, name] of (await readFile(join(folder, file), 'utf8')).matchAll(/^\/\*!\n(\S+) \d/gm))
          carried.set(name!, [...(carried.get(name!) ?? []), file]);
    assert.ok(carried.size > 10);
    assert.deepEqual(
      [...carried].filter(([, files]) => files.length > 1),
      [],
    );
  });

  test('a language is in the archive once, whether a script tag or an application loads it', async () => {
    const folder = join(stranger.folder, 'node_modules/latchkey');
    const sentence = 'Mit Passkey anmelden';
    const files = await Promise.all(
      stranger.packed.map(async (file) =>
        file.endsWith('.js') && (await readFile(join(folder, file), 'utf8')).includes(sentence) ? [file] : [],
      ),
    );
    assert.equal(files.flat().length, 1, files.flat().join(' '));
    assert.match(files.flat()[0]!, /^dist\/cdn\/languages\/de-/);
  });

  test('no source maps are packed: the modules are readable, and the scripts for script tags are built from them', () => {
    assert.deepEqual(
      stranger.packed.filter((file) => file.endsWith('.map')),
      [],
    );
  });

  test('package.json says where the package comes from, and npm has nothing to correct in it', async () => {
    const file = join(stranger.folder, 'node_modules/latchkey/package.json');
    const before = await readFile(file, 'utf8');
    const description = JSON.parse(before) as Record<string, unknown>;
    for (const name of ['homepage', 'repository', 'bugs', 'publishConfig']) assert.ok(description[name], name);
    assert.deepEqual(description['publishConfig'], { access: 'public', provenance: true });
    const { code, output } = await run('npm', ['pkg', 'fix'], join(stranger.folder, 'node_modules/latchkey'));
    assert.equal(code, 0, output);
    assert.deepEqual(JSON.parse(await readFile(file, 'utf8')), description);
  });

  for (const version of ['5.7.3', '5.9.3', ''])
    testInFullRuns(`its types compile with TypeScript ${version || 'as the package has it'}`, async () => {
      assert.match(await readFile(join(root, 'docs/release-policy.md'), 'utf8'), /\*\*TypeScript\*\* 5\.7 or later/);
      const name = `typescript-${version}`;
      const folder = join(stranger.folder, name);
      await mkdir(folder);
      if (version) {
        const parameters = ['install', '--no-save', '--no-audit', '--prefix', folder, `typescript@${version}`];
        const installed = await run('npm', parameters, folder);
        assert.equal(installed.code, 0, installed.output);
      }
      const tsc = join(version ? folder : root, 'node_modules/typescript/bin/tsc');
      const modules = listPublicModules().filter((module) => !/\/(jsx|solid|svelte|vue|vite)$/.test(module));
      // Service workers have globals of their own, and so their own lib. No library is skipped.
      for (const resolution of ['--module esnext --moduleResolution bundler', '--module node16'])
        for (const [file, lib, chosen] of [
          ['page.ts', 'es2023,dom,dom.iterable', modules.filter((module) => module !== 'latchkey/worker')],
          ['worker.ts', 'es2023,webworker', ['latchkey/worker']],
        ] as const) {
          const text = chosen.map(
            (module, index) => `import * as module${index} from '${module}';\nvoid module${index};`,
          );
          await stranger.write(`${name}/${file}`, text.join('\n'));
          const flags = `--noEmit --strict --target es2022 ${resolution} --types node --lib ${lib}`.split(' ');
          const { code, output } = await run(process.execPath, [tsc, ...flags, file], folder);
          assert.equal(code, 0, `${resolution}: ${output}`);
        }
    });

  testInFullRuns('an application in one file has English and the languages that it chooses', async () => {
    const bundle = async (contents: string, conditions?: string[]) => {
      const { outputFiles } = await build({
        stdin: { contents, resolveDir: stranger.folder },
        bundle: true,
        format: 'esm',
        charset: 'utf8',
        write: false,
        // without any, esbuild adds `module`
        ...(conditions && { conditions }),
        logLevel: 'error',
      });
      return outputFiles[0]!.text;
    };
    const german = 'Mit Passkey anmelden';
    const french = 'Se connecter avec une clé d’accès';
    const field = `import 'latchkey/define/passkey-field';`;
    // bundlers that name a mode, or are not `module`, write a file for each language, and so does esbuild if it is told to
    for (const condition of ['production', 'development', 'custom']) {
      const all = await bundle(field, [condition]);
      for (const sentence of [german, french]) assert.ok(all.includes(sentence), sentence);
    }
    for (const conditions of [undefined, ['latchkey-own-languages', 'production']]) {
      const english = await bundle(field, conditions);
      for (const sentence of [german, french]) assert.ok(!english.includes(sentence), sentence);
    }
    const chosen = await bundle(
      `import 'latchkey/define/passkey-field';
       import { setMessages } from 'latchkey/messages';
       import german from 'latchkey/messages/de';
       await setMessages('de', german);`,
    );
    assert.ok(chosen.includes(german));
    assert.ok(!chosen.includes(french));
  });

  test('publint has nothing to say', async () => {
    const { messages } = await publint({
      pkgDir: join(stranger.folder, 'node_modules/latchkey'),
      level: 'suggestion',
      strict: true,
      pack: false,
    });
    assert.deepEqual(messages, []);
  });

  testInFullRuns('types resolve the way the code does', async () => {
    const options = [
      '--profile=esm-only',
      '--no-definitely-typed',
      '--format=ascii',
      '--no-color',
      '--exclude-entrypoints',
      'contract/openapi.yaml',
      'styles.css',
    ];
    const { code, output } = await stranger.run('attw', [stranger.archive, ...options]);
    assert.equal(code, 0, output);
  });

  testInFullRuns(
    'an import that no one uses costs nothing, unless it registers a tag or keeps the install prompt',
    async () => {
      for (const name of listPublicModules()) {
        const { outputFiles } = await build({
          stdin: { contents: `import '${name}';`, resolveDir: stranger.folder },
          bundle: true,
          format: 'esm',
          write: false,
          external: ['node:*'],
          logLevel: 'error',
        });
        const code = outputFiles[0]!.text.replace(/^\s*\/\/.*$/gm, '').trim();
        if (/\/(define\/|cdn$|install$)/.test(name)) assert.notEqual(code, '', `${name} was dropped`);
        else assert.equal(code, '', name);
      }
    },
  );

  test('the description of the elements names published files, and every tag with its events', () => {
    const file = join(stranger.folder, 'node_modules/latchkey/dist/custom-elements.json');
    const description = JSON.parse(readFileSync(file, 'utf8')) as {
      modules: {
        path: string;
        declarations: { tagName?: string; description?: string; events?: { name: string }[] }[];
      }[];
    };
    assert.deepEqual(
      description.modules.map(({ path }) => path).filter((path) => !stranger.packed.includes(path)),
      [],
    );
    const elements = description.modules.flatMap(({ declarations }) => declarations).filter(({ tagName }) => tagName);
    const tags = listPublicModules()
      .filter((name) => /define\/(?!all|autoload)/.test(name))
      .map((name) => name.replace('latchkey/define/', 'latch-'));
    assert.deepEqual(elements.map(({ tagName }) => tagName).sort(), tags.sort());
    for (const { tagName, description: text, events } of elements) {
      assert.ok(text, `${tagName} has no description`);
      assert.ok(events?.length, `${tagName} has no events`);
    }
  });
});
