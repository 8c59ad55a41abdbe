import { algorithms } from './algorithms.js';
import { assertCredential } from './assert-credential.js';
import type {
  AuthenticationResponseJSON,
  CreationOptionsJSON,
  RegistrationResponseJSON,
  RequestOptionsJSON,
} from './ceremony-json.js';
import type {
  AuthenticatorOptions,
  AuthenticatorSettings,
  RegistrationContext,
  SignInContext,
  SoftwareCredential,
} from './ceremony.js';
import { registerCredential } from './register-credential.js';

/**
 * An authenticator in software together with the browser in front of it: takes options as JSON, returns responses as
 * JSON.
 */
export interface Authenticator {
  /** The discoverable credentials it holds, the oldest first. */
  readonly credentials: readonly SoftwareCredential[];

  /**
   * Creates a passkey. One of the same RP ID and user is replaced, as most authenticators do.
   *
   * @throws {DOMException} `InvalidStateError` if it holds an excluded credential, `NotSupportedError` if no algorithm
   *   fits.
   * @throws {TypeError} if the options are malformed, or if a fault cannot show in this ceremony.
   */
  create(options: CreationOptionsJSON, context: RegistrationContext): Promise<RegistrationResponseJSON>;

  /**
   * Signs in with a passkey.
   *
   * @throws {DOMException} `NotAllowedError` if it holds no credential that fits.
   * @throws {TypeError} if the options are malformed, or if a fault cannot show in this ceremony.
   */
  get(options: RequestOptionsJSON, context: SignInContext): Promise<AuthenticationResponseJSON>;
}

const syncedPlatformPasskey: AuthenticatorSettings = {
  algorithms,
  aaguid: '00000000-0000-0000-0000-000000000000',
  backupEligible: true,
  backedUp: true,
  userVerified: true,
  counter: 'zero',
  prf: true,
  transports: ['internal', 'hybrid'],
  attachment: 'platform',
};

/**
 * Creates an empty software authenticator. It needs only Web Crypto, so it runs in any runtime with it. There is no
 * prompt: every ceremony succeeds at once. A requested fault changes exactly one thing; the signature is valid for the
 * changed data.
 *
 * It checks neither that the RP ID belongs to the origin nor that the options are safe: that is for browsers and
 * servers.
 */
export function createAuthenticator(options: AuthenticatorOptions = {}): Authenticator {
  const settings: AuthenticatorSettings = { ...syncedPlatformPasskey, ...options };
  const credentials: SoftwareCredential[] = [];

  return {
    credentials,

    async create(creationOptions, context) {
      const excluded = new Set(creationOptions.excludeCredentials?.map(({ id }) => id));
      if (credentials.some(({ id }) => excluded.has(id))) {
        throw new DOMException('the authenticator holds an excluded credential', 'InvalidStateError');
      }
      const { credential, response } = await registerCredential(settings, creationOptions, context);
      const same = credentials.findIndex(
        ({ rpId, userHandle }) => rpId === credential.rpId && userHandle === credential.userHandle,
      );
      if (same !== -1) credentials.splice(same, 1);
      credentials.push(credential);
      return response;
    },

    async get(requestOptions, context) {
      const credential = findCredential(credentials, requestOptions, context);
      if (!credential) throw new DOMException('the authenticator holds no credential that fits', 'NotAllowedError');
      return assertCredential(settings, credential, requestOptions, context);
    },
  };
}

function findCredential(
  credentials: readonly SoftwareCredential[],
  options: RequestOptionsJSON,
  context: SignInContext,
): SoftwareCredential | undefined {
  const rpId = options.rpId ?? new URL(context.origin).hostname;
  const allowed = options.allowCredentials?.length ? new Set(options.allowCredentials.map(({ id }) => id)) : undefined;
  return credentials.findLast(
    (credential) =>
      credential.rpId === rpId &&
      (allowed === undefined || allowed.has(credential.id)) &&
      (context.credential === undefined || context.credential === credential.id),
  );
}
