import assert from 'node:assert/strict';
import { Validator, type Schema } from '@cfworker/json-schema';
import contract from '../../../contract/schemas.json' with { type: 'json' };

/** What went over the wire, as far as the contract speaks about it. */
export interface Exchange {
  method: string;
  /** With the query. */
  path: string;
  status: number;
  headers: Headers;
  body: string;
  /** The body of the request. */
  sent?: string;
  /** Whether the request takes a page. */
  takesPage?: boolean;
}

interface Operation {
  chapter: string;
  request: Record<string, Schema | true> | null;
  responses: Record<string, Record<string, Schema | true> | null>;
}

const operations = contract.operations as unknown as Record<string, Operation>;
const defined = contract.$defs as unknown as Record<string, Schema>;
const referenceCodes = new Set([...contract.$defs.ErrorAnswer.properties.error.examples, 'unknown_credential']);
/** What the demo app's own notes may be refused with beside that. */
const noteCodes = new Set(['conflict', 'key_reused', 'precondition_required', 'too_many_notes']);
const neverStored = new RegExp(`^/(?:${[...contract.neverStored, 'notes'].join('|')})(?:/|$)`);
const allowedCookie =
  /^(?:__Host-sid=(?:(?:[a-z0-9]{2,4}-)?[\w-]{43}; Max-Age=2592000|; Max-Age=0)|__Host-flow=(?:[a-z0-9]{2,4}-)?[\w-]{43}; Max-Age=600|__Host-known=[\w-]{43}(?:\.[\w-]{43}){0,3}; Max-Age=15552000|__Host-bound=(?:[0-9a-z]+\.[\w-]{43}; Max-Age=600|; Max-Age=0)); Path=\/; HttpOnly; Secure; SameSite=Lax$/;

/** Every operation with an expression for its paths: a name in braces stands for one segment. */
const patterns = Object.entries(operations).map(([name, operation]) => {
  const [method, path] = name.split(' ') as [string, string];
  return { method, operation, paths: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`) };
});

/** The operations of a path by method. */
function methodsOf(path: string): Map<string, Operation> {
  return new Map(patterns.filter(({ paths }) => paths.test(path)).map(({ method, operation }) => [method, operation]));
}

const validators = new Map<Schema, Validator>();

function validate(schema: Schema, value: unknown, what: string): void {
  const validator = validators.get(schema) ?? new Validator({ ...schema, $defs: defined }, '2020-12');
  validators.set(schema, validator);
  const { valid, errors } = validator.validate(value);
  assert.ok(
    valid,
    `${what} breaks the contract: ${errors.map(({ instanceLocation, error }) => `${instanceLocation} ${error}`).join('; ')}`,
  );
}

function checkErrorCode({ body, headers, path }: Exchange, what: string): void {
  validate(defined['ErrorAnswer']!, JSON.parse(body), what);
  assert.equal(headers.get('Content-Type'), 'application/json', `${what}: content type`);
  const { error } = JSON.parse(body) as { error: string };
  assert.ok(
    referenceCodes.has(error) || (path.startsWith('/notes') && noteCodes.has(error)),
    `${what} sends the unlisted code ${error}`,
  );
}

function checkBody(content: Record<string, Schema | true> | null, { body, headers }: Exchange, what: string): void {
  if (content === null) {
    assert.equal(body, '', `${what} has a body`);
    return;
  }
  const mediaType = headers.get('Content-Type')?.split(';')[0] ?? '';
  const schema = content[mediaType];
  assert.ok(schema, `${what} is sent as ${mediaType}, which the contract does not list`);
  if (schema !== true) validate(schema, JSON.parse(body), what);
}

/** Whether the contract lists the answer as one that people see: text or a page. */
function isForPeople(operation: Operation | undefined, { status, headers }: Exchange): boolean {
  const mediaType = headers.get('Content-Type')?.split(';')[0] ?? '';
  return mediaType.startsWith('text/') && operation?.responses[status]?.[mediaType] === true;
}

/** Whether it is a page that shows users a failure for which the contract has JSON. */
function isPageOfRefusal(operation: Operation | undefined, exchange: Exchange): boolean {
  const { status, headers, takesPage = false } = exchange;
  return (
    takesPage &&
    status >= 400 &&
    headers.get('Content-Type')?.startsWith('text/html') === true &&
    !isForPeople(operation, exchange)
  );
}

/**
 * What a user sees in place of the JSON of a failure: a page that is stored nowhere and runs nothing; or, where the contract
 * has nothing, the page that the site has for that, under the policy of its pages.
 */
function checkRefusalPage({ body, headers, status }: Exchange, what: string, isInContract: boolean): void {
  assert.match(body, /^<!doctype html>/, `${what}: page`);
  assert.equal(headers.get('Cache-Control'), 'no-store', `${what} may be cached`);
  const policy = headers.get('Content-Security-Policy') ?? '';
  if (status === 404 && !isInContract && policy.startsWith("default-src 'self'; script-src 'self' 'nonce-")) return;
  assert.match(
    policy,
    /^default-src 'none'; style-src 'nonce-[\w-]+'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
    `${what}: policy`,
  );
}

/**
 * Fails when an answer of the reference server is not one that the contract lists: status, media type, body, caching,
 * cookie, error code.
 */
export function checkExchange(exchange: Exchange): void {
  const { method, status, headers } = exchange;
  const path = exchange.path.split('?')[0]!;
  const what = `${method} ${path} ${status}`;
  const allowed = methodsOf(path);
  const operation = allowed.get(method === 'HEAD' ? 'GET' : method);

  const cookies = headers.getSetCookie();
  for (const cookie of cookies) assert.match(cookie, allowedCookie, `${what}: cookie`);
  if (cookies.length > 0 || neverStored.test(path))
    assert.equal(headers.get('Cache-Control'), 'no-store', `${what} may be cached`);
  if (status === 429 || status === 503)
    assert.match(headers.get('Retry-After') ?? '', /^[1-9]\d*$/, `${what}: Retry-After`);

  if (allowed.size > 0 && !operation) {
    assert.equal(status, 405, `${what} should not be allowed`);
    assert.deepEqual(
      headers
        .get('Allow')
        ?.split(', ')
        .filter((name) => name !== 'HEAD'),
      [...allowed.keys()],
      `${what}: Allow`,
    );
  }
  if (method === 'HEAD' && status === 405) assert.doesNotMatch(headers.get('Allow') ?? '', /HEAD/, `${what}: Allow`);
  else if (operation) {
    assert.ok(String(status) in operation.responses, `${what} is not a status the contract lists`);
    if (method !== 'HEAD' && !isPageOfRefusal(operation, exchange))
      checkBody(operation.responses[status]!, exchange, what);
  }
  if (status < 400 || method === 'HEAD') return;
  if (isPageOfRefusal(operation, exchange)) checkRefusalPage(exchange, what, allowed.size > 0);
  else if (!isForPeople(operation, exchange)) checkErrorCode(exchange, what);
}
