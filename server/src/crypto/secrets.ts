import { randomText } from './random-text.js';

/** A secret of the server. Tokens, cookies and sealed texts made with it name its id, unless that is empty. */
export interface Secret {
  id: string;
  text: string;
}

/** The first secret signs and seals. All of them verify and open. */
export type Secrets = readonly [Secret, ...Secret[]];

const shortestSecret = 32;
const tokenLength = 43;
/** An id before a token makes 46 to 48 characters, each a length that base64url can have. */
const entry = /^([a-z0-9]{2,4}):(.*)$/s;

/**
 * Reads one secret, or a comma-separated list such as `2027:secret,2026:secret`. Ids have 2 to 4 lower-case letters and
 * digits. At most one entry has no id: tokens without an id belong to it. A text without any id is one secret, unless it
 * looks like a list of several.
 *
 * @throws {RangeError} with the second half of a sentence about the text, which does not contain a secret.
 */
export function readSecrets(text: string): Secrets {
  const entries = text.split(',').map((part) => part.trim());
  const isList = entries.some((part) => entry.test(part));
  if (!isList && entries.filter(({ length }) => length >= shortestSecret).length > 1)
    throw new RangeError(
      'must be one secret, or a list in which each new secret has an id, such as 2027:secret,secret.',
    );
  const secrets = (isList ? entries : [text]).map((part): Secret => {
    const [, id = '', secret = part] = entry.exec(part) ?? [];
    return { id, text: secret };
  });
  for (const [index, secret] of secrets.entries()) {
    const name = isList ? `entry ${index + 1}` : 'it';
    if (secret.text.length < shortestSecret)
      throw new RangeError(`must be at least ${shortestSecret} characters long, but ${name} is shorter.`);
    if (secrets.findIndex(({ id }) => id === secret.id) < index)
      throw new RangeError(
        secret.id === '' ? 'may have one entry without an id.' : `has two entries with the id "${secret.id}".`,
      );
  }
  return secrets as unknown as Secrets;
}

/** Creates a token of 32 random bytes, in base64url, that names the first secret. */
export function createToken([{ id }]: Secrets): string {
  return id === '' ? randomText() : `${id}-${randomText()}`;
}

/** Whether a text has the form of a token. */
export const isToken = (text: string | undefined): text is string =>
  text !== undefined && /^(?:[a-z0-9]{2,4}-)?[\w-]{43}$/.test(text);

/** The secret that a token names; undefined if the server does not have it any more. */
export function secretOf(secrets: Secrets, token: string): Secret | undefined {
  const id = token.slice(0, -tokenLength - 1);
  return secrets.find((secret) => secret.id === id);
}
