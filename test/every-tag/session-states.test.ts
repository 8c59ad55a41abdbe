import { expect } from '@open-wc/testing';
import '../../src/define/all.js';
import { clientFor } from '../../src/base/client/client.js';
import { signOut } from '../../src/sign-out/sign-out.js';
import { contentBackend, json, watchBackendRequests, type BackendRequests } from '../support/browser/backend.js';
import { claimCapabilities } from '../support/browser/capable.js';
import { settled, stopClock, type Clock } from '../support/browser/clock.js';
import {
  isConditional,
  isModal,
  watchCredentialRequests,
  type CredentialRequests,
} from '../support/browser/credential-requests.js';
import { assertion, attestation } from '../support/browser/credentials.js';
import { statesOf, watchReports } from '../support/browser/elements.js';
import { identityCredential } from '../support/browser/identity.js';
import { until } from '../support/browser/until.js';

/** A session as the backend of these tests has it. */
interface Session {
  user: { id: string; name: string; displayName: string };
  authTime: number;
  expires: number;
}

const hour = 3_600_000;

/** What the page looks like to a user: the text, the fields and the buttons that are visible, in their order. */
function look(node: Node): string {
  if (node instanceof Text) return node.data.trim();
  if (!(node instanceof Element)) return '';
  if (!node.checkVisibility({ visibilityProperty: true }) && node.localName !== 'slot') return '';
  if (node instanceof HTMLInputElement)
    return node.tabIndex < 0 ? '' : `[${node.name || node.autocomplete}=${node.value}]`;
  if (['style', 'script', 'svg'].includes(node.localName)) return '';
  const children = node instanceof HTMLSlotElement ? node.assignedNodes({ flatten: true }) : [];
  const inside = children.length > 0 ? children : [...(node.shadowRoot ?? node).childNodes];
  const text = inside.map(look).filter(Boolean).join(' ');
  return node.localName === 'button' ? `<${text}>` : text;
}

