// Writes what is generated from contract/openapi.yaml: the client's types and the schemas the server validates with.
// `--check` writes nothing and fails when a generated file is stale.
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { compile } from 'json-schema-to-typescript';
import { parse } from 'yaml';

const root = new URL('../', import.meta.url);
const source = 'contract/openapi.yaml';
const typesFile = 'src/base/contract/types.ts';
const schemasFile = 'contract/schemas.json';

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

/** Follows a reference of OpenAPI itself (to a shared response, for example); schemas are left as references. */
function follow(document, value) {
  if (!value?.$ref) return value;
  return value.$ref
    .split('/')
    .slice(1)
    .reduce((node, name) => node[name], document);
}

/** Schemas by media type; `null` when there is no body, and `true` for a body that is not JSON. */
function schemasByMediaType(content) {
  if (!content) return null;
  return Object.fromEntries(
    Object.entries(content).map(([mediaType, { schema }]) => [mediaType, schema ? localize(schema) : true]),
  );
}

function describeOperation(document, operation) {
  const request = follow(document, operation.requestBody);
  const all = Object.entries(operation.responses).map(([status, response]) => [
    status,
    schemasByMediaType(follow(document, response).content),
  ]);
  // `4XX` and the like are for other backends: the reference server sends only statuses that are listed.
  const [responses, ranges] = [/^\d+$/, /^\dXX$/].map((form) => all.filter(([status]) => form.test(status)));
  return {
    chapter: operation.tags[0],
    request: schemasByMediaType(request?.content),
    responses: Object.fromEntries(responses),
    ...(ranges.length > 0 && { ranges: Object.fromEntries(ranges) }),
  };
}

function writeSchemas(document) {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [
      `${method.toUpperCase()} ${path}`,
      describeOperation(document, operation),
    ]),
  );
  return `${JSON.stringify({ $defs: localize(document.components.schemas), operations: Object.fromEntries(operations) }, null, 1)}\n`;
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

async function writeTypes(document) {
  const schemas = dropConstraintsBesideReferences(localize(document.components.schemas));
  const types = await compile({ $defs: schemas, title: 'ContractTypes' }, 'ContractTypes', {
    additionalProperties: false,
    bannerComment: `// Generated from ${source} by scripts/generate-contract.mjs. Do not edit: change the contract and generate again.`,
    format: true,
    style: { singleQuote: true, printWidth: 140 },
    unreachableDefinitions: true,
  });
  return types
    .replace(/export interface ContractTypes \{[^}]*\}\n/, '')
    .replaceAll(
      / \* This interface was referenced by `ContractTypes`'s JSON-Schema\n \* via the `definition` "\w+"\.\n/g,
      '',
    )
    .replaceAll(/\/\*\*\n \*\/\n/g, '')
    .replaceAll(/\n( *) \*\n\1 \*\/\n/g, '\n$1 */\n');
}

const document = parse(await readFile(new URL(source, root), 'utf8'));
const outputs = { [typesFile]: await writeTypes(document), [schemasFile]: writeSchemas(document) };

const stale = [];
for (const [file, text] of Object.entries(outputs)) {
  const path = fileURLToPath(new URL(file, root));
  const present = await readFile(path, 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  if (present !== text) stale.push({ file, path, text });
}

if (process.argv.includes('--check')) {
  for (const { file } of stale) console.error(`${file} is out of date: run node scripts/generate-contract.mjs`);
  process.exitCode = stale.length > 0 ? 1 : 0;
} else {
  for (const { file, path, text } of stale) {
    await writeFile(path, text);
    console.log(`${file} written`);
  }
}
