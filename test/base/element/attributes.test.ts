import { expect } from '@open-wc/testing';
import type { LitElement } from 'lit';
import * as all from '../../../src/define/all.js';
import { contentBackend, watchBackendRequests, type BackendRequests } from '../../support/browser/backend.js';
import { claimCapabilities } from '../../support/browser/capable.js';
import { settled } from '../../support/browser/clock.js';
import { watchCredentialRequests, type CredentialRequests } from '../../support/browser/credential-requests.js';
import { buttonOf } from '../../support/browser/elements.js';

const tags = Object.values(all)
  .map((part) => customElements.getName(part as CustomElementConstructor))
  .filter((tag) => tag !== null);

describe('attributes and properties, as frameworks set them', () => {
  let place: HTMLElement;
  let backend: BackendRequests;
  let requests: CredentialRequests;

  beforeEach(() => {
    claimCapabilities();
    place = document.body.appendChild(document.createElement('div'));
    backend = watchBackendRequests();
    backend.answerWith(contentBackend);
    requests = watchCredentialRequests();
  });

  afterEach(async () => {
    place.remove();
    await settled();
    requests.restore();
    backend.restore();
  });

  for (const tag of tags)
    it(`of ${tag} are as they were at first when what was set is removed`, () => {
      const element = document.createElement(tag) as LitElement & Record<string, unknown>;
      const { elementProperties } = customElements.get(tag) as unknown as typeof LitElement;
      for (const [property, { attribute, state }] of elementProperties) {
        if (state || attribute === false) continue;
        const name = typeof attribute === 'string' ? attribute : String(property).toLowerCase();
        const initial = element[property as string];
        element.setAttribute(name, '7');
        element.removeAttribute(name);
        expect(element[property as string], name).to.equal(initial);
      }
    });

  for (const nothing of [undefined, null])
    it(`are as they were at first when a property is set to ${nothing}`, () => {
      for (const tag of tags) {
        const element = document.createElement(tag) as LitElement & Record<string, unknown>;
        const { elementProperties } = customElements.get(tag) as unknown as typeof LitElement;
        for (const [property, { state }] of elementProperties) {
          if (state) continue;
          const name = property as string;
          const initial = element[name];
          element[name] = typeof initial === 'number' ? 7 : typeof initial === 'boolean' ? !initial : 'something';
          element[name] = nothing;
          expect(element[name], `${name} of ${tag}`).to.equal(initial);
        }
      }
    });

  for (const nothing of [undefined, null, ''])
    it(`a card whose methods are ${JSON.stringify(nothing)} has those of one that is given none`, async () => {
      for (const tag of ['latch-sign-in', 'latch-sign-up'] as const) {
        const usual = place.appendChild(document.createElement(tag));
        const bound = place.appendChild(document.createElement(tag));
        (bound as unknown as { methods: unknown }).methods = nothing;
        for (let turn = 0; turn < 5; turn++) await settled();
        const read = (card: HTMLElement) => card.shadowRoot!.textContent;
        expect(read(bound), tag).to.equal(read(usual));
        usual.remove();
        bound.remove();
      }
    });

  /** The flags that a page sets, by their attributes. */
  const flagsOf = (tag: string): Array<[attribute: string, property: string]> =>
    [...(customElements.get(tag) as unknown as typeof LitElement).elementProperties]
      .filter(
        ([, { type, attribute, reflect, state }]) => type === Boolean && attribute !== false && !reflect && !state,
      )
      .map(([property, { attribute }]) => [
        typeof attribute === 'string' ? attribute : String(property).toLowerCase(),
        property as string,
      ]);

  for (const tag of tags)
    for (const [name, property] of flagsOf(tag))
      it(`"${name}" of ${tag} is on by its presence, and off by "false" and by its absence`, () => {
        const element = document.createElement(tag);
        const states = ['', 'true', name, 'false', null].map((value) => {
          if (value === null) element.removeAttribute(name);
          else element.setAttribute(name, value);
          return (element as unknown as Record<string, unknown>)[property];
        });
        expect(states).to.deep.equal([true, true, true, false, false]);
      });

  it('a base URL that is set right after the insertion is the one that is asked', async () => {
    const button = place.appendChild(document.createElement('latch-passkey-button'));
    button.baseUrl = '/api';
    await settled();
    expect(backend.all.map(({ path }) => path)).to.deep.equal(['/api/webauthn/login/options']);
  });

  it('hints are an array or text with spaces between them', async () => {
    const button = place.appendChild(document.createElement('latch-passkey-button'));
    for (const hints of ['security-key  hybrid', ['security-key', 'hybrid']] as const) {
      button.hints = hints as typeof button.hints;
      await settled();
      buttonOf(button).click();
      const { options } = await requests.next();
      expect((options.publicKey as { hints?: string[] }).hints).to.deep.equal(['security-key', 'hybrid']);
    }
  });

  it('"immediate" of the password form may come and go', async () => {
    const form = place.appendChild(document.createElement('latch-password-form'));
    await settled();
    const isHidden = () => !form.shadowRoot!.querySelector('slot');
    expect(isHidden()).to.equal(false);
    claimCapabilities({ immediateGet: true });
    form.setAttribute('immediate', '');
    await form.updateComplete;
    expect(isHidden()).to.equal(true);
    form.setAttribute('immediate', 'false');
    await form.updateComplete;
    expect(isHidden()).to.equal(false);
  });
});
