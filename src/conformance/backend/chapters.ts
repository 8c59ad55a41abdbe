import type { Browser } from './exchange.js';

/** How to find out whether the backend has a chapter: a request whose answer is 404, 405 or 501 if it has not. */
const probes: Readonly<Record<string, (visitor: Browser) => Promise<{ status: number }>>> = {
  'passkey-settings': (visitor) => visitor.get('webauthn/credentials'),
  accounts: (visitor) => visitor.post('signup', {}),
  'passkey-sign-up': (visitor) => visitor.post('signup/options', {}),
  passwords: (visitor) => visitor.post('login', {}),
  devices: (visitor) => visitor.get('sessions'),
  'security-events': (visitor) => visitor.get('security-events'),
  'sign-out-everywhere': (visitor) => visitor.delete('sessions'),
  'password-settings': (visitor) => visitor.put('account/password', {}),
  'account-deletion': (visitor) => visitor.delete('account'),
  'linked-identities': (visitor) => visitor.get('account/identities'),
  'second-factor': (visitor) => visitor.get('account/second-factor'),
  account: (visitor) => visitor.get('account'),
  'one-time-codes': (visitor) => visitor.post('otp/request', {}),
  'email-tokens': (visitor) => visitor.get('otp/nonce'),
  oidc: (visitor) => visitor.get('auth/provider'),
  handoff: (visitor) => visitor.post('auth/handoff/redeem', {}),
  'other-device': (visitor) => visitor.post('auth/device/redeem', {}),
  fedcm: (visitor) => visitor.get('auth/fedcm/nonce'),
  payment: (visitor) => visitor.post('payment/options', {}),
  'bound-sessions': (visitor) => visitor.post('session/bind'),
  'digital-credentials': (visitor) => visitor.get('identity/request?protocol=openid4vp-v1-unsigned'),
  'related-origins': (visitor) => visitor.get('.well-known/webauthn'),
};

/** The chapter of the steps that have an endpoint of their own. A backend may have each of them without the other. */
const nextSteps = 'next-steps';
const stepProbes: typeof probes = {
  terms: (visitor) => visitor.post('session/terms', {}),
  'account-choice': (visitor) => visitor.post('session/account', {}),
};

/** All chapters that are optional. */
export const optionalChapters: readonly string[] = [...Object.keys(probes), nextSteps];

/**
 * Finds the chapters that the backend has; `core` always counts as one of them. Of `next-steps` it also finds the parts:
 * `terms` and `account-choice`.
 */
export async function findChapters(newVisitor: () => Browser): Promise<Set<string>> {
  const found = new Set(['core']);
  for (const [chapter, probe] of [...Object.entries(probes), ...Object.entries(stepProbes)]) {
    const { status } = await probe(newVisitor());
    if (![404, 405, 501].includes(status)) found.add(chapter);
  }
  if (Object.keys(stepProbes).some((part) => found.has(part))) found.add(nextSteps);
  return found;
}
