import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { parse } from 'yaml';
import { needs } from '../../src/base/element/offers.js';
import * as accountSettings from '../../src/base/contract/account-settings.js';
import * as accounts from '../../src/base/contract/accounts.js';
import * as devices from '../../src/base/contract/devices.js';
import * as digitalCredentials from '../../src/base/contract/digital-credentials.js';
import type { Endpoint } from '../../src/base/contract/endpoint.js';
import * as fedCm from '../../src/base/contract/fedcm.js';
import * as federatedSignIn from '../../src/base/contract/federated-sign-in.js';
import * as handOffs from '../../src/base/contract/hand-offs.js';
import * as nextSteps from '../../src/base/contract/next-steps.js';
import * as oneTimeCodes from '../../src/base/contract/one-time-codes.js';
import * as passkeySettings from '../../src/base/contract/passkey-settings.js';
import * as passwords from '../../src/base/contract/passwords.js';
import * as payment from '../../src/base/contract/payment.js';
import * as registration from '../../src/base/contract/registration.js';
import * as session from '../../src/base/contract/session.js';
import * as signIn from '../../src/base/contract/sign-in.js';
import * as signUp from '../../src/base/contract/sign-up.js';

type Responses = Record<string, { description?: string; $ref?: string }>;
const file = join(import.meta.dirname, '../../contract/openapi.yaml');
const contract = parse(readFileSync(file, 'utf8')) as {
  paths: Record<string, Record<string, { responses?: Responses }>>;
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

const modules = [
  accountSettings,
  accounts,
  devices,
  digitalCredentials,
  fedCm,
  federatedSignIn,
  handOffs,
  nextSteps,
  oneTimeCodes,
  passkeySettings,
  passwords,
  payment,
  registration,
  session,
  signIn,
  signUp,
];
const endpoints = modules
  .flatMap((module): unknown[] => Object.values(module))
  .map((value) => (typeof value === 'function' ? (value as (id: string) => unknown)('x') : value))
  .filter(
    (value): value is Endpoint<never, unknown> => typeof value === 'object' && value !== null && 'method' in value,
  );

describe('an endpoint that a backend may lack', () => {
  for (const { method, path, hasNotFound } of endpoints) {
    const template = path
      .replace(/\?.*/, '')
      .replace(/^(webauthn\/credentials|sessions|account\/identities)\/x$/, '$1/{id}');
    test(`is known by "not_found" of ${method} /${template} unless the contract has that for something that is gone`, () => {
      const mayBeGone = /`not_found`|no such|not theirs|NotTheirs/i.test(describeNotFound(`${method} /${template}`));
      assert.equal(!!hasNotFound, mayBeGone);
    });
  }

  for (const [offer, operations] of Object.entries(needs))
    test(`is one of the contract: what ${offer} needs`, () => {
      for (const operation of operations) describeNotFound(operation);
    });
});
