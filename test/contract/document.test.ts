import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Validator, type Schema } from '@cfworker/json-schema';
import contract from '../../contract/schemas.json' with { type: 'json' };
import { verifyAuthentication } from '../../server/src/webauthn/verify-authentication.js';
import { verifyRegistration } from '../../server/src/webauthn/verify-registration.js';
import { document, examplesOf, exampleBodies, follow, operationNamed, resolve, type Media } from './document.js';

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })),
);

function references(value: unknown): string[] {
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, member]) => (key === '$ref' ? [member as string] : references(member)));
}

/** All bodies of requests and answers with a media type, with what they belong to. */
function bodiesOf(mediaType: string): { what: string; media: Media }[] {
  return operations.flatMap(({ name, operation }) =>
    [['request', operation.requestBody ?? {}] as const, ...Object.entries(operation.responses)].flatMap(
      ([part, message]) => {
        const media = follow(message).content?.[mediaType];
        // Ranges are for clients of other backends.
        return media && !part.endsWith('XX') ? [{ what: `${name} ${part}`, media }] : [];
      },
    ),
  );
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
    // What a provider posts comes from its site, and changes nothing.
    const exempt = /^(?:GET|POST \/auth\/callback)/;
    for (const { name, operation } of operations.filter((candidate) => !exempt.test(candidate.name))) {
      assert.ok('403' in operation.responses && '413' in operation.responses, name);
    }
  });

  test('lists the order of the checks of every operation that changes something', () => {
    for (const { name, operation } of operations.filter((candidate) => !candidate.name.startsWith('GET')))
      assert.match(operation.description ?? '', /In step 8|the checks run in\s+this order|in this order/, name);
  });

  test('says that times have more than 32 bits, for generators of languages with such integers', () => {
    const times = /^(?:expires|authTime|trustedFrom|recoveryUntil|[a-z]+At|deletesAt)$/;
    const found = Object.values(document.components.schemas).flatMap(({ properties = {} }) =>
      Object.entries(properties).filter(([name]) => times.test(name)),
    );
    assert.ok(found.length >= 10, `${found.length} times`);
    for (const [name, schema] of found) assert.equal((schema as { format?: string }).format, 'int64', name);
  });

  test('names every error code where it can occur, and no other', () => {
    const listed = document.components.schemas['ErrorAnswer']!.properties!.error!.examples!;
    const elsewhere = ['method_not_allowed', 'server_error'];
    const descriptions = JSON.stringify([document.paths, document.components.responses]);
    const named = new Set([...descriptions.matchAll(/\(`([a-z_]+)`\)/g)].map(([, code]) => code!));
    assert.deepEqual([...named, ...elsewhere].sort(), listed.toSorted());
  });

  test('has an example of every request body and of every JSON answer, and each follows its schema', () => {
    for (const { what, media } of [...bodiesOf('application/json'), ...bodiesOf('application/x-www-form-urlencoded')]) {
      const examples = Object.values(examplesOf(media));
      assert.ok(examples.length > 0, `${what} has no example: run npm run contract-examples`);
      const schema = JSON.parse(JSON.stringify(media.schema).replaceAll('#/components/schemas/', '#/$defs/')) as Schema;
      const validator = new Validator(
        { ...schema, $defs: contract.$defs as unknown as Record<string, Schema> },
        '2020-12',
      );
      for (const example of examples)
        assert.ok(validator.validate(example).valid, `${what}: ${JSON.stringify(example)}`);
    }
  });

  test('has examples that fit together, and that a verifier accepts', async () => {
    const request = (operation: string): unknown =>
      examplesOf(operationNamed(operation).requestBody!.content!['application/json']!)['typical'];
    const answer = (operation: string): { challenge: string } =>
      exampleBodies(operation, '200')['typical'] as { challenge: string };
    const site = { rpId: 'app.example', origins: ['https://app.example'], embedders: [] };

    const { credentialId, ...stored } = await verifyRegistration({
      ...site,
      response: request('POST /webauthn/register/verify'),
      challenge: answer('POST /webauthn/register/options').challenge,
      automatic: false,
    });
    const { confirmedBy } = await verifyAuthentication({
      ...site,
      response: request('POST /webauthn/login/verify'),
      challenge: answer('POST /webauthn/login/options').challenge,
      requireUserVerification: true,
      credential: { id: credentialId, ...stored },
    });
    assert.equal(confirmedBy, 'passkey');
  });
});
