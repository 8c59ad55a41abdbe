/**
 * Sends one request of the contract and returns an answer of the contract: a `fetch` that is also told the base URL of
 * the backend.
 */
export interface Transport {
  (url: URL, init: RequestInit, baseUrl: URL): Promise<Response>;
  /** Whether the backend lacks a request of the contract, such as `PATCH /account`. */
  lacks?(name: string): boolean;
}
