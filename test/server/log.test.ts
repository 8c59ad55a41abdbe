import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createLog, inRequest, logLevels } from '../../server/src/log.js';
import { startServer } from '../support/node/server.js';

describe('the log', () => {
  test('has one line of JSON for each entry, whatever is in it', () => {
    const lines: string[] = [];
    const before = Date.now();
    createLog('debug', (line) => lines.push(line))({ level: 'warn', event: 'x', reason: 'a\n{"level":"error"}\u2028' });
    const after = Date.now();
    assert.equal(lines.length, 1);
    assert.doesNotMatch(lines[0]!, /\n/);
    const { time, ...entry } = JSON.parse(lines[0]!) as Record<string, string>;
    assert.ok(before <= Date.parse(time!) && Date.parse(time!) <= after, time);
    assert.deepEqual(entry, { level: 'warn', event: 'x', reason: 'a\n{"level":"error"}\u2028' });
  });

  for (const [index, lowest] of logLevels.entries())
    test(`at the level ${lowest} leaves out what is less important`, () => {
      const lines: string[] = [];
      const log = createLog(lowest, (line) => lines.push(line));
      for (const level of logLevels) log({ level, event: level });
      assert.deepEqual(
        lines.map((line) => (JSON.parse(line) as { event: string }).event),
        logLevels.slice(index),
      );
    });

  test('names the request, also in what it left to be done', async () => {
    const lines: string[] = [];
    const log = createLog('info', (line) => lines.push(line));
    await Promise.all(
      ['one', 'two'].map((id) =>
        inRequest(id, async () => {
          await new Promise((resume) => setImmediate(resume));
          log({ level: 'info', event: id });
        }),
      ),
    );
    log({ level: 'info', event: 'none' });
    const seen = lines.map((line) => JSON.parse(line) as { event: string; request?: string });
    assert.deepEqual(
      seen.map(({ event, request }) => [event, request]),
      [
        ['one', 'one'],
        ['two', 'two'],
        ['none', undefined],
      ],
    );
  });

  test('has each request: its endpoint, how it ended and the client, and no part of its address', async () => {
    const server = await startServer();
    const visitor = server.visitor({ address: '192.0.2.7' });
    const { headers } = await visitor.get('/session?token=secret');
    await visitor.delete('/sessions/secret');
    await visitor.get('/secret-page');
    await visitor.get('/healthz');
    assert.match(headers.get('X-Request-Id')!, /^[\w-]{16}$/);
    assert.notEqual((await visitor.get('/session')).headers.get('X-Request-Id'), headers.get('X-Request-Id'));
    const client = '192.0.2.7';
    assert.deepEqual(
      server.entries.slice(0, 4).map(({ milliseconds, ...entry }) => {
        assert.equal(typeof milliseconds, 'number');
        return entry;
      }),
      [
        { level: 'info', event: 'request', method: 'GET', route: '/session', status: 200, client },
        {
          level: 'info',
          event: 'request',
          method: 'DELETE',
          route: '/sessions/:id',
          status: 401,
          error: 'unauthenticated',
          client,
        },
        { level: 'debug', event: 'request', method: 'GET', status: 404, error: 'unsupported', client },
        { level: 'debug', event: 'request', method: 'GET', route: '/healthz', status: 200, client },
      ],
    );
    await server.stop();
  });
});
