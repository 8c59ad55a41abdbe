import { LatchError } from '../../core/errors.js';

/** Whether somebody is signed in at a provider, as far as the browser knows. */
export type LoginStatus = 'logged-in' | 'logged-out';

/**
 * Tells the browser whether somebody is signed in at the provider whose page this is; the header `Set-Login` does the
 * same. For providers: sites that sign in with one have no say in it.
 * While the status is `logged-out`, the browser asks the provider for nothing, and a site for whom it would ask hears
 * the same as of a dismissed dialog.
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
    throw new LatchError('unsupported', 'The browser keeps no login status for this page.', { cause });
  }
}
