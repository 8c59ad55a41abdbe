import { expect } from '@open-wc/testing';
import '../../src/define/all.js';
import { type AdapterCapabilities, useBackend } from '../../src/base/client/adapter.js';
import { claimCapabilities } from '../support/browser/capable.js';
import { choose, choicesOf, menuButtons, openMenu } from '../support/browser/menu.js';
import { settled } from '../support/browser/clock.js';
import { statusOf } from '../support/browser/elements.js';
import {
  creationOptions,
  json,
  requestOptions,
  watchBackendRequests,
  type BackendRequests,
} from '../support/browser/backend.js';
import { until } from '../support/browser/until.js';

const passkey = {
  id: 'AQID',
  nickname: 'Blue key',
  aaguid: '00000000-0000-0000-0000-000000000000',
  transports: ['usb'],
  deviceType: 'singleDevice',
  backedUp: false,
  createdAt: 1,
  lastUsedAt: 2,
};
const device = { device: 'Chrome on Linux', authMethod: 'password', createdAt: 1, lastSeenAt: 2 };
const user = { id: 'YWRh', name: 'ada', displayName: 'Ada' };

/** A backend that has every request of the contract that an adapter can map. */
const everything = {
  // A card to sign in shows a user who is signed in already instead.
  'GET /session': () =>
    document.querySelector('latch-sign-in, latch-sign-up')
      ? { signedIn: false }
      : { signedIn: true, user, authTime: 1000 },
  'GET /account': () => ({
    ...user,
    email: { address: 'ada@example.com', verified: false },
    methods: ['password', 'passkey'],
  }),
  'PATCH /account': () => ({ ...user, methods: [] }),
  'PUT /account/password': () => ({}),
  'DELETE /account/password': () => ({}),
  'DELETE /account': () => ({ deletesAt: 1 }),
  'GET /webauthn/credentials': () => ({
    rpId: 'localhost',
    userId: 'YWRh',
    name: 'ada',
    displayName: 'Ada',
    credentials: [passkey],
  }),
  'PATCH /webauthn/credentials/{id}': () => passkey,
  'DELETE /webauthn/credentials/{id}': () => ({}),
  'POST /webauthn/register/options': () => creationOptions(),
  'POST /webauthn/register/verify': () => ({}),
  'POST /webauthn/login/options': () => requestOptions(),
  'POST /webauthn/login/verify': () => ({}),
  'GET /sessions': () => ({
    sessions: [
      { ...device, id: '1', current: true },
      { ...device, id: '2', current: false },
    ],
  }),
  'DELETE /sessions/{id}': () => ({}),
  'DELETE /sessions': () => ({ ended: 1 }),
  'POST /login': () => ({}),
  'POST /logout': () => ({}),
  'POST /signup': () => ({}),
  'POST /signup/options': () => creationOptions(),
  'POST /signup/verify': () => ({}),
  'POST /otp/request': () => ({}),
  'POST /otp/verify': () => ({}),
} as unknown as AdapterCapabilities;

