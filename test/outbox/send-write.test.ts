import { expect } from '@open-wc/testing';
import { clientFor } from '../../src/base/client/client.js';
import type { LatchError } from '../../src/base/client/errors.js';
import type { QueuedWrite } from '../../src/offline.js';
import { readTheirs, sendBatch, sendWrite } from '../../src/outbox/send-write.js';
import { stopDate } from '../support/browser/clock.js';
import { watchConnection } from '../support/browser/connection.js';
import { rejection } from '../support/browser/rejection.js';

const sender = { client: clientFor(), sending: {}, signal: new AbortController().signal };
const write: QueuedWrite = {
  method: 'POST',
  path: '/things',
  id: '1',
  owner: 'b3duZXI',
  key: 'key',
  queuedAt: 0,
  isContinuation: false,
  state: 'waiting',
};

it('a redirect, which leads to a sign-in page, counts as a response to a signed-out user', async () => {
  const native = globalThis.fetch;
  globalThis.fetch = (_input, init) =>
    native('/login', { ...init, headers: {}, body: new URLSearchParams({ username: 'unknown', password: 'wrong' }) });
  try {
    const { status } = await sendWrite(sender, write);
    expect(status).to.equal(401);
  } finally {
    globalThis.fetch = native;
  }
});

it('a write goes to no other origin, however its path came to lead there', async () => {
  const connection = watchConnection();
  const batch = { id: 'batch', request: { path: '//elsewhere.example/things' } };
  const path = '//elsewhere.example/things';
  const answers = [
    await sendWrite(sender, { ...write, path }),
    ...(await sendBatch(sender, [{ ...write, batch }])),
    await readTheirs(sender, path, write.owner),
  ];
  connection.restore();
  expect(answers.map(({ status, body }) => [status, body])).to.deep.equal(
    answers.map(() => [0, { error: 'other_origin' }]),
  );
  expect(connection.arrived).to.deep.equal([]);
});

it('501 is a refusal for good, and every other 5xx a trouble that passes', async () => {
  const native = globalThis.fetch;
  try {
    for (const status of [500, 502, 503, 504, 505]) {
      globalThis.fetch = async () => new Response('{}', { status });
      expect(await rejection(sendWrite(sender, write))).to.include({ retryable: true });
    }
    globalThis.fetch = async () => new Response('{}', { status: 501 });
    expect((await sendWrite(sender, write)).status).to.equal(501);
  } finally {
    globalThis.fetch = native;
  }
});

describe('how long a server asks to wait', () => {
  const hour = 3_600_000;
  const now = Date.UTC(2030, 0, 1);
  const waits: [text: string, wait: number | undefined][] = [
    ['120', 120_000],
    [new Date(now + hour).toUTCString(), hour],
    [new Date(now - hour).toUTCString(), undefined],
    ['999999999', 24 * hour],
    [new Date(now + 1000 * hour).toUTCString(), 24 * hour],
    ['soon', undefined],
    ['-5', undefined],
    ['', undefined],
  ];
  for (const [text, wait] of waits) {
    it(`is ${wait === undefined ? 'not taken from' : 'taken from'} Retry-After: ${text}`, async () => {
      const connection = watchConnection();
      connection.onRequest = () => new Response('', { status: 503, headers: { 'retry-after': text } });
      const restoreDate = stopDate(now);
      const { code, retryable, retryAfter } = (await rejection(sendWrite(sender, write))) as LatchError;
      restoreDate();
      connection.restore();
      expect([code, retryable, retryAfter]).to.deep.equal(['bad_response', true, wait]);
    });
  }
});
