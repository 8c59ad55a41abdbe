const methods = ['otp', 'password', 'oidc', 'fedcm'] as const;

/**
 * A user is signed in, and the last step was not how the sign-in began: `method` is how it began, `otp` if only the
 * backend knows that. A passkey's credential is not known any more.
 */
export type SignedInAfterStep =
  | { readonly method: (typeof methods)[number] | 'other-device' }
  | { readonly method: 'passkey'; readonly credentialId?: undefined };

/** How a user has come to be signed in, from the `authMethod` of a session: `signup`, `password-totp`, … */
export function signedInAfterStep(authMethod: string): SignedInAfterStep {
  const [kind] = authMethod.split('-');
  if (kind === 'passkey') return { method: 'passkey' };
  if (kind === 'other_device') return { method: 'other-device' };
  if (kind === 'signup') return { method: 'password' };
  return { method: methods.find((method) => method === kind) ?? 'otp' };
}
