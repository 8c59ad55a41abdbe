import { Secret, TOTP } from 'otpauth';
import type { TotpEnrollment } from '../../../src/core/contract-types.js';
import { createSeals } from '../crypto/sealed-text.js';
import type { Secrets } from '../crypto/secrets.js';

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
  create(userId: string, name: string, app: string): NewTotp;
  /** The time step of the code at `time`, if it is right within the window; else undefined. */
  findStep(userId: string, sealed: string, code: string, time: number): number | undefined;
  /** Seals the secret with the first secret of the server; undefined if that was done, or it cannot be opened. */
  reseal(userId: string, sealed: string): { sealed: string } | 'current' | 'unreadable';
}

/** Creates them for an app. */
export function createTotps(secrets: Secrets): Totps {
  const seals = createSeals(secrets, 'latchkey totp v1');
  return {
    create(userId, name, app) {
      const secret = new Secret({ size: secretBytes });
      const otpauthUri = new TOTP({ ...parameters, issuer: app, label: name, secret }).toString();
      return { secret: secret.base32, otpauthUri, sealed: seals.seal(secret.base32, userId) };
    },

    findStep(userId, sealed, code, time) {
      if (!/^\d{6}$/.test(code)) return undefined;
      const totp = new TOTP({ ...parameters, secret: seals.open(sealed, userId) });
      const delta = totp.validate({ token: code, timestamp: time, window });
      return delta === null ? undefined : TOTP.counter({ period: parameters.period, timestamp: time }) + delta;
    },

    reseal(userId, sealed) {
      if (seals.isCurrent(sealed)) return 'current';
      try {
        return { sealed: seals.seal(seals.open(sealed, userId), userId) };
      } catch {
        // The secret that it was sealed with is not in the list any more.
        return 'unreadable';
      }
    },
  };
}
