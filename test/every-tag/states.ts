import { clientFor } from '../../src/base/client/client.js';
import { createPasskey } from '../../src/passkey/create.js';
import { wipeVaults } from '../../src/vault/index.js';
import { signOutQuietly, signUpUser } from '../support/browser/account.js';
import { addAuthenticator } from '../support/browser/authenticator.js';
import { contentBackend, json, watchBackendRequests, type Answer } from '../support/browser/backend.js';
import { claimCapabilities } from '../support/browser/capable.js';
import { settled } from '../support/browser/clock.js';
import { watchCredentialRequests } from '../support/browser/credential-requests.js';
import { watchDepartures } from '../support/browser/departures.js';
import { createOwnVault, openOutboxIn, stateWhere, writeElsewhere } from '../support/browser/outboxes.js';
import { listedCredential, passkeyBackend } from '../support/browser/passkeys.js';
import { order, paymentOptions, removePaymentRequests } from '../support/browser/payment-requests.js';
import { listedSession, sessionBackend } from '../support/browser/sessions.js';
import { forgetSignOuts } from '../support/browser/sign-outs.js';
import { until } from '../support/browser/until.js';
import { prfPasskey } from '../support/browser/vaults.js';
import { kinds, type Stage } from './kinds.js';

type Tag = keyof HTMLElementTagNameMap & `latch-${string}`;

/** The page around an element in one of its states. */
export interface Scene {
  readonly place: HTMLElement;
  readonly stage: Stage;
  put(tag: Tag, attributes?: Record<string, string>): Promise<HTMLElement>;
  /** Answers the requests to the backend; without it the real server does. */
  answerWith(answer: Answer): void;
  /** Presses the first button of the element, or the one that `selector` finds. */
  press(element: HTMLElement, selector?: string): Promise<void>;
  /** Called in reverse order at the end. */
  undo(restore: () => unknown): void;
}

/** A state that a user can bring an element into. */
export interface ElementState {
  tag: Tag;
  state: string;
  /** Whether a modal dialog is open in it. */
  hasDialog?: boolean;
  reach(scene: Scene): Promise<HTMLElement>;
}

/** Whether a section of `latch-account` shows more than its heading, and all that it fetches. */
const isLoaded = (section: Element): boolean =>
  !section.matches(':has(> h2:only-child)') &&
  !section.textContent.includes('Loading') &&
  !section.querySelector(':state(loading)');

/** A backend with every chapter that a settings page uses. */
export const accountBackend: Answer = ({ path }) => {
  if (path.startsWith('/webauthn'))
    return passkeyBackend(listedCredential()).answer({ path } as never, () => Promise.reject(new Error(path)));
  const answers: Record<string, object> = {
    '/account': {
      name: 'ada',
      displayName: 'Ada Lovelace',
      email: { address: 'ada@example.com', verified: false },
      methods: ['passkey', 'password', 'oidc'],
    },
    '/account/second-factor': { required: false, policy: 'optional', recoveryCodes: 0 },
    '/account/second-factor/totp': {
      secret: 'JBSWY3DPEHPK3PXP',
      otpauthUri: 'otpauth://totp/Example:ada?secret=JBSWY3DPEHPK3PXP',
      expires: 8e15,
    },
    '/account/identities': { identities: [{ id: 'one', issuer: 'https://login.example', linkedAt: Date.now() }] },
    '/auth/providers': { providers: [{ id: 'other', name: 'Other', kinds: ['oidc'] }] },
    '/sessions': { sessions },
    '/security-events': {
      events: [{ id: 'a', type: 'signed-in', at: Date.now(), device: 'Chrome', method: 'passkey' }],
    },
    '/account/deletion': { grace: 1_209_600_000, consequences: ['Your passkey stops working.'] },
  };
  return json(answers[path] ?? {});
};

const statusOf = (element: Element) => element.shadowRoot!.querySelector('[role=status]')?.textContent?.trim();
const dialogOf = (element: Element) => element.shadowRoot!.querySelector<HTMLDialogElement>('dialog[open]');

