import { expect } from '@open-wc/testing';
import '../../src/define/all.js';
import { contentBackend, json } from '../support/browser/backend.js';
import { settled } from '../support/browser/clock.js';
import { deepActive, descriptionOf, listen, type Listener } from '../support/browser/listener.js';
import { choose } from '../support/browser/menu.js';
import { until } from '../support/browser/until.js';
import { passkeyBackend } from '../support/browser/passkeys.js';
import { sessionBackend } from '../support/browser/sessions.js';
import { pretendGesture } from '../support/browser/wallet.js';
import { kinds } from './kinds.js';
import { accountBackend, inState, passkeys, sessions, unlockVault, type ElementState, type Scene } from './states.js';

type Tag = ElementState['tag'];

/** A way in which something fails, and how a user gets there once more. */
interface Failure {
  tag: Tag;
  what: string;
  sentence: RegExp;
  /** The element, ready for the first attempt. */
  open(scene: Scene): Promise<HTMLElement>;
  /** One attempt. */
  attempt(element: HTMLElement): Promise<void> | void;
  /** Where one acts next; without it, the focus stays. */
  next?(element: HTMLElement): Element | null | undefined;
}

const refuse = (scene: Scene, path: RegExp, status: number, error: string, more = {}) =>
  scene.answerWith((request) => (path.test(request.path) ? json({ error, ...more }, status) : contentBackend(request)));

const session = {
  signedIn: true,
  user: { name: 'alice', displayName: 'Alice', id: 'dXNlcg', username: 'alice' },
  authMethod: 'password',
  authTime: 1000,
  expires: 9e12,
};

const inputOf = (element: HTMLElement, selector: string) => element.querySelector<HTMLInputElement>(selector)!;

async function openCard(scene: Scene, tag: Tag, attributes: Record<string, string> = {}): Promise<HTMLElement> {
  const card = await scene.put(tag, attributes);
  await until(() => card.querySelector('form [name=username]'));
  return card;
}

/** Submits as the button does, which has the focus then. */
function press(element: HTMLElement): void {
  const button = element.querySelector<HTMLElement>('form > button')!;
  button.focus();
  button.click();
}

/** Puts a password form of the page's own into an element. */
function addForm(element: HTMLElement): void {
  element.innerHTML =
    '<form><input aria-label="Name" autocomplete="username"><input aria-label="Password" type="password" autocomplete="current-password"><button>Sign in</button></form>';
}

const typeWrong = (element: HTMLElement) => {
  inputOf(element, '[autocomplete~=username]').value = 'ada';
  inputOf(element, '[type=password]').value = 'wrong';
};

