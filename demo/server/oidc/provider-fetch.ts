import type { LookupAddress } from 'node:dns';
import { once } from 'node:events';
import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { CustomFetchOptions } from 'openid-client';
import { isLocalhost } from '../localhost.js';

/** The longest answer that is read, in bytes. Keys and metadata of the large providers have less than a tenth. */
const longestAnswer = 262_144;

const json = /^application\/(?:[\w.-]+\+)?json(?: *;|$)/i;

const loopback: LookupAddress[] = [{ address: '127.0.0.1', family: 4 }, { address: '::1', family: 6 }];

/** Node gives each address of a host a quarter of a second and then drops it for the next, which a busy process or a slow network misses. */
const patient = { autoSelectFamilyAttemptTimeout: 2_500 };

/** Browsers know without asking where names below localhost are; Node asks the system, which often does not. */
const lookUpLocalhost: LookupFunction = (_hostname, { all }, callback) => {
  if (all) callback(null, loopback);
  else callback(null, loopback[0]!.address, loopback[0]!.family);
};

async function readBody(incoming: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of incoming as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    if (length > longestAnswer) throw new Error(`The answer is longer than ${longestAnswer} bytes.`);
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

/**
 * A `fetch` for the provider's endpoints that finds `*.localhost`, follows no redirect, and reads the whole answer before it resolves, so that
 * the deadline in `signal` holds for all of it.
 *
 * @throws {Error} for http elsewhere than on localhost, no connection, a broken or too long answer, and the end of `signal`.
 */
export async function fetchFromProvider(url: string, { body, headers, method, signal }: CustomFetchOptions): Promise<Response> {
  const address = new URL(url);
  const local = isLocalhost(address.hostname);
  if (address.protocol !== 'https:' && !local) throw new Error('The provider names an address without https.');
  const send = address.protocol === 'https:' ? requestHttps : requestHttp;
  const outgoing = send(address, { method, headers, ...patient, ...(signal && { signal }), ...(local && { lookup: lookUpLocalhost }) });
  outgoing.end(body instanceof URLSearchParams ? body.toString() : undefined);
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
  // Whatever goes wrong from here on also fails the reading.
  outgoing.on('error', () => {});
  const bytes = await readBody(incoming);
  const contentType = incoming.headers['content-type'] ?? '';
  // The library looks at the type only when parsing fails.
  if (bytes.length > 0 && !json.test(contentType)) throw new Error(`The answer with status ${incoming.statusCode} is not JSON.`);
  return new Response(bytes.length > 0 ? bytes : null, { status: incoming.statusCode!, headers: { 'Content-Type': contentType } });
}
