import { expect } from '@open-wc/testing';

const tags = ['latch-passkey-button', 'latch-passkey-create', 'latch-passkey-field', 'latch-sign-out-button'];
const defined = () => tags.filter((tag) => customElements.get(tag));

/** Resolves when the browser has fetched everything that this task asked for. */
const loaded = (tag: string) => customElements.whenDefined(tag);

it('autoload loads what stands in the page and what appears later, at any depth, each once and nothing else', async () => {
  const place = document.body.appendChild(document.createElement('div'));
  place.innerHTML = '<p><latch-sign-out-button></latch-sign-out-button></p>';
  await import('../../src/define/autoload.js');
  await loaded('latch-sign-out-button');
  expect(defined()).to.deep.equal(['latch-sign-out-button']);

  place.append(document.createElement('latch-passkey-create'));
  await loaded('latch-passkey-create');
  expect(defined()).to.deep.equal(['latch-passkey-create', 'latch-sign-out-button']);

  place.insertAdjacentHTML(
    'beforeend',
    '<form><fieldset><latch-passkey-button></latch-passkey-button><latch-unknown></latch-unknown></fieldset></form>',
  );
  await loaded('latch-passkey-button');
  place.append('text', document.createComment('nothing'), document.createElement('latch-passkey-button'));
  expect(defined()).to.deep.equal(['latch-passkey-button', 'latch-passkey-create', 'latch-sign-out-button']);

  const requested = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
  expect(requested.filter((path) => path === '/src/define/passkey-button.ts')).to.have.length(1);
  expect(requested.filter((path) => path.includes('passkey-field'))).to.deep.equal([]);
  place.remove();
});

it('autoload finds tags in open shadow roots, in those that are attached later and in shadow roots in them', async () => {
  await import('../../src/define/autoload.js');
  const host = document.createElement('div');
  host.attachShadow({ mode: 'open' }).innerHTML = '<section><latch-payment-button></latch-payment-button></section>';
  document.body.append(host);
  await loaded('latch-payment-button');

  const later = document.body.appendChild(document.createElement('div'));
  const root = later.attachShadow({ mode: 'open' });
  const inner = root.appendChild(document.createElement('div'));
  inner.attachShadow({ mode: 'open' }).append(document.createElement('latch-oidc-button'));
  await loaded('latch-oidc-button');
  root.append(document.createElement('latch-install-button'));
  await loaded('latch-install-button');
  host.remove();
  later.remove();
});

it('autoload leaves closed shadow roots alone', async () => {
  await import('../../src/define/autoload.js');
  const host = document.body.appendChild(document.createElement('div'));
  host.attachShadow({ mode: 'closed' }).append(document.createElement('latch-session-list'));
  document.body.append(document.createElement('latch-otp-input'));
  await loaded('latch-otp-input');
  expect(customElements.get('latch-session-list')).to.equal(undefined);
  host.remove();
});
