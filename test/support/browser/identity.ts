/** What a browser gives after a sign-in by FedCM. `more` replaces members of it. */
export function identityCredential(more: object = {}): Credential {
  return {
    type: 'identity',
    id: '',
    token: 'token of a provider',
    isAutoSelected: false,
    configURL: 'https://provider.example/fedcm.json',
    ...more,
  } as unknown as Credential;
}

/** The member `identity` of a request, as TypeScript does not know it. */
export interface IdentityRequest {
  mode?: string;
  context?: string;
  providers: {
    configURL: string;
    clientId: string;
    nonce?: string;
    format?: string;
    params?: { nonce: string };
    fields?: string[];
    loginHint?: string;
  }[];
}

/** What a page asked the browser of FedCM. */
export function identityOf(options: object): IdentityRequest {
  return (options as { identity: IdentityRequest }).identity;
}

/** Replaces a global of the browser by `value`, or removes it, until `restore`. */
export function replaceGlobal(name: string, value?: unknown): { restore(): void } {
  const own = Object.getOwnPropertyDescriptor(globalThis, name);
  if (value === undefined) Reflect.deleteProperty(globalThis, name);
  else Object.defineProperty(globalThis, name, { configurable: true, writable: true, value });
  return {
    restore() {
      Reflect.deleteProperty(globalThis, name);
      if (own) Object.defineProperty(globalThis, name, own);
    },
  };
}
