import { ask, TooLong } from './ask.js';

/** One request of the kit, and the response of the backend. */
export interface Exchange {
  readonly method: string;
  readonly url: string;
  readonly requestHeaders: Readonly<Record<string, string>>;
  /** The body that was sent. */
  readonly requestBody: string | undefined;
  /** The HTTP status; 0 if there was no response. */
  readonly status: number;
  readonly headers: ReadonlyArray<readonly [name: string, value: string]>;
  /** The body of the response, at most 64 KiB of it. */
  readonly body: string;
}

/** A response whose body was read. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body if the response is JSON, else undefined. */
  readonly json: unknown;
  readonly exchange: Exchange;
}

/** Sends a request. The `fetch` of Node does, and so does a function that calls an app in the same process. */
export type Send = (request: Request) => Promise<Response>;

/** What may differ from what a browser sends from a page of the site. */
export interface RequestChanges {
  /** Replaces the header, or omits it if undefined. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

/** No usable response: connection refused or broken, no answer in time, or an answer that is too long. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
  readonly exchange: Exchange;
  /** Whether the backend took too long; otherwise the connection was refused or broke, or the answer was too long. */
  readonly isLate: boolean;

  constructor(exchange: Exchange, deadline: number, cause: unknown) {
    const isLate = cause instanceof DOMException && cause.name === 'TimeoutError';
    const limit = isLate ? ` within ${deadline / 1000} seconds` : '';
    const what = cause instanceof TooLong ? 'got an answer of more than 1 MB' : `got no answer${limit}`;
    super(`${exchange.method} ${new URL(exchange.url).pathname} ${what}.`, { cause });
    this.exchange = exchange;
    this.isLate = isLate;
  }
}

const longestBody = 65_536;

/** How the browsers of a run reach the backend. */
export interface Line {
  /** Where the endpoints are, with a slash at the end. */
  readonly baseUrl: URL;
  /** The origin of the pages. */
  readonly origin: string;
  readonly send: Send;
  /** Resolves when the next request may be sent. */
  waitForTurn(): Promise<void>;
  record(exchange: Exchange): void;
  readonly signal: AbortSignal;
  /** What the abort of the signal calls. */
  readonly giveUps: Set<() => void>;
  /** How long the backend may take for an answer, in milliseconds. */
  readonly deadline: number;
}

/** One browser: keeps the cookies of the backend, and sends requests as a page of the site does. */
export class Browser {
  readonly #line: Line;
  /** By name. Attributes are not applied: the kit asks one backend only. */
  readonly cookies: Map<string, string>;

  constructor(line: Line, cookies: Iterable<readonly [string, string]> = []) {
    this.#line = line;
    this.cookies = new Map(cookies);
  }

  get origin(): string {
    return this.#line.origin;
  }

  /** Another browser that came by the cookies of this one. */
  copy(): Browser {
    return new Browser(this.#line, this.cookies);
  }

  get(path: string, changes?: RequestChanges): Promise<Answer> {
    return this.send('GET', path, undefined, changes);
  }

  /** Posts `body` as JSON; without one, an empty body. */
  post(path: string, body?: unknown, changes?: RequestChanges): Promise<Answer> {
    return this.send('POST', path, body === undefined ? undefined : JSON.stringify(body), changes);
  }

  patch(path: string, body: unknown): Promise<Answer> {
    return this.send('PATCH', path, JSON.stringify(body));
  }

  put(path: string, body: unknown): Promise<Answer> {
    return this.send('PUT', path, JSON.stringify(body));
  }

  delete(path: string, changes?: RequestChanges): Promise<Answer> {
    return this.send('DELETE', path, undefined, changes);
  }

  /**
   * Sends exactly this body.
   *
   * @throws {NoAnswer} if there is no usable response.
   */
  async send(
    method: string,
    path: string,
    body?: string | Uint8Array<ArrayBuffer>,
    { headers: changed = {} }: RequestChanges = {},
  ): Promise<Answer> {
    const { baseUrl, origin, signal, deadline } = this.#line;
    const url = new URL(path.replace(/^\//, ''), baseUrl);
    const usual: Record<string, string | undefined> = {
      accept: 'application/json',
      'sec-fetch-dest': 'empty',
      'sec-fetch-mode': 'cors',
      'sec-fetch-site': url.origin === origin ? 'same-origin' : 'same-site',
      ...((method !== 'GET' || url.origin !== origin) && { origin }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(this.cookies.size > 0 && { cookie: [...this.cookies].map((pair) => pair.join('=')).join('; ') }),
      ...changed,
    };
    const requestHeaders = Object.fromEntries(
      Object.entries(usual).filter((entry): entry is [string, string] => entry[1] !== undefined),
    );
    const sent = {
      method,
      url: url.href,
      requestHeaders,
      requestBody: typeof body === 'object' ? new TextDecoder().decode(body) : body,
    };
    await this.#line.waitForTurn();
    /** A kept connection may be closed by the server just now: browsers then send the request again, on a new one. */
    const tryToAsk = async (attempts: number): Promise<{ response: Response; text: string }> => {
      const create = (over: AbortSignal) =>
        new Request(url, {
          method,
          headers: requestHeaders,
          redirect: 'manual',
          signal: over,
          ...(body !== undefined && { body }),
        });
      try {
        return await ask(create, this.#line);
      } catch (error) {
        const isBroken = error instanceof TypeError && error.cause !== undefined;
        if (!isBroken || attempts === 1 || signal.aborted) throw error;
        await new Promise((resolve) => setTimeout(resolve, 20));
        return tryToAsk(attempts - 1);
      }
    };
    let response: Response;
    let text: string;
    try {
      ({ response, text } = await tryToAsk(3));
    } catch (cause) {
      signal.throwIfAborted();
      const exchange = { ...sent, status: 0, headers: [], body: '' };
      this.#line.record(exchange);
      throw new NoAnswer(exchange, deadline, cause);
    }
    const { status, headers } = response;
    const exchange = { ...sent, status, headers: [...headers], body: text.slice(0, longestBody) };
    this.#line.record(exchange);
    this.#keepCookies(headers);
    return { status, headers, text, json: readJson(headers, text), exchange };
  }

  #keepCookies(headers: Headers): void {
    for (const line of headers.getSetCookie()) {
      const { name, value, attributes } = parseSetCookie(line);
      const isExpired =
        attributes.get('max-age') === '0' ||
        (!attributes.has('max-age') && Date.parse(attributes.get('expires') ?? '') < Date.now());
      if (value === '' || isExpired) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
  }
}

/** A `Set-Cookie` header in parts; names of attributes are in lower case. */
export function parseSetCookie(line: string): { name: string; value: string; attributes: Map<string, string> } {
  const [pair = '', ...rest] = line.split(';');
  const split = (text: string): [string, string] => {
    const at = text.indexOf('=');
    return at < 0 ? [text.trim(), ''] : [text.slice(0, at).trim(), text.slice(at + 1).trim()];
  };
  const [name, value] = split(pair);
  return {
    name,
    value,
    attributes: new Map(
      rest.map((part) => {
        const [attribute, content] = split(part);
        return [attribute.toLowerCase(), content];
      }),
    ),
  };
}

function readJson(headers: Headers, text: string): unknown {
  if (!/^application\/(?:[\w.-]+\+)?json\b/i.test(headers.get('content-type') ?? '')) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
