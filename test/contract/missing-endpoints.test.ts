import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { parse } from 'yaml';
import { needs } from '../../src/base/element/offers.js';

type Responses = Record<string, { description?: string; $ref?: string }>;
const file = join(import.meta.dirname, '../../contract/openapi.yaml');
const contract = parse(readFileSync(file, 'utf8')) as {
  paths: Record<string, Record<string, { operationId: string; responses?: Responses }>>;
  components: { responses: Responses };
};

/** What the contract says of a 404 of an operation. */
function describeNotFound(operation: string): string {
  const [method, path] = operation.split(' ') as [string, string];
  const found = contract.paths[path]?.[method.toLowerCase()];
  assert.ok(found, `${operation} is in the contract`);
  const response = found.responses?.['404'];
  const named = response?.$ref && contract.components.responses[response.$ref.split('/').at(-1)!];
  return (named || response)?.description ?? '';
}

const folder = new URL('../../src/base/contract/', import.meta.url);
const endpoints = readdirSync(folder).flatMap((name) =>
  [
    ...readFileSync(new URL(name, folder), 'utf8').matchAll(
      /^export const (\w+): Endpoint<[^=]*> = \{\s*method: '(\w+)',\s*path: '([^']+)'(,\s*hasNotFound: true)?/gm,
    ),
  ].map(([, id, method, path, hasNotFound]) => ({ id, method, path, hasNotFound: !!hasNotFound })),
);

test('every operation of the contract is an endpoint by the name of the operation', () => {
  const operations = Object.entries(contract.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => `${operationId}: ${method.toUpperCase()} ${path}`),
  );
  assert.deepEqual(
    endpoints.map(({ id, method, path }) => `${id}: ${method} /${path}`).toSorted(),
    operations.toSorted(),
  );
});

describe('an endpoint that a backend may lack', () => {
  for (const { method, path, hasNotFound } of endpoints)
    test(`is known by "not_found" of ${method} /${path} unless the contract has that for something that is gone`, () => {
      const described = describeNotFound(`${method} /${path}`).replace(/no such [\w-]+, which is a page/, '');
      const mayBeGone = /`not_found`|no such|not theirs|NotTheirs/i.test(described);
      assert.equal(hasNotFound, mayBeGone);
    });

  for (const [offer, operations] of Object.entries(needs))
    test(`is one of the contract: what ${offer} needs`, () => {
      for (const operation of operations) describeNotFound(operation);
    });
});
