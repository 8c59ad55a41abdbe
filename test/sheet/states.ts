/**
 * The states of each element that the contact sheets show: the only list of them. `states.test.ts` asserts that each
 * tag and each custom state of custom-elements.json has its row here, or a reason to have none.
 */
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { createVerifier } from '../../server/src/wallet/verifier.js';
import { createAuthority } from '../../demo/wallet/authority.js';
import { createClock, minutes } from '../support/node/clock.js';
import { codeIn } from '../support/node/codes.js';
import { addAnotherPasskey, createPerson, type Person } from '../support/node/people.js';
import { setUpApp } from '../support/node/second-factors.js';
import type { TestServer } from '../support/node/server.js';
import type { Answer, Row, Stage } from './stage.js';

const serverError: Answer = { status: 500, error: 'server_error' };
const tooMany: Answer = { status: 429, error: 'rate_limited', headers: { 'Retry-After': '180' } };

/** A secret that is the same each time. */
const secret = 'Z7BUAMLG2NUOHNE4UB27XSESMNBXF4IE';
const enrolled: Answer = {
  status: 201,
  body: { secret, otpauthUri: `otpauth://totp/Example:ada?issuer=Example&secret=${secret}`, expires: 8e15 },
};

const button = '[part=button]';
const openDialog = 'dialog[open]';
const confirm = 'dialog[open] [part=dialog-confirm]';

/** The button "⋯" of the first row that has one, or of the vault; and the first and last entry of its menu. */
const menuButton = '[part=item-actions]';
const openMenu = '[role=menu]:popover-open';
const firstEntry = '[role=menuitem]:first-child';
const lastEntry = '[role=menuitem]:last-child';

const clickButton = (stage: Stage): Promise<void> => stage.click(stage.inside(button));

/** Clicks the button while no user touches the authenticator. */
async function askInVain(stage: Stage): Promise<void> {
  if (!stage.authenticator) await stage.addAuthenticator();
  await clickButton(stage);
}

/** Clicks the button, and confirms what is asked. */
async function askAndConfirm(stage: Stage): Promise<void> {
  stage.confirmAll();
  await clickButton(stage);
}

async function clickAndConfirmDialog(stage: Stage): Promise<void> {
  await clickButton(stage);
  await stage.click(stage.inside(confirm));
}

const clickMenuButton = (stage: Stage): Promise<void> => stage.click(stage.inside(menuButton));

/** Opens the first menu of the element, and chooses an entry. */
async function choose(stage: Stage, entry: string): Promise<void> {
  await clickMenuButton(stage);
  await stage.click(stage.inside(entry));
}

const rename = async (stage: Stage): Promise<void> => {
  await choose(stage, firstEntry);
  await stage.tab.find(stage.inside('li form input:focus'));
};
/** Removes the first passkey, or signs the first other device out. */
const remove = (stage: Stage): Promise<void> => choose(stage, lastEntry);

/** Runs in the page before its scripts: a browser without passkeys. */
function withoutPasskeys(): void {
  Reflect.deleteProperty(globalThis, 'PublicKeyCredential');
}

const signIn: Record<string, Row> = {
  initial: {},
  asking: { is: ['pending', 'asking'], act: askInVain },
  verifying: {
    userId: 'has a passkey',
    network: { '/webauthn/login/verify': 'never' },
    is: ['pending', 'verifying'],
    act: askAndConfirm,
  },
  done: { userId: 'has a passkey', is: ['done'], act: askAndConfirm },
  failed: { network: { '/webauthn/login': serverError }, is: ['failed'], act: clickButton },
  offline: { network: { '/webauthn/login': 'offline' }, is: ['failed'], act: clickButton },
  'too many attempts': { network: { '/webauthn/login': tooMany }, is: ['failed'], act: clickButton },
};

/** How browsers identify themselves: the names of devices in the list come from this. */
const devices = [
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
];

/** Has the user sign in in other browsers. */
async function signInElsewhere({ server }: Stage, names: readonly string[]): Promise<void> {
  for (const device of names) {
    const visitor = server.visitor({ headers: { 'Sec-Fetch-Site': 'same-origin', 'User-Agent': device } });
    await visitor.post('/login', { username: 'ada', password: 'correct horse' });
    server.clock.advance(2 * minutes);
  }
}

/** Gives the user three passkeys: of a known provider with a name of their own, of another one, and of a key. */
async function addPasskeys(stage: Stage): Promise<void> {
  const { server, userId } = stage;
  await addPhone(stage);
  server.clock.advance(minutes);
  await addPasskeyOf(server, userId, 'ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4', true);
  server.clock.advance(minutes);
  await addPasskeyOf(server, userId, '00000000-0000-0000-0000-000000000000', false);
}

async function addPasskeyOf(
  server: TestServer,
  userId: Person,
  aaguid: string,
  isSynced: boolean,
  nickname?: string,
): Promise<void> {
  const id = await addAnotherPasskey(userId, server, { aaguid, backedUp: isSynced, backupEligible: isSynced });
  if (nickname) await userId.browser.patch(`/webauthn/credentials/${id}`, { nickname });
}

