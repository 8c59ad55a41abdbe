/**
 * Sends one request of the contract and returns an answer of the contract: a `fetch` that is also told the base URL of
 * the backend.
 */
export type Transport = (url: URL, init: RequestInit, baseUrl: URL) => Promise<Response>;
