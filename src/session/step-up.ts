import { LatchError } from '../base/client/errors.js';

/** A way in which an account can authenticate again, as the backend names it: `passkey`, `password`, `oidc`. */
export type StepUpMethod = 'passkey' | 'password' | 'oidc' | (string & {});

/**
 * Authenticates the user again, with one of `methods`. Resolves once the backend has accepted it; rejects with
 * `cancelled` if the user declines.
 */
export type AskStepUp = (methods: readonly StepUpMethod[], signal?: AbortSignal) => Promise<void>;

/**
 * Does `work`. If the backend requires a step-up, requests one and retries `work` once, with the refusal. A second
 * refusal is passed on.
 *
 * @throws {LatchError} what `work` or `ask` rejects with.
 */
export async function withStepUp<Result>(
  work: (refusal?: LatchError) => Promise<Result>,
  ask: AskStepUp,
  signal?: AbortSignal,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof LatchError) || error.code !== 'step_up_required') throw error;
    await ask(error.methods ?? [], signal);
    return work(error);
  }
}

/**
 * A `fetch` for a page's own endpoints: after a 403 `{error: 'step_up_required', methods}` it requests a step-up, and
 * repeats the request once with the same body. Every other response is returned unchanged, and so is a second refusal.
 *
 * @param native The `fetch` to make requests with. Defaults to the page's.
 * @throws what `native` rejects with, and {@link LatchError} what `ask` rejects with.
 */
export function fetchWithStepUp(ask: AskStepUp, native: typeof fetch = fetch): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const again = request.clone();
    const response = await native(request);
    if (response.status !== 403) return response;
    const answer: unknown = await response
      .clone()
      .json()
      .catch(() => undefined);
    if ((answer as { error?: unknown } | null | undefined)?.error !== 'step_up_required') return response;
    await ask(readMethods(answer), request.signal);
    return native(again);
  };
}

/** The methods in a refusal; empty if they are missing or invalid. */
function readMethods(refusal: unknown): StepUpMethod[] {
  const { methods } = (refusal ?? {}) as { methods?: unknown };
  return Array.isArray(methods) ? methods.filter((method) => typeof method === 'string') : [];
}
