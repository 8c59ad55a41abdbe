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

/** The headers of an answer without the one that is new in each. */
export function comparableHeaders({ headers }: Pick<Answer, 'headers'>): [name: string, value: string][] {
  return [...headers].filter(([name]) => name !== 'x-request-id');
}

/** How a visitor's requests look. */
export interface VisitorOptions {
  /** The address the requests come from. */
  address?: string;
  /** Headers for every request. By default what a browser sends from a page of the same site. */
  headers?: Record<string, string>;
}

/** Someone with a browser: keeps the cookies of the server and sends requests as a page of the site does. */
export interface Visitor {
  /** The value of the session cookie; set it to plant one. */
  cookie: string | undefined;
  /** The value of the cookie by which the browser of an OpenID flow is known. */
  flowCookie: string | undefined;
  /** The value of the cookie by which the browser is known to have signed in before. */
  knownCookie: string | undefined;
  /** The value of the cookie that a bound session needs beside its own. */
  boundCookie: string | undefined;
  get<Body = Record<string, unknown>>(path: string, headers?: Record<string, string>): Promise<Answer<Body>>;
  /** Posts nothing, an object as JSON, or form fields. */
  post<Body = Record<string, unknown>>(
    path: string,
    body?: object | URLSearchParams,
    headers?: Record<string, string>,
  ): Promise<Answer<Body>>;
  /** Sends an object as JSON. */
  patch<Body = Record<string, unknown>>(
    path: string,
    body: object,
    headers?: Record<string, string>,
  ): Promise<Answer<Body>>;
  /** Sends an object as JSON. */
  put<Body = Record<string, unknown>>(
    path: string,
    body: object,
    headers?: Record<string, string>,
  ): Promise<Answer<Body>>;
  delete<Body = Record<string, unknown>>(path: string, headers?: Record<string, string>): Promise<Answer<Body>>;
  /** Sends exactly this, plus the cookies, and no other header. */
  send<Body = Record<string, unknown>>(path: string, init: RequestInit): Promise<Answer<Body>>;
}

const fromOurPage = { 'Sec-Fetch-Site': 'same-origin' };

function readSetCookie(headers: Headers, name: string): string | undefined {
  const line = headers.getSetCookie().find((candidate) => candidate.startsWith(`${name}=`));
  return line?.slice(name.length + 1).split(';')[0];
}

function parse(text: string, contentType: string | null): unknown {
  return contentType === 'application/json' && text !== '' ? JSON.parse(text) : text;
}

/** Creates a visitor of `origin`. Every answer is checked against the contract, and `record` sees each exchange. */
export function createVisitor(
  origin: string,
  send: Send,
  record: (exchange: Exchange) => void,
  options: VisitorOptions = {},
): Visitor {
  const { address = '127.0.0.1', headers: usual = fromOurPage } = options;
  const sendJson = <Body>(
    method: string,
    path: string,
    body: object,
    headers: Record<string, string>,
  ): Promise<Answer<Body>> =>
    visitor.send(path, {
      method,
      headers: { ...usual, 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });

  const visitor: Visitor = {
    cookie: undefined,
    flowCookie: undefined,
    knownCookie: undefined,
    boundCookie: undefined,

    async send<Body>(path: string, init: RequestInit) {
      const request = new Request(origin + path, { redirect: 'manual', ...init });
      const cookies = {
        '__Host-sid': visitor.cookie,
        '__Host-flow': visitor.flowCookie,
        '__Host-known': visitor.knownCookie,
        '__Host-bound': visitor.boundCookie,
      };
      const kept = Object.entries(cookies).filter(([, value]) => value !== undefined);
      if (kept.length > 0) request.headers.set('Cookie', kept.map(([name, value]) => `${name}=${value}`).join('; '));
      const response = await send(request, address);
      const { status, headers } = response;
      const text = await response.text();
      const takesPage =
        request.headers.get('Sec-Fetch-Mode') === 'navigate' || /text\/html/i.test(request.headers.get('Accept') ?? '');
      const sent = init.body instanceof URLSearchParams ? init.body.toString() : init.body;
      const exchange: Exchange = {
        method: request.method,
        path,
        status,
        headers,
        body: text,
        takesPage,
        ...(typeof sent === 'string' && { sent }),
      };
      record(exchange);
      checkExchange(exchange);
      visitor.knownCookie = readSetCookie(headers, '__Host-known') ?? visitor.knownCookie;
      visitor.flowCookie = readSetCookie(headers, '__Host-flow') ?? visitor.flowCookie;
      const cookie = readSetCookie(headers, '__Host-sid');
      if (cookie !== undefined) visitor.cookie = cookie === '' ? undefined : cookie;
      const bound = readSetCookie(headers, '__Host-bound');
      if (bound !== undefined) visitor.boundCookie = bound === '' ? undefined : bound;
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
    put: (path, body, headers = {}) => sendJson('PUT', path, body, headers),
    delete: (path, headers = {}) => visitor.send(path, { method: 'DELETE', headers: { ...usual, ...headers } }),
  };
  return visitor;
}
