import { triesPerCode } from '../config/limits.js';
import { codeLifetime } from '../config/lifetimes.js';
import { pageOrigins } from '../config/server-config.js';
import type { Handler } from 'hono';
import type { CodeRequestAnswer } from '../../../src/base/contract/types.js';
import { oneTimeCode } from '../../../src/base/text/code.js';
import { checkShape } from '../http/contract.js';
import { readJson } from '../http/middleware/body.js';
import { readAddressee } from '../one-time-codes/addressee.js';
import { acceptProof, planFor, readAsking, refuseProof } from '../one-time-codes/accept-proof.js';
import { createCode, createCodeHashes } from '../one-time-codes/codes.js';
import { writeMessage, type CodeMessage } from '../one-time-codes/message.js';
import { createCodeRequestLimits } from '../one-time-codes/request-limits.js';
import { Refusal } from '../http/refusal.js';
import type { Env, RequestContext } from '../http/request-context.js';
import type { Services } from '../services.js';
import type { OneTimeCode } from '../store/records.js';

/** Whose a code is and what it is for. */
type Plan = Pick<OneTimeCode, 'purpose' | 'userId' | 'address'>;

/** For an address without an account. Text from strangers is not stored. */
const nobodys: Plan = { purpose: 'sign-in', userId: null, address: '' };

/** The host of the page at the top, when it is another site's that may embed ours. */
function readTopHost(topOrigin: string | undefined, config: Services['config']): string | undefined {
  if (topOrigin === undefined) return undefined;
  if (![...config.embedders, ...pageOrigins(config)].includes(topOrigin))
    throw new Refusal(400, 'bad_request', { message: 'topOrigin: not an origin that may embed the pages' });
  return new URL(topOrigin).hostname;
}

/**
 * The host of the page in which the code is entered: browsers offer a code only there. Without `Origin` it is the host that
 * the browser uses.
 */
function hostOf({ req }: RequestContext, config: Services['config']): string {
  const { host } = new URL(req.url);
  const page = pageOrigins(config).find((origin) => origin === req.header('Origin'));
  const own = config.origins.find((origin) => new URL(origin).host === host);
  return new URL(page ?? own ?? config.origins[0]!).hostname;
}

/**
 * `POST /otp/request`: sends a code to an address, if an account has it. For other addresses it stores and returns the
 * same.
 */
export function requestCode(services: Services): Handler<Env> {
  const { clientOf, config, deliveries, attemptSourceOf, log, now, secrets, sessions, store } = services;
  const hashes = createCodeHashes(secrets);
  const limits = createCodeRequestLimits(services);

  return async (context) => {
    const { to, topOrigin } = checkShape('CodeRequest', readJson(context));
    const addressee = readAddressee(to, 'to');
    const topHost = readTopHost(topOrigin, config);
    await limits.countRequest(addressee.address, clientOf(context));
    const asking = await readAsking(services, await sessions.read(context));
    const wanted: Plan = (await planFor(store, addressee.address, asking)) ?? nobodys;
    const source = await attemptSourceOf(context, wanted.userId ?? undefined);
    const mayReceive = await limits.mayReceive(addressee.address, source);
    // A code that is not sent is only there to be guessed.
    const planned = mayReceive ? wanted : nobodys;
    const code = createCode();
    const expires = now() + codeLifetime;
    await sessions.attach(context, (sessionId, time, session) =>
      store.saveCode({ ...planned, sessionId, hash: hashes.hash(code, sessionId), expires }, time, session),
    );

    const message: CodeMessage = { to: addressee, code, name: config.rpName, host: hostOf(context, config), topHost };
    deliveries.begin(async () => {
      if (planned.userId !== null) return writeMessage(message);
      if (wanted.userId !== null)
        log({
          level: 'warn',
          event: 'message-not-sent',
          reason: 'The account has requested too many codes.',
        });
      return undefined;
    });
    return context.json({ expires } satisfies CodeRequestAnswer, 202);
  };
}

/** The digits that were typed. What cannot be a code is not a guess. */
function readCode(typed: string): string {
  const code = oneTimeCode(typed);
  if (code === undefined) throw new Refusal(400, 'bad_request', { message: 'code: not 4 to 12 digits' });
  return code;
}

/** `POST /otp/verify`: takes a code back, which signs its owner in or verifies their address. */
export function verifyCode(services: Services): Handler<Env> {
  const { background, attemptSourceOf, now, secrets, sessions, store } = services;
  const hashes = createCodeHashes(secrets);
  const limits = createCodeRequestLimits(services);
  return async (context) => {
    const given = readCode(checkShape('CodeVerification', readJson(context)).code);
    const session = await sessions.read(context);
    const code = session && (await store.tryCode(session.id, now(), triesPerCode));
    if (!code) return refuseProof();
    const source = await attemptSourceOf(context, code.userId ?? undefined);
    const isFirst = code.tries === 1;
    if (isFirst && !(await limits.mayGuess(source))) {
      await store.discardCode(code);
      return refuseProof();
    }
    if (!hashes.matches(given, code.sessionId, code.hash) || code.userId === null) return refuseProof();
    const accepted = await acceptProof(services, context, session, code.purpose, code);
    if (isFirst) background.begin('forgive', () => limits.forgive(source));
    return context.json(accepted);
  };
}
