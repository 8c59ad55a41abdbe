import { readBase64url } from './read-base64url.js';
import { parseClientData } from './client-data.js';
import { readObject } from './response.js';

/**
 * Reads the challenge that a registration or sign-in response names, so that it can be taken from the store before
 * anything is verified. The challenge is base64url and safe to query with; that it was issued is for the store to say.
 *
 * @throws {VerificationError} 400 if the response names none.
 */
export function readChallenge(response: unknown): string {
  const { clientDataJSON } = readObject(readObject(response, 'the response').response, 'response');
  const { challenge } = parseClientData(clientDataJSON);
  readBase64url(challenge, 'clientDataJSON.challenge');
  return challenge as string;
}
