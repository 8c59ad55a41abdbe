import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { finished } from 'node:stream/promises';
import { Failure } from './failure.js';
import { withOwnAuthorities } from './read-certificates.js';
import { version } from './version.js';

/** What came back from an address. */
export interface Download {
  /** The address that answered, after redirects. */
  url: string;
  /** Every address that was asked, in order. */
  hops: readonly string[];
  status: number;
  statusText: string;
  headers: Headers;
  bytes: Uint8Array;
  /** Whether `url` differs from the requested URL. */
  redirected: boolean;
}

/** How a site that not everybody may see lets this program in. */
export interface Access {
  /** The origin that gets all of this, and no other. */
  origin: string;
  /** Headers of every request. */
  headers: Readonly<Record<string, string>>;
  /** Headers of requests that browsers send with credentials: cookies, and names with passwords. */
  credentials: Readonly<Record<string, string>>;
  /** Certificates of authorities to trust besides those of Node, in PEM. */
  authorities?: string;
}

interface DownloadOptions {
  headers?: Readonly<Record<string, string>>;
  access?: Access | undefined;
  /** Whether a browser would send credentials along; true by default. */
  withCredentials?: boolean;
}

/** The largest file that is read or downloaded. */
export const mostBytes = 5_000_000;
const mostRedirects = 20;
const downloadTimeout = 10_000;

/**
 * Fetches `address`, following redirects. Resolves for every status. A server that does not respond within 10 seconds,
 * a response of more than 5 MB, and a redirect to another scheme than http and https are a {@link Failure} with one
 * sentence.
 */
export async function download(
  address: string,
  { headers = {}, access, withCredentials = true }: DownloadOptions = {},
): Promise<Download> {
  const over = new AbortController();
  const timer = setTimeout(() => over.abort(), downloadTimeout);
  const asked = new URL(address);
  asked.hash = '';
  const hops: string[] = [];
  let url = asked;
  try {
    while (hops.length <= mostRedirects) {
      if (!/^https?:$/.test(url.protocol))
        throw new Failure(`${asked.href} redirects to ${shorten(url.href)}, which is not http or https.`);
      if (url.username || url.password)
        throw new Failure(
          `${url.origin}${url.pathname} cannot be fetched, because the URL contains a user name or a password.`,
        );
      hops.push(url.href);
      const given =
        access?.origin === url.origin ? { ...access.headers, ...(withCredentials && access.credentials) } : {};
      const response = await ask(url, { ...headers, ...given }, access?.authorities, over.signal);
      const { location } = response.headers;
      if (location === undefined || ![301, 302, 303, 307, 308].includes(response.statusCode!))
        return await receive(response, url, hops);
      response.destroy();
      if (!URL.canParse(location, url))
        throw new Failure(`${url.href} redirects to ${shorten(location)}, which is not a valid URL.`);
      url = new URL(location, url);
      url.hash = '';
    }
  } catch (error) {
    if (over.signal.aborted)
      throw new Failure(`${url.href} did not respond within ${downloadTimeout / 1000} seconds.`, { isLimit: true });
    throw error instanceof Failure ? error : new Failure(explain(error, url), { cause: error });
  } finally {
    clearTimeout(timer);
  }
  throw new Failure(`${asked.href} redirected more than ${mostRedirects} times.`);
}

/** Sends one request; resolves with the head of the response. */
function ask(
  url: URL,
  headers: Readonly<Record<string, string>>,
  authorities: string | undefined,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = url.protocol === 'https:' ? requestHttps : requestHttp;
    request(
      url,
      {
        signal,
        // the shared agent alone goes through the proxy that Node is told to use
        agent: usesProxy() ? undefined : false,
        headers: {
          'user-agent': `latchkey/${version}`,
          accept: '*/*',
          'accept-encoding': 'gzip, deflate, br',
          ...headers,
        },
        ...(authorities !== undefined && { ca: withOwnAuthorities(authorities) }),
      },
      resolve,
    )
      .on('error', reject)
      .end();
  });
}

async function receive(response: IncomingMessage, url: URL, hops: readonly string[]): Promise<Download> {
  const headers = new Headers();
  for (let at = 0; at < response.rawHeaders.length; at += 2)
    headers.append(response.rawHeaders[at]!, response.rawHeaders[at + 1]!);
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of unpack(response)) {
    chunks.push(chunk as Uint8Array);
    length += (chunk as Uint8Array).length;
    if (length > mostBytes) throw new Failure(`${url.href} sends more than 5 MB.`, { isLimit: true });
  }
  return {
    url: url.href,
    hops,
    status: response.statusCode!,
    statusText: response.statusMessage ?? '',
    headers,
    bytes: Buffer.concat(chunks),
    redirected: hops.length > 1,
  };
}

/** The body as it was before it was compressed. */
function unpack(response: IncomingMessage): AsyncIterable<unknown> {
  const encoding = response.headers['content-encoding']?.trim().toLowerCase();
  const unpackers = { gzip: createGunzip, 'x-gzip': createGunzip, deflate: createInflate, br: createBrotliDecompress };
  if (!encoding || !Object.hasOwn(unpackers, encoding)) return response;
  const unpacker = unpackers[encoding as keyof typeof unpackers]();
  // An error of the connection is one of the body too.
  finished(response).catch((error: Error) => unpacker.destroy(error));
  return response.pipe(unpacker);
}

/** Explains why `url` could not be fetched. */
function explain(error: unknown, { href, host, hostname }: URL): string {
  const cause = findCause(error);
  switch (cause.code) {
    case 'ENOTFOUND':
      return `The host ${hostname} does not exist.${hintAtProxy()}`;
    case 'EAI_AGAIN':
      return `The host ${hostname} cannot be looked up. Check your connection.${hintAtProxy()}`;
    case 'ECONNREFUSED':
      return `${host} refused the connection.${isLoopback(hostname) ? '' : hintAtProxy()}`;
    case 'ECONNRESET':
    case 'EPIPE':
      return `${host} closed the connection without a response.`;
    case 'ENETUNREACH':
    case 'EHOSTUNREACH':
      return `${host} cannot be reached. Check your connection.`;
    case 'ETIMEDOUT':
      return `${host} did not respond.${hintAtProxy()}`;
  }
  if (cause.code?.startsWith('HPE_')) return `${host} did not respond with HTTP.`;
  if (cause.code === 'EPROTO' || cause.code?.startsWith('ERR_SSL_')) return `${host} does not support https.`;
  if (cause.code?.startsWith('Z_') || cause.code?.startsWith('ERR__ERROR_'))
    return `The response of ${href} cannot be decompressed: its content does not match its Content-Encoding header.`;
  if (/CERT|UNABLE_TO_/.test(cause.code ?? '')) return `The certificate of ${host} is not valid (${cause.code}).`;
  return `${href} cannot be fetched: ${cause.message}.`;
}

/** Whether Node was told to use the proxy that the environment names. */
function usesProxy(): boolean {
  const { NODE_USE_ENV_PROXY: isSet, NODE_OPTIONS: options = '' } = process.env;
  return !!isSet || [...process.execArgv, ...options.split(' ')].includes('--use-env-proxy');
}

/** Who reaches the web by a proxy alone cannot look a host up. */
function hintAtProxy(): string {
  const { HTTPS_PROXY, https_proxy: lower } = process.env;
  return (HTTPS_PROXY || lower) && !usesProxy()
    ? ' To use your proxy, set NODE_USE_ENV_PROXY=1, with Node 22.21, 24 or later.'
    : '';
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
