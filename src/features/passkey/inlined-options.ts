import { requestOptionsShape } from '../../core/contract.js';
import type { RequestOptions } from '../../core/contract-types.js';
import { LatchError } from '../../core/errors.js';

/**
 * Reads request options that the server wrote into the page, in a `<script type="application/json">`.
 *
 * @throws {LatchError} `bad_response` if `text` is not JSON or not request options.
 */
export function parseInlinedOptions(text: string): RequestOptions {
  let options: unknown;
  try {
    options = JSON.parse(text);
  } catch (cause) {
    throw new LatchError('bad_response', 'The request options in the page are not JSON.', { cause });
  }
  if (!requestOptionsShape(options)) throw new LatchError('bad_response', 'The JSON in the page is no set of request options.', { cause: options });
  return options as RequestOptions;
}
