import { passwordCredential, type SavedPassword } from './password-credential.js';

/**
 * Offers a password that has just worked to the browser's password manager. Does nothing where there is no
 * `PasswordCredential`: those browsers look at the form themselves. Nothing to wait for, and it never throws: whether
 * anything is saved is between the user and their browser.
 *
 * @see {@link https://www.w3.org/TR/credential-management-1/#passwordcredential-interface Credential Management,
 *   PasswordCredential}
 */
export function rememberPassword({ username, password }: SavedPassword): void {
  void (async () => {
    try {
      const PasswordCredential = passwordCredential();
      if (!PasswordCredential) return;
      await navigator.credentials.store(new PasswordCredential({ id: username, name: username, password }));
    } catch {
      // The user, a policy or an extension may prevent saving. The sign-in has still succeeded.
    }
  })();
}