describe('controls for what a backend lacks', () => {
  let place: HTMLElement;

  beforeEach(() => {
    claimCapabilities();
    place = document.body.appendChild(document.createElement('div'));
  });

  afterEach(async () => {
    useBackend(undefined);
    document.querySelector('meta[name=latch-backend]')?.remove();
    place.remove();
    await settled();
  });

  function put<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, attributes = ''): HTMLElementTagNameMap[Tag] {
    place.innerHTML = `<${tag} ${attributes}></${tag}>`;
    return place.firstElementChild as HTMLElementTagNameMap[Tag];
  }

  /** Everything that a user can press in an element and in what is in it, by its words. */
  function buttonsIn(root: Element | ShadowRoot): string[] {
    return [...root.querySelectorAll<HTMLElement>('*')].flatMap((element) => [
      ...(element.localName === 'button' && element.checkVisibility()
        ? [element.getAttribute('aria-label') ?? element.textContent.trim()]
        : []),
      ...(element.shadowRoot ? buttonsIn(element.shadowRoot) : []),
    ]);
  }
  const offered = (element: Element) => [...buttonsIn(element.shadowRoot!), ...buttonsIn(element)];

  /** Uses an adapter for a backend without some requests. */
  function useWithout(...names: readonly string[]): void {
    useBackend({
      capabilities: Object.fromEntries(Object.entries(everything).filter(([name]) => !names.includes(name))),
    });
  }

  const account = async (sections: string) => {
    const element = put('latch-account', `sections="${sections}"`);
    await until(() => !element.matches(':state(loading)') && element.shadowRoot!.querySelector('[part=status]'));
    await until(() =>
      [...element.shadowRoot!.querySelectorAll('[data-section]')].every((one) => one.childElementCount > 1),
    );
    await settled();
    return element;
  };

  const cases: [what: string, missing: string[], put: () => Promise<Element>, words: RegExp][] = [
    ['a new name', ['PATCH /account'], () => account('name'), /^Change/],
    ['another address', ['PATCH /account'], () => account('addresses'), /^(Change|Actions)/],
    ['the verification of an address', ['POST /otp/request'], () => account('addresses'), /^Verify/],
    ['a new password', ['PUT /account/password'], () => account('password'), /^(Change|Actions)/],
    ['the removal of the password', ['DELETE /account/password'], () => account('password'), /^Actions/],
    ['the sign-out everywhere', ['DELETE /sessions', 'DELETE /sessions/{id}'], () => account('sign-out'), /Sign out/],
    [
      'a new passkey',
      ['POST /webauthn/register/options'],
      async () => {
        const element = put('latch-passkey-list');
        await until(() => element.shadowRoot!.querySelector('li'));
        return element;
      },
      /^Add|^Create/,
    ],
    [
      'the menu of a passkey',
      ['PATCH /webauthn/credentials/{id}', 'DELETE /webauthn/credentials/{id}'],
      async () => {
        const element = put('latch-passkey-list');
        await until(() => element.shadowRoot!.querySelector('li'));
        return element;
      },
      /Blue key/,
    ],
    [
      'the sign-out of devices',
      ['DELETE /sessions/{id}'],
      async () => {
        const element = put('latch-session-list');
        await until(() => element.shadowRoot!.querySelectorAll('li').length === 2);
        return element;
      },
      /Chrome|Sign out/,
    ],
    ...(
      [
        ['passkeys', ['POST /webauthn/login/options'], 'passkey password', /passkey/i],
        ['a code', ['POST /otp/request'], 'password code', /Can’t sign in/],
        ['a new account', ['POST /signup', 'POST /signup/options'], 'password sign-up', /Create/],
      ] as const
    ).map(([what, missing, methods, words]): [string, string[], () => Promise<Element>, RegExp] => [
      `${what} at the sign-in`,
      [...missing],
      async () => {
        const element = put('latch-sign-in', `methods="${methods}"`);
        await until(() => element.querySelector('form'));
        await settled();
        return element;
      },
      words,
    ]),
    ...(
      [
        ['a passkey', 'POST /signup/options', /passkey/i],
        ['a password', 'POST /signup', /password/i],
      ] as const
    ).map(([what, missing, words]): [string, string[], () => Promise<Element>, RegExp] => [
      `${what} at the sign-up`,
      [missing],
      async () => {
        const element = put('latch-sign-up');
        await until(() => element.querySelector('form'));
        await settled();
        return element;
      },
      words,
    ]),
  ];
  for (const [what, missing, show, words] of cases)
    it(`are not shown: ${what}`, async () => {
      useWithout();
      const before = offered(await show());
      expect(
        before.filter((label) => words.test(label)),
        before.join(', '),
      ).not.to.deep.equal([]);
      useWithout(...missing);
      const after = offered(await show());
      expect(after.filter((label) => words.test(label))).to.deep.equal([]);
    });

  for (const [missing, left] of [
    ['PATCH', ['Remove']],
    ['DELETE', ['Rename']],
  ] as const)
    it(`are not in the menu of a passkey: ${missing}`, async () => {
      useWithout(`${missing} /webauthn/credentials/{id}`);
      const list = put('latch-passkey-list');
      await until(() => menuButtons(list).length > 0);
      await openMenu(list);
      expect(choicesOf(list).map(({ textContent }) => textContent.trim().split(' ')[0])).to.deep.equal(left);
    });

  it('go when the adapter that the page names has been loaded', async () => {
    document.head.append(
      Object.assign(document.createElement('meta'), { name: 'latch-backend', content: 'spring-security' }),
    );
    const backend: BackendRequests = watchBackendRequests();
    backend.answerWith(({ path }) => (path.includes('options') ? json(requestOptions()) : json({}, 401)));
    const card = put('latch-sign-in', 'methods="passkey password code device sign-up"');
    await until(() => card.querySelector('form'));
    await until(() => !offered(card).some((label) => /Can’t sign in|another device|Create/.test(label)));
    expect(offered(card).some((label) => /passkey/i.test(label))).to.equal(true);
    backend.restore();
  });

  it('are told as missing when the backend answers, as frameworks do, that it does not know the path', async () => {
    const backend: BackendRequests = watchBackendRequests();
    const credentials = { rpId: 'localhost', userId: 'YWRh', name: 'ada', displayName: 'Ada', credentials: [passkey] };
    backend.answerWith(({ method, path }) => {
      if (path === '/offers/webauthn/credentials' && method === 'GET') return json(credentials);
      return path === '/offers/session'
        ? json({ signedIn: true, user, authTime: 1000 })
        : json({ error: 'not_found' }, 404);
    });
    const list = put('latch-passkey-list', 'base-url="/offers"');
    await until(() => menuButtons(list).length > 0);
    await choose(list, 'Rename');
    const input = await until(() => list.shadowRoot!.querySelector<HTMLInputElement>('#nickname'));
    input.value = 'Red key';
    input.form!.requestSubmit();
    await until(() => statusOf(list) === 'You can’t manage passkeys here.');
    expect(list.shadowRoot!.querySelectorAll('li').length, 'the passkey is still there').to.equal(1);
    backend.restore();
  });
});
