// `npm run test:mutants [-- --sample <number>] [-- word …]`: changes the code that decides who is signed in, one place at
// a time and blindly, and reports how many changes the tests notice. `npm run test:mutations` breaks rules by hand; this
// finds conditions that no test needs. With words: the groups with one of them in their name. `--sample` tries that many
// changes of each group, chosen evenly; without it, all, which takes hours.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { argv, execPath, exit } from 'node:process';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { parseSync } from 'vite';
import { root, run } from './run.mjs';

const least = 0.9;
const minute = 60_000;
const atOnce = 2;

const server = 'server/src';
const filesIn = (folder, except = []) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.ts') && !except.includes(name))
    .map((name) => `${folder}/${name}`);
const testsIn = (folder) =>
  filesIn(folder).filter((name) => name.endsWith('.test.ts') && !name.endsWith('.slow.test.ts'));
const routes = (...names) => names.map((name) => `test/server/routes/${name}.test.ts`);

/** What is changed, and which tests have to notice, the quickest first. */
const groups = {
  verify: {
    sources: filesIn(`${server}/webauthn`),
    tests: [
      ...testsIn('test/server/webauthn').filter((name) => !/hostile|mutations/.test(name)),
      'test/conformance/faults.test.ts',
      'test/server/payment/payment.test.ts',
      ...routes('register', 'sign-in', 'step-up', 'sign-up'),
    ],
  },
  session: {
    sources: [...filesIn(`${server}/sessions`), `${server}/routes/session.ts`],
    tests: [
      ...testsIn('test/server/sessions'),
      ...routes('session', 'challenges', 'sign-in', 'step-up', 'devices', 'at-once', 'one-time-codes'),
      'test/server/http/middleware/failures.test.ts',
      ...routes('federated-sign-in', 'account-settings', 'second-factor', 'operations'),
      'test/server/oidc/grants.test.ts',
      'test/server/mounting.test.ts',
    ],
  },
  'second-factor': {
    sources: [
      ...filesIn(`${server}/second-factor`),
      `${server}/routes/next-steps.ts`,
      `${server}/routes/second-factor.ts`,
      `${server}/store/pending-sign-ins.ts`,
      `${server}/store/second-factors.ts`,
    ],
    tests: [
      ...testsIn('test/server/second-factor'),
      'test/server/store/second-factors.test.ts',
      ...routes('second-factor', 'next-steps'),
    ],
  },
  store: {
    sources: filesIn(`${server}/store`, ['postgres.ts', 'database.ts', 'open.ts', 'make-folder.ts']),
    tests: [
      ...testsIn('test/server/store'),
      ...routes('sign-in', 'session', 'devices', 'at-once', 'account-settings', 'notes', 'one-time-codes'),
      ...routes('second-factor', 'next-steps', 'passkey-settings', 'security-events', 'sign-up', 'email-verification'),
      'test/server/hand-off/hand-off.test.ts',
      'test/server/hand-off/other-device.test.ts',
      'test/server/data-folder.test.ts',
    ],
  },
  redirect: {
    sources: [`${server}/oidc/return-to.ts`, `${server}/oidc/plan-flow.ts`, `${server}/http/own-page.ts`],
    tests: [
      'test/server/oidc/return-to.test.ts',
      ...routes('federated-sign-in'),
      'test/server/hand-off/hand-off.test.ts',
      'test/server/hand-off/page.test.ts',
      'test/server/http/refusal-page.test.ts',
    ],
  },
};

const opposites = {
  '===': '!==',
  '!==': '===',
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
  '&&': '||',
  '||': '&&',
  '??': '&&',
  '+': '-',
  '-': '+',
  '&': '|',
  '|': '&',
};
const edges = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' };

/** All changes of a source, each as the place and its new text. */
function findMutants(file, text) {
  const found = [];
  const add = (start, end, to, what) => found.push({ file, start, end, to, what });
  const visit = (node) => {
    if (node === null || typeof node !== 'object') return;
    if (Array.isArray(node)) return node.forEach((child) => visit(child));
    if (typeof node.type !== 'string') return;
    // Types are gone at run time, and imports have nothing to decide.
    if (/^(TS(?!NonNull|As|Satisfies)|Import)/.test(node.type)) return;
    const source = text.slice(node.start, node.end);
    if ((node.type === 'BinaryExpression' || node.type === 'LogicalExpression') && opposites[node.operator]) {
      const between = text.slice(node.left.end, node.right.start);
      const at = node.left.end + between.indexOf(node.operator);
      for (const operator of new Set([opposites[node.operator], edges[node.operator]]))
        if (operator) add(at, at + node.operator.length, operator, `${node.operator} → ${operator}`);
    } else if (node.type === 'UnaryExpression' && node.operator === '!') {
      add(node.start, node.start + 1, '', `! removed`);
    } else if (node.type === 'Literal' && typeof node.value === 'boolean') {
      add(node.start, node.end, String(!node.value), `${source} → ${!node.value}`);
    } else if (node.type === 'Literal' && typeof node.value === 'number') {
      add(node.start, node.end, `(${source} + 1)`, `${source} → ${source} + 1`);
    } else if (node.type === 'ConditionalExpression' || node.type === 'IfStatement') {
      for (const value of ['true', 'false'])
        add(
          node.test.start,
          node.test.end,
          value,
          `condition ${text.slice(node.test.start, node.test.end)} → ${value}`,
        );
    } else if (node.type === 'ExpressionStatement' && /^(Await|Call)Expression$/.test(node.expression.type)) {
      add(node.start, node.end, ';', `removed: ${source}`);
    }
    const isText = (node.type === 'Literal' && typeof node.value === 'string') || node.type === 'TemplateElement';
    if (isText && /\b(where|set|delete|insert|update)\b/.test(source))
      for (const [from, to] of [
        [' and ', ' or '],
        [' > ', ' <= '],
        [' < ', ' >= '],
        [' = ', ' <> '],
        [' is null', ' is not null'],
      ])
        for (let at = source.indexOf(from); at >= 0; at = source.indexOf(from, at + 1)) {
          // `set a = b` assigns; another operator there is an error of syntax, which every test notices.
          if (from === ' = ' && !/\bwhere\b/.test(source.slice(0, at))) continue;
          add(node.start + at, node.start + at + from.length, to, `SQL${from}→${to}`);
        }
    for (const [key, child] of Object.entries(node)) if (key !== 'type') visit(child);
  };
  visit(parseSync(file, text).program);
  return found;
}

