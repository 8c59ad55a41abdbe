import { expect } from '@open-wc/testing';

describe('the built modules', () => {
  it('register one tag per file of define', async () => {
    expect(customElements.get('latch-sign-out-button')).to.equal(undefined);
    await import('../../dist/define/sign-out-button.js');
    expect(customElements.get('latch-sign-out-button')).to.be.a('function');
    expect(customElements.get('latch-passkey-field')).to.equal(undefined);
  });

  it('register a tag when it appears on a page that autoloads', async () => {
    await import('../../dist/define/autoload.js');
    expect(customElements.get('latch-passkey-create')).to.equal(undefined);
    const element = document.createElement('latch-passkey-create');
    document.body.append(element);
    await customElements.whenDefined('latch-passkey-create');
    await element.updateComplete;
    expect(element.shadowRoot.querySelector('button')).to.not.equal(null);
    element.remove();
  });

  it('give the framework-free entry without any element', async () => {
    const entry = await import('../../dist/index.js');
    expect(Object.keys(entry)).to.not.be.empty;
    expect(Object.keys(entry).filter((name) => /^Latch(?!Error)/.test(name))).to.deep.equal([]);
  });
});
