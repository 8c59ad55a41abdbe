// Checks the boundaries of ARCHITECTURE.md on every import of src, server and demo: re-exports, types and lazy imports included.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { argv, exit } from 'node:process';
import { pathToFileURL } from 'node:url';
import { parseSync } from 'vite';

/** What a capability may use of others. Every capability may use `base`, the messages and the events. */
const capabilities = {
  session: 'another-device sign-out step-up',
  'sign-out': 'session',
  'step-up': 'passkey password second-factor session',
  passkey: 'session step-up',
  password: 'passkey session',
  'one-time-code': 'session',
  provider: 'another-device session',
  'another-device': 'session',
  'second-factor': 'session',
  vault: 'passkey session sign-out',
  outbox: 'session sign-out vault',
  install: '',
  wallet: 'session',
  payment: 'passkey session',
  // the composites
  account: 'one-time-code passkey password second-factor session sign-out step-up',
  'sign-in': 'another-device one-time-code passkey password provider second-factor session',
};

const rooms = (names) =>
  names
    .split(' ')
    .filter(Boolean)
    .map((name) => `src/${name}/`)
    .join(' ');
const everyRoom = rooms(Object.keys(capabilities).join(' '));

/**
 * What the files of a folder may import, and of what they may import only `types`. The rows that fit a file add up.
 * A name ending in `/` or `:` covers what begins with it, `*` is any name, `<name>` is the same name in the whole row.
 */