const failures: Failure[] = [
  {
    tag: 'latch-sign-in',
    what: 'a wrong password, by the button',
    sentence: /don’t match|wrong|incorrect/i,
    async open(scene) {
      refuse(scene, /\/login$/, 401, 'rejected');
      return openCard(scene, 'latch-sign-in');
    },
    attempt(card) {
      typeWrong(card);
      press(card);
    },
    next: (card) => card.querySelector('[name=password]'),
  },
  {
    tag: 'latch-sign-in',
    what: 'a wrong password, by Enter in its field',
    sentence: /don’t match|wrong|incorrect/i,
    async open(scene) {
      refuse(scene, /\/login$/, 401, 'rejected');
      const card = await openCard(scene, 'latch-sign-in');
      inputOf(card, '[name=username]').value = 'ada';
      press(card);
      await until(() => deepActive() === card.querySelector('[name=password]'));
      return card;
    },
    attempt(card) {
      typeWrong(card);
      card.querySelector('form')!.requestSubmit();
    },
    next: (card) => card.querySelector('[name=password]'),
  },
  {
    tag: 'latch-sign-in',
    what: 'no name',
    sentence: /username|name|email/i,
    open: (scene) => openCard(scene, 'latch-sign-in'),
    attempt: press,
    next: (card) => card.querySelector('[name=username]'),
  },
  {
    tag: 'latch-sign-in',
    what: 'no password',
    sentence: /password/i,
    async open(scene) {
      const card = await openCard(scene, 'latch-sign-in');
      inputOf(card, '[name=username]').value = 'ada';
      press(card);
      await until(() => deepActive() === card.querySelector('[name=password]'));
      return card;
    },
    attempt: press,
    next: (card) => card.querySelector('[name=password]'),
  },
  {
    tag: 'latch-sign-in',
    what: 'a wrong password in the page’s own form',
    sentence: /don’t match|wrong|incorrect/i,
    async open(scene) {
      refuse(scene, /\/login$/, 401, 'rejected');
      const card = await scene.put('latch-sign-in');
      addForm(card);
      await settled();
      return card;
    },
    attempt(card) {
      typeWrong(card);
      press(card);
    },
    next: (card) => card.querySelector('[type=password]'),
  },
  {
    tag: 'latch-sign-in',
    what: 'too many attempts',
    sentence: /too many|try again/i,
    async open(scene) {
      refuse(scene, /\/login$/, 429, 'rate_limited');
      return openCard(scene, 'latch-sign-in');
    },
    attempt(card) {
      typeWrong(card);
      press(card);
    },
  },
  {
    tag: 'latch-sign-up',
    what: 'no name',
    sentence: /username|name|email/i,
    open: (scene) => openCard(scene, 'latch-sign-up'),
    attempt: press,
    next: (card) => card.querySelector('[name=username]'),
  },
  {
    tag: 'latch-sign-up',
    what: 'a name that is taken',
    sentence: /taken/i,
    async open(scene) {
      refuse(scene, /signup/, 409, 'rejected');
      return openCard(scene, 'latch-sign-up');
    },
    attempt(card) {
      inputOf(card, '[name=username]').value = 'ada';
      press(card);
    },
    next: (card) => card.querySelector('[name=username]'),
  },
  {
    tag: 'latch-sign-up',
    what: 'a password that is too short',
    sentence: /8/,
    async open(scene) {
      const card = await openCard(scene, 'latch-sign-up', { methods: 'password' });
      inputOf(card, '[name=username]').value = 'ada';
      return card;
    },
    attempt: press,
    next: (card) => card.querySelector('[name=password]'),
  },
  {
    tag: 'latch-password-form',
    what: 'a wrong password',
    sentence: /don’t match|wrong|incorrect/i,
    async open(scene) {
      refuse(scene, /\/login$/, 401, 'rejected');
      return openCard(scene, 'latch-password-form');
    },
    attempt(form) {
      typeWrong(form);
      press(form);
    },
    next: (form) => form.querySelector('[type=password]'),
  },
  {
    tag: 'latch-otp-input',
    what: 'missing digits',
    sentence: /Enter the code/,
    open: (scene) => scene.put('latch-otp-input'),
    attempt: (code) => (code as HTMLElementTagNameMap['latch-otp-input']).verify(),
    next: (code) => code.querySelector('input'),
  },
  {
    tag: 'latch-otp-input',
    what: 'a wrong code',
    sentence: /code/i,
    async open(scene) {
      refuse(scene, /otp/, 400, 'invalid_code');
      return scene.put('latch-otp-input');
    },
    async attempt(code) {
      const input = await until(() => code.querySelector('input'));
      input.value = '000000';
      input.dispatchEvent(new Event('input', { bubbles: true }));
      await (code as HTMLElementTagNameMap['latch-otp-input']).verify();
    },
    next: (code) => code.querySelector('input'),
  },
  {
    tag: 'latch-otp-input',
    what: 'an address that is none',
    sentence: /email|address/i,
    async open(scene) {
      refuse(scene, /otp/, 400, 'rejected');
      const code = await scene.put('latch-otp-input');
      code.innerHTML = '<form slot="address"><input aria-label="Email" value="ada"><button>Send</button></form>';
      await settled();
      return code;
    },
    attempt: press,
    next: (code) => code.querySelector('form input'),
  },
  {
    tag: 'latch-passkey-create',
    what: 'a wrong password in its dialog',
    sentence: /Wrong password/,
    async open(scene) {
      const element = await scene.put('latch-passkey-create');
      scene.answerWith((request) =>
        /register\/options/.test(request.path)
          ? json({ error: 'step_up_required', methods: ['password'] }, 403)
          : /login|step-up/.test(request.path)
            ? json({ error: 'rejected' }, 401)
            : request.path === '/session'
              ? json(session)
              : contentBackend(request),
      );
      await scene.press(element);
      await until(() => element.shadowRoot!.querySelector('dialog[open] [role=alert]'));
      return element;
    },
    attempt(element) {
      const dialog = element.shadowRoot!.querySelector('dialog')!;
      dialog.querySelector('input')!.value = 'wrong';
      const button = dialog.querySelector<HTMLElement>('[part=dialog-confirm]')!;
      button.focus();
      button.click();
    },
    next: (element) => element.shadowRoot!.querySelector('dialog input'),
  },
  ...(
    [
      ['name', 'name', 'a name that is taken', /taken/, { name: 'bob' }, 'PATCH', 409, 'taken', true],
      ['addresses', 'email', 'an address that is none', /email/i, { email: 'x' }, 'PATCH', 400, 'rejected', true],
      [
        'addresses',
        'email',
        'too many changes',
        /too many/i,
        { email: 'a@b.example' },
        'PATCH',
        429,
        'rate_limited',
        false,
      ],
      ['password', 'password', 'a password that is too short', /8/, {}, '', 0, '', true],
      [
        'password',
        'password',
        'a broken backend',
        /has a problem/,
        { password: 'long enough' },
        'PUT',
        500,
        'x',
        false,
      ],
      ['second-factor', 'totp', 'a missing code', /code/i, {}, '', 0, '', true],
      ['second-factor', 'totp', 'a wrong code', /code/i, { code: '000000' }, 'POST', 400, 'rejected', true],
    ] as const
  ).map(([section, opens, what, sentence, values, method, status, error, isAboutField]): Failure => ({
    tag: 'latch-account',
    what: `${what}, in the section ${section}`,
    sentence,
    async open(scene) {
      scene.answerWith((request, real) =>
        request.method === method && /^\/account($|\/password|.*confirm)/.test(request.path)
          ? json({ error }, status)
          : accountBackend(request, real),
      );
      const account = await scene.put('latch-account', { sections: section });
      const find = (selector: string) => account.shadowRoot!.querySelector<HTMLElement>(selector);
      const opener = await until(() => find(`[data-opens=${opens}]`));
      if (opener.ariaHasPopup === 'menu') await choose(account, 'Change');
      else opener.click();
      await until(() => find('form [part=field]'));
      return account;
    },
    attempt(account) {
      const form = account.shadowRoot!.querySelector('form')!;
      for (const [name, value] of Object.entries(values))
        form.querySelector<HTMLInputElement>(`[name=${name}]`)!.value = value;
      const button = form.querySelector<HTMLElement>('[part=button]')!;
      button.focus();
      button.click();
    },
    ...(isAboutField && {
      next: (account: HTMLElement) =>
        account.shadowRoot!.querySelector(`form [part=field][name=${opens === 'totp' ? 'code' : opens}]`),
    }),
  })),
  {
    tag: 'latch-passkey-list',
    what: 'a new name that the backend refuses',
    sentence: /has a problem/,
    async open(scene) {
      const { answer } = passkeyBackend(...passkeys);
      scene.answerWith((request, real) => (request.method === 'PATCH' ? json({}, 500) : answer(request, real)));
      const list = await scene.put('latch-passkey-list');
      (await until(() => list.shadowRoot!.querySelector<HTMLElement>('li [aria-haspopup]'))).click();
      (await until(() => list.shadowRoot!.querySelector<HTMLElement>('[role=menuitem]'))).click();
      await until(() => list.shadowRoot!.querySelector('form'));
      return list;
    },
    attempt(list) {
      const form = list.shadowRoot!.querySelector('form')!;
      form.querySelector('input')!.value = 'Another name';
      const button = form.querySelector<HTMLElement>('button')!;
      button.focus();
      button.click();
    },
  },
  {
    tag: 'latch-session-list',
    what: 'a sign-out of the other devices that the backend refuses',
    sentence: /has a problem/,
    async open(scene) {
      const { answer } = sessionBackend(...sessions);
      scene.answerWith((request, real) => (request.method === 'DELETE' ? json({}, 500) : answer(request, real)));
      const list = await scene.put('latch-session-list');
      await until(() => list.shadowRoot!.textContent.includes('Safari on iOS'));
      return list;
    },
    async attempt(list) {
      list.shadowRoot!.querySelector<HTMLElement>('[part=button]')!.click();
      const confirm = await until(() => list.shadowRoot!.querySelector<HTMLElement>('[part=dialog-confirm]'));
      confirm.click();
    },
  },
  {
    tag: 'latch-vault-unlock',
    what: 'a passkey that the browser refuses',
    sentence: /./,
    async open(scene) {
      const lock = (await unlockVault(scene)) as HTMLElementTagNameMap['latch-vault-unlock'];
      lock.lock();
      await until(() => !lock.unlocked && !lock.matches(':state(pending)'));
      scene.stage.requests.answerWith(() => Promise.reject(new DOMException('', 'SecurityError')));
      return lock;
    },
    attempt: (lock) => lock.shadowRoot!.querySelector<HTMLElement>('[part=button]')!.click(),
  },
  ...kinds
    // After a refusal, the field waits for a passkey in autofill: a second click is another test.
    .filter(({ tag, refuse: canRefuse }) => canRefuse && tag !== 'latch-passkey-field')
    .map((kind): Failure => ({
      tag: kind.tag as Tag,
      what: 'a refusal of the backend',
      sentence: /too many|try again/i,
      async open(scene) {
        const element = await scene.put(kind.tag as Tag);
        kind.refuse!(scene.stage, () => json({ error: 'rate_limited' }, 429));
        return element;
      },
      attempt: (element) => element.shadowRoot!.querySelector<HTMLElement>('[part=button]')!.click(),
    })),
];

