import { expect } from '@open-wc/testing';
import '../../src/define/all.js';
import { setMessages } from '../../src/messages/index.js';
import * as english from '../../src/messages/en.js';
import { inNumber, loadTexts, textsFor } from '../../src/messages/localize.js';
import type { Messages, Plural, Section, Texts } from '../../src/messages/section.js';
import { shipped } from '../../src/messages/shipped.js';
import { contentBackend, watchBackendRequests, type BackendRequests } from '../support/browser/backend.js';
import { settled } from '../support/browser/clock.js';
import { buttonOf } from '../support/browser/elements.js';
import { elementStates, inState } from './states.js';

const { consequences: _ofServer, ...ofElements } = english;
const sections: readonly Section[] = Object.values(ofElements);
const tags = Object.keys(shipped);

const placeholdersOf = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort();

describe('the languages of the elements', () => {
  let backend: BackendRequests;
  let place: HTMLElement;

  beforeEach(() => {
    backend = watchBackendRequests();
    backend.answerWith(contentBackend);
    place = document.body.appendChild(document.createElement('div'));
  });

  afterEach(() => {
    place.remove();
    backend.restore();
    document.documentElement.lang = 'en';
  });

  /** Puts an element in, and resolves with it once it shows something. */
  async function put(tag: keyof HTMLElementTagNameMap, lang?: string): Promise<HTMLElement> {
    if (lang !== undefined) place.lang = lang;
    const element = place.appendChild(document.createElement(tag));
    await shown(element);
    return element;
  }

  async function shown(element: HTMLElement): Promise<void> {
    while (!element.shadowRoot?.querySelector('[part=button]')) await settled();
    await (element as HTMLElementTagNameMap['latch-passkey-button']).updateComplete;
  }

  /** Resolves once the button says `text`. */
  async function says(element: HTMLElement, text: string): Promise<void> {
    while (buttonOf(element).textContent!.trim() !== text) await settled();
  }

  // the first of all, before a test has fetched anything
  it('are chosen by the nearest lang, and what is shown first is in it', async () => {
    place.lang = 'de';
    const seen: string[] = [];
    const button = place.appendChild(document.createElement('latch-passkey-button'));
    const look = new MutationObserver(() => seen.push(button.shadowRoot!.textContent!.trim()));
    look.observe(button.shadowRoot!, { childList: true, subtree: true });
    await shown(button);
    look.disconnect();
    expect(seen.filter((text) => /passkey/i.test(text) && text.includes('Sign in'))).to.deep.equal([]);
    expect(buttonOf(button).textContent).to.equal('Mit Passkey anmelden');
    const dutch = place.appendChild(document.createElement('latch-passkey-button'));
    dutch.lang = 'nl';
    await shown(dutch);
    await says(dutch, 'Inloggen met een passkey');
  });

  for (const tag of tags) {
    it(`have in ${tag} every sentence with its placeholders and plural forms, and none that is English`, async () => {
      const categories = new Intl.PluralRules(tag).resolvedOptions().pluralCategories;
      place.lang = tag;
      for (const section of sections) {
        const { name, english } = section;
        const texts = await loadTexts(place, section);
        expect(texts, name).not.to.equal(english);
        for (const [key, original] of Object.entries(english)) {
          const text = texts[key]!;
          if (typeof original === 'string') {
            expect(placeholdersOf(text as string), `${name}.${key}`).to.deep.equal(placeholdersOf(original));
            expect(text === '', `${name}.${key} is empty`).to.equal(original === '');
            if (original.split(' ').length > 3) expect(text, `${name}.${key}`).not.to.equal(original);
          } else {
            expect(Object.keys(text), `${name}.${key}`).to.have.members(categories);
            const allowed = placeholdersOf(original.other);
            for (const form of Object.values(text as Plural))
              expect(allowed, `${name}.${key}`).to.include.members(placeholdersOf(form));
          }
        }
      }
    });
  }

  for (const tag of ['en', ...tags])
    it(`name in ${tag} each button by the words that are on it, so that it can be called by them`, async () => {
      place.lang = tag;
      const { about } = await loadTexts(place, english.offlineStatus);
      expect(about).to.contain('{choice}');
    });

  it('change with the lang of the page, of an element around them, and of the host of a shadow root', async () => {
    const button = await put('latch-sign-out-button');
    await says(button, 'Sign out');
    document.documentElement.lang = 'fr';
    await says(button, 'Se déconnecter');
    place.lang = 'pl';
    await says(button, 'Wyloguj się');
    const host = place.appendChild(document.createElement('div'));
    host.attachShadow({ mode: 'open' }).append(button);
    host.lang = 'it';
    await says(button, 'Esci');
    place.removeAttribute('lang');
    host.lang = '';
    host.removeAttribute('lang');
    await says(button, 'Se déconnecter');
  });

  it('follow the region and the script of a tag', async () => {
    for (const [lang, label] of [
      ['de-AT', 'Abmelden'],
      ['pt-PT', 'Sair'],
      ['zh-TW', '登出'],
      ['zh', '退出登录'],
      ['iw', 'יציאה'],
      ['en-GB', 'Sign out'],
    ]) {
      const button = await put('latch-sign-out-button', lang);
      await says(button, label!);
      button.remove();
    }
  });

  it('are English in a page of any other language, marked as English', async () => {
    const button = await put('latch-sign-out-button', 'sw');
    await says(button, 'Sign out');
    const languages = () => [...button.shadowRoot!.children].map((part) => part.getAttribute('lang'));
    expect(languages()).to.deep.equal(['en', 'en']);
    place.lang = 'ar';
    await says(button, 'تسجيل الخروج');
    expect(languages()).to.deep.equal([null, null]);
  });

  /** Counts how often elements mark the language of something while `work` lasts. */
  async function countMarks(work: (marks: () => number) => Promise<void>): Promise<void> {
    const { setAttribute } = Element.prototype;
    let marks = 0;
    // What never ends would hold up the page, and this test with it.
    Element.prototype.setAttribute = function (name, value) {
      if (name === 'lang' && ++marks > 500) throw new Error('It is marked again and again.');
      Reflect.apply(setAttribute, this, [name, value]);
    };
    try {
      await work(() => marks);
    } finally {
      Element.prototype.setAttribute = setAttribute;
    }
  }

  async function rest(): Promise<void> {
    for (let turn = 0; turn < 5; turn++) await settled();
  }

  const firstStates = elementStates.filter(
    ({ tag }, index) => elementStates.findIndex((other) => other.tag === tag) === index,
  );
  for (const state of firstStates)
    it(`leave <${state.tag}> at rest in a page of any other language: what it draws is marked once`, () =>
      countMarks(async (marks) => {
        document.documentElement.lang = 'sw';
        await inState(state, async (element) => {
          await rest();
          const before = marks();
          (element as HTMLElementTagNameMap['latch-sign-in']).requestUpdate();
          await rest();
          expect(marks()).to.equal(before);
        });
      }));

  it('are marked by each element for itself, where one inside another speaks the language of the page', () =>
    countMarks(async (marks) => {
      await setMessages('cy', { passwordForm: { username: 'Enw defnyddiwr' } });
      place.lang = 'cy';
      const outer = place.appendChild(document.createElement('latch-vault-unlock'));
      const inner = outer.appendChild(document.createElement('latch-password-form'));
      while (!inner.querySelector('label')) await settled();
      await rest();
      const before = marks();
      outer.requestUpdate();
      await rest();
      expect(marks()).to.equal(before);
      expect(inner.querySelector('[data-latch][lang]')).to.equal(null);
      expect(outer.shadowRoot!.firstElementChild!.getAttribute('lang')).to.equal('en');
    }));

  it('can be added to, sentence by sentence or as a whole, and show in elements that are there', async () => {
    const button = await put('latch-sign-out-button', 'eo');
    await says(button, 'Sign out');
    await setMessages('eo', { signOut: { button: 'Elsaluti' } });
    await says(button, 'Elsaluti');
    expect(buttonOf(button).lang).to.equal('');
    place.lang = 'de';
    await setMessages('de', { signOut: { button: 'Tschüss' } });
    await says(button, 'Tschüss');
    expect(textsFor(button, english.signOut).cancel).to.equal('Angemeldet bleiben');
    await setMessages('de', { signOut: { button: 'Abmelden' } });
    const refusal = await setMessages('no language', {}).catch((error: unknown) => error);
    expect(refusal).to.be.instanceOf(RangeError);
  });

  it('label the inputs that elements make, also after a change', async () => {
    const field = await put('latch-passkey-field', 'es');
    const label = () => field.querySelector('label')!.textContent;
    while (label() !== 'Nombre de usuario') await settled();
    place.lang = 'tr';
    while (label() !== 'Kullanıcı adı') await settled();
    const form = place.appendChild(document.createElement('latch-password-form'));
    const words = () => [...form.querySelectorAll('label, button')].map(({ textContent }) => textContent);
    while (words()[1] !== 'Parola') await settled();
    expect(words()).to.deep.equal(['Kullanıcı adı', 'Parola', 'Oturum aç']);
    const code = place.appendChild(document.createElement('latch-otp-input'));
    while (code.querySelector('label')?.textContent !== 'Tek kullanımlık kod') await settled();
  });

  it('count as their grammar does, in their digits', async () => {
    place.lang = 'uk';
    const { waiting } = await loadTexts(place, english.offlineStatus);
    const say = (count: number) => inNumber(place, english.offlineStatus, waiting, 'count', count);
    expect([1, 21, 2, 5].map((count) => say(count).replace(/\d/g, ''))).to.satisfy(
      ([one, alsoOne, few, many]: string[]) => one === alsoOne && new Set([one, few, many]).size === 3,
    );
    place.lang = 'de';
    const german = await loadTexts(place, english.signOut);
    expect(inNumber(place, english.signOut, german.unsent, 'count', 1200)).to.contain('1.200');
  });

  it('cut nothing off at 320 px in words that are 40 % longer', async () => {
    const longer = (text: string) =>
      `${text.replace(/[aeiou](?![^{]*\})/g, (vowel) => 'àéîõü'['aeiou'.indexOf(vowel)]!)}${'~ '.repeat(Math.ceil(text.length / 5))}`;
    const lengthen = (texts: Texts) =>
      Object.fromEntries(
        Object.entries(texts).map(([key, text]) => [
          key,
          typeof text === 'string'
            ? text && longer(text)
            : Object.fromEntries(Object.entries(text).map(([form, words]) => [form, longer(words)])),
        ]),
      );
    await setMessages(
      'en-XA',
      Object.fromEntries(sections.map(({ name, english }) => [name, lengthen(english)])) as unknown as Messages,
    );
    place.style.inlineSize = '320px';
    place.lang = 'en-XA';
    const names = Object.keys(Object.fromEntries(sections.map(({ name }) => [name, 1])));
    expect(names.length).to.be.greaterThan(15);
    for (const tag of [
      'latch-passkey-field',
      'latch-install-button',
      'latch-offline-status',
      'latch-passkey-button',
      'latch-passkey-create',
      'latch-password-form',
      'latch-fedcm-button',
      'latch-oidc-button',
      'latch-otp-input',
      'latch-sign-out-button',
      'latch-payment-button',
      'latch-digital-credential-button',
      'latch-vault-unlock',
      'latch-passkey-list',
      'latch-session-list',
      'latch-account',
      'latch-manifest-inspector',
      'latch-sign-in',
      'latch-sign-up',
    ] as const) {
      const element = place.appendChild(document.createElement(tag));
      if (tag === 'latch-sign-in') element.setAttribute('methods', 'passkey password oidc fedcm code');
      await element.updateComplete;
      await settled();
      expect(element.scrollWidth, tag).to.be.at.most(320);
      for (const part of [
        ...element.shadowRoot!.querySelectorAll<HTMLElement>('button, p'),
        ...element.querySelectorAll('button'),
      ])
        expect(part.scrollWidth - part.clientWidth, `${tag}: ${part.textContent}`).to.be.at.most(0);
      element.remove();
    }
  });
});
