import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createDeliveries } from '../../../server/src/one-time-codes/deliveries.js';
import type { Message, Sender } from '../../../server/src/one-time-codes/sender.js';
import type { LogEntry } from '../../../server/src/log.js';

const message: Message = { to: { kind: 'email', address: 'ada@example.com' }, subject: 'Your code', text: '012345' };

/** Deliveries by `send`, and what they log. */
function deliverBy(send: Sender['send'] | undefined) {
  const logs: LogEntry[] = [];
  return { logs, deliveries: createDeliveries(send && { send }, (entry) => logs.push(entry)) };
}

describe('deliveries', () => {
  test('begin after their caller has continued', async () => {
    const order: string[] = [];
    const { deliveries } = deliverBy(async () => void order.push('sent'));
    deliveries.begin(async () => (order.push('prepared'), message));
    await Promise.resolve().then(() => order.push('answered'));
    await deliveries.settled();
    assert.deepEqual(order, ['answered', 'prepared', 'sent']);
  });

  test('send nothing when there is nothing to send', async () => {
    const { deliveries, logs } = deliverBy(() => assert.fail());
    deliveries.begin(async () => undefined);
    await deliveries.settled();
    assert.deepEqual(logs, []);
  });

  test('log what fails, without what a mail server repeats of the address', async () => {
    const failures: [send: Sender['send'] | undefined, reason: string][] = [
      [
        async () =>
          Promise.reject(
            Object.assign(new Error('550 no such user <ada@example.com>'), {
              code: 'EENVELOPE',
              responseCode: 550,
              response: 'ada@example.com',
            }),
          ),
        'Error EENVELOPE 550',
      ],
      [undefined, 'No sender is configured. Set SMTP_URL.'],
      [
        () => {
          throw new TypeError('ada@example.com');
        },
        'TypeError',
      ],
    ];
    for (const [send, reason] of failures) {
      const { deliveries, logs } = deliverBy(send);
      deliveries.begin(async () => message);
      await deliveries.settled();
      assert.deepEqual(logs, [{ level: 'error', event: 'message-not-sent', reason }]);
    }
    const { deliveries, logs } = deliverBy(async () => {});
    deliveries.begin(async () => Promise.reject(new Error('the database')));
    await deliveries.settled();
    assert.equal(logs.length, 1);
  });

  test('are at most four at once, and of too many waiting some are given up', async () => {
    let [running, most, sent] = [0, 0, 0];
    const open: (() => void)[] = [];
    const { deliveries, logs } = deliverBy(async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise<void>((resume) => open.push(resume));
      running -= 1;
      sent += 1;
    });
    for (let count = 0; count < 210; count += 1) deliveries.begin(async () => message);
    const settled = deliveries.settled();
    // each begins in a turn of its own; none is sent before all others wait or were given up
    while (logs.length < 6) await new Promise((resume) => setImmediate(resume));
    while (sent < 204) {
      await new Promise((resume) => setImmediate(resume));
      open.shift()?.();
    }
    await settled;
    assert.deepEqual([most, sent, logs.length], [4, 204, 6]);
  });
});
