import { expect } from '@open-wc/testing';
import { LitElement } from 'lit';
import { Lifetime } from '../../../src/base/element/lifetime.js';
import { settled } from '../../support/browser/clock.js';

class LivingElement extends LitElement {
  readonly begun: AbortSignal[] = [];
  readonly lifetime = new Lifetime(this, (signal) => this.begun.push(signal));
}
customElements.define('living-element', LivingElement);

describe('the lifetime of an element', () => {
  let element: LivingElement;

  beforeEach(() => (element = new LivingElement()));
  afterEach(() => element.remove());

  it('has not begun before the element is in a document', () => {
    expect(element.lifetime.signal.aborted).to.equal(true);
    expect(element.begun).to.deep.equal([]);
  });

  it('begins with the connection and ends with the removal', async () => {
    document.body.append(element);
    const { signal } = element.lifetime;
    expect(element.begun, 'before the page has set properties').to.deep.equal([]);
    await settled();
    expect([signal.aborted, element.begun.length, element.begun[0] === signal]).to.deep.equal([false, 1, true]);
    element.remove();
    await settled();
    expect([signal.aborted, element.lifetime.signal.aborted]).to.deep.equal([true, true]);
  });

  it('goes on when the element is moved within one task', async () => {
    const elsewhere = document.body.appendChild(document.createElement('div'));
    document.body.append(element);
    const { signal } = element.lifetime;
    elsewhere.append(element);
    element.remove();
    document.body.append(element);
    await settled();
    expect([signal.aborted, element.lifetime.signal === signal, element.begun.length]).to.deep.equal([false, true, 1]);
    elsewhere.remove();
  });

  it('is another one in another tree, whose events the element must hear, and in another document', async () => {
    const root = document.body.appendChild(document.createElement('div')).attachShadow({ mode: 'open' });
    const frame = document.body.appendChild(document.createElement('iframe'));
    document.body.append(element);
    for (const place of [root, frame.contentDocument!.body, document.body]) {
      await settled();
      const { signal } = element.lifetime;
      place.append(element);
      await settled();
      expect([signal.aborted, element.lifetime.signal.aborted]).to.deep.equal([true, false]);
    }
    expect(element.begun.map(({ aborted }) => aborted)).to.deep.equal([true, true, true, false]);
    root.host.remove();
    frame.remove();
  });

  it('is another one when the element comes back later', async () => {
    document.body.append(element);
    await settled();
    element.remove();
    await settled();
    document.body.append(element);
    await settled();
    expect(element.begun.map(({ aborted }) => aborted)).to.deep.equal([true, false]);
  });
});
