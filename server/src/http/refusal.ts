import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { ErrorCode } from '../../../src/base/contract/types.js';

/** The error codes this server sends: those of the contract, and those of the demo app's own notes. */
export type RefusalCode = ErrorCode | 'conflict' | 'key_reused' | 'precondition_required' | 'too_many_notes';

/** The origin of a page that is not ours, and those that are: a mistake in `ORIGIN`, or an attack. */
export interface ForeignOrigin {
  readonly page: string;
  readonly configured: readonly string[];
}

/** What a refusal may carry besides its code: a sentence for developers, further members of the body, and headers. */
export interface RefusalDetails {
  /** What the log says of it besides; it is not sent. */
  foreignOrigin?: ForeignOrigin;
  message?: string;
  body?: Record<string, unknown>;
  headers?: Record<string, string>;
}

/** Thrown anywhere while a request is served; becomes the JSON answer `{error: code, …}` with `status`. */
export class Refusal extends Error {
  override readonly name = 'Refusal';

  constructor(
    readonly status: ContentfulStatusCode,
    readonly code: RefusalCode,
    readonly details: RefusalDetails = {},
  ) {
    super(details.message ?? code);
  }
}

/** Refuses what the server does not have, or not as it is configured. */
export function refuseMissing(): never {
  throw new Refusal(404, 'unsupported');
}
