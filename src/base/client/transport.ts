/**
 * Sends one request of the contract and returns an answer of the contract: a `fetch` that is also told the base URL of
 * the backend.
 */
export interface Transport {
  (url: URL, init: RequestInit, baseUrl: URL): Promise<Response>;
  /** Whether the backend lacks a request of the contract, such as `PATCH /account`. */
  lacks?(name: string): boolean;
  /** The headers of a request of the app's own with this method, such as a token against CSRF. */
  headers?(method: string): Promise<Record<string, string>>;
  /** Whether the backend speaks something else than the contract. */
  readonly translates?: boolean;
  /** Whether users sign in with their e-mail address, and with no other name. */
  readonly wantsEmail?: boolean;
}
