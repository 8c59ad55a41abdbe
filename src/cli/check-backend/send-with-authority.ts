import { Agent, request as ask } from 'node:https';
import { Readable } from 'node:stream';
import { rootCertificates } from 'node:tls';
import type { Send } from '../../conformance/index.js';
import { readCertificates } from '../read-certificates.js';

/**
 * A `fetch` that also trusts the certificates in a PEM file: the `fetch` of Node takes them from the environment only,
 * before it starts.
 *
 * @throws {Failure} if the file cannot be read, or has no certificate.
 */
export function sendWithAuthority(file: string): Send {
  const agent = new Agent({ keepAlive: true, ca: [...rootCertificates, readCertificates(file)] });
  return async (request) => {
    if (!request.url.startsWith('https:')) return fetch(request);
    const body = new Uint8Array(await request.arrayBuffer());
    const { method, url, headers, signal } = request;
    return new Promise((resolve, reject) => {
      const sent = ask(
        url,
        { method, agent, signal, headers: { ...Object.fromEntries(headers), 'content-length': body.byteLength } },
        (response) => {
          const received = new Headers();
          for (let index = 0; index < response.rawHeaders.length; index += 2)
            received.append(response.rawHeaders[index]!, response.rawHeaders[index + 1]!);
          const { statusCode: status = 502 } = response;
          const isEmpty = [204, 205, 304].includes(status);
          if (isEmpty) response.resume();
          const content = isEmpty ? null : (Readable.toWeb(response) as ReadableStream);
          resolve(new Response(content, { status, headers: received }));
        },
      );
      // As `fetch` reports it.
      sent.once('error', (cause) => reject(new TypeError('fetch failed', { cause })));
      sent.end(body);
    });
  };
}
