/** The page's requests to the password manager, which headless Chromium lacks: its own `get` and `store` do nothing. */
export interface SavedPasswords {
  /** The options of each `get` with `password`, in order. */
  readonly asked: readonly CredentialRequestOptions[];
  /** What was offered for saving. */
  readonly stored: readonly { id: string; name: string; password: string }[];
  /** What the browser answers to the next requests; it may throw, or never answer. */
  answerWith(answer: (options: CredentialRequestOptions) => unknown): void;
  /** What the browser does with what is offered for saving. */
  storeWith(store: () => Promise<void>): void;
  restore(): void;
}

/** A saved password as Chromium gives it. */
export function savedPassword(id: string, password: string): Credential {
  return { type: 'password', id, password } as unknown as Credential;
}

/**
 * Stands between the page and the password manager, on a page that has not asked it for anything yet. Requests for
 * passkeys go through untouched.
 */
export function watchSavedPasswords(): SavedPasswords {
  const asked: CredentialRequestOptions[] = [];
  const stored: { id: string; name: string; password: string }[] = [];
  let answer: (options: CredentialRequestOptions) => unknown = () => null;
  let save = () => Promise.resolve();
  const { credentials } = navigator;
  Reflect.deleteProperty(globalThis, Symbol.for('latchkey.silent-access.v1'));
  const own = Object.getOwnPropertyDescriptor(credentials, 'get');
  const native = credentials.get.bind(credentials);
  Object.defineProperty(credentials, 'get', {
    configurable: true,
    value: async (options: CredentialRequestOptions & { password?: boolean }) => {
      if (!options.password) return native(options);
      asked.push(options);
      return answer(options);
    },
  });
  Object.defineProperty(credentials, 'store', {
    configurable: true,
    value: async ({ id, name, password }: { id: string; name: string; password: string }) => {
      stored.push({ id, name, password });
      await save();
    },
  });
  return {
    asked,
    stored,
    answerWith: (next) => (answer = next),
    storeWith: (next) => (save = next),
    restore() {
      if (own) Object.defineProperty(credentials, 'get', own);
      else Reflect.deleteProperty(credentials, 'get');
      Reflect.deleteProperty(credentials, 'store');
    },
  };
}
