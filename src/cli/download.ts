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
  /** Whether `url` is another one than was asked for. */
  redirected: boolean;
}

const most = 5_000_000;
const mostRedirects = 20;
const patience = 10_000;

/**
 * Fetches `address`, following redirects. Whatever the status is, an answer is an answer; an address that gives none
 * within 10 seconds, more than 5 MB of it,
 * or leads away from http and https, is a {@link Failure} that says so in one sentence.
 */
export async function download(address: string, headers: Record<string, string> = {}): Promise<Download> {
  const signal = AbortSignal.timeout(patience);
  const asked = new URL(address);
  asked.hash = '';
  let url = asked;
  try {
    for (let redirects = 0; redirects <= mostRedirects; redirects++) {
      if (!/^https?:$/.test(url.protocol))
        throw new Failure(`${asked.href} redirects to ${shorten(url.href)}, which is neither http nor https.`);
      if (url.username || url.password)
        throw new Failure(`${url.origin}${url.pathname} cannot be asked for with a user name and a password.`);
      const response = await fetch(url, {
        redirect: 'manual',
        signal,
        headers: { 'user-agent': `latchkey/${version}`, ...headers },
      });
      const location = response.headers.get('location');
      if (location === null || ![301, 302, 303, 307, 308].includes(response.status))
        return await receive(response, url, url.href !== asked.href);
      await response.body?.cancel();
      if (!URL.canParse(location, url))
        throw new Failure(`${url.href} redirects to ${shorten(location)}, which is no address.`);
      url = new URL(location, url);
    }
  } catch (error) {
    throw error instanceof Failure ? error : new Failure(explain(error, url), { cause: error });
  }
  throw new Failure(`${asked.href} redirects more than ${mostRedirects} times.`);
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

/** Says what went wrong on the way to `url`. */
function explain(error: unknown, { href, host, hostname }: URL): string {
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return `${href} does not answer within ${patience / 1000} seconds.`;
  const cause = findCause(error);
  switch (cause.code) {
    case 'ENOTFOUND':
      return `There is no host ${hostname}.`;
    case 'EAI_AGAIN':
      return `The host ${hostname} cannot be looked up; is there a network?`;
    case 'ECONNREFUSED':
      return `Nothing answers at ${host}.`;
    case 'ECONNRESET':
    case 'EPIPE':
    case 'UND_ERR_SOCKET':
      return `${host} closes the connection without an answer.`;
    case 'ENETUNREACH':
    case 'EHOSTUNREACH':
      return `There is no way to ${host}; is there a network?`;
    case 'ETIMEDOUT':
    case 'UND_ERR_CONNECT_TIMEOUT':
      return `${host} does not answer.`;
  }
  if (cause.name === 'HTTPParserError' || cause.code?.startsWith('HPE_'))
    return `What answers at ${host} does not speak HTTP.`;
  if (cause.code?.startsWith('ERR_SSL_')) return `${host} does not speak https.`;
  if (cause.code?.startsWith('Z_') || cause.code?.startsWith('ERR__ERROR_'))
    return `What ${href} sends cannot be unpacked: it is not compressed as its header says.`;
  if (/CERT|UNABLE_TO_/.test(cause.code ?? '')) return `The certificate of ${host} is not accepted (${cause.code}).`;
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
