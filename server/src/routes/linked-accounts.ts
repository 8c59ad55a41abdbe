import { createHash } from 'node:crypto';
import type { Handler } from 'hono';
import type { LinkedAccounts } from '../../../src/base/contract/types.js';
import { prepareNotice } from '../accounts/notices.js';
import { issuersOf, type ServerConfig } from '../config/server-config.js';
import { Refusal } from '../http/refusal.js';
import type { Env } from '../http/request-context.js';
import type { Services } from '../services.js';
import { demandFreshness } from '../sessions/freshness.js';
import { causeOf, type AuthMethod, type Identity } from '../store/records.js';

/** Names an identity to its owner. The subject itself, which may be an address, stays out of URLs. */
function idOf({ issuer, subject }: Identity): string {
  return createHash('sha256')
    .update(JSON.stringify([issuer, subject]))
    .digest('base64url');
}

/** How sessions begin that begin at this provider. */
function methodsOf({ providers = [], fedcm = [] }: ServerConfig, issuer: string): AuthMethod[] {
  return [
    ...(providers.some((provider) => provider.issuer === issuer) ? (['oidc'] as const) : []),
    ...(fedcm.some((provider) => provider.issuer === issuer) ? (['fedcm'] as const) : []),
  ];
}

/** `GET /account/identities`: the accounts at providers with which the user can sign in. */
export function listLinkedAccounts({ providers, sessions, store }: Services): Handler<Env> {
  return async (context) => {
    const { userId } = (await sessions.demand(context)).authentication;
    const identities = await store.listIdentities(userId);
    return context.json({
      identities: identities.map((identity) => ({
        id: idOf(identity),
        issuer: identity.issuer,
        provider: providers.nameOf(identity.issuer),
        linkedAt: identity.createdAt,
      })),
    } satisfies LinkedAccounts);
  };
}

/** `DELETE /account/identities/{id}`: unlinks one, and ends the other sessions that began at its provider. */
export function unlinkAccount(services: Services): Handler<Env> {
  const { config, grants, now, sessions, store } = services;
  const issuers = issuersOf(config);
  return async (context) => {
    const id = context.req.param('id')!;
    if (!/^[\w-]+$/.test(id)) throw new Refusal(400, 'bad_request', { message: 'id: not in the list' });
    const session = await sessions.demand(context);
    await demandFreshness(services, session);
    const { userId } = session.authentication;
    const identity = (await store.listIdentities(userId)).find((one) => idOf(one) === id);
    const notify = await prepareNotice(services, userId);
    const outcome =
      identity &&
      (await store.removeIdentity(identity, issuers, methodsOf(config, identity.issuer), causeOf(session, now())));
    if (!outcome || outcome === 'unknown') throw new Refusal(404, 'not_found');
    if (outcome === 'last-way-in')
      throw new Refusal(409, 'last_way_in', { message: 'This provider is the only way to sign in to the account.' });
    grants.giveBackLeft();
    notify('identity-unlinked');
    return context.body(null, 204);
  };
}
