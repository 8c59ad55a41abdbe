import { parseJson, type JsonObject } from '../http/json.js';
import { Refusal } from '../http/refusal.js';
import { refuse } from './identity-failure.js';

/** Tells objects from other values of JSON. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Parses JSON within a response: UTF-8, at most 16 levels. @throws {IdentityFailure} `malformed` for anything else. */
export function readJson(bytes: Uint8Array, name: string): unknown {
  try {
    return parseJson(bytes);
  } catch (cause) {
    if (!(cause instanceof Refusal)) throw cause;
    return refuse('malformed', `${name} is not JSON`, cause);
  }
}

/** The same, for an object. */
export function readJsonObject(bytes: Uint8Array, name: string): JsonObject {
  const value = readJson(bytes, name);
  return isObject(value) ? value : refuse('malformed', `${name} must be a JSON object`);
}
