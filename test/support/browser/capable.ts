/**
 * Makes the browser report passkeys in autofill, and `more`, as supported. Under test it reports that only while there
 * is a virtual authenticator, and the first result is cached.
 */
export function claimCapabilities(more: Record<string, boolean> = {}): void {
  Object.assign(PublicKeyCredential, {
    getClientCapabilities: async () => ({ conditionalGet: true, ...more }),
    isConditionalMediationAvailable: async () => true,
  });
}
