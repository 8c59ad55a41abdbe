/** One request that the page made of its backend. */
export interface BackendRequest {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  /** The body, if it was JSON. */
  readonly body: unknown;
  readonly init: RequestInit;
}

export type Answer = (request: BackendRequest, real: () => Promise<Response>) => Response | Promise<Response>;

/** What the page asked of its backend, in order, and a say in how it is answered. */
export interface BackendRequests {
  readonly all: readonly BackendRequest[];
  /** Those to paths that start with `path`. */
  to(path: string): readonly BackendRequest[];
  /**
   * Answers the following requests with `answer`; `real` asks the reference server. A request whose signal aborts ends
   * with that.
   */
  answerWith(answer: Answer): void;
  /** Resolves with the next request from now on whose path starts with `path`. */
  next(path: string): Promise<BackendRequest>;
  restore(): void;
}

/**
 * Stands between the page and its backend. Without {@link BackendRequests.answerWith} it only looks on.
 */
export function watchBackendRequests(): BackendRequests {
  const all: BackendRequest[] = [];
  const native = globalThis.fetch;
  const waiting = new Set<(request: BackendRequest) => void>();
  let respond: Answer = (_request, real) => real();
  /** Ends the requests that no test has answered, with the locks they hold. */
  const over = new AbortController();

  globalThis.fetch = async (input, init = {}) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input, document.baseURI);
    const request = {
      method: init.method ?? 'GET',
      path: pathname + search,
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
      init,
    };
    all.push(request);
    for (const look of waiting) look(request);
    init.signal?.throwIfAborted();
    return Promise.race([respond(request, () => native(input, init)), aborted(init.signal), aborted(over.signal)]);
  };

  return {
    all,
    to: (path) => all.filter((request) => request.path.startsWith(path)),
    answerWith: (next) => (respond = next),
    next: (path) =>
      new Promise((resolve) => {
        const look = (request: BackendRequest) => {
          if (!request.path.startsWith(path)) return;
          waiting.delete(look);
          resolve(request);
        };
        waiting.add(look);
      }),
    restore() {
      globalThis.fetch = native;
      over.abort();
    },
  };
}

/** An answer whose text is read at once, so that what follows from it needs no task of the browser. */
export function answer(text: string, status = 200, headers: Record<string, string> = {}): Response {
  return Object.assign(new Response(text, { status, headers }), { text: async () => text });
}

/** The same with JSON. */
export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return answer(JSON.stringify(body) ?? '', status, { 'content-type': 'application/json', ...headers });
}

/** Options as every backend of the contract may send them; the challenge is new each time. */
export function requestOptions(more: object = {}) {
  return {
    challenge: crypto.randomUUID().replaceAll('-', ''),
    rpId: 'localhost',
    userVerification: 'preferred',
    allowCredentials: [],
    ...more,
  };
}

/** The same for a step-up: the account has one passkey. */
export function stepUpOptions() {
  return requestOptions({
    userVerification: 'required',
    allowCredentials: [{ type: 'public-key', id: 'AQID', transports: ['internal'] }],
  });
}

/** The same for a registration. */
export function creationOptions(more: object = {}) {
  return {
    challenge: crypto.randomUUID().replaceAll('-', ''),
    rp: { id: 'localhost', name: 'Latchkey' },
    user: { id: 'dXNlcg', name: 'alice', displayName: 'Alice' },
    pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'preferred' },
    ...more,
  };
}

/** What a backend of the contract answers before a sign-in by FedCM; the nonce is new each time. */
export function nonceAnswer(more: object = {}) {
  return {
    nonce: crypto.randomUUID(),
    providers: [{ configURL: 'https://provider.example/fedcm.json', clientId: 'latchkey' }],
    ...more,
  };
}

/** Answers as a backend that is content with everything. */
export function contentBackend({ path }: BackendRequest): Response {
  if (path.endsWith('login/options?step-up')) return json(stepUpOptions());
  if (path.includes('login/options')) return json(requestOptions());
  if (path.includes('register/options') || path.includes('signup/options')) return json(creationOptions());
  if (path.endsWith('fedcm/nonce')) return json(nonceAnswer());
  if (path.endsWith('/auth/providers'))
    return json({ providers: [{ id: 'example', name: 'Example ID', kinds: ['oidc', 'fedcm'] }] });
  if (path.includes('identity/request')) return json({ protocol: path.split('=')[1], data: {} });
  if (path.includes('verify')) return json({ verified: true, backedUp: true, claims: {} });
  return json(path.includes('session') ? { signedIn: false } : {});
}

function aborted(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_resolve, reject) => {
    const abort = () => reject(signal!.reason as Error);
    if (signal?.aborted) abort();
    signal?.addEventListener('abort', abort);
  });
}