/** Sets the page up for `state`, reaches it, and has `look` examine the element; takes everything back afterwards. */
export async function inState(state: ElementState, look: (element: HTMLElement) => Promise<void>): Promise<void> {
  const ends: (() => unknown)[] = [];
  const requests = watchCredentialRequests();
  const backend = watchBackendRequests();
  requests.hold();
  claimCapabilities();
  const place = document.body.appendChild(document.createElement('main'));
  const scene: Scene = {
    place,
    stage: { backend, requests },
    async put(tag, attributes = {}) {
      const element = document.createElement(tag);
      for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
      place.append(element);
      await until(() => (element.shadowRoot?.childElementCount ?? 0) > 0);
      await settled();
      return element;
    },
    answerWith: (answer) => backend.answerWith(answer),
    async press(element, selector = 'button') {
      (await until(() => element.shadowRoot!.querySelector<HTMLElement>(selector))).click();
      await settled();
    },
    undo: (restore) => ends.push(restore),
  };
  backend.answerWith(contentBackend);
  scene.undo(() => place.remove());
  try {
    await look(await state.reach(scene));
  } finally {
    for (const end of ends.reverse()) await end();
    await forgetSignOuts();
    backend.restore();
    requests.restore();
  }
}

/** Types into the form that a card has made, and submits it. */
async function fillIn(element: HTMLElement, username: string, password?: string): Promise<void> {
  const input = await until(() => element.querySelector<HTMLInputElement>('[name=username]'));
  input.value = username;
  if (password) element.querySelector<HTMLInputElement>('[name=password]')!.value = password;
  element.querySelector<HTMLButtonElement>('form > button')!.click();
}

const refuse = (scene: Scene, path: RegExp, status: number, error: string, more = {}) =>
  scene.answerWith((request) => (path.test(request.path) ? json({ error, ...more }, status) : contentBackend(request)));

/** What elements with one button have in common: before, during and after a try. */
const shared: ElementState[] = kinds.flatMap((kind) => {
  const tag = kind.tag as Tag;
  return [
    { tag, state: 'unused', reach: (scene) => scene.put(tag) },
    {
      tag,
      state: 'pending',
      async reach(scene) {
        kind.stall(scene.stage);
        const element = await scene.put(tag);
        await scene.press(element);
        await until(() => element.matches(':state(pending)'));
        return element;
      },
    },
    {
      tag,
      state: kind.refuse ? 'failed' : 'unconfirmed',
      async reach(scene) {
        const element = await scene.put(tag);
        const answer = () => json({ error: 'rate_limited' }, 429);
        if (kind.refuse) kind.refuse(scene.stage, answer);
        else refuse(scene, /logout/, 500, 'internal');
        await scene.press(element);
        await until(() => statusOf(element) && !element.matches(':state(pending)'));
        return element;
      },
    },
  ];
});

export const passkeys = [
  listedCredential({ id: 'AQID', nickname: 'Laptop', lastUsedAt: +new Date(2026, 7, 14, 12) }),
  listedCredential({ id: 'BAUG', nickname: 'A security key with a name that takes a lot of room', backedUp: false }),
];
export const sessions = [
  listedSession(),
  listedSession({ id: 'phone', device: 'Safari on iOS', authMethod: 'password', current: false }),
];

export async function unlockVault(scene: Scene): Promise<HTMLElement> {
  scene.answerWith((_request, real) => real());
  // The native requests, answered by a virtual authenticator.
  for (const method of ['get', 'create']) Reflect.deleteProperty(navigator.credentials, method);
  const authenticator = await addAuthenticator();
  scene.undo(async () => {
    await wipeVaults();
    await authenticator.remove();
    await signOutQuietly();
  });
  await signUpUser();
  await createPasskey({ client: clientFor() });
  const lock = (await scene.put('latch-vault-unlock')) as HTMLElementTagNameMap['latch-vault-unlock'];
  scene.undo(() => lock.remove());
  lock.insertAdjacentHTML('beforeend', '<p>A note</p>');
  await lock.unlock();
  const shows = (part: string) => lock.shadowRoot!.querySelector(part);
  // The advice comes when the ways in have been counted.
  await until(() => lock.unlocked && shows('.warning') && shows('[part=item-detail]'));
  return lock;
}

