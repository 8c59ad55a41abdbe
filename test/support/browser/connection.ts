import { unlessAborted } from '../../../src/base/client/errors.js';

/** A request, with what matters of its headers. */
interface Arrival {
  readonly what: string;
  readonly key: string | null;
  readonly precondition: string | null;
  readonly headers: Headers;
}

/** A connection to the server that a test can cut. */
export interface Connection {
  /** Whether there is none. */
  isDown: boolean;
  /**
   * The requests whose responses are lost, although the server has received them: one for each entry, like `PUT
   * /notes/a`.
   */
  readonly losing: string[];
  /**
   * Told of each request like `PUT /notes/a` before it is sent, which waits for it. What it returns is the answer, and
   * the server gets nothing.
   */
  onRequest?: (what: string) => Promise<Response | void> | Response | void;
  /** The requests that have reached the server, or the function that responded instead. */
  readonly arrived: readonly Arrival[];
  /** Says that the connection is there again, as the browser does. */
  comeBack(): void;
  restore(): void;
}

/** Stands between the page and the real server. */
export function watchConnection(): Connection {
  const native = globalThis.fetch;
  const arrived: Arrival[] = [];
  const connection: Connection = {
    isDown: false,
    losing: [],
    arrived,
    comeBack() {
      connection.isDown = false;
      dispatchEvent(new Event('online'));
    },
    restore: () => (globalThis.fetch = native),
  };
  globalThis.fetch = async (input, init = {}) => {
    if (connection.isDown) throw new TypeError('Failed to fetch');
    const { pathname } = new URL(input instanceof Request ? input.url : input, document.baseURI);
    const what = `${init.method ?? 'GET'} ${pathname}`;
    const instead = await unlessAborted(init.signal ?? undefined, async () => connection.onRequest?.(what));
    const response = instead ?? (await native(input, init));
    const headers = new Headers(init.headers);
    arrived.push({
      what,
      key: headers.get('idempotency-key'),
      precondition: headers.get('if-match') ?? headers.get('if-none-match'),
      headers,
    });
    const index = connection.losing.indexOf(what);
    if (index < 0) return response;
    connection.losing.splice(index, 1);
    throw new TypeError('Failed to fetch');
  };
  return connection;
}
