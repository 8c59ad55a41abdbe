import { expect } from '@open-wc/testing';
import '../../src/define/all.js';
import { contentBackend, watchBackendRequests, type BackendRequests } from '../support/browser/backend.js';
import { settled } from '../support/browser/clock.js';
import { until } from '../support/browser/until.js';

describe('a word that an attribute does not know', () => {
  const { warn } = console;
  let backend: BackendRequests;
  let place: HTMLElement;
  let warnings: string[];

  beforeEach(() => {
    backend = watchBackendRequests();
    backend.answerWith(contentBackend);
    place = document.body.appendChild(document.createElement('div'));
    warnings = [];
    console.warn = (text: string) => void (text.includes('does not know') && warnings.push(text));
  });

  afterEach(async () => {
    place.remove();
    await settled();
    console.warn = warn;
    backend.restore();
  });

  const cases: [html: string, warning: string][] = [
    [
      '<latch-sign-in methods="pasword passkey"></latch-sign-in>',
      '"methods" of <latch-sign-in> does not know "pasword". Did you mean "password"?',
    ],
    [
      '<latch-sign-in methods="passkeys"></latch-sign-in>',
      '"methods" of <latch-sign-in> does not know "passkeys". Did you mean "passkey"?',
    ],
    [
      '<latch-sign-in methods="passkey signup"></latch-sign-in>',
      '"methods" of <latch-sign-in> does not know "signup". Did you mean "sign-up"?',
    ],
    [
      '<latch-sign-in methods="passkey;oidc"></latch-sign-in>',
      '"methods" of <latch-sign-in> does not know "passkey;oidc". Separate words by spaces.',
    ],
    [
      '<latch-sign-in mode="popop"></latch-sign-in>',
      '"mode" of <latch-sign-in> does not know "popop". Did you mean "popup"?',
    ],
    [
      '<latch-sign-up methods="Password"></latch-sign-up>',
      '"methods" of <latch-sign-up> does not know "Password". Did you mean "password"?',
    ],
    [
      '<latch-sign-up methods="password magic"></latch-sign-up>',
      '"methods" of <latch-sign-up> does not know "magic". It knows "passkey", "password".',
    ],
    [
      '<latch-oidc-button mode="hand-off"></latch-oidc-button>',
      '"mode" of <latch-oidc-button> does not know "hand-off". Did you mean "handoff"?',
    ],
    [
      '<latch-account sections="device"></latch-account>',
      '"sections" of <latch-account> does not know "device". Did you mean "devices"?',
    ],
    [
      '<latch-passkey-button hints="security_key"></latch-passkey-button>',
      '"hints" of <latch-passkey-button> does not know "security_key". Did you mean "security-key"?',
    ],
    [
      '<latch-passkey-create hints="hybrids"></latch-passkey-create>',
      '"hints" of <latch-passkey-create> does not know "hybrids". Did you mean "hybrid"?',
    ],
    [
      '<latch-fedcm-button context="sign-in"></latch-fedcm-button>',
      '"context" of <latch-fedcm-button> does not know "sign-in". Did you mean "signin"?',
    ],
    [
      '<latch-fedcm-button fields="e-mail"></latch-fedcm-button>',
      '"fields" of <latch-fedcm-button> does not know "e-mail". Did you mean "email"?',
    ],
  ];
  for (const [html, warning] of cases)
    it(`is named in the console once, with what was meant: ${warning}`, async () => {
      place.innerHTML = html;
      await until(() => warnings.length > 0);
      place.innerHTML = html;
      place.append(place.firstElementChild!.cloneNode(true));
      await settled();
      expect(warnings).to.deep.equal([`Latchkey: ${warning}`]);
    });

  it('is named when a script sets it later, in an array too, and nothing is said of known words and of none', async () => {
    const card = place.appendChild(document.createElement('latch-sign-in'));
    const button = place.appendChild(document.createElement('latch-passkey-button'));
    await settled();
    card.methods = ['passkey', 'password', 'fedcm', 'oidc', 'code', 'device', 'sign-up'];
    button.hints = '';
    await settled();
    Object.assign(card, { methods: undefined });
    await settled();
    expect(warnings).to.deep.equal([]);
    Object.assign(card, { methods: ['passkey', 'tel', 42] });
    await until(() => warnings.length > 1);
    const known = '"passkey", "password", "fedcm", "oidc", "code", "device", "sign-up"';
    expect(warnings).to.deep.equal(
      ['tel', '42'].map((word) => `Latchkey: "methods" of <latch-sign-in> does not know "${word}". It knows ${known}.`),
    );
  });
});