const credentials = '/webauthn/credentials';
const hasItems = 'ul [part]';

const addPhone = ({ server, userId }: Stage): Promise<void> =>
  addPasskeyOf(server, userId, 'fbfc3007-154e-4ecc-8c0b-6e020557d7bd', true, 'Phone and laptop');

/** The list of a user who has a passkey, once it is there. */
const withPasskeys = (row: Row): Row => ({
  userId: 'signed in',
  prepare: addPhone,
  ...row,
  act: async (stage) => {
    await stage.tab.find(stage.inside(hasItems));
    await row.act?.(stage);
  },
});

/** The settings of an account, once all sections are there. */
const withAccount = (row: Row): Row => ({
  userId: 'signed in',
  ...row,
  act: async (stage) => {
    await stage.tab.page.waitForFunction(() =>
      document.querySelector('latch-account')!.shadowRoot!.querySelector('[data-opens=delete]'),
    );
    await stage.tab.page.evaluate(() => scrollTo(0, 0));
    await row.act?.(stage);
  },
});

const secondFactor = '<latch-account sections="second-factor"></latch-account>';

/** The section of the second factor alone, once it is there. */
const withSecondFactor = (row: Row): Row => ({
  userId: 'signed in',
  page: secondFactor,
  ...row,
  act: async (stage) => {
    await stage.tab.find(stage.inside('[data-opens]'));
    await row.act?.(stage);
  },
});

/** The list of a user who is signed in in another browser too, once it is there. */
const withSessions = (row: Row): Row => ({
  userId: 'signed in',
  prepare: (stage) => signInElsewhere(stage, devices.slice(0, 1)),
  ...row,
  act: async (stage) => {
    await stage.tab.find(stage.inside('ul li:nth-child(2)'));
    await row.act?.(stage);
  },
});

/** Has the list ask for the code of another device. */
const askForCode = async (stage: Stage): Promise<void> => {
  await stage.tab.page.evaluate((tag) => Object.assign(document.querySelector(tag)!, { approve: true }), stage.tag);
  await stage.click(stage.inside('[part=button]:last-of-type'));
};

/** Too long after the sign-in for a change that a step-up protects. */
const becomeStale = async ({ server }: Stage): Promise<void> => server.clock.advance(6 * minutes);

const refreshList = ({ tab, tag }: Stage): Promise<void> =>
  tab.page.evaluate(
    (name) => (document.querySelector(name) as HTMLElement & { refresh(): Promise<void> }).refresh(),
    tag,
  );

const oidcServer = {
  config: {
    providers: [
      {
        id: 'example',
        name: 'Example ID',
        issuer: 'https://provider.example',
        clientId: 'latchkey',
        clientSecret: 'a secret of the tests, thirty-two characters or more',
        scope: 'openid',
      },
    ],
  },
};

/** A server whose provider never answers, so that the other window stays open. */
const silentProvider = async () => {
  const provider = createServer(() => {}).listen(0, '127.0.0.1');
  provider.unref();
  await once(provider, 'listening');
  const { port } = provider.address() as AddressInfo;
  const settings = { ...oidcServer.config.providers[0]!, issuer: `http://localhost:${port}` };
  return { config: { providers: [settings] }, providerDeadline: 60_000 };
};

const codeField = 'latch-otp-input input';
const to = 'to="ada@example.com"';
const typeCode = async (stage: Stage, digits: string): Promise<void> => {
  await stage.click(codeField);
  await stage.tab.page.keyboard.type(digits);
};

const addressPage = `<latch-otp-input>
    <form slot="address"><label>E-mail <input type="email" autocomplete="email"></label> <button>Send a code</button></form>
  </latch-otp-input>`;
const addressField = '[slot=address] input';
const submitAddress = ({ tab }: Stage): Promise<void> => tab.click('[slot=address] button');

/** Signs in, and opens an outbox with changes for the server. */
const withOutbox = (row: Row): Row => ({
  userId: 'signed in',
  page: '<latch-offline-status><a slot="sign-in" href="/login">Sign in</a></latch-offline-status>',
  ...row,
  act: async (stage) => {
    await stage.tab.page.evaluate(() => window.openOutboxOnStage());
    await row.act?.(stage);
  },
});

const unlockHtml =
  '<latch-vault-unlock><label>Your note <textarea rows="3" autocomplete="off">Milk, bread, 2 lemons</textarea></label></latch-vault-unlock>';
const isUnlocked = async ({ tab }: Stage): Promise<void> => tab.find('latch-vault-unlock[unlocked]');
/** Creates the vault of the user, which is unlocked then. */
const unlocked = (row: Row): Row => ({
  userId: 'has a passkey and is signed in',
  page: unlockHtml,
  ...row,
  act: async (stage) => {
    await askAndConfirm(stage);
    await isUnlocked(stage);
    await row.act?.(stage);
  },
});
const lockVault = async (stage: Stage): Promise<void> => {
  await clickButton(stage);
  await stage.tab.find('latch-vault-unlock:not([unlocked])');
};
const showRecoveryCode = async (stage: Stage): Promise<void> => {
  await choose(stage, lastEntry);
  await stage.click(stage.inside(confirm));
  await stage.mask(stage.inside('[part=box]'), '7K3M-9QXD-2HVC-8RTW-4FNB-6PJZ');
};

