import type { Handler } from 'hono';
import type { AccountAnswer, AccountChange, SignInAnswer } from '../../../src/base/contract/types.js';
import { demandUncommonPassword, knownWords } from '../accounts/forbidden-passwords.js';
import { notifyAddresses } from '../accounts/notices.js';
import { redirectToSignIn } from '../http/sign-in-page.js';
import { randomText } from '../crypto/random-text.js';
import { checkShape } from '../http/contract.js';
import { demandFreshness, readMethods } from '../sessions/freshness.js';
import { formType, mediaType, readForm, readJson } from '../http/middleware/body.js';
import { readAddress } from '../one-time-codes/addressee.js';
import { Refusal } from '../http/refusal.js';
import type { Env } from '../http/request-context.js';
import type { Services } from '../services.js';
import { causeOf, type Account, type Address, type AddressChange } from '../store/records.js';
import { displayNameAsWritten, nameAsCompared, nameAsWritten, skeletonOf } from '../accounts/usernames.js';

/**
 * `POST /signup`: creates an account and signs it in. As JSON with or without a password; as a form of a page without
 * script, which is answered with a redirect, with one.
 */
export function signUp(services: Services): Handler<Env> {
  const { clientOf, config, limits, passwords, requiredProviders, sessions, store } = services;
  return async (context) => {
    const isForm = mediaType(context) === formType;
    const { username, password } = checkShape('SignupRequest', (isForm ? readForm : readJson)(context));
    const name = nameAsWritten(username);
    const compared = nameAsCompared(username);
    if (password !== undefined) demandUncommonPassword(password, knownWords([name, config.rpName]));
    requiredProviders.refuseName(name);
    const skeleton = skeletonOf(compared);
    const client = clientOf(context);
    await limits.countRow('name', client);
    if (await store.isTaken(compared, skeleton)) throw new Refusal(409, 'taken');
    await limits.countRow('sign-up', client);
    const previous = await sessions.read(context);
    const passwordHash = password === undefined ? null : await passwords.hash(password, client);
    const id = randomText();
    const created = await sessions.signIn(
      context,
      id,
      'signup',
      async (session, createdAt) => {
        const account = {
          id,
          handle: randomText(),
          username: compared,
          skeleton,
          name,
          displayName: name,
          passwordHash,
          createdAt,
        };
        const outcome = await store.createAccount(account, session, createdAt, previous?.id);
        if (outcome === 'taken') throw new Refusal(409, 'taken');
        return outcome === 'created';
      },
      { hasNewPassword: passwordHash !== null, beganWith: passwordHash === null ? null : 'password' },
    );
    if (!created) throw new Refusal(401, 'session_ended');
    if (!isForm) return context.json(created satisfies SignInAnswer, 201);
    return created.next ? redirectToSignIn(context, config, 'next_step') : context.redirect('/', 303);
  };
}

/** What the user gets to see of their account. */
function describeAccount({ name, displayName }: Account, addresses: readonly Address[]): AccountAnswer {
  const own = addresses.map(({ kind, address, verifiedAt }) => [kind, { address, verified: verifiedAt !== null }]);
  return { name, displayName, ...Object.fromEntries(own) };
}

/**
 * `GET /account`: the name of the account, its addresses, and the ways to sign in to it. `chaptersHere` are the chapters of
 * the contract that this server has.
 */
export function readAccount(services: Services, chaptersHere: () => string[]): Handler<Env> {
  const { sessions, store } = services;
  return async (context) => {
    const { authentication } = await sessions.demand(context);
    const account = await store.findAccount(authentication.userId);
    if (!account) throw new Refusal(401, 'unauthenticated');
    const description = describeAccount(account, await store.listAddresses(account.id));
    const deletesAt = await store.findDeletion(account.id);
    const isReachable = description.email?.verified || description.phone?.verified;
    const methods = [...(await readMethods(services, account.id)), ...(isReachable ? ['otp'] : [])];
    return context.json({
      ...description,
      methods,
      chapters: chaptersHere(),
      ...(deletesAt !== undefined && { deletesAt }),
    } satisfies AccountAnswer);
  };
}

/** The addresses that a change adds to the account or removes from it. */
function readAddresses(change: AccountChange): AddressChange[] {
  const kinds = (['email', 'phone'] as const).filter((kind) => change[kind] !== undefined);
  return kinds.map((kind) => ({ kind, address: change[kind] === null ? null : readAddress(change[kind]!, kind) }));
}

/**
 * `PATCH /account`: changes the name, which is also what the user types to sign in, the name that is shown, or an
 * address, which is then to be verified.
 */
export function changeAccount(services: Services): Handler<Env> {
  const { clientOf, limits, now, requiredProviders, sessions, store } = services;
  return async (context) => {
    const change = checkShape('AccountChange', readJson(context));
    const addresses = readAddresses(change);
    if (change.name === undefined && change.displayName === undefined && addresses.length === 0)
      throw new Refusal(400, 'bad_request', { message: 'the body: contains no change' });
    const username = change.name === undefined ? null : nameAsCompared(change.name, 'name');
    const names = {
      username,
      skeleton: username === null ? null : skeletonOf(username),
      name: change.name === undefined ? null : nameAsWritten(change.name, 'name'),
      displayName: change.displayName === undefined ? null : displayNameAsWritten(change.displayName),
    };
    const session = await sessions.demand(context);
    await demandFreshness(services, session);
    if (change.name !== undefined) {
      const account = await store.findAccount(session.authentication.userId);
      if (account) requiredProviders.refuseRename(account.name, change.name, session.issuer);
    }
    if (username !== null) await limits.countRow('name', clientOf(context));
    const { authentication } = session;
    // Those from before: the owner reads them also if someone else has just replaced one.
    const former = await store.listAddresses(authentication.userId);
    const account = await store.changeAccount(authentication.userId, names, addresses, causeOf(session, now()));
    if (account === 'taken') throw new Refusal(409, 'taken');
    if (addresses.length > 0) notifyAddresses(services, former, 'address-changed');
    if (names.name !== null) notifyAddresses(services, former, 'name-changed');
    return context.json(describeAccount(account, account.addresses));
  };
}