export const boundaries = [
  // base, on which every capability stands
  { of: 'src/base/', imports: 'src/base/' },
  { of: 'src/base/element/', imports: 'src/messages/ src/events.ts lit' },
  { of: 'src/base/client/load-adapters.ts', imports: 'src/adapters/by-name.ts' },
  { of: 'src/adapters/', imports: 'src/base/ src/adapters/' },
  { of: 'src/messages/', imports: 'src/messages/ src/base/element/ src/base/browser/retry.ts', types: 'lit' },

  // capabilities: functions, and a tag that shows them
  ...Object.entries(capabilities).map(([name, others]) => ({
    of: `src/${name}/`,
    imports: `src/base/ src/messages/ src/events.ts src/${name}/ ${rooms(others)}`,
    types: 'lit',
  })),
  { of: 'src/*/latch-*.ts', imports: 'lit' },
  { of: 'src/*/*/latch-*.ts', imports: 'lit' },
  {
    of: 'src/define/',
    imports: `src/define/ ${everyRoom} src/manifest/inspector/ src/messages/`,
    types: 'src/elements.ts',
  },

  // what the package exports
  { of: 'src/index.ts', imports: `src/base/ ${everyRoom} src/events.ts` },
  { of: 'src/session.ts', imports: `src/base/ ${everyRoom}` },
  { of: 'src/offline.ts', imports: 'src/base/ src/outbox/ src/worker/page/' },
  { of: 'src/events.ts', types: `src/base/ ${everyRoom}` },
  { of: 'src/elements.ts', imports: `${everyRoom} src/manifest/inspector/ src/events.ts` },
  { of: 'src/adapters.ts', imports: 'src/base/client/', types: 'src/base/contract/requests.ts' },
  { of: 'src/cdn-backends.ts', imports: 'src/adapters.ts src/adapters/' },
  {
    of: 'src/markup/',
    types: 'src/markup/ src/base/element/ src/elements.ts src/events.ts lit react solid-js svelte/elements vue',
  },

  // one library in one file
  { of: 'src/base/storage/database.ts', imports: 'idb' },
  { of: 'src/base/storage/database-log.ts', imports: 'idb' },
  { of: 'src/passkey/webauthn.ts', imports: '@simplewebauthn/browser' },
  { of: 'src/worker/page/registration.ts', imports: 'workbox-window' },
  { of: 'src/base/element/qr-code.ts', imports: 'uqr' },
  { of: 'src/manifest/site/head/read-head.ts', imports: 'parse5' },
  { of: 'src/cli/check-site/read-page.ts', imports: 'parse5' },

  // the manifest toolkit, and the one file that loads it into a page for another reason than the inspector
  { of: 'src/manifest/', imports: 'src/manifest/' },
  {
    of: 'src/manifest/images/',
    imports: 'src/manifest/ node: @jsquash/jpeg @jsquash/webp image-size pngjs saxes',
  },
  { of: 'src/manifest/vite/', imports: 'node:', types: 'vite' },
  { of: 'src/manifest/inspector/', imports: 'src/base/ src/events.ts', types: 'lit src/messages/section.ts' },
  { of: 'src/install/install-problems.ts', imports: 'src/manifest/' },

  // the service worker knows the list of waiting writes, and nothing of sign-in; its page registers it
  {
    of: 'src/worker/',
    imports: 'src/worker/ src/base/contract/ src/outbox/background/ workbox-routing workbox-strategies',
  },
  { of: 'src/worker/page/', imports: 'src/base/ src/session/ src/sign-out/' },

  // on their own feet
  { of: 'src/conformance/', imports: 'src/conformance/ src/base/bytes.ts node:' },
  { of: 'src/conformance/backend/answers.ts', imports: 'contract/schemas.json @cfworker/json-schema' },
  { of: 'src/conformance/backend/chapters.ts', imports: 'contract/schemas.json' },
  { of: 'src/conformance/backend/cases/requests.ts', imports: 'contract/schemas.json' },
  {
    of: 'src/cli/',
    imports: 'src/base/nearest-word.ts src/cli/ src/manifest/ src/conformance/ node: tldts',
  },

  // the site: its build reads the tables of the manifest toolkit and of languages; its scripts use the package by its name
  {
    of: 'demo/site/',
    imports:
      'demo/site/ src/manifest/ src/messages/shipped.ts node: @11ty/eleventy esbuild markdown-it markdown-it-anchor minisearch prismjs yaml',
  },
  { of: 'demo/site/browser/', imports: 'latchkey src/base/bytes.ts' },

  // the demo: its pages use the package by its name
  { of: 'demo/*.ts', imports: 'demo/*.ts latchkey' },
  { of: 'demo/provider/', imports: 'demo/provider/ node: jose oidc-provider pngjs' },
  {
    of: 'demo/wallet/',
    imports:
      'demo/wallet/ server/src/ node: jose @hpke/core @owf/mdoc @peculiar/x509 @sd-jwt/sd-jwt-vc reflect-metadata',
    types: 'src/base/contract/types.ts',
  },

  // the reference server shares the types of the contract with src, and what reads what people type
  {
    of: 'server/src/',
    imports: 'server/src/ src/base/text/ contract/schemas.json node: hono @hono/node-server jose',
    types: 'src/base/contract/types.ts',
  },
  { of: 'server/src/main.ts', imports: 'server/package.json' },
  { of: 'server/src/program.ts', imports: 'server/package.json' },
  { of: 'server/src/http/', imports: '@cfworker/json-schema prom-client' },
  { of: 'server/src/sessions/', imports: 'bowser' },
  { of: 'server/src/second-factor/', imports: 'otpauth uqr' },
  { of: 'server/src/store/', imports: 'libsql pg' },
  { of: 'server/src/webauthn/', imports: '@simplewebauthn/server @simplewebauthn/server/helpers' },
  { of: 'server/src/oidc/', imports: 'openid-client' },
  { of: 'server/src/fedcm/', imports: 'openid-client' },
  { of: 'server/src/one-time-codes/', imports: 'nodemailer' },
  { of: 'server/src/wallet/', imports: '@hpke/core @peculiar/x509 dcql reflect-metadata' },
];

/**
 * Reads every module of `root`: below src, server/src and demo.
 *
 * @returns `{modules, breaches}`: how many modules there are, and one sentence for each import that crosses a boundary
 *   and for each circle.
 */