const walletServer = async () => {
  const clock = createClock();
  const { root } = await createAuthority({ now: clock.now() });
  return { clock, identity: createVerifier({ roots: [root], query: undefined }) };
};
const wallet = (stage: Stage, behavior: { action: 'wait' | 'decline' }): Promise<unknown> =>
  stage.tab.devtools.send('DigitalCredentials.setVirtualWalletBehavior', behavior);

const manifest = '<latch-manifest-inspector src="/manifest.webmanifest"></latch-manifest-inspector>';
const soundManifest = JSON.stringify(
  { name: 'Notes', start_url: '/', display: 'standalone', icons: [{ src: '/icons/icon-512.png', sizes: '512x512' }] },
  undefined,
  2,
);

export const states: Readonly<Record<string, Readonly<Record<string, Row>>>> = {
  'latch-passkey-field': {
    ...signIn,
    filled: {
      act: async ({ tab, click }) => {
        await click('latch-passkey-field input');
        await tab.page.keyboard.type('ada@example.com');
      },
    },
    'without passkeys': { before: withoutPasskeys },
  },
  'latch-passkey-button': {
    ...signIn,
    'without passkeys, with another way': {
      before: withoutPasskeys,
      page: '<latch-passkey-button><a slot="fallback" href="/login">Sign in with a password</a></latch-passkey-button>',
      is: ['failed'],
      act: clickButton,
    },
    'for a step-up': { page: '<latch-passkey-button step-up></latch-passkey-button>' },
  },
  'latch-passkey-create': {
    initial: {},
    asking: { userId: 'signed in', is: ['pending', 'asking'], act: askInVain },
    verifying: {
      userId: 'signed in',
      network: { '/webauthn/register/verify': 'never' },
      is: ['pending', 'verifying'],
      act: async (stage) => {
        await stage.addAuthenticator();
        await askAndConfirm(stage);
      },
    },
    'the password first': {
      userId: 'signed in',
      prepare: becomeStale,
      is: ['pending', 'confirming'],
      has: openDialog,
      act: askInVain,
    },
    'wrong password': {
      userId: 'signed in',
      prepare: becomeStale,
      has: 'dialog[open] [aria-invalid=true]',
      act: async (stage) => {
        await askInVain(stage);
        await stage.tab.find(stage.inside('dialog[open] input'));
        await stage.tab.page.keyboard.type('wrong');
        await stage.tab.page.keyboard.press('Enter');
      },
    },
    done: {
      userId: 'signed in',
      is: ['done'],
      act: async (stage) => {
        await stage.addAuthenticator();
        await askAndConfirm(stage);
      },
    },
    'signed out': { is: ['failed'], act: askInVain },
    offline: {
      userId: 'signed in',
      network: { '/webauthn/register': 'offline' },
      is: ['failed'],
      act: askInVain,
    },
  },
  'latch-password-form': {
    initial: {},
    filled: {
      act: async (stage) => {
        await stage.tab.fill('[autocomplete~=username]', 'ada@example.com');
        await stage.tab.fill('[type=password]', 'correct horse');
      },
    },
    verifying: {
      network: { '/login': 'never' },
      is: ['pending', 'verifying'],
      act: (stage) => submitPassword(stage, 'ada', 'correct horse'),
    },
    'wrong password': { is: ['failed'], act: (stage) => submitPassword(stage, 'ada', 'wrong') },
    'too many attempts': {
      network: { '/login': tooMany },
      is: ['failed'],
      act: (stage) => submitPassword(stage, 'ada', 'wrong'),
    },
    offline: {
      network: { '/login': 'offline' },
      is: ['failed'],
      act: (stage) => submitPassword(stage, 'ada', 'correct horse'),
    },
    done: {
      is: ['done'],
      prepare: async ({ server }) =>
        void (await createPerson(server, 'ada').browser.post('/signup', {
          username: 'ada',
          password: 'correct horse',
        })),
      act: (stage) => submitPassword(stage, 'ada', 'correct horse'),
    },
  },
  'latch-sign-in': {
    initial: {},
    'all ways': { page: '<latch-sign-in methods="passkey password oidc code"></latch-sign-in>' },
    asking: {
      is: ['pending', 'asking'],
      act: askInVain,
    },
    verifying: {
      network: { '/login': 'never' },
      is: ['pending', 'verifying'],
      act: (stage) => signInByCard(stage, 'correct horse'),
    },
    'the password': { act: ({ tab }) => continueByCard(tab) },
    'wrong password': { is: ['failed'], act: (stage) => signInByCard(stage, 'wrong') },
    'too many attempts': {
      network: { '/login': tooMany },
      is: ['failed'],
      act: (stage) => signInByCard(stage, 'wrong'),
    },
    done: {
      is: ['done'],
      page: '<latch-sign-in methods="password"></latch-sign-in>',
      prepare: async ({ server }) =>
        void (await createPerson(server, 'ada').browser.post('/signup', {
          username: 'ada',
          password: 'correct horse',
        })),
      act: (stage) => signInByCard(stage, 'correct horse'),
    },
  },
  'latch-sign-up': {
    initial: {},
    'a password': {
      page: '<latch-sign-up methods="password" terms-url="/terms" privacy-url="/privacy"></latch-sign-up>',
    },
    asking: { is: ['pending', 'asking'], act: signUpInVain },
    verifying: {
      page: '<latch-sign-up methods="password"></latch-sign-up>',
      network: { '/signup': 'never' },
      is: ['pending', 'verifying'],
      act: ({ tab }) => signUpByCard(tab, 'correct horse'),
    },
    taken: {
      network: { '/signup/options': { status: 409, error: 'taken' } },
      is: ['failed'],
      act: ({ tab }) => signUpByCard(tab),
    },
    offline: {
      network: { '/signup/options': 'offline' },
      is: ['failed'],
      act: ({ tab }) => signUpByCard(tab),
    },
    done: {
      page: '<latch-sign-up methods="password"></latch-sign-up>',
      is: ['done'],
      act: ({ tab }) => signUpByCard(tab, 'correct horse'),
    },
  },
  'latch-oidc-button': {
    initial: {},
    'the other window': {
      page: '<latch-oidc-button mode="popup"></latch-oidc-button>',
      server: silentProvider,
      is: ['pending', 'open'],
      act: clickButton,
    },
    'a code in a moment': {
      page: '<latch-oidc-button mode="handoff"></latch-oidc-button>',
      network: { '/auth/handoff': 'never' },
      is: ['pending', 'starting'],
      act: clickButton,
    },
    'a code for another browser': {
      page: '<latch-oidc-button mode="handoff"></latch-oidc-button>',
      server: oidcServer,
      is: ['pending', 'waiting'],
      act: async (stage) => {
        await clickButton(stage);
        await stage.mask(stage.inside('[part=box] [aria-hidden]'), 'WDJB-MJHT');
      },
    },
    failed: {
      page: '<latch-oidc-button mode="handoff"></latch-oidc-button>',
      network: { '/auth/handoff': serverError },
      is: ['failed'],
      act: clickButton,
    },
  },
  'latch-fedcm-button': {
    initial: {},
    asking: { network: { '/auth/fedcm/nonce': 'never' }, is: ['pending', 'asking'], act: clickButton },
    failed: { network: { '/auth/fedcm/nonce': serverError }, is: ['failed'], act: clickButton },
    'failed, with another way': {
      page: '<latch-fedcm-button><latch-oidc-button slot="fallback"></latch-oidc-button></latch-fedcm-button>',
      is: ['failed'],
      act: clickButton,
    },
  },
  'latch-otp-input': {
    initial: {},
    'with an address': { page: `<latch-otp-input ${to}></latch-otp-input>` },
    sending: {
      page: `<latch-otp-input ${to}></latch-otp-input>`,
      network: { '/otp/request': 'never' },
      is: ['pending', 'sending'],
      act: (stage) => stage.click(stage.inside('.resend')),
    },
    sent: {
      page: `<latch-otp-input ${to}></latch-otp-input>`,
      is: ['done'],
      act: (stage) => stage.click(stage.inside('.resend')),
    },
    'half filled': { act: (stage) => typeCode(stage, '123') },
    filled: { act: (stage) => typeCode(stage, '123456') },
    verifying: {
      network: { '/otp/verify': 'never' },
      is: ['pending', 'verifying'],
      act: async (stage) => {
        await typeCode(stage, '123456');
        await clickButton(stage);
      },
    },
    incomplete: {
      is: ['failed'],
      act: async (stage) => {
        await typeCode(stage, '123');
        await clickButton(stage);
      },
    },
    'wrong code': {
      page: `<latch-otp-input ${to}></latch-otp-input>`,
      is: ['failed'],
      act: async (stage) => {
        await typeCode(stage, '000000');
        await clickButton(stage);
      },
    },
    'too many attempts': {
      page: `<latch-otp-input ${to}></latch-otp-input>`,
      network: { '/otp/request': tooMany },
      is: ['failed'],
      act: (stage) => stage.click(stage.inside('.resend')),
    },
    offline: {
      network: { '/otp/verify': 'offline' },
      is: ['failed'],
      act: async (stage) => {
        await typeCode(stage, '123456');
        await clickButton(stage);
      },
    },
    done: {
      page: `<latch-otp-input ${to}></latch-otp-input>`,
      userId: 'signed in',
      is: ['done'],
      prepare: async ({ userId }) => void (await userId.browser.patch('/account', { email: 'ada@example.com' })),
      act: async (stage) => {
        await stage.click(stage.inside('.resend'));
        await stage.is('done');
        const [message] = await stage.server.sent();
        await typeCode(stage, codeIn(message!));
        await clickButton(stage);
        await stage.tab.until(() => document.querySelector<HTMLInputElement>('latch-otp-input input')?.value === '');
      },
    },
    disabled: { page: `<latch-otp-input disabled ${to}></latch-otp-input>` },
    'the form for an address': { page: addressPage },
    'no address': { page: addressPage, is: ['failed'], act: submitAddress },
    'sent to an address': {
      page: addressPage,
      is: ['done'],
      has: '.change',
      act: async (stage) => {
        await stage.tab.fill(addressField, 'ada@example.com');
        await submitAddress(stage);
      },
    },
    'in a form': {
      page: '<form action="/elsewhere"><latch-otp-input name="code"></latch-otp-input><button>Continue</button></form>',
    },
  },
  'latch-passkey-list': {
    loading: { userId: 'signed in', network: { [credentials]: 'never' }, is: ['pending', 'loading'] },
    empty: { userId: 'signed in', has: '.empty' },
    'one that is not synced': {
      userId: 'signed in',
      prepare: ({ server, userId }) => addPasskeyOf(server, userId, '00000000-0000-0000-0000-000000000000', false),
      has: '.advice',
    },
    filled: withPasskeys({ prepare: addPasskeys }),
    'the menu': withPasskeys({ has: openMenu, act: clickMenuButton }),
    'the form for a name': withPasskeys({ has: 'li form', act: rename }),
    renaming: withPasskeys({
      is: ['pending', 'renaming'],
      act: async (stage) => {
        await rename(stage);
        stage.answer(credentials, 'never');
        await stage.tab.page.keyboard.type('Work');
        await stage.tab.page.keyboard.press('Enter');
      },
    }),
    'before removal': withPasskeys({ has: openDialog, act: remove }),
    removing: withPasskeys({
      is: ['pending', 'removing'],
      act: async (stage) => {
        await remove(stage);
        stage.answer(credentials, 'never');
        await stage.click(stage.inside(confirm));
      },
    }),
    'the password first': {
      userId: 'signed in',
      prepare: becomeStale,
      is: ['pending', 'confirming'],
      has: openDialog,
      act: async (stage) => {
        await stage.tab.find(stage.inside('.empty'));
        await askInVain(stage);
      },
    },
    asking: withPasskeys({ is: ['pending', 'asking'], act: askInVain }),
    verifying: withPasskeys({
      network: { '/webauthn/register/verify': 'never' },
      is: ['pending', 'verifying'],
      act: async (stage) => {
        await stage.addAuthenticator();
        await askAndConfirm(stage);
      },
    }),
    done: withPasskeys({
      is: ['done'],
      act: async (stage) => {
        await rename(stage);
        await stage.tab.page.keyboard.type('Work');
        await stage.tab.page.keyboard.press('Enter');
      },
    }),
    'change failed': withPasskeys({
      is: ['failed'],
      act: async (stage) => {
        await remove(stage);
        stage.answer(credentials, serverError);
        await stage.click(stage.inside(confirm));
      },
    }),
    'without a connection': withPasskeys({
      is: ['failed'],
      act: async (stage) => {
        stage.answer(credentials, 'offline');
        await refreshList(stage);
      },
    }),
    failed: { userId: 'signed in', network: { [credentials]: serverError }, is: ['failed'] },
    'signed out': { is: ['failed'] },
  },
  'latch-account': {
    loading: { userId: 'signed in', network: { '/account': 'never' }, is: ['pending', 'loading'] },
    filled: withAccount({}),
    'a form': withAccount({ has: 'form input', act: (stage) => stage.click(stage.inside('[data-opens=name]')) }),
    saving: withAccount({
      is: ['pending', 'saving'],
      act: async (stage) => {
        await stage.click(stage.inside('[data-opens=name]'));
        await stage.tab.page.keyboard.type('Ada Lovelace');
        stage.answer('/account', 'never');
        await stage.click(stage.inside('form [part=button]'));
      },
    }),
    'a mistake': withAccount({
      has: 'input[aria-invalid]',
      act: async (stage) => {
        await stage.click(stage.inside('[data-opens=password]'));
        await stage.click(stage.inside('form [part=button]'));
      },
    }),
    'no authenticator app': withSecondFactor({}),
    'a passkey after the password': withSecondFactor({ prepare: addPhone, has: '[data-opens=passkey]' }),
    'an authenticator app to set up': withSecondFactor({
      has: 'form .qr svg',
      network: { '/account/second-factor/totp': enrolled },
      act: (stage) => stage.click(stage.inside('[data-opens=totp]')),
    }),
    'a wrong code of an app': withSecondFactor({
      has: 'input[aria-invalid]',
      network: {
        '/account/second-factor/totp/confirm': { status: 400, error: 'rejected' },
        '/account/second-factor/totp': enrolled,
      },
      act: async (stage) => {
        await stage.click(stage.inside('[data-opens=totp]'));
        await stage.tab.find(stage.inside('form input:focus'));
        await stage.tab.page.keyboard.type('000000');
        await stage.tab.page.keyboard.press('Enter');
      },
    }),
    'an authenticator app': withSecondFactor({
      prepare: async ({ userId, server }) => void (await setUpApp(userId.browser, server.clock)),
      has: '[data-opens=codes]',
    }),
    'recovery codes': withSecondFactor({
      prepare: async ({ userId, server }) => void (await setUpApp(userId.browser, server.clock)),
      has: '.once .codes',
      network: {
        '/account/second-factor/recovery-codes': {
          status: 200,
          body: { recoveryCodes: Array.from('ABCDEFGHIJ', (letter) => `${letter}RSN-4ESP-4BMK`) },
        },
      },
      act: async (stage) => {
        await stage.click(stage.inside('[data-opens=codes]'));
        await stage.click(stage.inside(confirm));
      },
    }),
    'a second factor that cannot be fetched': {
      userId: 'signed in',
      page: secondFactor,
      network: { '/account/second-factor': serverError },
      has: '.failed + button',
    },
    'the password first': withAccount({
      is: ['pending', 'confirming'],
      has: 'dialog[open] input',
      act: async (stage) => {
        await becomeStale(stage);
        await stage.click(stage.inside('[data-opens=delete]'));
        await stage.click(stage.inside(confirm));
      },
    }),
    'before the deletion': withAccount({
      has: openDialog,
      act: async (stage) => {
        await stage.click(stage.inside('[data-opens=delete]'));
        await stage.mask(
          stage.inside('[part=dialog-text]'),
          'What you lose, and until when you can keep your account.',
        );
      },
    }),
    'to be deleted': withAccount({
      has: '[data-opens=keep]',
      act: async (stage) => {
        await stage.click(stage.inside('[data-opens=delete]'));
        await stage.click(stage.inside(confirm));
      },
    }),
    failed: { userId: 'signed in', network: { '/account': serverError }, is: ['failed'] },
    'signed out': { is: ['failed'] },
  },
  'latch-session-list': {
    loading: { userId: 'signed in', network: { '/sessions': 'never' }, is: ['pending', 'loading'] },
    'only this device': { userId: 'signed in', has: 'ul + [part=item-detail]' },
    filled: withSessions({ prepare: (stage) => signInElsewhere(stage, devices), has: 'ul li:nth-child(3)' }),
    'the menu': withSessions({ has: openMenu, act: clickMenuButton }),
    'before ending one': withSessions({ has: openDialog, act: remove }),
    'before ending all others': withSessions({ has: openDialog, act: clickButton }),
    ending: withSessions({
      is: ['pending', 'ending'],
      act: async (stage) => {
        await clickButton(stage);
        stage.answer('/sessions', 'never');
        await stage.click(stage.inside(confirm));
      },
    }),
    'before another device is signed in': withSessions({ has: 'dialog[open] input', act: askForCode }),
    approving: withSessions({
      is: ['pending', 'approving'],
      act: async (stage) => {
        await askForCode(stage);
        stage.answer('/auth/device/approve', 'never');
        await stage.tab.fill(stage.inside('dialog input'), '7QX4-M3KF');
        await stage.click(stage.inside(confirm));
      },
    }),
    'the password first': withSessions({
      is: ['pending', 'confirming'],
      has: 'dialog[open] input',
      act: async (stage) => {
        await becomeStale(stage);
        await clickAndConfirmDialog(stage);
      },
    }),
    done: withSessions({
      is: ['done'],
      act: async (stage) => {
        await remove(stage);
        await stage.click(stage.inside(confirm));
      },
    }),
    'change failed': withSessions({
      is: ['failed'],
      act: async (stage) => {
        await clickButton(stage);
        stage.answer('/sessions', serverError);
        await stage.click(stage.inside(confirm));
      },
    }),
    'without a connection': withSessions({
      is: ['failed'],
      act: async (stage) => {
        stage.answer('/sessions', 'offline');
        await refreshList(stage);
      },
    }),
    failed: { userId: 'signed in', network: { '/sessions': serverError }, is: ['failed'] },
    'signed out': { is: ['failed'] },
  },
  'latch-sign-out-button': {
    initial: { userId: 'signed in' },
    'before everything goes': {
      userId: 'signed in',
      page: '<latch-sign-out-button everything></latch-sign-out-button>',
      is: ['pending', 'confirming'],
      has: openDialog,
      act: clickButton,
    },
    'before changes are lost': {
      userId: 'signed in',
      page: '<latch-offline-status hidden></latch-offline-status><latch-sign-out-button></latch-sign-out-button>',
      network: { '/notes': serverError },
      has: openDialog,
      act: async (stage) => {
        await stage.tab.page.evaluate(async () => {
          await window.openOutboxOnStage();
          await window.writeNotes('Groceries', 'Packing list');
        });
        await clickButton(stage);
      },
    },
    'signing out': {
      userId: 'signed in',
      network: { '/logout': 'never' },
      is: ['pending', 'signingOut'],
      act: clickButton,
    },
    unconfirmed: {
      userId: 'signed in',
      network: { '/logout': 'offline' },
      is: ['pending', 'unconfirmed'],
      act: clickButton,
    },
    done: { userId: 'signed in', is: ['done'], act: clickButton },
  },
  'latch-digital-credential-button': {
    initial: {},
    asking: {
      server: walletServer,
      is: ['pending', 'asking'],
      act: async (stage) => {
        await wallet(stage, { action: 'wait' });
        await clickButton(stage);
      },
    },
    'nothing shared, with another way': {
      page: '<latch-digital-credential-button><a slot="fallback" href="/by-post">Show it by post</a></latch-digital-credential-button>',
      server: walletServer,
      has: '[part=status]:not(:empty)',
      act: async (stage) => {
        await wallet(stage, { action: 'decline' });
        await clickButton(stage);
        await stage.tab.until(
          () => !document.querySelector('latch-digital-credential-button')?.matches(':state(pending)'),
        );
      },
    },
    failed: { network: { '/identity': serverError }, is: ['failed'], act: clickButton },
  },
  'latch-payment-button': {
    initial: paying({}),
    'the payment': paying({ is: ['pending', 'confirming'], has: openDialog, act: clickButton }),
    asking: paying({ is: ['pending', 'asking'], act: clickAndConfirmDialog }),
    verifying: paying({
      network: { '/payment/verify': 'never' },
      is: ['pending', 'verifying'],
      act: async (stage) => {
        stage.confirmAll();
        await clickAndConfirmDialog(stage);
      },
    }),
    done: paying({
      is: ['done'],
      act: async (stage) => {
        stage.confirmAll();
        await clickAndConfirmDialog(stage);
      },
    }),
    'no passkey, with another way': {
      ...paying({}),
      userId: 'signed in',
      is: ['failed'],
      act: clickButton,
    },
    'signed out': { ...paying({}), userId: 'stranger', is: ['failed'], act: clickButton },
  },
  'latch-vault-unlock': {
    initial: { page: unlockHtml, userId: 'has a passkey and is signed in' },
    'signed out': { page: unlockHtml, is: ['failed'], act: askInVain },
    'a passkey first': {
      page: unlockHtml,
      userId: 'signed in',
      has: openDialog,
      act: askInVain,
    },
    asking: {
      page: unlockHtml,
      userId: 'has a passkey and is signed in',
      is: ['pending', 'asking'],
      act: askInVain,
    },
    unlocked: unlocked({ is: ['done'], has: '.content + [part=item-detail]' }),
    'the menu': unlocked({ has: openMenu, act: clickMenuButton }),
    'before another passkey': unlocked({
      prepare: addPhone,
      has: openDialog,
      act: (stage) => choose(stage, firstEntry),
    }),
    'before a recovery code': unlocked({ has: openDialog, act: (stage) => choose(stage, lastEntry) }),
    'the recovery code': unlocked({ has: 'dialog[open] [part=box]', act: showRecoveryCode }),
    locked: unlocked({ is: ['done'], act: lockVault }),
    'locked, with a recovery code': unlocked({
      act: async (stage) => {
        await showRecoveryCode(stage);
        await stage.click(stage.inside(confirm));
        await stage.tab.until(() => !document.querySelector('latch-vault-unlock')?.shadowRoot?.querySelector('dialog'));
        await lockVault(stage);
      },
    }),
    failed: unlocked({
      is: ['failed'],
      act: async (stage) => {
        await lockVault(stage);
        await stage.tab.page.evaluate(() => {
          navigator.credentials.get = () => Promise.reject(new DOMException('', 'NotSupportedError'));
        });
        await clickButton(stage);
      },
    }),
    'before it is deleted': unlocked({
      has: openDialog,
      act: async (stage) => {
        await lockVault(stage);
        await stage.tab.page.evaluate(() => {
          navigator.credentials.get = () => Promise.reject(new DOMException('', 'NotSupportedError'));
        });
        await clickButton(stage);
        await stage.is('failed');
        await stage.click(stage.inside('.actions > :last-child'));
      },
    }),
  },
  'latch-offline-status': {
    offline: {
      is: ['pending', 'offline'],
      act: ({ tab }) => tab.page.setOfflineMode(true),
    },
    'offline, with changes': withOutbox({
      network: { '/notes': 'offline' },
      is: ['pending', 'offline'],
      act: async ({ tab }) => {
        await tab.page.evaluate(() => window.writeNotes('Groceries', 'Packing list'));
        await tab.page.setOfflineMode(true);
      },
    }),
    unreachable: withOutbox({
      network: { '/notes': serverError },
      is: ['pending', 'unreachable'],
      act: ({ tab }) => tab.page.evaluate(() => window.writeNotes('Groceries', 'Packing list')),
    }),
    replaying: withOutbox({
      network: { '/notes/packing-list': 'never' },
      is: ['pending', 'replaying'],
      has: 'progress[value="1"]',
      act: ({ tab }) => tab.page.evaluate(() => window.writeNotes('Groceries', 'Packing list', 'Books to read')),
    }),
    'signed out': withOutbox({
      is: ['pending', 'signed-out'],
      act: async ({ tab }) => {
        await tab.devtools.send('Network.clearBrowserCookies');
        await tab.page.evaluate(() => window.writeNotes('Groceries'));
      },
    }),
    'a conflict': withOutbox({
      has: '[part=item]',
      act: ({ tab }) =>
        tab.page.evaluate(async () => {
          await window.changeNoteElsewhere('groceries');
          await window.writeNotes('Groceries');
        }),
    }),
    refusals: withOutbox({
      network: {
        '/notes/groceries': { status: 422, error: 'rejected' },
        '/notes/packing-list': { status: 403, error: 'rejected' },
        '/notes/books-to-read': { status: 409, error: 'rejected' },
      },
      has: '[part=item]:nth-child(3)',
      act: ({ tab }) => tab.page.evaluate(() => window.writeNotes('Groceries', 'Packing list', 'Books to read')),
    }),
    'a decision that failed': withOutbox({
      is: ['failed'],
      act: async (stage) => {
        await stage.tab.page.evaluate(async () => {
          await window.changeNoteElsewhere('groceries');
          await window.writeNotes('Groceries');
        });
        await stage.tab.find(stage.inside('[part=item] button'));
        stage.answer('/notes', serverError);
        await stage.click(stage.inside('[part=item] button:nth-of-type(2)'));
      },
    }),
    done: withOutbox({
      is: ['done'],
      act: ({ tab }) =>
        tab.page.evaluate(async () => {
          await window.writeNotes('Groceries');
          await window.outboxIsEmpty();
        }),
    }),
  },
  'latch-install-button': {
    initial: {},
    'the steps': { is: ['pending', 'guiding'], has: openDialog, act: clickButton },
  },
  'latch-manifest-inspector': {
    initial: {},
    loading: { page: manifest, network: { '/manifest.webmanifest': 'never' }, is: ['pending', 'loading'] },
    done: {
      is: ['done'],
      has: '.report *',
      directions: ['ltr'],
      act: async (stage) => {
        await stage.tab.fill(stage.inside('#text'), soundManifest);
        await stage.tab.find(stage.inside('img'));
        await stage.tab.page.$eval(stage.inside('img'), async (icon) => {
          const picture = icon as HTMLImageElement;
          picture.loading = 'eager';
          await picture.decode();
        });
      },
    },
    failed: {
      page: '<latch-manifest-inspector src="/nowhere.webmanifest"></latch-manifest-inspector>',
      is: ['failed'],
    },
    findings: {
      directions: ['ltr'],
      has: '.report *',
      act: async (stage) => {
        await stage.tab.fill(
          stage.inside('#text'),
          '{\n  "name": "Notes",\n  "display": "standalne",\n  "icons": []\n}',
        );
      },
    },
  },
};

