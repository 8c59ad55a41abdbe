import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { runServer } from '../support/node/processes.js';

test('a client that does not end its headers, or its body, gets 408 and loses its connection', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-slow-'));
  const program = await runServer({ PORT: '0', DATA_DIR: folder });
  const port = await program.port;
  const head = 'POST /signup HTTP/1.1\r\nHost: localhost\r\n';
  const answers = await Promise.all(
    [head, `${head}Sec-Fetch-Site: same-origin\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{`].map(
      async (begun) => {
        const socket = connect(port, '127.0.0.1');
        let answer = '';
        socket.on('data', (chunk) => (answer += String(chunk)));
        socket.write(begun);
        await new Promise((resolve) => socket.once('close', resolve));
        return answer.split('\r\n')[0];
      },
    ),
  );
  assert.deepEqual(answers, ['HTTP/1.1 408 Request Timeout', 'HTTP/1.1 408 Request Timeout']);
  assert.equal(await program.end('SIGTERM'), 0);
  await rm(folder, { recursive: true });
});
