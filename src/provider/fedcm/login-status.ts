import { LatchError } from '../../base/client/errors.js';

/** Whether the browser believes that a user is signed in at a provider. */
export type LoginStatus = 'logged-in' | 'logged-out';

/**
 * Tells the browser whether a user is signed in at the provider whose page this is; the header `Set-Login` does the
 * same. For providers only: sites that sign in with a provider cannot set it. While the status is `logged-out`, the
 * browser sends the provider no requests, and for sites that use it everything looks like a dismissed dialog.
 *
 * @throws {LatchError} `unsupported` where browsers keep no such status, or not for this page.
 * @throws {TypeError} for any other status.
 * @see {@link https://www.w3.org/TR/fedcm/#login-status-javascript FedCM, Login Status}
 */
export async function setLoginStatus(status: LoginStatus): Promise<void> {
  if (status !== 'logged-in' && status !== 'logged-out')
    throw new TypeError(`"status" must be logged-in or logged-out, not "${String(status)}"`);
  try {
    await navigator.login.setStatus(status);
  } catch (cause) {
    throw new LatchError('unsupported', 'The browser cannot set the login status.', { cause });
  }
}
