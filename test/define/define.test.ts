import { expect } from '@open-wc/testing';
import { importCopy } from '../support/browser/copy.js';

const tags = ['latch-passkey-button', 'latch-passkey-create', 'latch-passkey-field', 'latch-sign-out-button'];
const requested = (part: string) => performance.getEntriesByType('resource').some(({ name }) => new URL(name).pathname === `/src/define/${part}.ts`);

it('autoload loads the module of a tag when the tag appears, and no other', async () => {
  await import('../../src/define/autoload.js');
  expect(tags.filter((tag) => customElements.get(tag))).to.deep.equal([]);
  const shelf = document.createElement('div');
  shelf.innerHTML = '<p><latch-sign-out-button></latch-sign-out-button></p>';
  document.body.append(shelf);
  await customElements.whenDefined('latch-sign-out-button');
  expect(requested('sign-out-button')).to.equal(true);
  expect(requested('passkey-field')).to.equal(false);
  shelf.remove();
});

it('all defines every tag', async () => {
  await import('../../src/define/all.js');
  for (const tag of tags) expect(customElements.get(tag), tag).to.be.a('function');
});

it('a second copy of the package leaves the tags of the first alone', async () => {
  await import('../../src/define/all.js');
  const first = tags.map((tag) => customElements.get(tag));
  await importCopy('define/all');
  expect(tags.map((tag) => customElements.get(tag))).to.deep.equal(first);
});
