import { expect } from '@open-wc/testing';
import { clientFor } from '../../../src/core/client.js';
import type { LatchError } from '../../../src/core/errors.js';
import type { QueuedWrite } from '../../../src/features/offline/index.js';
import { sendWrite } from '../../../src/features/offline/send-write.js';
import { watchConnection } from '../../support/browser/connection.js';
import { rejection } from '../../support/browser/rejection.js';

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

describe('how long a server asks to wait', () => {
  const hour = 3_600_000;
  const waits: [text: string, least: number | undefined, most: number | undefined][] = [
    ['120', 120_000, 120_000],
    [new Date(Date.now() + hour).toUTCString(), hour - 30_000, hour],
    [new Date(Date.now() - hour).toUTCString(), undefined, undefined],
    ['999999999', 24 * hour, 24 * hour],
    [new Date(Date.now() + 1000 * hour).toUTCString(), 24 * hour, 24 * hour],
    ['soon', undefined, undefined],
    ['-5', undefined, undefined],
    ['', undefined, undefined],
  ];
  for (const [text, least, most] of waits) {
    it(`is ${most === undefined ? 'its to say another time' : 'heard'}: Retry-After: ${text}`, async () => {
      const connection = watchConnection();
      connection.onRequest = () => new Response('', { status: 503, headers: { 'retry-after': text } });
      const { code, retryable, retryAfter } = (await rejection(sendWrite(sender, write))) as LatchError;
      connection.restore();
      expect([code, retryable]).to.deep.equal(['bad_response', true]);
      if (least === undefined) expect(retryAfter).to.equal(undefined);
      else expect(retryAfter).to.be.within(least, most!);
    });
  }
});