function paying(row: Row): Row {
  return {
    userId: 'has a passkey and is signed in',
    page: `<latch-payment-button amount="12.50" currency="EUR" payee="Ada’s Stationery">
      <a slot="fallback" href="/cart">Pay another way</a>
    </latch-payment-button>`,
    ...row,
  };
}

async function submitPassword({ tab }: Stage, username: string, password: string): Promise<void> {
  await tab.fill('[autocomplete~=username]', username);
  await tab.fill('[type=password]', password);
  await tab.click('latch-password-form form button');
}

const cardForm = 'form[data-latch-card]';

async function continueByCard(tab: Stage['tab']): Promise<void> {
  await tab.fill('[autocomplete~=username]', 'ada');
  await tab.click(`${cardForm} > button`);
}

async function signInByCard({ tab }: Stage, password: string): Promise<void> {
  await continueByCard(tab);
  await tab.fill('[type=password]', password);
  await tab.click(`${cardForm} > button`);
}

async function signUpByCard(tab: Stage['tab'], password?: string): Promise<void> {
  await tab.fill('[autocomplete~=username]', 'ada');
  if (password) await tab.fill('[type=password]', password);
  await tab.click(`${cardForm} > button`);
}

/** Signs up while no user touches the authenticator. */
async function signUpInVain(stage: Stage): Promise<void> {
  if (!stage.authenticator) await stage.addAuthenticator();
  await signUpByCard(stage.tab);
}

