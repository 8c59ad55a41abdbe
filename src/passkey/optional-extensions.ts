import type { LatchError } from '../base/client/errors.js';

type Extensions = Record<string, unknown>;

/** Failures of which an extension may be the cause; everything else is an answer of the user or about the account. */
const failures: readonly string[] = ['device_failed', 'unsupported', 'bad_response'];

/** Whether the next request goes without optional extensions at once: the last one failed with them. */
let goesWithout = false;

/**
 * Makes a request for a new passkey, once more without the extensions that the passkey can do without if a request with
 * them fails: Windows Hello in Firefox fails at PRF, for example. If the browser refuses the second request because the
 * click is too long ago, the failure of the first one stands, and the next request of the page goes without them at once.
 *
 * @throws {LatchError} what `request` rejects with.
 */
export async function withOptional<Result>(
  extensions: Extensions = {},
  request: (extensions: Extensions) => Promise<Result>,
): Promise<Result> {
  const needed = necessary(extensions);
  const isSame = Object.keys(needed).length === Object.keys(extensions).length;
  let failure: unknown;
  if (isSame || !goesWithout) {
    try {
      return await request(extensions);
    } catch (error) {
      if (isSame || !failures.includes((error as LatchError).code)) throw error;
      failure = error;
    }
  }
  const hasGesture = (navigator.userActivation as UserActivation | undefined)?.isActive !== false;
  try {
    const result = await request(needed);
    goesWithout = false;
    return result;
  } catch (error) {
    goesWithout = (error as LatchError).code === 'cancelled';
    throw goesWithout && !hasGesture && failure ? failure : error;
  }
}

/** The extensions without those that a passkey can do without. */
function necessary({ prf: _prf, largeBlob, ...others }: Extensions): Extensions {
  const isRequired = (largeBlob as { support?: unknown } | null | undefined)?.support === 'required';
  return { ...others, ...(isRequired && { largeBlob }) };
}
