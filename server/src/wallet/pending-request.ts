import type { IdentityProtocol } from '../../../src/base/contract/types.js';

/** A request that waits for its response. */
export interface PendingRequest {
  id: string;
  protocol: IdentityProtocol;
  /** When it was made, epoch milliseconds. */
  requestedAt: number;
  secrets: RequestSecrets;
}

/** The secret state of a request. */
export interface RequestSecrets {
  /** 32 random bytes in base64url. */
  nonce: string;
  /** The private key that opens the response, on P-256. */
  key: { kty: 'EC'; crv: 'P-256'; x: string; y: string; d: string };
}

/** A response whose request was found. */
export interface RecognizedResponse {
  requestId: string;
  /**
   * Returns the requested claims, by the id of the credential in the query. @throws {IdentityFailure} with the reason.
   */
  verify(): Promise<Record<string, Record<string, unknown>>>;
}
