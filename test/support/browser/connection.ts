/** A connection to the server that a test can cut. */
export interface Connection {
  /** Whether there is none. */
  isDown: boolean;
  /** The requests of this kind whose answers get lost on the way back, although the server has got them: one for each entry, like `PUT /notes/a`. */
  readonly losing: string[];
  /** What has reached the server. */
  readonly arrived: { readonly what: string; readonly key: string | null }[];
  /** Says that the connection is there again, as the browser does. */
  comeBack(): void;
  restore(): void;
}

/** Stands between the page and the real server. */
export function watchConnection(): Connection {
  const native = globalThis.fetch;
  const connection: Connection = {
    isDown: false,
    losing: [],
    arrived: [],
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
    const response = await native(input, init);
    connection.arrived.push({ what, key: new Headers(init.headers).get('idempotency-key') });
    const index = connection.losing.indexOf(what);
    if (index < 0) return response;
    connection.losing.splice(index, 1);
    throw new TypeError('Failed to fetch');
  };
  return connection;
}
