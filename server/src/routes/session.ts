import type { Handler } from 'hono';
import type { LogoutAnswer, SessionAnswer } from '../../../src/base/contract/types.js';
import { checkShape } from '../http/contract.js';
import { readJson } from '../http/middleware/body.js';
import type { Env } from '../http/request-context.js';
import type { Services } from '../services.js';
import { ProviderFailure } from '../oidc/provider-failure.js';
import type { Session, SignedInSession } from '../store/records.js';

/** `GET /session`: who is signed in. Writes nothing and sets no cookie. */
export function readSession({ nextSteps, now, providers, sessions, store }: Services): Handler<Env> {
  return async (context) => {
    const session = await sessions.read(context);
    const account = session?.authentication && (await store.findAccount(session.authentication.userId));
    if (!session?.authentication || !account) {
      const pending = session && (await store.findPendingSignIn(session.id, now()));
      const next = pending && (await nextSteps.findFor(pending));
      return context.json({ signedIn: false, ...(next && { next }) } satisfies SessionAnswer);
    }
    const { authMethod, authTime } = session.authentication;
    const user = { id: account.handle, name: account.name, displayName: account.displayName };
    const recoveryUntil = await store.findRecovery(account.id, now());
    return context.json({
      signedIn: true,
      user,
      authMethod,
      ...providers.describe(session),
      authTime,
      expires: session.expires,
      ...(recoveryUntil !== undefined && { recoveryUntil }),
    } satisfies SessionAnswer);
  };
}

/**
 * Where the session of the provider ends, at which the session began, if the operator wants that. Asked once our own
 * session has ended: the provider may fail, or take its time.
 */
async function findProviderLogout(
  { config, log, providers }: Services,
  session: Session | undefined,
): Promise<string | undefined> {
  const provider = session?.authentication && session.issuer ? providers.findByIssuer(session.issuer) : undefined;
  if (!provider?.settings.logout) return undefined;
  try {
    return (await provider.endSessionUrl(`${config.origins[0]!}/`))?.href;
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    log({ level: 'warn', event: 'provider-failed', provider: provider.settings.id, reason: error.reason });
    return undefined;
  }
}

/**
 * `POST /logout`: ends the session, or only the one that the body names. The session of an installed app that began
 * beside it stays, which the answer says, unless it is to be ended too. Only the cache is cleared unless the user
 * asked for everything: `"storage"` would destroy the vault and writes that were not sent yet.
 */
export function logOut(services: Services): Handler<Env> {
  const { now, sessions, store } = services;
  return async (context) => {
    const isEmpty = context.get('body').length === 0;
    const { user, authTime } = isEmpty ? {} : checkShape('LogoutRequest', readJson(context));
    const { searchParams } = new URL(context.req.url);
    const everything = searchParams.has('everything');
    const session = await sessions.read(context);
    const isNamed = async ({ authentication }: SignedInSession): Promise<boolean> =>
      user === undefined ||
      (authentication.authTime === authTime && (await store.findAccount(authentication.userId))?.handle === user);
    // Read before anything ends, so that an answer without an acknowledgement changes no cookie.
    const hasApp = session?.authentication ? await store.hasInstalledApp(session.publicId, now()) : false;
    const endsApp = searchParams.has('installed-app');
    // Before the session, so that a sign-out that fails in between is made whole by the next one.
    if (hasApp && endsApp && (await isNamed(session as SignedInSession)))
      await store.endInstalledApp(session!.publicId);
    await sessions.end(context, user !== undefined && authTime !== undefined ? { user, authTime } : undefined);
    const providerLogout = await findProviderLogout(services, session);
    context.header('Clear-Site-Data', everything ? '"cache", "cookies", "storage"' : '"cache"');
    return context.json({
      ...(hasApp && !endsApp && { installedApp: true }),
      ...(providerLogout !== undefined && { providerLogout }),
    } satisfies LogoutAnswer);
  };
}
