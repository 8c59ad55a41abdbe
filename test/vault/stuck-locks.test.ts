import { expect } from '@open-wc/testing';
import type { LatchError } from '../../src/base/client/errors.js';
import { wipeVaults, type Vault } from '../../src/vault/index.js';
import { withLock } from '../../src/base/storage/locks/lock.js';
import { keyLock } from '../../src/vault/locks.js';
import { stopClock } from '../support/browser/clock.js';
import { rejection } from '../support/browser/rejection.js';
import { createVaultWith, prfPasskey } from '../support/browser/vaults.js';

describe('a vault whose locks are held elsewhere', () => {
  const phone = prfPasskey('phone');
  let vault: Vault;

  beforeEach(async () => {
    vault = await createVaultWith(phone);
  });

  afterEach(async () => {
    vault.lock();
    await wipeVaults();
  });

  /** Holds the lock of the keys until it is called. */
  const hold = () =>
    new Promise<() => void>(
      (held) => void navigator.locks.request(keyLock(vault.id), () => new Promise<void>((letGo) => held(letGo))),
    );

  it('gives up after a while, without having written anything, and goes on once they are free', async () => {
    const letGo = await hold();
    const clock = stopClock();
    const attempts = [
      vault.set('notes', 'one', 1),
      vault.setStream('files', 'one', new Blob(['x'])),
      vault.removeKey('unknown'),
      vault.rotate({ ask: phone.ask }),
    ].map((attempt) => rejection<LatchError>(attempt));
    let areOver = false;
    const ended = Promise.all(attempts).finally(() => (areOver = true));
    // What the disk takes before a lock is requested is not on the clock.
    while (!areOver) await clock.pass(60_000);
    expect((await ended).map(({ code, retryable }) => [code, retryable])).to.deep.equal(
      attempts.map(() => ['timed_out', true]),
    );
    clock.restore();
    letGo();
    await vault.set('notes', 'one', 2);
    expect([await vault.get('notes', 'one'), await vault.list('files'), (await vault.pin()).generation]).to.deep.equal([
      2,
      [],
      1,
    ]);
  });

  it('tells what became of the work although other script has stolen the lock in the middle', async () => {
    let end!: (value: string) => void;
    let begun!: () => void;
    const beginning = new Promise<void>((resolve) => (begun = resolve));
    const work = withLock('stolen', 'exclusive', () => {
      begun();
      return new Promise<string>((resolve) => (end = resolve));
    });
    await beginning;
    await navigator.locks.request('stolen', { steal: true }, async () => {});
    end('done');
    expect(await work).to.equal('done');
  });

  it('passes on what the work fails with', async () => {
    const error = new DOMException('The work was aborted.', 'AbortError');
    expect((await rejection(withLock('free', 'shared', () => Promise.reject(error)))) === (error as unknown)).to.equal(
      true,
    );
  });

  it('rejects where the browser grants no locks at all', async () => {
    Object.defineProperty(navigator, 'locks', {
      configurable: true,
      value: { request: () => Promise.reject(new DOMException('Not here.', 'SecurityError')) },
    });
    try {
      expect((await rejection(vault.set('notes', 'one', 1))).code).to.equal('storage_lost');
    } finally {
      Reflect.deleteProperty(navigator, 'locks');
    }
  });
});
