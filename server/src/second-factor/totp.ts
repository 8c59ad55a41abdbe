import { Secret, TOTP } from 'otpauth';
import type { TotpEnrollment } from '../../../src/base/contract/types.js';
import { plainCode } from '../../../src/base/text/code.js';
import type { DataKeys } from '../crypto/data-keys.js';

/** What all authenticator apps support; some ignore every other value in the address. */
const parameters = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** Steps before and after the present one whose code counts, because clocks differ and typing takes time. */
const window = 1;
/** As long as the output of SHA-1, which RFC 4226 recommends. */
const secretBytes = 20;

/** The secret of an authenticator app, as it is shown and as it is stored. */
export type NewTotp = Pick<TotpEnrollment, 'secret' | 'otpauthUri'> & { sealed: string };

/**
 * Time-based one-time passwords.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc6238 RFC 6238}, {@link https://www.rfc-editor.org/rfc/rfc4226 RFC 4226}
 */
export interface Totps {
  /** Creates a secret for the account `name`, which is shown to its owner, and seals it for the database. */
  create(userId: string, name: string, app: string): Promise<NewTotp>;
  /**
   * The time step of the code, as it was typed, at `time`, if it is right within the window; else undefined, also when the secret
   * cannot be opened.
   */
  findStep(userId: string, sealed: string, typed: string, time: number): Promise<number | undefined>;
  /** Whether the secret can be opened: not when the secret of the server is gone that it depends on. */
  isReadable(userId: string, sealed: string): Promise<boolean>;
  /** Seals the secret with the newest data key, if that was not done and it can be opened. */
  reseal(userId: string, sealed: string): Promise<{ sealed: string } | 'current' | 'unreadable'>;
}

/** Creates them for an app. */
export function createTotps(dataKeys: DataKeys): Totps {
  return {
    async create(userId, name, app) {
      const secret = new Secret({ size: secretBytes });
      const otpauthUri = new TOTP({ ...parameters, issuer: app, label: name, secret }).toString();
      return { secret: secret.base32, otpauthUri, sealed: await dataKeys.seal(secret.base32, userId) };
    },

    async findStep(userId, sealed, typed, time) {
      const code = plainCode(typed);
      if (!/^\d{6}$/.test(code)) return undefined;
      const secret = await dataKeys.open(sealed, userId);
      if (secret === undefined) return undefined;
      const delta = new TOTP({ ...parameters, secret }).validate({ token: code, timestamp: time, window });
      return delta === null ? undefined : TOTP.counter({ period: parameters.period, timestamp: time }) + delta;
    },

    isReadable: async (userId, sealed) => (await dataKeys.open(sealed, userId)) !== undefined,

    async reseal(userId, sealed) {
      if (await dataKeys.isCurrent(sealed)) return 'current';
      const secret = await dataKeys.open(sealed, userId);
      return secret === undefined ? 'unreadable' : { sealed: await dataKeys.seal(secret, userId) };
    },
  };
}
