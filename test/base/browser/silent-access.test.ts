import { expect } from '@open-wc/testing';
import type * as SilentAccess from '../../../src/base/browser/silent-access.js';
import { importCopy } from '../../support/browser/copy.js';
import { rejection } from '../../support/browser/rejection.js';

const load = () => importCopy<typeof SilentAccess>('base/browser/silent-access');

describe('the chance of a page to get a saved password without asking', () => {
  beforeEach(() => void Reflect.deleteProperty(globalThis, Symbol.for('latchkey.silent-access.v1')));

  afterEach(() => void Reflect.deleteProperty(navigator.credentials, 'preventSilentAccess'));

  const prevent = (value: () => Promise<void>) =>
    Object.defineProperty(navigator.credentials, 'preventSilentAccess', { configurable: true, value });

  it('comes once, for all copies of the package together', async () => {
    const [one, other] = await Promise.all([load(), load()]);
    expect([one.takeSilentAccess(), other.takeSilentAccess(), one.takeSilentAccess()]).to.deep.equal([
      true,
      false,
      false,
    ]);
  });

  it('is gone after a sign-out, whatever the browser makes of it', async () => {
    const { preventSilentAccess, takeSilentAccess } = await load();
    prevent(() => Promise.reject(new DOMException('', 'NotSupportedError')));
    expect((await rejection(preventSilentAccess())).name).to.equal('NotSupportedError');
    expect(takeSilentAccess()).to.equal(false);
  });

  it('is gone for the other pages of the origin too', async () => {
    let told = 0;
    prevent(async () => void told++);
    await (await load()).preventSilentAccess();
    expect(told).to.equal(1);
  });
});
