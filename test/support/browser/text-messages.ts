/**
 * What the page asked the browser's reader of text messages, which headless Chromium has but no message ever reaches.
 */
export interface TextMessages {
  /** The options of each `get` with `otp`, in order. */
  readonly asked: readonly (CredentialRequestOptions & { otp: unknown })[];
  /** How many of them wait for a message. */
  readonly waiting: number;
  /** A message comes, and the user lets the page have what is in it. */
  deliver(credential: unknown): void;
  /** The browser ends the wait. */
  fail(error: unknown): void;
  restore(): void;
}

/** Stands between the page and its text messages. Other requests go through untouched. */
export function watchTextMessages(): TextMessages {
  const asked: (CredentialRequestOptions & { otp: unknown })[] = [];
  const waiting = new Set<{ resolve: (credential: unknown) => void; reject: (error: unknown) => void }>();
  const { credentials } = navigator;
  const own = Object.getOwnPropertyDescriptor(credentials, 'get');
  const native = credentials.get.bind(credentials);
  Object.defineProperty(credentials, 'get', {
    configurable: true,
    value: (options: CredentialRequestOptions & { otp?: unknown }) => {
      if (!options.otp) return native(options);
      asked.push({ ...options, otp: options.otp });
      return new Promise((resolve, reject) => {
        const wait = { resolve, reject };
        const { signal } = options;
        const abort = () => {
          waiting.delete(wait);
          reject(signal!.reason as Error);
        };
        if (signal?.aborted) return abort();
        signal?.addEventListener('abort', abort);
        waiting.add(wait);
      });
    },
  });
  const settle = (
    end: (wait: { resolve: (credential: unknown) => void; reject: (error: unknown) => void }) => void,
  ) => {
    for (const wait of waiting) end(wait);
    waiting.clear();
  };
  return {
    asked,
    get waiting() {
      return waiting.size;
    },
    deliver: (credential) => settle(({ resolve }) => resolve(credential)),
    fail: (error) => settle(({ reject }) => reject(error)),
    restore() {
      if (own) Object.defineProperty(credentials, 'get', own);
      else Reflect.deleteProperty(credentials, 'get');
    },
  };
}
