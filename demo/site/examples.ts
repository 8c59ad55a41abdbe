import type { Use } from './markup.js';

/** How the page of a tag shows it, and where to read on. */
export interface Example extends Pick<Use, 'attributes' | 'content'> {
  /** Documents about it. */
  readonly related: readonly string[];
  /** Whether the user in the example is signed in. */
  readonly signedIn?: boolean;
}

/** The example of each tag. A tag without one is shown empty. */
export const examples: Readonly<Record<string, Example>> = {
  'latch-sign-in': {
    attributes: { methods: 'passkey password oidc code' },
    content: '<h2 slot="heading">Sign in to Example</h2>',
    related: ['docs/elements.md', 'docs/passwords.md', 'docs/federated-sign-in.md'],
  },
  'latch-sign-up': {
    attributes: {},
    content: '<h2 slot="heading">Join Example</h2>',
    related: ['docs/elements.md', 'docs/backend.md'],
  },
  'latch-passkey-field': {
    attributes: {},
    content: `<label for="username">Username</label>
<input id="username" name="username" autocomplete="username">`,
    related: ['docs/elements.md', 'docs/browser-support.md'],
  },
  'latch-passkey-button': {
    attributes: {},
    content: 'Sign in with a passkey',
    related: ['docs/elements.md', 'docs/errors.md'],
  },
  'latch-passkey-create': { attributes: {}, content: '', related: ['docs/elements.md'], signedIn: true },
  'latch-passkey-list': { attributes: {}, content: '', related: ['docs/elements.md'], signedIn: true },
  'latch-password-form': { attributes: {}, content: '', related: ['docs/passwords.md'] },
  'latch-oidc-button': { attributes: { mode: 'handoff' }, content: '', related: ['docs/federated-sign-in.md'] },
  'latch-fedcm-button': { attributes: {}, content: '', related: ['docs/fedcm.md', 'docs/federated-sign-in.md'] },
  'latch-otp-input': {
    attributes: { to: 'ada@example.com', 'auto-submit': true },
    content: '',
    related: ['docs/one-time-codes.md'],
  },
  'latch-digital-credential-button': { attributes: {}, content: '', related: ['docs/digital-credentials.md'] },
  'latch-payment-button': {
    attributes: { amount: '12.50', currency: 'EUR', payee: 'Ada’s Stationery' },
    content: 'Pay €12.50',
    related: ['docs/payment.md'],
    signedIn: true,
  },
  'latch-vault-unlock': {
    attributes: {},
    content: `<label for="note">Your note</label>
<textarea id="note" rows="3">Milk, bread, two lemons</textarea>`,
    related: ['docs/vault.md', 'docs/notes.md'],
    signedIn: true,
  },
  'latch-account': { attributes: {}, content: '', related: ['docs/sessions.md', 'docs/passwords.md'], signedIn: true },
  'latch-session-list': { attributes: {}, content: '', related: ['docs/sessions.md'], signedIn: true },
  'latch-sign-out-button': { attributes: {}, content: '', related: ['docs/sessions.md'], signedIn: true },
  'latch-offline-status': {
    attributes: {},
    content: '<a slot="sign-in" href="latch-sign-in.html">Sign in</a>',
    related: ['docs/offline.md', 'docs/service-worker.md'],
    signedIn: true,
  },
  'latch-install-button': { attributes: {}, content: '', related: ['docs/install.md', 'docs/manifest.md'] },
  'latch-manifest-inspector': {
    attributes: { src: '../sample.webmanifest' },
    content: '',
    related: ['docs/manifest.md', 'docs/check-manifest.md'],
  },
};

export const exampleOf = (tag: string): Example => examples[tag] ?? { attributes: {}, content: '', related: [] };
