import type { RuleId } from './rules.js';

/**
 * The case that must pass before a refusal says anything: a backend in which no sign-in works refuses every faulty one
 * too. By the rule of the cases that build on it.
 */
export const foundations: Readonly<Partial<Record<RuleId, string>>> = {
  'binding-verified': 'bind-session',
  'challenge-bound': 'sign-in',
  'challenge-expires': 'sign-in',
  'challenge-purpose': 'sign-in',
  'challenge-several': 'sign-in',
  'challenge-single-use': 'sign-in',
  'challenge-survives-refusal': 'sign-in',
  'counter-increases': 'sign-in',
  'last-way-in': 'sign-in',
  'one-owner': 'registration',
  'passkey-removed': 'sign-in',
  'password-checked': 'password-right',
  'payment-verified': 'payment-by-passkey',
  'provider-verified': 'provider-sign-in',
  'registration-verified': 'registration',
  'registration-works': 'registration',
  'replaced-cookie': 'sign-in',
  'second-factor-checked': 'second-factor-by-app',
  'second-factor-ends': 'second-factor-by-app',
  'sign-in-verified': 'sign-in',
  'sign-in-works': 'sign-in',
  'step-up': 'step-up',
  'unknown-passkey': 'sign-in',
  'user-handle-matches': 'sign-in',
};
