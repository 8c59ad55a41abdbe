import { expect, fixture, html } from '@open-wc/testing';
import '../../../src/define/all.js';

const textOf = (element: Element) => {
  const slot = element.shadowRoot!.querySelector('slot')!;
  const given = slot.assignedNodes().map(({ textContent }) => textContent);
  return [...given, element.shadowRoot!.querySelector('button')!.textContent].join('').trim();
};

for (const [tag, usual] of [
  ['latch-passkey-button', 'Sign in with a passkey'],
  ['latch-passkey-create', 'Create a passkey'],
  ['latch-sign-out-button', 'Sign out'],
] as const) {
  describe(`the label of <${tag}>`, () => {
    it('is the usual one when there is only white space, or only a fallback, between the tags', async () => {
      const element = await fixture(html`<div></div>`);
      element.innerHTML = `<${tag}>\n  <a slot="fallback" href="/login">Another way</a>\n</${tag}>`;
      const made = element.querySelector(tag)!;
      await made.updateComplete;
      expect(textOf(made)).to.equal(usual);
    });

    it('is what the page puts there, also when it does so later', async () => {
      const element = await fixture(html`<div></div>`);
      const made = document.createElement(tag);
      element.append(made);
      await made.updateComplete;
      expect(textOf(made)).to.equal(usual);
      made.append('Continue');
      await new Promise((resolve) =>
        made.shadowRoot!.querySelector('slot')!.addEventListener('slotchange', resolve, { once: true }),
      );
      await made.updateComplete;
      expect(textOf(made)).to.equal('Continue');
    });
  });
}
