/** One call of `navigator.credentials.get` or `create`, as the page made it. */
export interface CredentialRequest {
  readonly method: 'get' | 'create';
  readonly options: CredentialRequestOptions & CredentialCreationOptions & { uiMode?: string };
  /** `performance.now()` at the call. */
  readonly at: number;
  /** How it ended: `resolved`, or the name of the error; undefined while it is pending. */
  outcome?: string;
  /** Ends it as if the user had chosen this passkey. */
  choose(credential: Credential | null): void;
  /** Ends it with this error. */
  fail(error: unknown): void;
}

export type Native = (options: CredentialRequest['options']) => Promise<Credential | null>;

/** What the page asked of the browser, in order, and a say in how it is answered. */
export interface CredentialRequests {
  readonly all: readonly CredentialRequest[];
  readonly pending: readonly CredentialRequest[];
  /** The most requests that were before the browser at one moment. */
  readonly mostAtOnce: number;
  /** Resolves with the first request from the `index`th on that `wanted` accepts, as soon as it is made. */
  next(wanted?: (request: CredentialRequest) => boolean, index?: number): Promise<CredentialRequest>;
  /** Answers the following requests with `answer` instead of the browser; `native` is the browser's own. */
  answerWith(answer: (request: CredentialRequest, native: Native) => Promise<Credential | null>): void;
  /**
   * From now on no authenticator answers: a request stays pending until the test chooses or fails it, or its signal
   * aborts.
   */
  hold(): void;
  /** Gives `navigator.credentials` back as it was. */
  restore(): void;
}

export const isConditional = ({ options }: CredentialRequest) => options.mediation === 'conditional';
export const isModal = (request: CredentialRequest) => !isConditional(request);

/**
 * Stands between the page and the browser's credential requests. Without {@link CredentialRequests.answerWith} it only
 * looks on.
 */
export function watchCredentialRequests(): CredentialRequests {
  const all: CredentialRequest[] = [];
  const waiting = new Set<() => void>();
  let mostAtOnce = 0;
  let answer = (request: CredentialRequest, native: Native) => native(request.options);
  const pending = () => all.filter(({ outcome }) => outcome === undefined);

  for (const method of ['get', 'create'] as const) {
    const native: Native = (options) => CredentialsContainer.prototype[method].call(navigator.credentials, options);
    Object.defineProperty(navigator.credentials, method, {
      configurable: true,
      value: async (options: CredentialRequest['options']) => {
        let choose!: (credential: Credential | null) => void;
        let fail!: (error: unknown) => void;
        const decided = new Promise<Credential | null>((resolve, reject) => ([choose, fail] = [resolve, reject]));
        const request: CredentialRequest = { method, options, at: performance.now(), choose, fail };
        all.push(request);
        mostAtOnce = Math.max(mostAtOnce, pending().length);
        for (const look of waiting) look();
        try {
          const credential = await Promise.race([decided, answer(request, native)]);
          request.outcome = 'resolved';
          return credential;
        } catch (error) {
          request.outcome = (error as Error | null)?.name ?? 'unknown';
          throw error;
        }
      },
    });
  }

  return {
    all,
    get pending() {
      return pending();
    },
    get mostAtOnce() {
      return mostAtOnce;
    },
    next: (wanted = () => true, index = 0) =>
      new Promise((resolve) => {
        const look = () => {
          const found = all.slice(index).find(wanted);
          if (!found) return;
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        look();
      }),
    answerWith: (next) => (answer = next),
    hold: () => (answer = ({ options: { signal } }) => untilAborted(signal)),
    restore() {
      for (const method of ['get', 'create']) Reflect.deleteProperty(navigator.credentials, method);
    },
  };
}

/** Never answers, but rejects with the reason of `signal` once it aborts, as browsers do. */
function untilAborted(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_resolve, reject) => {
    const abort = () => reject(signal!.reason as Error);
    if (signal?.aborted) abort();
    signal?.addEventListener('abort', abort);
  });
}
