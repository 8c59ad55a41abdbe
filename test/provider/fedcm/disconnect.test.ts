import { expect } from '@open-wc/testing';
import { LatchError } from '../../../src/base/client/errors.js';
import { disconnectFedCm, type DisconnectOptions } from '../../../src/provider/fedcm/disconnect.js';
import { stopClock } from '../../support/browser/clock.js';
import { replaceGlobal } from '../../support/browser/identity.js';
import { rejection } from '../../support/browser/rejection.js';

const account: DisconnectOptions = {
  configURL: 'http://provider.localhost:1/fedcm.json',
  clientId: 'latchkey',
  accountHint: 'ada',
};

describe('disconnecting an account at a provider', () => {
  let restore = () => {};
  const put = (IdentityCredential?: object) => ({ restore } = replaceGlobal('IdentityCredential', IdentityCredential));
  afterEach(() => {
    restore();
    restore = () => {};
  });

  it('tells browser and provider which one it is', async () => {
    const told: unknown[] = [];
    put({ disconnect: async (which: unknown) => void told.push(which) });
    await disconnectFedCm(account);
    expect(told).to.deep.equal([account]);
  });

  it('ends as provider_failed in a real browser that knows of no such account', async () => {
    const error = await rejection(disconnectFedCm(account));
    expect(error).to.be.instanceOf(LatchError).and.to.include({ code: 'provider_failed', retryable: true });
    expect((error.cause as Error).name).to.equal('NetworkError');
  });

  for (const [what, stand] of [
    ['FedCM', undefined],
    ['a way to do that', {}],
  ] as const) {
    it(`is unsupported in a browser without ${what}`, async () => {
      put(stand);
      expect((await rejection(disconnectFedCm(account))).code).to.equal('unsupported');
    });
  }

  it('is given up after fifteen seconds, and leaves no timer behind', async () => {
    const clock = stopClock();
    put({ disconnect: () => new Promise(() => {}) });
    const refused = rejection(disconnectFedCm(account));
    await clock.pass(15_000);
    expect((await refused).code).to.equal('timed_out');
    restore();
    put({ disconnect: async () => {} });
    await disconnectFedCm(account);
    expect(clock.waiting).to.equal(0);
    clock.restore();
  });

  for (const name of ['configURL', 'clientId', 'accountHint'] as const) {
    it(`is used wrongly without "${name}"`, async () => {
      for (const value of [undefined, '', 7]) {
        expect(await rejection(disconnectFedCm({ ...account, [name]: value as string })))
          .to.be.instanceOf(TypeError)
          .and.to.have.property('message')
          .that.contains(`"${name}"`);
      }
    });
  }
});