/** Every element in every state that a user brings it into and that looks or reads differently. */
export const elementStates: ElementState[] = [
  ...shared,
  {
    tag: 'latch-passkey-create',
    state: 'asking for the password',
    hasDialog: true,
    async reach(scene) {
      const element = await scene.put('latch-passkey-create');
      refuse(scene, /register\/options/, 403, 'step_up_required', { methods: ['password'] });
      await scene.press(element);
      await until(() => dialogOf(element));
      return element;
    },
  },
  { tag: 'latch-password-form', state: 'empty', reach: (scene) => scene.put('latch-password-form') },
  {
    tag: 'latch-password-form',
    state: 'refused',
    async reach(scene) {
      const element = await scene.put('latch-password-form');
      const [name, password] = await until(() => {
        const inputs = element.querySelectorAll('input');
        return inputs.length === 2 ? [...inputs] : undefined;
      });
      name!.value = 'ada';
      password!.value = 'wrong';
      refuse(scene, /\/login$/, 401, 'rejected');
      element.querySelector('form')!.requestSubmit();
      await until(() => statusOf(element) && !element.matches(':state(pending)'));
      return element;
    },
  },
  { tag: 'latch-sign-up', state: 'unused', reach: (scene) => scene.put('latch-sign-up', { 'terms-url': '/terms' }) },
  {
    tag: 'latch-sign-up',
    state: 'with a name that is taken',
    async reach(scene) {
      const element = await scene.put('latch-sign-up');
      refuse(scene, /\/signup\/options$/, 409, 'taken');
      await fillIn(element, 'ada');
      await until(() => element.querySelector('[aria-invalid=true]'));
      return element;
    },
  },
  {
    tag: 'latch-sign-up',
    state: 'with a password, where the browser has no passkeys',
    async reach(scene) {
      const element = await scene.put('latch-sign-up');
      refuse(scene, /\/signup\/options$/, 404, 'unsupported');
      await fillIn(element, 'ada');
      await until(() => statusOf(element) && !element.matches(':state(pending)'));
      return element;
    },
  },
  {
    tag: 'latch-sign-up',
    state: 'pending',
    async reach(scene) {
      const element = await scene.put('latch-sign-up');
      await fillIn(element, 'ada');
      await until(() => element.matches(':state(asking)'));
      return element;
    },
  },
  {
    tag: 'latch-sign-in',
    state: 'unused',
    async reach(scene) {
      const element = await scene.put('latch-sign-in', { methods: 'passkey password oidc code' });
      await until(() => element.querySelector('latch-oidc-button'));
      return element;
    },
  },
  {
    tag: 'latch-sign-in',
    state: 'with a way that was used last',
    async reach(scene) {
      localStorage.setItem('latchkey.last-method', '"passkey"');
      scene.undo(() => localStorage.removeItem('latchkey.last-method'));
      return scene.put('latch-sign-in');
    },
  },
  {
    tag: 'latch-sign-in',
    state: 'with a wrong password',
    async reach(scene) {
      const element = await scene.put('latch-sign-in');
      refuse(scene, /\/login$/, 401, 'rejected');
      await fillIn(element, 'ada', 'wrong');
      await until(() => element.querySelector('[aria-invalid=true]'));
      return element;
    },
  },
  {
    tag: 'latch-sign-in',
    state: 'asking where to send a code',
    async reach(scene) {
      const element = await scene.put('latch-sign-in', { methods: 'passkey password code' });
      await scene.press(element, '[part=action]');
      await until(() => element.querySelector('form[slot=address] input')?.matches(':focus'));
      return element;
    },
  },
  { tag: 'latch-oidc-button', state: 'unused', reach: (scene) => scene.put('latch-oidc-button') },
  {
    tag: 'latch-oidc-button',
    state: 'leaving',
    async reach(scene) {
      const departures = watchDepartures();
      scene.undo(departures.restore);
      const element = await scene.put('latch-oidc-button');
      await scene.press(element);
      await until(() => statusOf(element));
      return element;
    },
  },
  { tag: 'latch-otp-input', state: 'empty', reach: (scene) => scene.put('latch-otp-input') },
  {
    tag: 'latch-otp-input',
    state: 'with a code that was refused',
    async reach(scene) {
      const element = (await scene.put('latch-otp-input')) as HTMLElementTagNameMap['latch-otp-input'];
      const input = await until(() => element.querySelector('input'));
      refuse(scene, /otp/, 400, 'invalid_code');
      input.value = '000000';
      input.dispatchEvent(new Event('input', { bubbles: true }));
      await element.verify();
      await until(() => statusOf(element));
      return element;
    },
  },
  {
    tag: 'latch-otp-input',
    state: 'with an address',
    reach: (scene) => scene.put('latch-otp-input', { to: 'ada@example.com' }),
  },
  {
    tag: 'latch-passkey-list',
    state: 'of two passkeys',
    async reach(scene) {
      scene.answerWith(passkeyBackend(...passkeys).answer);
      const element = await scene.put('latch-passkey-list');
      await until(() => !element.matches(':state(loading)') && element.shadowRoot!.textContent.includes('Laptop'));
      return element;
    },
  },
  {
    tag: 'latch-passkey-list',
    state: 'empty',
    async reach(scene) {
      scene.answerWith(passkeyBackend().answer);
      const element = await scene.put('latch-passkey-list');
      await until(() => !element.matches(':state(loading)'));
      return element;
    },
  },
  {
    tag: 'latch-passkey-list',
    state: 'failed',
    async reach(scene) {
      refuse(scene, /credentials/, 500, 'internal');
      const element = await scene.put('latch-passkey-list');
      await until(() => element.matches(':state(failed)'));
      return element;
    },
  },
  {
    tag: 'latch-session-list',
    state: 'of two devices',
    async reach(scene) {
      scene.answerWith(sessionBackend(...sessions).answer);
      const element = await scene.put('latch-session-list');
      await until(() => element.shadowRoot!.textContent.includes('Safari on iOS'));
      return element;
    },
  },
  {
    tag: 'latch-account',
    state: 'with its sections',
    async reach(scene) {
      scene.answerWith(accountBackend);
      const element = await scene.put('latch-account');
      await until(() => element.shadowRoot!.querySelector('[data-section]'));
      for (const section of element.shadowRoot!.querySelectorAll('[data-section]'))
        await until(() => isLoaded(section));
      return element;
    },
  },
  {
    tag: 'latch-account',
    state: 'with an authenticator app to set up',
    async reach(scene) {
      scene.answerWith(accountBackend);
      const element = await scene.put('latch-account', { sections: 'second-factor' });
      const find = (selector: string) => element.shadowRoot!.querySelector<HTMLElement>(selector);
      await until(() => find('[data-opens=totp]'));
      find('[data-opens=totp]')!.click();
      await until(() => find('.qr svg'));
      return element;
    },
  },
  {
    tag: 'latch-account',
    state: 'with a mistake in a form',
    async reach(scene) {
      scene.answerWith(accountBackend);
      const element = await scene.put('latch-account', { sections: 'password' });
      const find = (selector: string) => element.shadowRoot!.querySelector<HTMLElement>(selector);
      await until(() => find('[data-opens=password]'));
      find('[data-opens=password]')!.click();
      await until(() => find('form'));
      find('form button')!.click();
      await until(() => find('[aria-invalid]'));
      return element;
    },
  },
  {
    tag: 'latch-session-list',
    state: 'failed',
    async reach(scene) {
      refuse(scene, /session/, 500, 'internal');
      const element = await scene.put('latch-session-list');
      await until(() => element.matches(':state(failed)'));
      return element;
    },
  },
  { tag: 'latch-payment-button', state: 'unused', reach: (scene) => scene.put('latch-payment-button', order) },
  {
    tag: 'latch-payment-button',
    state: 'asking',
    hasDialog: true,
    async reach(scene) {
      scene.undo(removePaymentRequests());
      scene.answerWith(({ path, body }) =>
        path.endsWith('options') ? json(paymentOptions(body as typeof order)) : json({}),
      );
      const element = await scene.put('latch-payment-button', order);
      await scene.press(element);
      await until(() => dialogOf(element));
      return element;
    },
  },
  { tag: 'latch-vault-unlock', state: 'without a vault', reach: (scene) => scene.put('latch-vault-unlock') },
  { tag: 'latch-vault-unlock', state: 'unlocked', reach: unlockVault },
  {
    tag: 'latch-vault-unlock',
    state: 'locked',
    async reach(scene) {
      const lock = (await unlockVault(scene)) as HTMLElementTagNameMap['latch-vault-unlock'];
      lock.lock();
      await until(() => !lock.unlocked && !lock.matches(':state(pending)'));
      return lock;
    },
  },
  {
    tag: 'latch-vault-unlock',
    state: 'about to lock',
    async reach(scene) {
      const lock = await unlockVault(scene);
      const { now } = Date;
      Date.now = () => now() + 285_000;
      scene.undo(() => (Date.now = now));
      document.dispatchEvent(new Event('visibilitychange'));
      await until(() => lock.shadowRoot!.querySelector('.stay'));
      return lock;
    },
  },
  {
    tag: 'latch-vault-unlock',
    state: 'offering a recovery code',
    hasDialog: true,
    async reach(scene) {
      const lock = (await unlockVault(scene)) as HTMLElementTagNameMap['latch-vault-unlock'];
      void lock.createRecoveryCode();
      await until(() => dialogOf(lock));
      return lock;
    },
  },
  {
    tag: 'latch-offline-status',
    state: 'offline',
    async reach(scene) {
      Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => false });
      scene.undo(() => Reflect.deleteProperty(navigator, 'onLine'));
      const element = await scene.put('latch-offline-status');
      dispatchEvent(new Event('offline'));
      await until(() => statusOf(element));
      return element;
    },
  },
  {
    tag: 'latch-offline-status',
    state: 'with a refused change',
    async reach(scene) {
      scene.answerWith((_request, real) => real());
      await signUpUser();
      const vault = await createOwnVault(prfPasskey());
      scene.undo(async () => {
        vault.lock();
        await wipeVaults();
        await signOutQuietly();
      });
      const outbox = await openOutboxIn(vault);
      const element = (await scene.put('latch-offline-status')) as HTMLElementTagNameMap['latch-offline-status'];
      element.outbox = outbox;
      await writeElsewhere('a', 'theirs');
      await outbox.enqueue({
        method: 'PUT',
        path: 'notes/a',
        body: { title: '', text: 'mine' },
        precondition: 'absent',
        subject: 'Note',
      });
      await stateWhere(outbox, ({ refused }) => refused.length > 0);
      // nothing is being sent any more
      await until(() => element.shadowRoot!.querySelector('li') && !element.shadowRoot!.querySelector('progress'));
      return element;
    },
  },
  { tag: 'latch-install-button', state: 'unused', reach: (scene) => scene.put('latch-install-button') },
  {
    tag: 'latch-install-button',
    state: 'showing the steps',
    hasDialog: true,
    async reach(scene) {
      const element = await scene.put('latch-install-button');
      await scene.press(element);
      // the page of the tests has no manifest, which the steps say once they have looked
      await until(() => dialogOf(element)?.querySelector('.problems'));
      return element;
    },
  },
  { tag: 'latch-manifest-inspector', state: 'empty', reach: (scene) => scene.put('latch-manifest-inspector') },
  {
    tag: 'latch-manifest-inspector',
    state: 'with a report',
    async reach(scene) {
      const element = await scene.put('latch-manifest-inspector');
      const inspected = new Promise((resolve) => element.addEventListener('latch-manifest-inspected', resolve));
      const area = element.shadowRoot!.querySelector<HTMLTextAreaElement>('textarea')!;
      area.value = JSON.stringify({ name: 'Ladder', start_url: '/', display: 'standalone' }, null, 2);
      area.dispatchEvent(new InputEvent('input'));
      await inspected;
      await until(() => element.shadowRoot!.querySelector('.report'));
      return element;
    },
  },
];
