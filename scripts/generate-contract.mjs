// Writes what is generated from contract/openapi.yaml: the client's types, endpoints and shapes, and what the server and
// the conformance kit read. `--check` writes nothing and fails when a generated file is stale or none any more.
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { compile } from 'json-schema-to-typescript';
import { format, resolveConfig } from 'prettier';
import { parse } from 'yaml';
import { follow, listOperations, writeClient } from './contract-client.mjs';

const root = new URL('../', import.meta.url);
const source = 'contract/openapi.yaml';
const clientFolder = 'src/base/contract/';
const schemasFile = 'contract/schemas.json';
const banner = `// Generated from ${source} by scripts/generate-contract.mjs. Do not edit: change the contract and generate again.`;

/** Points every reference at `#/$defs`, where both outputs keep the component schemas. */
function localize(value) {
  if (Array.isArray(value)) return value.map(localize);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      key === '$ref' ? member.replace('#/components/schemas/', '#/$defs/') : localize(member),
    ]),
  );
}

/** Schemas by media type; `null` when there is no body, and `true` for a body that is not JSON. */
function schemasByMediaType(content) {
  if (!content) return null;
  return Object.fromEntries(
    Object.entries(content).map(([mediaType, { schema }]) => [mediaType, schema ? localize(schema) : true]),
  );
}

function describeOperation({ tag, request, answers }) {
  const all = Object.entries(answers).map(([status, { content }]) => [status, schemasByMediaType(content)]);
  // `4XX` and the like are for other backends: the reference server sends only statuses that are listed.
  const [responses, ranges] = [/^\d+$/, /^\dXX$/].map((form) => all.filter(([status]) => form.test(status)));
  return {
    chapter: tag,
    request: schemasByMediaType(request?.content),
    responses: Object.fromEntries(responses),
    ...(ranges.length > 0 && { ranges: Object.fromEntries(ranges) }),
  };
}

/** The first segments of the paths with a success that is never stored. */
const listNeverStored = (operations) => [
  ...new Set(
    operations
      .filter(({ answers }) =>
        Object.entries(answers).some(
          ([status, { headers }]) =>
            /^[23]/.test(status) && headers?.['Cache-Control']?.$ref === '#/components/headers/NoStore',
        ),
      )
      .map(({ path }) => path.split('/')[1]),
  ),
];

/** The ceremonies by the requests that end them: `x-ceremony`, where a query makes another one of it by its name. */
function listCeremonies(operations) {
  return Object.fromEntries(
    operations.flatMap(({ name, 'x-ceremony': ceremony }) => {
      if (typeof ceremony !== 'object') return ceremony ? [[name, ceremony]] : [];
      return Object.entries(ceremony).map(([query, kind]) => [query === 'default' ? name : `${name}?${query}`, kind]);
    }),
  );
}

/** The requests that find out whether a backend has a chapter, or the part of one that `x-probe` names. */
function listProbes(document, operations) {
  const order = document.tags.map(({ name }) => name);
  return operations
    .filter((operation) => operation['x-probe'])
    .toSorted((one, other) => order.indexOf(one.tag) - order.indexOf(other.tag))
    .map(({ 'x-probe': part, tag, method, path, parameters, request }) => {
      const query = parameters
        .filter(({ in: where, required }) => where === 'query' && required)
        .map(({ name, schema }) => `?${name}=${follow(document, schema).enum[0]}`);
      return { part, chapter: tag, method, path: path.slice(1) + query.join(''), ...(request && { body: '{}' }) };
    });
}

function writeSchemas(document) {
  const operations = listOperations(document);
  const described = operations.map((operation) => [operation.name, describeOperation(operation)]);
  const all = {
    $defs: localize(document.components.schemas),
    operationIds: Object.fromEntries(operations.map(({ operationId, name }) => [operationId, name])),
    operations: Object.fromEntries(described),
    neverStored: listNeverStored(operations),
    ceremonies: listCeremonies(operations),
    probes: listProbes(document, operations),
  };
  return `${JSON.stringify(all, null, 1)}\n`;
}