describe('what a tag shows when its session has ended, or another one has begun', () => {
  let requests: CredentialRequests;
  let backend: BackendRequests;
  let reports: ReturnType<typeof watchReports>;
  let clock: Clock;
  let session: Session | undefined;
  let next: object | undefined;
  let isProviderDown: boolean;
  let isAnswerLost: boolean;
  let place: HTMLElement;

  const begin = (name: string) => {
    session = {
      user: { id: btoa(`the id of ${name}`).replaceAll('=', ''), name, displayName: name },
      authTime: Date.now(),
      expires: Date.now() + hour,
    };
  };
  const post = (message: object) => {
    const channel = new BroadcastChannel('auth');
    channel.postMessage(message);
    channel.close();
  };

  before(async () => {
    claimCapabilities({ conditionalCreate: true, passkeyPlatformAuthenticator: true });
    // What is loaded when it is needed comes outside of the stopped time.
    await Promise.all([
      import('../../src/session/latch-session-notice.js'),
      import('../../src/session/shared-session.js'),
      import('../../src/sign-in/other-ways.js'),
      import('../../src/sign-in/provider-buttons.js'),
      import('../../src/password/made-form.js'),
      import('../../src/base/element/qr-code.js'),
    ]);
  });

  beforeEach(() => {
    session = next = undefined;
    isProviderDown = isAnswerLost = false;
    localStorage.clear();
    requests = watchCredentialRequests();
    requests.hold();
    backend = watchBackendRequests();
    backend.answerWith((request) => {
      const { path, method, body } = request;
      if (session && Date.now() >= session.expires) session = undefined;
      if (path === '/session') return json(session ? { signedIn: true, ...session } : { signedIn: false, next });
      if (path.startsWith('/logout')) session = undefined;
      if (path === '/otp/verify' && (body as { code: string }).code !== '123456')
        return json({ error: 'rejected' }, 400);
      if (path === '/login' && (body as { password: string }).password !== 'right password')
        return json({ error: 'rejected' }, 401);
      if (path === '/login' && next) return json({ next });
      if (path === '/signup' && (body as { username: string }).username === 'taken')
        return json({ error: 'taken' }, 409);
      const signsIn = /^\/(login|signup|otp\/verify|auth\/fedcm|webauthn\/login\/verify|signup\/verify)$/.test(path);
      if (signsIn && method === 'POST') begin('ada');
      if (signsIn && isAnswerLost) return Promise.reject(new TypeError('Failed to fetch'));
      if (path === '/auth/handoff' && isProviderDown) return json({ error: 'internal' }, 500);
      if (path.endsWith('/redeem')) return json({ status: 'pending' }, 202);
      if (path === '/auth/handoff' || path === '/auth/device')
        return json({ id: 'A'.repeat(43), code: '7QX4-M3KF', expires: Date.now() + hour, page: '/link' }, 201);
      return contentBackend(request);
    });
    reports = watchReports();
    clock = stopClock();
    place = document.body.appendChild(document.createElement('main'));
  });

  afterEach(async () => {
    place.remove();
    for (const request of requests.pending) request.fail(new DOMException('', 'NotAllowedError'));
    await settled();
    for (const what of [clock, requests, backend]) what.restore();
    reports.stop();
    localStorage.clear();
  });

  async function put(tag: string, attributes: Record<string, string>): Promise<HTMLElement> {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    place.append(element);
    await settled();
    return element;
  }

  const see = (element: Element) => ({ looks: look(element), states: statesOf(element) });
  const field = (element: Element, name: string) =>
    element.querySelector<HTMLInputElement>(`input[name=${name}], input[autocomplete~=${name}]`)!;
  const type = async (element: Element, name: string, value: string) => {
    const input = field(element, name);
    input.value = value;
    input.dispatchEvent(new Event('input', { bubbles: true }));
    await settled();
  };
  const press = async (button: HTMLElement | null | undefined) => {
    button!.click();
    await settled();
  };
  const inShadow = (element: Element, words: string) =>
    [...element.shadowRoot!.querySelectorAll('button')].find(({ textContent }) => textContent.includes(words));
  const submit = (element: Element) => press(element.querySelector<HTMLElement>('form button:not([type=button])'));
  const choose = async (credential: Credential, wanted = isModal) => {
    (await until(() => requests.pending.find(wanted))).choose(credential);
    await settled();
  };
  const dismiss = async () => {
    (await until(() => requests.pending.find(isModal))).fail(new DOMException('', 'NotAllowedError'));
    await settled();
  };
  const usePassword = async (card: Element, name = 'ada', password = 'right password') => {
    await type(card, 'username', name);
    if (card.localName === 'latch-sign-in') await submit(card);
    await type(card, 'password', password);
    await submit(card);
    await settled();
  };
  const withPassword = async (card: Element) => {
    await press(inShadow(card, 'Use a password instead'));
    await usePassword(card, 'ada');
  };

  type Step = (element: HTMLElement) => Promise<void>;

  /** Each tag with the steps that a user can be in; `true` for those after a sign-in. */
  const tags: Record<string, { attributes?: Record<string, string>; steps: Record<string, [Step, boolean]> }> = {
    'latch-sign-in': {
      attributes: { methods: 'passkey password code device sign-up oidc' },
      steps: {
        'a typed name': [(card) => type(card, 'username', 'ada'), false],
        'the password': [
          async (card) => {
            await type(card, 'username', 'ada');
            await submit(card);
            await type(card, 'password', 'half');
          },
          false,
        ],
        'a wrong password': [(card) => usePassword(card, 'ada', 'wrong'), false],
        'a dismissed dialog': [
          async (card) => {
            await press(inShadow(card, 'Sign in with a passkey'));
            await dismiss();
          },
          false,
        ],
        'a code': [(card) => press(inShadow(card, 'Can’t sign in?')), false],
        'another device': [
          async (card) => {
            await press(inShadow(card, 'Use another device'));
            await until(() => look(card).includes('7QX4-M3KF'));
          },
          false,
        ],
        'a sign-up in it': [
          async (card) => {
            await type(card, 'username', 'ada');
            await press(inShadow(card, 'Create an account') ?? inShadow(card, 'Create account'));
          },
          false,
        ],
        'a second factor': [
          async (card) => {
            next = { step: 'second-factor', methods: ['totp'] };
            await usePassword(card);
            next = undefined;
          },
          false,
        ],
        'a passkey in autofill': [(card) => choose(assertion(), isConditional).then(() => void card), true],
        'the button': [
          async (card) => {
            await press(inShadow(card, 'Sign in with a passkey'));
            await choose(assertion());
          },
          true,
        ],
        'the offer of a passkey': [
          async (card) => {
            await usePassword(card);
            (await until(() => requests.pending.find(({ method }) => method === 'create'))).fail(
              new DOMException('', 'NotAllowedError'),
            );
            await clock.pass(3000);
          },
          true,
        ],
        'a passkey after the offer': [
          async (card) => {
            await usePassword(card);
            (await until(() => requests.pending.find(({ method }) => method === 'create'))).fail(
              new DOMException('', 'NotAllowedError'),
            );
            await clock.pass(3000);
            const offer = card.querySelector('latch-passkey-create')!;
            await press(offer.shadowRoot!.querySelector('button'));
            (await until(() => requests.pending.find(({ method }) => method === 'create'))).choose(attestation());
            await settled();
          },
          true,
        ],
      },
    },
    'latch-sign-up': {
      steps: {
        'a typed name': [(card) => type(card, 'username', 'ada'), false],
        'the password': [(card) => press(inShadow(card, 'Use a password instead')), false],
        'a name that is taken': [
          async (card) => {
            await press(inShadow(card, 'Use a password instead'));
            await usePassword(card, 'taken');
          },
          false,
        ],
        'a new account': [withPassword, true],
        'a new account with a passkey': [
          async (card) => {
            await type(card, 'username', 'ada');
            await submit(card);
            (await until(() => requests.pending.find(({ method }) => method === 'create'))).choose(attestation());
            await settled();
          },
          true,
        ],
      },
    },
    'latch-passkey-field': {
      steps: {
        'a typed name': [(element) => type(element, 'username', 'ada'), false],
        'a dismissed dialog': [
          async (element) => {
            await press(inShadow(element, 'passkey'));
            await dismiss();
          },
          false,
        ],
        'a passkey in autofill': [
          async (element) => {
            await type(element, 'username', 'ada');
            await choose(assertion(), isConditional);
          },
          true,
        ],
        'the button': [
          async (element) => {
            await press(inShadow(element, 'passkey'));
            await choose(assertion());
          },
          true,
        ],
      },
    },
    'latch-passkey-button': {
      steps: {
        'a dismissed dialog': [
          async (element) => {
            await press(inShadow(element, 'passkey'));
            await dismiss();
          },
          false,
        ],
        'a sign-in': [
          async (element) => {
            await press(inShadow(element, 'passkey'));
            await choose(assertion());
          },
          true,
        ],
      },
    },
    'latch-password-form': {
      steps: {
        'a typed name': [(element) => type(element, 'username', 'ada'), false],
        'a wrong password': [(element) => usePassword(element, 'ada', 'wrong'), false],
        'a sign-in': [(element) => usePassword(element), true],
      },
    },
    'latch-fedcm-button': {
      steps: {
        'a dismissed dialog': [
          async (element) => {
            await press(element.shadowRoot!.querySelector('button'));
            await dismiss();
          },
          false,
        ],
        'a sign-in': [
          async (element) => {
            await press(element.shadowRoot!.querySelector('button'));
            await choose(identityCredential());
          },
          true,
        ],
      },
    },
    'latch-oidc-button': {
      attributes: { mode: 'handoff' },
      steps: {
        'a code that is shown': [
          async (element) => {
            await press(element.shadowRoot!.querySelector('button'));
            await until(() => look(element).includes('7QX4-M3KF'));
          },
          false,
        ],
        'a code that was cancelled': [
          async (element) => {
            await press(element.shadowRoot!.querySelector('button'));
            await until(() => look(element).includes('7QX4-M3KF'));
            await press(inShadow(element, 'Cancel'));
            await until(() => !look(element).includes('7QX4-M3KF'));
          },
          false,
        ],
        'a provider that cannot be reached': [
          async (element) => {
            isProviderDown = true;
            await press(element.shadowRoot!.querySelector('button'));
          },
          false,
        ],
      },
    },
    'latch-otp-input': {
      attributes: { to: 'ada@example.com' },
      steps: {
        'a code that is being typed': [(element) => type(element, 'one-time-code', '123'), false],
        'a code that was sent': [(element) => press(inShadow(element, 'Send')), false],
        'a wrong code': [
          async (element) => {
            await type(element, 'one-time-code', '654321');
            await press(inShadow(element, 'Continue') ?? element.shadowRoot!.querySelector('button'));
          },
          false,
        ],
        'a sign-in': [
          async (element) => {
            await type(element, 'one-time-code', '123456');
            await press(inShadow(element, 'Continue') ?? element.shadowRoot!.querySelector('button'));
          },
          true,
        ],
      },
    },
  };

  /** How the session ends. */
  const endings: Record<string, (() => Promise<void>) & { onlyAfterSignIn?: true }> = {
    'was ended here': async () => void (await Promise.all([signOut({ client: clientFor() }), clock.pass(5000)])),
    'was ended in another tab': async () => {
      session = undefined;
      post({ type: 'signed-out' });
    },
    'has expired': Object.assign(
      async () => {
        // On a busy machine the tag may learn late for how long the session lasts.
        do await clock.pass(hour + 2000);
        while (session);
      },
      { onlyAfterSignIn: true } as const,
    ),
  };

  const isArmed = () => requests.pending.some(isConditional);

  for (const [tag, { attributes = {}, steps }] of Object.entries(tags)) {
    // other engines have no FedCM
    if (tag === 'latch-fedcm-button' && !('IdentityCredential' in window)) continue;
    for (const [step, [reach, isSignedIn]] of Object.entries(steps)) {
      for (const [ending, end] of Object.entries(endings)) {
        if (end.onlyAfterSignIn && !isSignedIn) continue;
        it(`is as at first when the session ${ending}: ${tag} after ${step}`, async () => {
          const element = await put(tag, attributes);
          const first = see(element);
          const wasArmed = isArmed();
          await reach(element);
          await settled();
          expect(see(element), 'before').not.to.deep.equal(first);
          expect(!!session, 'the backend has a session').to.equal(isSignedIn);
          const before = backend.to('/webauthn/login/options').length;
          await end();
          await until(() => !session);
          localStorage.removeItem('latchkey.last-method');
          await until(() => {
            const now = see(element);
            return now.looks.replaceAll(' Last used', '') === first.looks && now.states.length === 0;
          });
          if (!wasArmed) return;
          await until(isArmed);
          expect(backend.to('/webauthn/login/options').length, 'fresh options').to.be.above(before);
        });
      }

      if (isSignedIn && !step.includes('offer'))
        it(`says who is signed in where the answer that said so was lost: ${tag} after ${step}`, async () => {
          isAnswerLost = true;
          const element = await put(tag, attributes);
          await reach(element);
          await until(() => look(element).includes('You’re signed in as ada.'));
          expect(look(element)).to.include('<Continue>').and.not.to.include('Can’t reach');
        });

      it(`says that another user has signed in elsewhere: ${tag} after ${step}`, async () => {
        const element = await put(tag, attributes);
        await reach(element);
        await settled();
        await clock.pass(1000);
        begin('bob');
        post({ type: 'signed-in' });
        await until(() => look(element).includes('You’re signed in as bob.'));
        expect(look(element)).to.include('<Continue>').and.to.include('<Use another account>');
        expect(look(element)).not.to.include('ada');
        const heard: unknown[] = [];
        element.addEventListener('latch-signed-in', ({ detail }) => heard.push(detail));
        const notice = await until(() => element.shadowRoot!.querySelector('latch-session-notice')?.shadowRoot);
        notice.querySelector('button')!.click();
        expect(heard).to.deep.equal([{ method: 'session' }]);
        const signOutButton = notice.querySelector('latch-sign-out-button')!;
        signOutButton.shadowRoot!.querySelector('button')!.click();
        await clock.pass(5000);
        await until(() => !look(element).includes('bob'));
        expect(session).to.equal(undefined);
      });
    }

    it(`keeps within a page of 320 px when it names a user with a long address: ${tag}`, async () => {
      const element = await put(tag, attributes);
      place.style.inlineSize = '304px';
      const name = 'Maximiliane.von-und-zu-Hohenlohe-Waldenburg.Schillingsfuerst@example.com';
      begin('max');
      session!.user.displayName = name;
      post({ type: 'signed-in' });
      await until(() => look(element).includes(name));
      expect(place.scrollWidth).to.equal(304);
    });
  }

  for (const tag of ['latch-sign-in', 'latch-sign-up'])
    it(`focuses what goes on with another session, in place of its form: ${tag}`, async () => {
      const element = await put(tag, {});
      const link = Object.assign(document.createElement('a'), { slot: 'footer', href: '/help', textContent: 'Help' });
      element.append(link);
      begin('bob');
      post({ type: 'signed-in' });
      await until(() => look(element).includes('You’re signed in as bob.'));
      element.focus();
      const notice = element.shadowRoot!.activeElement!;
      expect([notice.localName, notice.shadowRoot!.activeElement?.textContent]).to.deep.equal([
        'latch-session-notice',
        'Continue',
      ]);
    });
});
