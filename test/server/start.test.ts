import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { readConfig } from '../../server/src/config/config.js';
import { startServer, type RunningServer } from '../../server/src/start.js';

describe('what comes over a socket', () => {
  let folder: string;
  let server: RunningServer;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'latchkey-start-'));
    server = await startServer(readConfig({ PORT: '0', DATA_DIR: folder }), () => {});
  });
  after(async () => {
    await server.stop();
    await rm(folder, { recursive: true });
  });

  /** Sends exactly this, and returns all that comes back until the server closes. */
  const send = (text: string): Promise<string> =>
    new Promise((resolve, reject) => {
      let answer = '';
      const socket = connect(server.port, '127.0.0.1', () => socket.write(text));
      socket
        .setEncoding('latin1')
        .on('data', (part: string) => (answer += part))
        .on('error', reject)
        .on('close', () => resolve(answer));
    });
  const request = (lines: readonly string[], head = 'GET /session HTTP/1.1'): string =>
    [head, ...lines, 'Connection: close', '', ''].join('\r\n');
  const ours = (): string => `Host: localhost:${server.port}`;

  for (const [what, others] of [
    ['another host', ['Host: evil.example']],
    ['the same host again', ['hOsT: localhost']],
    ['an empty one', ['HOST:']],
  ] as const) {
    test(`with ${what} beside its own is 400`, async () => {
      for (const lines of [
        [ours(), ...others],
        [...others, ours()],
      ]) {
        assert.match(
          await send(request(lines)),
          /^HTTP\/1\.1 400 [^]*\{"error":"bad_request","message":"There is more than one Host\."\}/,
        );
      }
    });
  }

  test('with one host, in whatever form, is answered', async () => {
    assert.match(await send(request([ours()])), /^HTTP\/1\.1 200 [^]*\{"signedIn":false\}/);
    assert.match(
      await send(
        request([ours(), 'X-Forwarded-Host: evil.example'], `GET http://localhost:${server.port}/session HTTP/1.1`),
      ),
      /^HTTP\/1\.1 200 /,
    );
    assert.match(await send('GET /session HTTP/1.0\r\n\r\n'), /^HTTP\/1\.1 200 /);
  });

  for (const [what, text] of [
    ['two lengths', `POST /login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}`],
    [
      'a length beside chunks',
      `POST /login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
    ['a folded header', 'GET /session HTTP/1.1\r\nHost: localhost\r\nX-A: a\r\n b\r\n\r\n'],
    ['a bare carriage return', 'GET /session HTTP/1.1\r\nHost: localhost\r\nX-A: a\rX-B: b\r\n\r\n'],
    ['line feeds alone', 'GET /session HTTP/1.1\nHost: localhost\n\n'],
    ['no host', 'GET /session HTTP/1.1\r\n\r\n'],
  ] as const) {
    test(`with ${what} is 400, and closes the connection`, async () =>
      assert.match(await send(text), /^HTTP\/1\.1 400 /));
  }

  test('one after the other on one connection is answered in that order, a failure too', async () => {
    const posted = `POST /login HTTP/1.1\r\n${ours()}\r\nSec-Fetch-Site: same-origin\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`;
    const answers = await send(posted + request([ours()], 'GET /healthz HTTP/1.1'));
    assert.deepEqual(
      [...answers.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status),
      ['400', '200'],
    );
  });
});
