/** Whether the page has had its chance, whichever copy of Latchkey took it; the name changes when its meaning does. */
const shared = Symbol.for('latchkey.silent-access.v1');
const page = globalThis as { [shared]?: boolean };

/**
 * Takes the one chance that a page has to get a saved password without asking anybody. False if it has been taken, and
 * after a sign-out.
 */
export function takeSilentAccess(): boolean {
  const isLeft = !page[shared];
  page[shared] = true;
  return isLeft;
}

/**
 * Uses up that attempt on this page, and tells the browser to prompt before it returns a saved password again, on every
 * page of the origin.
 *
 * @throws what the browser rejects with: `NotSupportedError` in WebKit before 17, which has no silent access that could
 *   be prevented.
 * @see {@link https://www.w3.org/TR/credential-management-1/#dom-credentialscontainer-preventsilentaccess Credential
 *   Management, preventSilentAccess}
 */
export async function preventSilentAccess(): Promise<void> {
  page[shared] = true;
  await navigator.credentials?.preventSilentAccess();
}
