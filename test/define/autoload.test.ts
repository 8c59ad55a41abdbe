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