/** Resolves with what was heard, once nothing goes on any more. */
async function heardAfter(ears: Listener, sentence: RegExp): Promise<string[]> {
  const heard: string[] = [];
  await until(() => {
    heard.push(...ears.heard());
    return heard.some((text) => sentence.test(text));
  });
  await settled();
  return [...heard, ...ears.heard()];
}

describe('a screen reader hears once, each time,', () => {
  for (const { tag, what, sentence, open, attempt, next } of failures)
    it(`in <${tag}>: ${what}`, () => {
      const state: ElementState = { tag, state: what, reach: open };
      return inState(state, async (element) => {
        const ears = listen();
        const described: string[] = [];
        const note = () => described.push(descriptionOf(deepActive()));
        element.addEventListener('focusin', note);
        try {
          for (const time of ['first', 'second', 'third']) {
            pretendGesture(true);
            ears.heard();
            described.length = 0;
            await attempt(element);
            const heard = await heardAfter(ears, sentence);
            const said = heard.filter((text) => sentence.test(text) && !text.endsWith('…'));
            expect(said, `the ${time} time`).to.have.length(1);
            if (!next) continue;
            expect(deepActive(), `where the focus is the ${time} time`).to.equal(next(element));
            expect(descriptionOf(deepActive()), 'the field says it as well when one comes back').to.equal(said[0]);
            // The description was not there yet when the field got the focus, or it would be heard twice.
            if (time === 'first') expect(described.at(-1) ?? '').to.not.equal(said[0]);
          }
        } finally {
          ears.end();
          element.removeEventListener('focusin', note);
        }
      });
    });
});
