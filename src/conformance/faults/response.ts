import { toBase64Url } from '../../base/bytes.js';
import { randomBytes } from '../bytes.js';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '../ceremony-json.js';
import { listFaults, type Fault } from './fault.js';

type AnyResponse = AuthenticationResponseJSON | RegistrationResponseJSON;

/** Changes the members that both responses have, given the credential id. */
function onBoth(change: (id: string) => { id?: string; rawId?: string; type?: unknown }): Fault['change'] {
  const apply = <Response extends AnyResponse>(response: Response): Response => ({
    ...response,
    ...change(response.id),
  });
  return { registration: apply, authentication: apply };
}

function withUserHandle(response: AuthenticationResponseJSON, userHandle: unknown): AuthenticationResponseJSON {
  const { userHandle: _, ...others } = response.response;
  return { ...response, response: userHandle === undefined ? others : { ...others, userHandle: userHandle as string } };
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Other text of the same bytes: the last letter has bits that no byte takes. A text without such bits stays. */
function withStrayBits(text: string): string {
  const isWhole = text.length % 4 === 0;
  return isWhole ? text : text.slice(0, -1) + letters[letters.indexOf(text.at(-1)!) | 1]!;
}

/** Faults of the JSON around the signed bytes. */
export const responseFaults = listFaults(['create', 'get'], {
  'other-credential-id': {
    what: 'names another credential id than the attested one',
    change: onBoth(() => {
      const other = toBase64Url(randomBytes(32));
      return { id: other, rawId: other };
    }),
  },
  'raw-id-differs': {
    what: 'names two different credential ids',
    change: onBoth(() => ({ rawId: toBase64Url(randomBytes(32)) })),
  },
  'padded-id': { what: 'pads its credential id', change: onBoth((id) => ({ id: `${id}=`, rawId: `${id}=` })) },
  'stray-bits-in-id': {
    what: 'spells its credential id with bits that base64url leaves over',
    change: onBoth((id) => {
      const changed = withStrayBits(id);
      return { id: changed, rawId: changed };
    }),
  },
  'null-character-in-id': {
    what: 'carries U+0000 in its credential id',
    change: onBoth((id) => ({ id: `${id}\0`, rawId: `${id}\0` })),
  },
  'not-a-public-key': { what: 'says it is no public-key credential', change: onBoth(() => ({ type: 'password' })) },
  'other-user-handle': {
    what: 'names the handle of another user',
    ceremonies: ['get'],
    change: { authentication: (response) => withUserHandle(response, toBase64Url(randomBytes(32))) },
  },
  'no-user-handle': {
    what: 'names no user handle',
    ceremonies: ['get'],
    change: { authentication: (response) => withUserHandle(response, undefined) },
  },
  'user-handle-too-long': {
    what: 'names a user handle of 65 bytes',
    ceremonies: ['get'],
    change: { authentication: (response) => withUserHandle(response, toBase64Url(randomBytes(65))) },
  },
  'user-handle-not-text': {
    what: 'names a user handle that is not a string',
    ceremonies: ['get'],
    change: { authentication: (response) => withUserHandle(response, { length: 32 }) },
  },
});
