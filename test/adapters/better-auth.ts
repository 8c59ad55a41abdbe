import { createDatabase } from '../support/node/postgres.js';
import pg from 'pg';
import { importPackage } from './packages.js';

/** What the tests use of Better Auth. */
interface Auth {
  readonly options: object;
  handler(request: Request): Promise<Response>;
}

/** What is configured besides. */
export interface BetterAuthOptions {
  twoFactor?: { readonly sendOTP?: (message: { readonly otp: string }) => Promise<void> };
  emailAndPassword?: object;
  emailVerification?: object;
  /** An empty database. Defaults to a new one. */
  databaseUrl?: string;
}

/**
 * Better Auth with e-mail, passwords and passkeys, as its documentation sets it up, on a PostgreSQL database of its own.
 *
 * @returns its handler, for the paths below `/api/auth`.
 */
export async function startBetterAuth(
  origin: string,
  { twoFactor, emailAndPassword, emailVerification, databaseUrl }: BetterAuthOptions = {},
): Promise<(request: Request) => Promise<Response> | undefined> {
  const { betterAuth } = (await importPackage('better-auth/dist/index.mjs')) as {
    betterAuth(options: object): Auth;
  };
  const { getMigrations } = (await importPackage('better-auth/dist/db/get-migration.mjs')) as {
    getMigrations(options: object): Promise<{ runMigrations(): Promise<void> }>;
  };
  const { passkey } = (await importPackage('@better-auth/passkey/dist/index.mjs')) as {
    passkey(options: object): object;
  };
  const { twoFactor: secondFactor } = (await importPackage('better-auth/dist/plugins/two-factor/index.mjs')) as {
    twoFactor(options: object): object;
  };
  const auth = betterAuth({
    baseURL: origin,
    secret: 'a secret of at least thirty-two characters',
    database: new pg.Pool({ connectionString: databaseUrl ?? (await createDatabase()) }),
    emailAndPassword: { enabled: true, ...emailAndPassword },
    ...(emailVerification && { emailVerification }),
    plugins: [
      passkey({ rpID: 'localhost', rpName: 'An app', origin }),
      ...(twoFactor ? [secondFactor({ otpOptions: twoFactor })] : []),
    ],
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
  });
  await (await getMigrations(auth.options)).runMigrations();
  return (request) => (new URL(request.url).pathname.startsWith('/api/auth/') ? auth.handler(request) : undefined);
}