/** Why a custom state has no row: it cannot be told from another one by its looks, or a browser without a head has none. */
export const withoutRow: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'latch-password-form': { asking: 'Needs credentials of the device in immediate mode; looks like verifying.' },
  'latch-oidc-button': {
    leaving: 'The page is left at once; looks like a code in a moment, with another sentence.',
    blocked: 'The page is left at once; looks like a code in a moment, with another sentence.',
    lost: 'Depends on the opener policy of a provider; is the code for another browser without its code.',
    done: 'Needs a provider; looks like the other statuses of success.',
  },
  'latch-fedcm-button': {
    verifying: 'Needs a provider; looks like asking.',
    done: 'Needs a provider; looks like the other statuses of success.',
  },
  'latch-digital-credential-button': {
    verifying: 'Needs a wallet; looks like asking.',
    done: 'Needs a wallet; looks like the other statuses of success.',
  },
  'latch-install-button': {
    asking: 'The dialog of the browser is not there without a head; looks like other pending buttons.',
    done: 'Needs that dialog; looks like the other statuses of success.',
    failed: 'Needs that dialog; looks like other failed buttons.',
  },
  'latch-sign-out-button': { failed: 'Needs a backend that breaks the contract; looks like other failed buttons.' },
  'latch-offline-status': {
    'other-user': 'One more sentence in the line of unreachable.',
    stopped: 'One more sentence in the line of unreachable.',
    embedded: 'One more sentence in the line of unreachable.',
  },
};