export function checkFloors(root) {
  const modules = new Map(listModules(root).map((file) => [file, readImports(root, file)]));
  const breaches = [...modules].flatMap(([file, imports]) => findBreaches(file, imports));
  const circles = findCircles(modules);
  return {
    modules: modules.size,
    breaches: [
      ...(modules.size === 0 ? ['there is no module in src, server/src or demo'] : []),
      ...breaches,
      ...circles.map((circle) => `a circle: ${[...circle, circle[0]].join(' → ')}`),
    ],
  };
}

function listModules(root) {
  return ['src', 'server/src', 'demo']
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
    )
    .filter((file) => /(?<!\.d)\.[cm]?[jt]sx?$/.test(file) && !/^demo\/frameworks\/|\/node_modules\//.test(file))
    .sort();
}

/** Answers `{to, isType}` for each import of `file`: `to` is a path from `root`, or what names a package. */
function readImports(root, file) {
  const { program, errors } = parseSync(file, readFileSync(join(root, file), 'utf8'));
  if (errors.length > 0) throw new Error(`${file} cannot be read: ${errors[0].message}`);
  return findSources(program).map(({ specifier, isType }) => ({ to: resolve(root, file, specifier), isType }));
}

/** Each `import`, `export … from`, `import(…)` and type `import('…')` is a node with a `source`. */
function findSources(node) {
  if (node === null || typeof node !== 'object') return [];
  const inside = Object.values(node).flatMap(findSources);
  if (!node.source?.type) return inside;
  const isType = node.type === 'TSImportType' || node.importKind === 'type' || node.exportKind === 'type';
  return [{ specifier: node.source.value ?? 'what is known only at run time', isType }, ...inside];
}

function resolve(root, file, specifier) {
  if (!specifier.startsWith('.')) return specifier;
  const path = join(dirname(file), specifier);
  return [path.replace(/\.js$/, '.ts'), path].find((candidate) => existsSync(join(root, candidate))) ?? path;
}

function findBreaches(file, imports) {
  const rows = boundaries.filter(({ of }) => toPattern(of).test(file));
  if (rows.length === 0) return [`${file} is in no folder of the table`];
  return imports
    .filter(({ to, isType }) => !rows.some((row) => isAllowed(row, file, to, isType)))
    .map(({ to, isType }) => `${file} must not import ${isType ? 'a type of ' : ''}${to}`);
}

function isAllowed({ of, imports = '', types = '' }, file, to, isType) {
  const { name } = toPattern(of).exec(file).groups ?? {};
  const allowed = (isType ? `${imports} ${types}` : imports).split(' ').filter(Boolean);
  return allowed.some((target) => toPattern(target.replace('<name>', name)).test(to));
}

function toPattern(name) {
  const text = name.replace(/[.]/g, '\\.').replaceAll('*', '[^/]+').replace('<name>', '(?<name>[^/]+)');
  return new RegExp(`^${text}${/[/:]$/.test(name) ? '' : '(?:$|/)'}`);
}

/** Answers circles of `modules`, each as its files in order; with all of them broken, there is none. */
function findCircles(modules) {
  const circles = [];
  const done = new Set();
  const visit = (file, path) => {
    if (path.includes(file)) circles.push(path.slice(path.indexOf(file)));
    else if (!done.has(file)) for (const { to } of modules.get(file) ?? []) visit(to, [...path, file]);
    done.add(file);
  };
  for (const file of modules.keys()) visit(file, []);
  return circles;
}

if (argv[1] && import.meta.url === pathToFileURL(argv[1]).href) {
  const { modules, breaches } = checkFloors('.');
  for (const breach of breaches) console.error(breach);
  console.log(`${modules} modules, ${breaches.length} imports across a boundary or in a circle`);
  if (breaches.length > 0) exit(1);
}