function evenly(list, count) {
  if (count >= list.length) return list;
  return Array.from({ length: count }, (_, index) => list[Math.floor(((index + 0.5) * list.length) / count)]);
}

/** A name without folders: files of the same name in two folders are two tests. */
const nameOf = (test) => test.replace(/\.ts$/, '').replaceAll('/', '-');

/** Bundles the tests with one change of one file, and returns the file of each test. */
async function bundleTests(folder, tests, mutant) {
  await build({
    absWorkingDir: root,
    entryPoints: Object.fromEntries(tests.map((test) => [nameOf(test), test])),
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'silent',
    plugins: [
      {
        name: 'mutant',
        setup({ onLoad }) {
          onLoad({ filter: /\.(?:ts|mjs)$/ }, ({ path }) => {
            let contents = readFileSync(path, 'utf8');
            if (mutant && path === join(root, mutant.file))
              contents = contents.slice(0, mutant.start) + mutant.to + contents.slice(mutant.end);
            // The embedded engine alone: a cluster for each change would take longer than the tests.
            contents = contents.replace('await skipWithoutPostgres();', '"One engine is enough here.";');
            contents = contents
              .replaceAll('import.meta.dirname', JSON.stringify(join(path, '..')))
              .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href));
            return { contents, loader: path.endsWith('.ts') ? 'ts' : 'js' };
          });
        },
      },
    ],
  });
  return tests.map((test) => join(folder, `${nameOf(test)}.mjs`));
}

/** The first test that fails; undefined if all pass. A test that never ends fails. */
async function firstFailing(tests, mutant) {
  const folder = mkdtempSync(join(root, 'dist.tests-mutant-'));
  try {
    for (const file of await bundleTests(folder, tests, mutant)) {
      const { code } = await run(execPath, ['--test-force-exit', '--test', file], { timeout: 2 * minute });
      if (code !== 0) return basename(file, '.mjs');
    }
    return undefined;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function main() {
  const at = argv.indexOf('--sample');
  const sample = at < 0 ? Infinity : Number(argv[at + 1]);
  if (!(sample > 0)) return end('--sample takes the number of changes to try in each group.');
  const words = argv.slice(2).filter((word, index) => !word.startsWith('-') && index + 2 !== at + 1);
  const chosen = Object.entries(groups).filter(
    ([name]) => words.length === 0 || words.some((word) => name.includes(word)),
  );
  if (chosen.length === 0)
    return end(`There is no group ${words.join(' or ')}. There are ${Object.keys(groups).join(', ')}.`);

  let [noticed, tried] = [0, 0];
  for (const [name, { sources, tests }] of chosen) {
    const failing = await firstFailing(tests, undefined);
    if (failing) return end(`${failing} fails without a change.`);
    const all = sources.flatMap((file) => findMutants(file, readFileSync(join(root, file), 'utf8')));
    const queue = evenly(all, sample);
    let own = 0;
    const tryNext = async () => {
      for (let mutant = queue.shift(); mutant; mutant = queue.shift()) {
        const by = await firstFailing(tests, mutant);
        tried += 1;
        if (by) own += 1;
        else {
          const line = readFileSync(join(root, mutant.file), 'utf8').slice(0, mutant.start).split('\n').length;
          console.log(`UNNOTICED ${mutant.file}:${line}: ${mutant.what.replaceAll(/\s+/g, ' ')}`);
        }
      }
    };
    const count = queue.length;
    await Promise.all(Array.from({ length: atOnce }, tryNext));
    noticed += own;
    console.log(`${name}: ${own} of ${count} noticed (${Math.round((100 * own) / count)} %), of ${all.length} changes`);
  }
  const score = noticed / tried;
  console.log(`Mutation score: ${(100 * score).toFixed(1)} % (${noticed} of ${tried})`);
  exit(score >= least ? 0 : 1);
}

function end(message) {
  console.error(message);
  exit(2);
}

if (import.meta.url === pathToFileURL(argv[1]).href) await main();
