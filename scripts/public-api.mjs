// What the package promises by name: the exports of each public module with their declarations, and what each tag has.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { listExports as listPaths } from './public-modules.mjs';
import { root } from './run.mjs';

/**
 * Lists the public API of the package that is built in `dist`: one entry for each thing that has a name, with its
 * declaration as the text.
 *
 * @returns {Record<string, string>}
 */
export function listPublicApi() {
  const entries = listPaths().flatMap(([path, target]) => {
    const module = `latchkey${path.slice(1)}`;
    if (!target.default?.endsWith('.js')) return [[module, 'file']];
    const names = [...listExports(join(root, target.types))].map(([name, text]) => [`${module} ${name}`, text]);
    return [[module, 'module'], ...names];
  });
  return Object.fromEntries([...entries, ...listTags(), ...listEndpoints()].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The exports of a declaration file by name, those that it passes on included. */
function listExports(file) {
  const statements = readFileSync(file, 'utf8')
    .replace(/\/\*[^]*?\*\//g, '')
    .split(/^(?=export |declare |import |interface |type |const |class |function )/m)
    .map((statement) => statement.replace(/\s+/g, ' ').trim());
  const found = new Map();
  const declared = new Map();
  for (const statement of statements) {
    const name =
      /^(?:export )?(?:default )?(?:declare )?(?:abstract )?(?:function|class|const|let|interface|type|enum) ([\w$]+)/.exec(
        statement,
      )?.[1];
    if (!name) continue;
    const text = statement.replace(/^(?:export )?(?:declare )?/, '');
    declared.set(name, declared.has(name) ? `${declared.get(name)} ${text}` : text);
    if (statement.startsWith('export ')) found.set(name, declared.get(name));
  }
  for (const statement of statements) {
    const passed = /^export (?:type )?\{([^}]*)\}(?: from ['"](.+)['"])?/.exec(statement);
    const all = /^export \* from ['"](.+)['"]/.exec(statement);
    const from = passed?.[2] ?? all?.[1];
    const source = !from ? declared : from.startsWith('.') ? listExports(resolve(file, from)) : new Map();
    if (all) for (const [name, text] of source) found.set(name, text);
    for (const part of passed?.[1].split(',') ?? []) {
      const [name, as = name] = part
        .trim()
        .replace(/^type /, '')
        .split(' as ');
      if (name) found.set(as, source.get(name) ?? 'passed on');
    }
  }
  return found;
}

const resolve = (file, from) => join(dirname(file), from.replace(/\.js$/, '.d.ts'));

/** What each tag has, from custom-elements.json. */
function listTags() {
  const { modules } = JSON.parse(readFileSync(`${root}custom-elements.json`, 'utf8'));
  const elements = modules.flatMap(({ declarations }) => declarations).filter(({ tagName }) => tagName);
  return elements.flatMap(({ tagName, ...element }) => [
    [`<${tagName}>`, 'tag'],
    ...(element.attributes ?? []).map(({ name, type }) => [`<${tagName}> attribute ${name}`, type?.text ?? 'string']),
    ...(element.events ?? []).map(({ name, type }) => [`<${tagName}> event ${name}`, type?.text ?? 'Event']),
    ...(element.slots ?? []).map(({ name }) => [`<${tagName}> slot ${name || '(default)'}`, 'slot']),
    ...(element.cssParts ?? []).map(({ name }) => [`<${tagName}> part ${name}`, 'part']),
    ...(element.cssStates ?? []).map(({ name }) => [`<${tagName}> state ${name}`, 'state']),
    ...(element.cssProperties ?? []).map(({ name }) => [`<${tagName}> property ${name}`, 'custom property']),
  ]);
}

/** The endpoints of the contract. */
function listEndpoints() {
  const text = readFileSync(`${root}contract/openapi.yaml`, 'utf8');
  const endpoints = [];
  let path;
  for (const [, named, method] of text.matchAll(/^ {2}(\/\S*):$|^ {4}(get|post|put|patch|delete):$/gm))
    if (named) path = named;
    else endpoints.push([`contract ${method.toUpperCase()} ${path}`, 'endpoint']);
  return endpoints;
}

/**
 * What is different in `after`, and which part of the version must rise: `major` when something is gone or declared
 * otherwise, `minor` when something is new. A declaration that only got more cannot be told from one that changed.
 *
 * @param {Record<string, string>} before
 * @param {Record<string, string>} after
 */
export function compareApi(before, after) {
  const removed = Object.keys(before).filter((name) => !Object.hasOwn(after, name));
  const added = Object.keys(after).filter((name) => !Object.hasOwn(before, name));
  const changed = Object.keys(after).filter((name) => Object.hasOwn(before, name) && before[name] !== after[name]);
  const level = removed.length + changed.length > 0 ? 'major' : added.length > 0 ? 'minor' : 'patch';
  return { removed, added, changed, level };
}

/** The least version after `version` that a change of `level` asks for. Before 1.0 the second number breaks. */
export function nextVersion(version, level) {
  const [major, minor, patch] = version.split(/[.+-]/).map(Number);
  const rises = major === 0 ? { major: 'minor', minor: 'patch', patch: 'patch' }[level] : level;
  if (rises === 'major') return `${major + 1}.0.0`;
  return rises === 'minor' ? `${major}.${minor + 1}.0` : `${major}.${minor}.${patch + 1}`;
}