/**
 * TypeScript has no use for constraints beside a reference; without them the generator shares one type instead of
 * numbering copies.
 */
function dropConstraintsBesideReferences(value) {
  if (Array.isArray(value)) return value.map(dropConstraintsBesideReferences);
  if (value === null || typeof value !== 'object') return value;
  if (typeof value.$ref === 'string') return { $ref: value.$ref };
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== 'not')
      .map(([key, member]) => [key, dropConstraintsBesideReferences(member)]),
  );
}

/** The codes that a refusal can have: the examples of `ErrorAnswer`, and what other schemas have as their `error`. */
function writeErrorCodes({ components: { schemas } }) {
  const codes = Object.values(schemas).flatMap(({ properties }) => {
    const { const: only, examples = [] } = properties?.error ?? {};
    return only ? [only] : examples;
  });
  const members = [...new Set(codes)].toSorted().map((code) => `\n  | '${code}'`);
  return `\n/** The error codes of the contract. */\nexport type ErrorCode =${members.join('')};\n`;
}

async function writeTypes(document) {
  const schemas = dropConstraintsBesideReferences(localize(document.components.schemas));
  const types = await compile({ $defs: schemas, title: 'ContractTypes' }, 'ContractTypes', {
    additionalProperties: false,
    bannerComment: banner,
    format: true,
    style: { singleQuote: true, printWidth: 140 },
    unreachableDefinitions: true,
  });
  const names = Object.keys(schemas).map((name) => `  ${name}: ${name};\n`);
  const byName = `/** All of them by their names. */\nexport interface ContractTypes {\n${names.join('')}}\n`;
  const described = types
    .replace(/export interface ContractTypes \{[^}]*\}\n/, () => byName)
    .replaceAll(
      / \* This interface was referenced by `ContractTypes`'s JSON-Schema\n \* via the `definition` "\w+"\.\n/g,
      '',
    )
    .replaceAll(/\/\*\*\n \*\/\n/g, '')
    .replaceAll(/\n( *) \*\n\1 \*\/\n/g, '\n$1 */\n');
  return described + writeErrorCodes(document);
}

/** The modules of the client, in the style of the repository. */
async function writeModules(document) {
  const options = { ...(await resolveConfig(fileURLToPath(new URL(clientFolder, root)))), parser: 'typescript' };
  const modules = Object.entries(writeClient(document, banner)).map(async ([name, text]) => [
    clientFolder + name,
    await format(text, options),
  ]);
  return Object.fromEntries(await Promise.all(modules));
}

/** The generated modules of the client that nothing in the contract stands for any more. */
async function listLeftOver(outputs) {
  const modules = (await readdir(new URL(clientFolder, root))).map((name) => clientFolder + name);
  const others = modules.filter((file) => !(file in outputs));
  const texts = await Promise.all(others.map((file) => readFile(new URL(file, root), 'utf8')));
  return others.filter((_, index) => texts[index].startsWith(banner));
}

const document = parse(await readFile(new URL(source, root), 'utf8'));
const outputs = {
  [`${clientFolder}types.ts`]: await writeTypes(document),
  ...(await writeModules(document)),
  [schemasFile]: writeSchemas(document),
};

const stale = [];
for (const [file, text] of Object.entries(outputs)) {
  const path = fileURLToPath(new URL(file, root));
  const present = await readFile(path, 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  if (present !== text) stale.push({ file, path, text });
}
const leftOver = await listLeftOver(outputs);

if (process.argv.includes('--check')) {
  for (const { file } of stale) console.error(`${file} is out of date: run node scripts/generate-contract.mjs`);
  for (const file of leftOver) console.error(`${file} is left over: run node scripts/generate-contract.mjs`);
  process.exitCode = stale.length + leftOver.length > 0 ? 1 : 0;
} else {
  for (const { file, path, text } of stale) {
    await writeFile(path, text);
    console.log(`${file} written`);
  }
  for (const file of leftOver) {
    await rm(new URL(file, root));
    console.log(`${file} removed`);
  }
}
