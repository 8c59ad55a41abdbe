interface StoredCredential {
  readonly type: string;
  readonly id: string;
  readonly provider: string;
  readonly name: string;
}

/**
 * What the page asked the browser about providers that people have chosen, and told it, which headless Chromium
 * forgets.
 */
export interface FederatedCredentials {
  /** The options of each `get` with `federated`. */
  readonly asked: readonly (CredentialRequestOptions & { federated: object })[];
  /** What was offered for saving: real credentials. */
  readonly stored: readonly StoredCredential[];
  answerWith(answer: () => unknown): void;
  storeWith(store: () => Promise<unknown>): void;
  /** Removes `FederatedCredential`, as in browsers other than Chromium. */
  take(): void;
  restore(): void;
}

/** Stands between the page and the browser's record of providers. */
export function watchFederatedCredentials(): FederatedCredentials {
  const { credentials } = navigator;
  const asked: (CredentialRequestOptions & { federated: object })[] = [];
  const stored: StoredCredential[] = [];
  const own = Object.getOwnPropertyDescriptor(globalThis, 'FederatedCredential')!;
  let answer: () => unknown = () => null;
  let save: () => Promise<unknown> = async () => undefined;
  const replaced = {
    get: async (options: CredentialRequestOptions & { federated: object }) => {
      asked.push(options);
      return answer();
    },
    store: (credential: unknown) => {
      stored.push(credential as StoredCredential);
      return save();
    },
  };
  for (const [name, value] of Object.entries(replaced))
    Object.defineProperty(credentials, name, { configurable: true, value });
  return {
    asked,
    stored,
    answerWith: (next) => (answer = next),
    storeWith: (next) => (save = next),
    take: () => Reflect.deleteProperty(globalThis, 'FederatedCredential'),
    restore() {
      for (const name of Object.keys(replaced)) Reflect.deleteProperty(credentials, name);
      Object.defineProperty(globalThis, 'FederatedCredential', own);
    },
  };
}
