/** A name and a password that belong together. */
export interface SavedPassword {
  readonly username: string;
  readonly password: string;
}

/** The interface as Chromium has it; it never became part of a standard, so TypeScript does not know it. */
interface PasswordCredentialConstructor {
  new (data: { id: string; password: string; name?: string }): Credential;
}

/** `PasswordCredential`, where the browser has it: in Chromium only. */
export function passwordCredential(): PasswordCredentialConstructor | undefined {
  return (globalThis as { PasswordCredential?: PasswordCredentialConstructor }).PasswordCredential;
}

/**
 * Reads what the browser, or an extension in its place, gave for a saved password. Anything else is undefined: nothing,
 * a passkey, members that throw or are missing.
 */
export function readSavedPassword(credential: unknown): SavedPassword | undefined {
  try {
    const { type, id, password } = credential as { type: unknown; id: unknown; password: unknown };
    return type === 'password' && typeof id === 'string' && id && typeof password === 'string' && password
      ? { username: id, password }
      : undefined;
  } catch {
    return undefined;
  }
}

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
