import type { Shape } from './shape.js';

/**
 * One endpoint of the contract (`contract/openapi.yaml`). The type parameters are the request body and the success
 * answer.
 */
export interface Endpoint<Body, Answer> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Relative to the base URL, without a leading slash; `{id}` stands for what a call names. */
  readonly path: string;
  /** What the answer must look like before anything of it is used. Without it, the answer is not looked at. @internal */
  readonly shape?: Shape;
  /**
   * Whether the contract has a 404 `not_found` for this endpoint: for something that is not there (any more). From any
   * other endpoint it is what a framework answers for an unknown path.
   */
  readonly hasNotFound?: true;
  /** Whether a success may set the session cookie: a sign-out, or another sign-in, ends the call, so that no late answer undoes it. */
  readonly setsSession?: true;
  /** For the type checker only: this member does not exist at run time. */
  readonly types?: (body: Body) => Answer;
}
