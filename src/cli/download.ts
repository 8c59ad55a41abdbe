import { Failure } from './failure.js';
import { version } from './version.js';

/** What came back from an address. */
export interface Download {
  /** The address that answered, after redirects. */
  url: string;
  status: number;
  statusText: string;
  headers: Headers;
  bytes: Uint8Array;
  /** Whether `url` differs from the requested URL. */
  redirected: boolean;
}

const most = 5_000_000;
const mostRedirects = 20;
const downloadTimeout = 10_000;

/**
 * Fetches `address`, following redirects. Resolves for every status. A server that does not respond within 10 seconds,
 * a response of more than 5 MB, and a redirect to another scheme than http and https are a {@link Failure} with one
 * sentence.
 */
export async function download(address: string, headers: Record<string, string> = {}): Promise<Download> {
  const over = new AbortController();
  const timer = setTimeout(() => over.abort(new DOMException('No response in time.', 'TimeoutError')), downloadTimeout);
  const asked = new URL(address);
  asked.hash = '';
  let url = asked;
  try {
    for (let redirects = 0; redirects <= mostRedirects; redirects++) {
      if (!/^https?:$/.test(url.protocol))
        throw new Failure(`${asked.href} redirects to ${shorten(url.href)}, which is not http or https.`);
      if (url.username || url.password)
        throw new Failure(
          `${url.origin}${url.pathname} cannot be fetched, because the URL contains a user name or a password.`,
        );
      const response = await fetch(url, {
        redirect: 'manual',
        signal: over.signal,
        headers: { 'user-agent': `latchkey/${version}`, ...headers },
      });
      const location = response.headers.get('location');
      if (location === null || ![301, 302, 303, 307, 308].includes(response.status))
        return await receive(response, url, url.href !== asked.href);
      await response.body?.cancel();
      if (!URL.canParse(location, url))
        throw new Failure(`${url.href} redirects to ${shorten(location)}, which is not a valid URL.`);
      url = new URL(location, url);
    }
  } catch (error) {
    throw error instanceof Failure ? error : new Failure(explain(error, url), { cause: error });
  } finally {
    clearTimeout(timer);
  }
  throw new Failure(`${asked.href} redirected more than ${mostRedirects} times.`);
}

async function receive(response: Response, url: URL, redirected: boolean): Promise<Download> {
  const { status, statusText, headers, body } = response;
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    chunks.push(chunk as Uint8Array);
    length += chunk.length;
    if (length > most) throw new Failure(`${url.href} sends more than 5 MB.`);
  }
  return { url: url.href, status, statusText, headers, bytes: Buffer.concat(chunks), redirected };
}

/** Explains why `url` could not be fetched. */
function explain(error: unknown, { href, host, hostname }: URL): string {
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return `${href} did not respond within ${downloadTimeout / 1000} seconds.`;
  const cause = findCause(error);
  switch (cause.code) {
    case 'ENOTFOUND':
      return `The host ${hostname} does not exist.`;
    case 'EAI_AGAIN':
      return `The host ${hostname} cannot be looked up. Check your connection.`;
    case 'ECONNREFUSED':
      return `${host} refused the connection.`;
    case 'ECONNRESET':
    case 'EPIPE':
    case 'UND_ERR_SOCKET':
      return `${host} closed the connection without a response.`;
    case 'ENETUNREACH':
    case 'EHOSTUNREACH':
      return `${host} cannot be reached. Check your connection.`;
    case 'ETIMEDOUT':
    case 'UND_ERR_CONNECT_TIMEOUT':
      return `${host} did not respond.`;
  }
  if (cause.name === 'HTTPParserError' || cause.code?.startsWith('HPE_')) return `${host} did not respond with HTTP.`;
  if (cause.code?.startsWith('ERR_SSL_')) return `${host} does not support https.`;
  if (cause.code?.startsWith('Z_') || cause.code?.startsWith('ERR__ERROR_'))
    return `The response of ${href} cannot be decompressed: its content does not match its Content-Encoding header.`;
  if (/CERT|UNABLE_TO_/.test(cause.code ?? '')) return `The certificate of ${host} is not valid (${cause.code}).`;
  return `${href} cannot be fetched: ${cause.message}.`;
}

/** The innermost reason; of an attempt on several addresses, the first. */
function findCause(error: unknown): NodeJS.ErrnoException {
  if (error instanceof AggregateError && error.errors.length > 0) return findCause(error.errors[0]);
  if (error instanceof Error && error.cause instanceof Error) return findCause(error.cause);
  return error instanceof Error ? error : new Error(String(error));
}

function shorten(address: string): string {
  return address.length > 100 ? `${address.slice(0, 100)}…` : address;
}

/** Whether a host name is this machine. */
export const isLoopback = (hostname: string): boolean =>
  /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
