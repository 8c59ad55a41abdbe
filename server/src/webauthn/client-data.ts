import type { JsonObject } from '../http/json.js';
import { readBase64url } from './read-base64url.js';
import { readObject } from './response.js';
import { OriginMismatch, refuse } from './verification-error.js';

/** What client data is compared with. */
export interface ClientDataExpectations {
  readonly type: 'webauthn.create' | 'webauthn.get' | 'payment.get';
  /** The issued challenge, base64url. */
  readonly challenge: string;
  /** The origins of our own pages, each compared as a whole. */
  readonly origins: readonly string[];
  /** The origins of pages that may embed ours in a cross-origin frame. */
  readonly embedders: readonly string[];
}

/**
 * Parses clientDataJSON: base64url of UTF-8 of one JSON object that names no member twice. A byte order mark is
 * stripped, as WebAuthn's "UTF-8 decode" does.
 *
 * @throws {VerificationError} if it is anything else.
 */
export function parseClientData(clientDataJSON: unknown): JsonObject {
  const text = decodeUtf8(readBase64url(clientDataJSON, 'response.clientDataJSON'));
  const clientData = readObject(parseJson(text), 'clientDataJSON');
  if (countMembers(text) !== Object.keys(clientData).length) refuse('clientDataJSON names a member twice');
  return clientData;
}

/**
 * Checks type, challenge, origin and embedding.
 *
 * @throws {VerificationError} naming the first member that is not as expected.
 * @see {@link https://www.w3.org/TR/webauthn-3/#dictdef-collectedclientdata WebAuthn, Client Data}
 */
export function checkClientData(clientData: JsonObject, expected: ClientDataExpectations): void {
  if (clientData.type !== expected.type) refuse(`clientDataJSON.type must be "${expected.type}"`);
  if (clientData.challenge !== expected.challenge) refuse('clientDataJSON.challenge is not the one that was issued');
  if (!isOneOf(clientData.origin, expected.origins))
    throw new OriginMismatch(typeof clientData.origin === 'string' ? clientData.origin : 'no text', expected.origins);
  checkEmbedding(clientData, expected.embedders);
  checkTokenBinding(clientData);
}

function checkEmbedding({ crossOrigin = false, topOrigin }: JsonObject, embedders: readonly string[]): void {
  if (typeof crossOrigin !== 'boolean') refuse('clientDataJSON.crossOrigin must be a boolean');
  if (!crossOrigin && topOrigin !== undefined) refuse('clientDataJSON.topOrigin is only for cross-origin frames');
  if (crossOrigin && topOrigin === undefined) refuse('clientDataJSON.topOrigin must say which page embeds this one');
  if (crossOrigin && !isOneOf(topOrigin, embedders)) refuse('clientDataJSON.topOrigin is not an allowed embedder');
}

/** Level 3 of WebAuthn no longer reads token bindings, so one is only held to the form that level 2 gave it. */
function checkTokenBinding({ tokenBinding }: JsonObject): void {
  if (tokenBinding === undefined) return;
  const { status } = readObject(tokenBinding, 'clientDataJSON.tokenBinding');
  if (!isOneOf(status, ['present', 'supported'])) refuse('clientDataJSON.tokenBinding.status is unknown');
}

function isOneOf(value: unknown, allowed: readonly string[]): boolean {
  return typeof value === 'string' && allowed.includes(value);
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return refuse('clientDataJSON is not UTF-8');
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return refuse('clientDataJSON is not JSON');
  }
}

/**
 * Counts the members that the text of a JSON object lists at its top level. `JSON.parse` keeps the last of two members
 * of one name and another parser may keep the first: two readers must not see two origins.
 */
function countMembers(text: string): number {
  let members = 0;
  let depth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (inString) {
      if (character === '\\') index += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') depth -= 1;
    else if (character === ':' && depth === 1) members += 1;
  }
  return members;
}
