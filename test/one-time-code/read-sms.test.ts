import { expect } from '@open-wc/testing';
import { run } from '../../src/base/browser/ceremony.js';
import { readSms } from '../../src/one-time-code/index.js';
import { settled, stopClock, type Clock } from '../support/browser/clock.js';
import { askFrame, strangeOrigin } from '../support/browser/frames.js';
import { rejection } from '../support/browser/rejection.js';
import { watchTextMessages, type TextMessages } from '../support/browser/text-messages.js';

describe('reading a code from a text message', () => {
  describe('in Chromium itself, which no message reaches', () => {
    it('is possible', () => expect('OTPCredential' in globalThis).to.equal(true));

    it('waits, and ends as soon as the signal aborts', async () => {
      const userId = new AbortController();
      let ended = false;
      const wait = rejection(readSms({ signal: userId.signal })).finally(() => (ended = true));
      await settled();
      expect(ended).to.equal(false);
      userId.abort();
      expect((await wait).code).to.equal('aborted');
    });

    it('ends when its time is over, and begins again after that', async () => {
      expect((await rejection(readSms({ timeout: 5 }))).code).to.equal('timed_out');
      expect((await rejection(readSms({ timeout: 5 }))).code).to.equal('timed_out');
    });

    it('works in a frame of another origin to which the page hands it on, and in no other', async () => {
      const { status: allowed } = await askFrame(strangeOrigin(), '?otp', 'otp-credentials');
      const { status: withheld } = await askFrame(strangeOrigin(), '?otp', '');
      expect([allowed, withheld]).to.deep.equal(['timed_out', 'cancelled']);
    });

    it('has two waits in line instead of one that ends the other', async () => {
      const [first, second] = [new AbortController(), new AbortController()];
      const ends: string[] = [];
      const waits = [first, second].map(({ signal }, index) =>
        rejection(readSms({ signal })).then(({ code }) => ends.push(`${index} ${code}`)),
      );
      await settled();
      first.abort();
      await waits[0];
      await settled();
      expect(ends).to.deep.equal(['0 aborted']);
      second.abort();
      await waits[1];
    });
  });

  describe('when a message comes', () => {
    let messages: TextMessages;
    let clock: Clock;

    beforeEach(async () => {
      // The request of the browser itself has released its turn.
      await run(async () => {}, { mode: 'ambient', kind: 'otp' });
      messages = watchTextMessages();
      clock = stopClock();
    });
    afterEach(() => {
      clock.restore();
      messages.restore();
    });

    it('gives its code', async () => {
      const wait = readSms();
      await settled();
      messages.deliver({ type: 'otp', code: '012345' });
      expect(await wait).to.equal('012345');
      expect(messages.asked.map(({ otp }) => otp)).to.deep.equal([{ transport: ['sms'] }]);
      expect(clock.waiting).to.equal(0);
    });

    it('waits two minutes, unless told otherwise, and aborts the request then', async () => {
      for (const [options, ms] of [
        [{}, 120_000],
        [{ timeout: 1000 }, 1000],
      ] as const) {
        const wait = rejection(readSms(options));
        await clock.pass(ms - 1);
        expect(messages.waiting).to.equal(1);
        await clock.pass(1);
        expect([(await wait).code, messages.waiting]).to.deep.equal(['timed_out', 0]);
      }
    });

    for (const [name, code, retryable] of [
      ['NotAllowedError', 'cancelled', true],
      ['InvalidStateError', 'cancelled', true],
      ['NotSupportedError', 'unsupported', false],
      ['AbortError', 'superseded', true],
      ['SomethingNewError', 'cancelled', true],
    ] as const) {
      it(`takes ${name} for ${code}`, async () => {
        const wait = rejection(readSms());
        await settled();
        const cause = new DOMException('no', name);
        messages.fail(cause);
        expect(await wait).to.include({ code, retryable, cause, exception: name });
      });
    }

    for (const nonsense of [null, undefined, {}, { code: 123456 }, 'x']) {
      it(`takes ${JSON.stringify(nonsense)} in place of a credential for cancelled`, async () => {
        const wait = rejection(readSms());
        await settled();
        messages.deliver(nonsense);
        expect((await wait).code).to.equal('cancelled');
      });
    }

    it('takes what is thrown and is no error for cancelled', async () => {
      const wait = rejection(readSms());
      await settled();
      messages.fail(undefined);
      expect((await wait).code).to.equal('cancelled');
    });
  });

  it('is unsupported where the browser has no such thing, without asking it', async () => {
    const own = Object.getOwnPropertyDescriptor(globalThis, 'OTPCredential')!;
    const messages = watchTextMessages();
    Reflect.deleteProperty(globalThis, 'OTPCredential');
    expect((await rejection(readSms())).code).to.equal('unsupported');
    expect(messages.asked.length).to.equal(0);
    Object.defineProperty(globalThis, 'OTPCredential', own);
    messages.restore();
  });

  for (const timeout of [0, -1, NaN, null as unknown as number]) {
    it(`is called wrongly with a timeout of ${String(timeout)}`, async () => {
      const error = await rejection(readSms({ timeout }));
      expect([error instanceof TypeError, error.message]).to.deep.equal([
        true,
        '"timeout" must be a number of milliseconds above 0',
      ]);
    });
  }
});
