/**
 * Has the browser of this page say that it can offer passkeys in autofill, and `more`. Under test it says so only while
 * there is a virtual authenticator, and what it said once is remembered.
 */
export function claimCapabilities(more: Record<string, boolean> = {}): void {
  Object.assign(PublicKeyCredential, {
    getClientCapabilities: async () => ({ conditionalGet: true, ...more }),
    isConditionalMediationAvailable: async () => true,
  });
}
