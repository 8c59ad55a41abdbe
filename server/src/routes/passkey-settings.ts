import type { Handler } from 'hono';
import type { CredentialList, ListedCredential, PasskeyEndpoints } from '../../../src/base/contract/types.js';
import { prepareNotice } from '../accounts/notices.js';
import { issuersOf } from '../config/server-config.js';
import { checkShape } from '../http/contract.js';
import { demandFreshnessToEnd } from '../sessions/freshness.js';
import { readJson } from '../http/middleware/body.js';
import { Refusal } from '../http/refusal.js';
import type { Env, RequestContext } from '../http/request-context.js';
import type { Services } from '../services.js';
import { causeOf, type Credential } from '../store/records.js';
import { textAsWritten } from '../accounts/written-text.js';

const longestNickname = 100;

/** A passkey as its owner sees it, without its key and its counter. */
function listCredential({
  id,
  nickname,
  aaguid,
  transports,
  deviceType,
  backedUp,
  createdAt,
  lastUsedAt,
  trustedFrom,
  device,
  prf,
}: Credential): ListedCredential {
  const optional = {
    ...(trustedFrom !== null && { trustedFrom }),
    ...(device && { device }),
    ...(prf === false && { prf }),
  };
  return { id, nickname, aaguid, transports, deviceType, backedUp, createdAt, lastUsedAt, ...optional };
}

function readCredentialId(context: RequestContext): string {
  return checkShape('Base64Url', context.req.param('id'), 'id');
}

/**
 * `GET /webauthn/credentials`: all passkeys of the account, never a part, because clients have providers hide what is
 * missing.
 */
export function listCredentials({ config, sessions, store }: Services): Handler<Env> {
  return async (context) => {
    const { userId } = (await sessions.demand(context)).authentication;
    const [account, credentials] = await Promise.all([store.findAccount(userId), store.listCredentials(userId)]);
    if (!account) throw new Refusal(401, 'unauthenticated');
    const { handle, name, displayName } = account;
    return context.json({
      rpId: config.rpId,
      userId: handle,
      name,
      displayName,
      credentials: credentials.map(listCredential),
    } satisfies CredentialList);
  };
}

/**
 * `PATCH /webauthn/credentials/{id}`: sets or removes the nickname of a passkey. It is stored unchanged; pages must
 * display it as text.
 */
export function renameCredential({ now, sessions, store }: Services): Handler<Env> {
  return async (context) => {
    const id = readCredentialId(context);
    const { nickname } = checkShape('CredentialChange', readJson(context));
    const written = nickname === null ? null : textAsWritten('nickname', nickname, longestNickname);
    const session = await sessions.demand(context);
    const { userId } = session.authentication;
    const credential = await store.renameCredential(id, userId, written, causeOf(session, now()));
    if (!credential) throw new Refusal(404, 'not_found');
    return context.json(listCredential(credential));
  };
}

/**
 * `DELETE /webauthn/credentials/{id}`: removes a passkey, and ends the other sessions that began with it.
 */
export function removeCredential(services: Services): Handler<Env> {
  const { config, grants, now, sessions, store } = services;
  const issuers = issuersOf(config);
  const isRequired = config.secondFactor === 'required';
  return async (context) => {
    const id = readCredentialId(context);
    const session = await sessions.demand(context);
    await demandFreshnessToEnd(services, session);
    const { authentication } = session;
    const cause = causeOf(session, now());
    const notify = await prepareNotice(services, authentication.userId);
    const outcome = await store.removeCredential(id, authentication.userId, issuers, cause, isRequired);
    if (outcome === 'unknown') throw new Refusal(404, 'not_found');
    if (outcome === 'last-factor')
      throw new Refusal(409, 'second_factor_required', {
        message: 'It is the only second factor of the account, which requires one.',
      });
    if (outcome === 'last-way-in')
      throw new Refusal(409, 'last_way_in', { message: 'This passkey is the only way to sign in to the account.' });
    grants.giveBackLeft();
    notify('passkey-removed');
    return context.body(null, 204);
  };
}

/**
 * `GET /.well-known/passkey-endpoints`: where password managers send people to create and to manage passkeys, and where
 * they read what is lost with a passkey, because its PRF secret opens their vault.
 *
 * @see {@link https://w3c.github.io/webappsec-passkey-endpoints/ A Well-Known URL for Relying Party Passkey Endpoints}
 */
export function passkeyEndpoints({ config }: Services): Handler<Env> {
  const page = `${config.origins[0]}/home`;
  const prfUsageDetails = `${config.origins[0]}/docs/vault`;
  return (context) => context.json({ enroll: page, manage: page, prfUsageDetails } satisfies PasskeyEndpoints);
}

/** `GET /.well-known/change-password`: leads to the page where people change how they sign in. */
export const changePassword: Handler<Env> = (context) => context.redirect('/home', 302);
