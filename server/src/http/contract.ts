import { Validator, type Schema } from '@cfworker/json-schema';
import contract from '../../../contract/schemas.json' with { type: 'json' };
import type { ContractTypes } from '../../../src/base/contract/types.js';
import { Refusal } from './refusal.js';

/** The path of an operation of the contract, such as `/logout`. */
export const pathOf = (operation: keyof typeof contract.operationIds): string =>
  contract.operationIds[operation].split(' ')[1]!;

/** A path of the router, such as `/notes/:id`, as the contract writes it: `/notes/{id}`. */
export const pathInContract = (route: string): string => route.replaceAll(/:(\w+)/g, '{$1}');

const validators = new Map<string, Validator>();

function validatorFor(name: string): Validator {
  let validator = validators.get(name);
  if (!validator) {
    validator = new Validator(
      { $defs: contract.$defs as unknown as Record<string, Schema>, $ref: `#/$defs/${name}` },
      '2020-12',
    );
    validators.set(name, validator);
  }
  return validator;
}

/**
 * Checks a request body, or the part of a request that `what` names, against its schema in the contract.
 *
 * @throws {Refusal} 400 `bad_request` that says which member is wrong, without repeating its value.
 */
export function checkShape<Name extends keyof ContractTypes>(
  name: Name,
  body: unknown,
  what = 'the body',
): ContractTypes[Name] {
  const { valid, errors } = validatorFor(name).validate(body);
  if (valid) return body as ContractTypes[Name];
  // The rest only say that something inside them is wrong.
  const reasons = errors.filter(({ keyword }) => keyword !== '$ref' && keyword !== 'properties' && keyword !== 'items');
  const deepest = reasons.reduce((found, reason) =>
    reason.instanceLocation.length > found.instanceLocation.length ? reason : found,
  );
  const place = deepest.instanceLocation.replace(/^#\/?/, '') || what;
  throw new Refusal(400, 'bad_request', { message: `${place}: ${deepest.error}` });
}
