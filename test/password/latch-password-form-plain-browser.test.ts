import { expect, fixture, html } from '@open-wc/testing';
import '../../src/define/password-form.js';
import type { LatchPasswordForm } from '../../src/elements.js';
import { claimCapabilities } from '../support/browser/capable.js';
import { settled } from '../support/browser/clock.js';
import { buttonOf } from '../support/browser/elements.js';

describe('<latch-password-form immediate> in a browser without immediate mode', () => {
  before(() => claimCapabilities({ immediateGet: false }));

  it('shows the form right away', async () => {
    const element = await fixture<LatchPasswordForm>(html`<latch-password-form immediate></latch-password-form>`);
    while (!element.querySelector('form')) await settled();
    await element.updateComplete;
    expect(buttonOf(element)).to.equal(null);
    expect(element.querySelector('form')!.getBoundingClientRect().height).to.be.greaterThan(0);
  });
});
