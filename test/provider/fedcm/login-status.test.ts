import { expect } from '@open-wc/testing';
import { setLoginStatus, type LoginStatus } from '../../../src/provider/fedcm/login-status.js';
import { rejection } from '../../support/browser/rejection.js';

describe('the login status of a provider', () => {
  it('is kept by a real browser', async () => {
    await setLoginStatus('logged-in');
    await setLoginStatus('logged-out');
  });

  it('is what the page said', async () => {
    const said: string[] = [];
    Object.defineProperty(navigator, 'login', {
      configurable: true,
      value: { setStatus: async (status: string) => void said.push(status) },
    });
    await setLoginStatus('logged-in');
    await setLoginStatus('logged-out');
    Reflect.deleteProperty(navigator, 'login');
    expect(said).to.deep.equal(['logged-in', 'logged-out']);
  });

  for (const [what, login] of [
    ['knows none', undefined],
    ['keeps none for the page', { setStatus: () => Promise.reject(new DOMException('', 'SecurityError')) }],
  ] as const) {
    it(`is unsupported where the browser ${what}`, async () => {
      Object.defineProperty(navigator, 'login', { configurable: true, value: login });
      expect((await rejection(setLoginStatus('logged-in'))).code).to.equal('unsupported');
      Reflect.deleteProperty(navigator, 'login');
    });
  }

  it('is one of two', async () => {
    for (const status of ['', 'signed-in', undefined, null]) {
      expect(await rejection(setLoginStatus(status as LoginStatus)))
        .to.be.instanceOf(TypeError)
        .and.to.have.property('message')
        .that.contains('"status"');
    }
  });
});
