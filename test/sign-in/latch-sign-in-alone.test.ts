import { expect } from '@open-wc/testing';
import '../../src/define/sign-in.js';
import { contentBackend, watchBackendRequests, type BackendRequests } from '../support/browser/backend.js';
import { settled } from '../support/browser/clock.js';
import { watchReports } from '../support/browser/elements.js';
import { until } from '../support/browser/until.js';

describe('<latch-sign-in> in a page that does not define <latch-sign-up>', () => {
  let backend: BackendRequests;
  let reports: ReturnType<typeof watchReports>;
  let card: HTMLElementTagNameMap['latch-sign-in'];

  beforeEach(() => {
    backend = watchBackendRequests();
    backend.answerWith(contentBackend);
    reports = watchReports();
  });

  afterEach(() => {
    card.remove();
    backend.restore();
    reports.stop();
    expect(reports.all).to.deep.equal([]);
  });

  const action = () => card.shadowRoot!.querySelector<HTMLButtonElement>('[part=action]');
  const formOfSignUp = () => card.querySelector<HTMLFormElement>('latch-sign-up form');

  it("goes back from a code while the page's own sign-up is not defined yet", async () => {
    card = document.body.appendChild(document.createElement('latch-sign-in'));
    card.innerHTML = '<latch-sign-up slot="sign-up"></latch-sign-up>';
    card.methods = 'password code sign-up';
    (await until(action)).click();
    await until(() => card.querySelector('latch-otp-input')?.checkVisibility());
    expect(customElements.get('latch-sign-up')).to.equal(undefined);
    action()!.click();
    await until(() => card.querySelector<HTMLFormElement>(':scope > form')?.checkVisibility());
  });

  it('loads the sign-up when it is wanted, with the ways that both know, and goes back', async () => {
    expect(customElements.get('latch-sign-up')).to.equal(undefined);
    card = document.body.appendChild(document.createElement('latch-sign-in'));
    card.methods = 'password code sign-up';
    (await until(() => card.shadowRoot!.querySelectorAll<HTMLButtonElement>('[part=action]')[1])).click();
    const form = await until(formOfSignUp);
    expect(form.checkVisibility()).to.equal(true);
    expect(form.querySelector('[name=password]'), 'a field for the password').not.to.equal(null);
    expect(card.querySelector('latch-sign-up')!.methods).to.deep.equal(['password']);
    action()!.click();
    await settled();
    expect(card.querySelector<HTMLFormElement>(':scope > form')!.checkVisibility()).to.equal(true);
  });

  it('offers every way to create an account where it knows none of those to sign in', async () => {
    card = document.body.appendChild(document.createElement('latch-sign-in'));
    card.methods = 'code sign-up';
    (await until(() => card.shadowRoot!.querySelectorAll<HTMLButtonElement>('[part=action]')[1])).click();
    await until(formOfSignUp);
    expect(card.querySelector('latch-sign-up')!.methods).to.equal('passkey password');
  });

  it("loads it for the page's own tag too", async () => {
    card = document.body.appendChild(document.createElement('latch-sign-in'));
    card.innerHTML = '<latch-sign-up slot="sign-up" methods="password"></latch-sign-up>';
    card.methods = 'password sign-up';
    (await until(action)).click();
    // the tag is defined by now and may have made its form, out of sight, before the click
    await until(() => formOfSignUp()?.checkVisibility());
  });
});
