import { requestOptionsShape } from '../../core/contract/sign-in.js';
import type { RequestOptions } from '../../core/contract-types.js';
import { LatchError } from '../../core/errors.js';

/**
 * Reads request options that the server wrote into the page, in a `<script type="application/json">`.
 *
 * @throws {LatchError} `bad_response` if `text` is not JSON or not request options.
 */
export function parseInlinedOptions(text: string): RequestOptions {
  let cause: unknown;
  try {
    const options = JSON.parse(text);
    if (requestOptionsShape(options)) return options;
  } catch (error) {
    cause = error;
  }
  throw new LatchError('bad_response', 'The script in the page holds no request options.', { cause });
}
