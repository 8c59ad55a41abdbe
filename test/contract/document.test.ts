import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, test } from 'node:test';
import { parse } from 'yaml';

const root = fileURLToPath(new URL('../../', import.meta.url));

interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  responses: Record<string, { $ref?: string; description?: string }>;
}

interface Document {
  openapi: string;
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    responses: Record<string, { description: string }>;
    schemas: Record<string, { examples?: string[]; properties?: { error?: { examples?: string[] } } }>;
  };
}

const text = readFileSync(`${root}contract/openapi.yaml`, 'utf8');
const document = parse(text) as Document;
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })),
);

function references(value: unknown): string[] {
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, member]) => (key === '$ref' ? [member as string] : references(member)));
}

function resolve(reference: string): unknown {
  return reference
    .split('/')
    .slice(1)
    .reduce<unknown>((node, name) => (node as Record<string, unknown> | undefined)?.[name], document);
}

describe('contract/openapi.yaml', () => {
  test('is OpenAPI 3.1', () => assert.match(document.openapi, /^3\.1\.\d$/));

  test('refers only to what it holds, and holds nothing it does not refer to', () => {
    const named = new Set(references(document));
    for (const reference of named) assert.ok(resolve(reference) !== undefined, reference);
    for (const kind of ['responses', 'schemas'] as const) {
      const unused = Object.keys(document.components[kind]).filter(
        (name) => !named.has(`#/components/${kind}/${name}`),
      );
      assert.deepEqual(unused, []);
    }
  });

  test('describes every operation, in one chapter each', () => {
    const chapters = document.tags.map(({ name }) => name);
    for (const { name, operation } of operations) {
      assert.ok(operation.summary && operation.operationId, name);
      assert.equal(operation.tags.length, 1, name);
      assert.ok(chapters.includes(operation.tags[0]!), name);
    }
    assert.equal(new Set(operations.map(({ operation }) => operation.operationId)).size, operations.length);
  });

  test('lets every operation that changes something refuse other sites and long bodies', () => {
    for (const { name, operation } of operations.filter((candidate) => !candidate.name.startsWith('GET'))) {
      assert.ok('403' in operation.responses && '413' in operation.responses, name);
    }
  });

  test('names every error code where it can occur, and no other', () => {
    const listed = document.components.schemas['ErrorAnswer']!.properties!.error!.examples!;
    const elsewhere = ['method_not_allowed', 'server_error'];
    const descriptions = JSON.stringify([document.paths, document.components.responses]);
    const named = new Set([...descriptions.matchAll(/\(`([a-z_]+)`\)/g)].map(([, code]) => code!));
    assert.deepEqual([...named, ...elsewhere].sort(), listed.toSorted());
  });

  test('is what the types and the schemas were generated from', () => {
    execFileSync(process.execPath, ['scripts/generate-contract.mjs', '--check'], { cwd: root, stdio: 'pipe' });
  });
});
