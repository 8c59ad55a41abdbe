import { checkExchange, type Exchange } from './contract-check.js';

/** Sends one request to the server under test. */
export type Send = (request: Request, address: string) => Promise<Response>;

/** An answer with its body read: parsed when it is JSON, else the text. */
export interface Answer<Body = Record<string, unknown>> {
  status: number;
  headers: Headers;
  body: Body;
  text: string;
}

/** How a visitor's requests look. */
export interface VisitorOptions {
  /** The address the requests come from. */
  address?: string;
  /** Headers for every request. By default what a browser sends from a page of the same site. */
  headers?: Record<string, string>;
}

/** Someone with a browser: keeps the session cookie and sends requests as a page of the site does. */
export interface Visitor {
  /** The value of the session cookie; set it to plant one. */
  cookie: string | undefined;
  get<Body = Record<string, unknown>>(path: string, headers?: Record<string, string>): Promise<Answer<Body>>;
  /** Posts nothing, an object as JSON, or form fields. */
  post<Body = Record<string, unknown>>(path: string, body?: object | URLSearchParams, headers?: Record<string, string>): Promise<Answer<Body>>;
  /** Sends an object as JSON. */
  patch<Body = Record<string, unknown>>(path: string, body: object, headers?: Record<string, string>): Promise<Answer<Body>>;
  delete<Body = Record<string, unknown>>(path: string, headers?: Record<string, string>): Promise<Answer<Body>>;
  /** Sends exactly this, plus the cookie, and no other header. */
  send<Body = Record<string, unknown>>(path: string, init: RequestInit): Promise<Answer<Body>>;
}

const fromOurPage = { 'Sec-Fetch-Site': 'same-origin' };

function readSetCookie(headers: Headers): string | undefined {
  return headers.getSetCookie().map((line) => /^__Host-sid=([^;]*)/.exec(line)?.[1]).find((value) => value !== undefined);
}

function parse(text: string, contentType: string | null): unknown {
  return contentType === 'application/json' ? JSON.parse(text) : text;
}

/** Creates a visitor of `origin`. Every answer is checked against the contract, and `record` sees each exchange. */
export function createVisitor(origin: string, send: Send, record: (exchange: Exchange) => void, options: VisitorOptions = {}): Visitor {
  const { address = '127.0.0.1', headers: usual = fromOurPage } = options;
  const sendJson = <Body>(method: string, path: string, body: object, headers: Record<string, string>): Promise<Answer<Body>> =>
    visitor.send(path, { method, headers: { ...usual, 'Content-Type': 'application/json', ...headers }, body: JSON.stringify(body) });

  const visitor: Visitor = {
    cookie: undefined,

    async send<Body>(path: string, init: RequestInit) {
      const request = new Request(origin + path, { redirect: 'manual', ...init });
      if (visitor.cookie !== undefined) request.headers.set('Cookie', `__Host-sid=${visitor.cookie}`);
      const response = await send(request, address);
      const { status, headers } = response;
      const text = await response.text();
      const exchange = { method: request.method, path, status, headers, body: text };
      record(exchange);
      checkExchange(exchange);
      const cookie = readSetCookie(headers);
      if (cookie !== undefined) visitor.cookie = cookie === '' ? undefined : cookie;
      return { status, headers, text, body: parse(text, headers.get('Content-Type')) as Body };
    },

    get: (path, headers = {}) => visitor.send(path, { headers: { ...usual, ...headers } }),

    post(path, body, headers = {}) {
      if (body === undefined || body instanceof URLSearchParams) {
        return visitor.send(path, { method: 'POST', headers: { ...usual, ...headers }, ...(body && { body }) });
      }
      return sendJson('POST', path, body, headers);
    },

    patch: (path, body, headers = {}) => sendJson('PATCH', path, body, headers),
    delete: (path, headers = {}) => visitor.send(path, { method: 'DELETE', headers: { ...usual, ...headers } }),
  };
  return visitor;
}
