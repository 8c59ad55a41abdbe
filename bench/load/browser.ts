import { Agent, request } from 'node:http';
import type { AuthenticationResponse, PasskeyRequestOptions } from '../../src/base/contract/types.js';
import { createAuthenticator, type Authenticator } from '../../src/conformance/index.js';

/** What a request was answered with. */
export interface Reply {
  status: number;
  headers: NodeJS.Dict<string | string[]>;
  text: string;
}

/** A browser with its cookies, whose requests go to one of several ports, and an authenticator with a passkey. */
export interface Browser {
  readonly authenticator: Authenticator;
  readonly cookies: Map<string, string>;
  /** The user handle of its user, once a driver knows it. */
  handle: string;
  send(method: string, path: string, body?: object, headers?: Record<string, string>): Promise<Reply>;
  /** Answers request options with the passkey. */
  choosePasskey(options: string): Promise<AuthenticationResponse>;
}

const agent = new Agent({ keepAlive: true, maxSockets: 256, scheduling: 'fifo' });
let browsers = 0;

/** Creates a browser on an address of its own, which it names as a proxy would. */
export function createBrowser(origin: string, ports: readonly number[]): Browser {
  browsers += 1;
  const address = `10.${(browsers >> 16) & 255}.${(browsers >> 8) & 255}.${browsers & 255}`;
  const cookies = new Map<string, string>();
  const authenticator = createAuthenticator();
  let turn = browsers;
  return {
    authenticator,
    cookies,
    handle: '',

    send(method, path, body, headers = {}) {
      turn += 1;
      const text = body === undefined ? '' : JSON.stringify(body);
      const cookie = Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; ');
      return new Promise((resolve, reject) => {
        const outgoing = request({
          agent,
          host: '127.0.0.1',
          port: ports[turn % ports.length],
          method,
          path,
          headers: {
            Host: new URL(origin).host,
            Origin: origin,
            'Sec-Fetch-Site': 'same-origin',
            'X-Forwarded-For': address,
            ...(cookie && { Cookie: cookie }),
            ...(text && { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(text)) }),
            ...headers,
          },
        });
        outgoing.once('error', reject).once('response', (incoming) => {
          let received = '';
          incoming.setEncoding('utf8').on('data', (chunk) => (received += chunk));
          incoming.once('error', reject).once('end', () => {
            for (const line of incoming.headers['set-cookie'] ?? []) {
              const [name, value] = splitOnce(line.split(';')[0]!);
              if (value) cookies.set(name, value);
              else cookies.delete(name);
            }
            resolve({ status: incoming.statusCode!, headers: incoming.headers, text: received });
          });
        });
        outgoing.end(text);
      });
    },

    async choosePasskey(options) {
      return (await authenticator.get(JSON.parse(options) as PasskeyRequestOptions, {
        origin,
      })) as AuthenticationResponse;
    },
  };
}

function splitOnce(pair: string): [name: string, value: string] {
  const at = pair.indexOf('=');
  return [pair.slice(0, at), pair.slice(at + 1)];
}

/** @throws {Error} with what was answered instead. */
export function expectStatus(reply: Reply, status: number): Reply {
  if (reply.status !== status) throw new Error(`${status} was expected, not ${reply.status}: ${reply.text}`);
  return reply;
}
