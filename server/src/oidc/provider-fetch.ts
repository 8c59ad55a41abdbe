import { once } from 'node:events';
import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { callbackify } from 'node:util';
import type { CustomFetchOptions } from 'openid-client';
import { isLocalhost } from '../http/localhost.js';
import { createFindAddresses } from './provider-addresses.js';

/** The longest answer that is read, in bytes. Keys and metadata of the large providers have less than a tenth. */
const maxAnswerLength = 262_144;

/** JSON, and the JSON Web Tokens that some providers return for their users. */
const json = /^application\/(?:(?:[\w.-]+\+)?json|jwt)(?: *;|$)/i;

/**
 * How long to try each address of a host before the next, in ms. Node tries a quarter of a second, which a busy process
 * or a slow network misses. On this machine a connection is made or refused at once, however late a busy process notices.
 */
const patienceWith = (hostname: string) => ({
  autoSelectFamilyAttemptTimeout: isLocalhost(hostname) ? 60_000 : 2_500,
});

async function readBody(incoming: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of incoming as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    if (length > maxAnswerLength) throw new Error(`The answer is longer than ${maxAnswerLength} bytes.`);
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

/** A `fetch` as the OpenID library wants it. */
export type ProviderFetch = (url: string, options: CustomFetchOptions) => Promise<Response>;

/**
 * Creates a `fetch` for the endpoints of the provider that the operator has named by the URLs in `known`. It finds
 * `*.localhost`, does not let the provider send us around in our own network, follows no redirect, and reads the
 * whole answer before it resolves, so that the deadline in `signal` holds for all of it.
 *
 * It rejects with an `Error` for http elsewhere than on localhost, no connection, a broken or too long answer, and the
 * end of `signal`.
 */
export function createProviderFetch(...known: string[]): ProviderFetch {
  const findAddresses = createFindAddresses(known);
  const lookup: LookupFunction = (hostname, { all }, callback) => {
    callbackify(findAddresses)(hostname, (error, found) => {
      if (error) callback(error, '');
      else if (all) callback(null, found);
      else callback(null, found[0]!.address, found[0]!.family);
    });
  };

  return async (url, { body, headers, method, signal }) => {
    const address = new URL(url);
    if (address.protocol !== 'https:' && !isLocalhost(address.hostname))
      throw new Error('The provider names an address without https.');
    // IP addresses need no lookup.
    if (isIP(address.hostname.replace(/^\[(.*)\]$/, '$1')) !== 0) await findAddresses(address.hostname);
    const send = address.protocol === 'https:' ? requestHttps : requestHttp;
    const outgoing = send(address, {
      method,
      headers,
      // The provider may close an idle connection at the moment it is used again, and a code works only once.
      agent: false,
      ...patienceWith(address.hostname),
      lookup,
      ...(signal && { signal }),
    });
    outgoing.end(body instanceof URLSearchParams ? body.toString() : undefined);
    const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
    // Errors from here on also fail the reading.
    outgoing.on('error', () => {});
    const bytes = await readBody(incoming);
    const contentType = incoming.headers['content-type'] ?? '';
    // The library looks at the type only when parsing fails.
    if (bytes.length > 0 && !json.test(contentType))
      throw new Error(`The answer with status ${incoming.statusCode} is not JSON.`);
    return new Response(bytes.length > 0 ? bytes : null, {
      status: incoming.statusCode!,
      headers: { 'Content-Type': contentType },
    });
  };
}
