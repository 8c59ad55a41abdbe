/** A group of the sidebar, with the sources of its pages in order: files of the repository, or pages that are generated. */
export interface Group {
  readonly title: string;
  readonly pages: readonly string[];
}

/** The six groups of tags on the start page, each with the tag that is shown. Tags in none are listed below them. */
export const tagGroups = [
  {
    title: 'Sign in',
    shown: 'latch-passkey-field',
    tags: [
      'latch-sign-in',
      'latch-sign-up',
      'latch-passkey-field',
      'latch-passkey-button',
      'latch-password-form',
      'latch-oidc-button',
      'latch-fedcm-button',
    ],
  },
  { title: 'Recover', shown: 'latch-otp-input', tags: ['latch-otp-input'] },
  {
    title: 'Manage',
    shown: 'latch-passkey-list',
    tags: [
      'latch-account',
      'latch-passkey-list',
      'latch-passkey-create',
      'latch-session-list',
      'latch-sign-out-button',
    ],
  },
  {
    title: 'Wallet and pay',
    shown: 'latch-payment-button',
    tags: ['latch-payment-button', 'latch-digital-credential-button'],
  },
  { title: 'Offline', shown: 'latch-vault-unlock', tags: ['latch-vault-unlock', 'latch-offline-status'] },
  { title: 'Install', shown: 'latch-install-button', tags: ['latch-install-button', 'latch-manifest-inspector'] },
] as const;

/** The sidebar. Pages of `docs/` that are not listed follow in the last group, so that none is lost. */
export const groups: readonly Group[] = [
  {
    title: 'Get started',
    pages: [
      'docs/why.md',
      'docs/compare.md',
      'docs/first-page.md',
      'docs/script-tags.md',
      'docs/elements.md',
      'docs/languages.md',
      'docs/errors.md',
      'docs/glossary.md',
    ],
  },
  { title: 'Frameworks', pages: ['docs/frameworks.md', 'docs/html-first.md', 'docs/frameworks/*'] },
  { title: 'Recipes', pages: ['docs/recipes/*'] },
  { title: 'Tags', pages: [...tagGroups.flatMap(({ tags }) => tags.map((tag) => `elements/${tag}`)), 'elements/*'] },
  {
    title: 'Sign-in',
    pages: [
      'docs/passwords.md',
      'docs/second-factor.md',
      'docs/federated-sign-in.md',
      'docs/fedcm.md',
      'docs/one-time-codes.md',
      'docs/embedding.md',
    ],
  },
  { title: 'Sessions', pages: ['docs/sessions.md', 'docs/session-binding.md', 'docs/tokens.md'] },
  { title: 'Wallets and payments', pages: ['docs/digital-credentials.md', 'docs/payment.md'] },
  {
    title: 'Offline',
    pages: ['docs/vault.md', 'docs/vault-format.md', 'docs/offline.md', 'docs/service-worker.md', 'docs/notes.md'],
  },
  {
    title: 'Backend',
    pages: [
      'docs/backend.md',
      'docs/adapters.md',
      'docs/your-endpoints.md',
      'docs/protect-pages.md',
      'endpoints',
      'docs/verify-passkeys.md',
      'docs/backend-frameworks.md',
      'docs/check-backend.md',
      'docs/check-site.md',
      'docs/reference-server.md',
      'docs/scale.md',
      'docs/security-checklist.md',
      'docs/testing-your-app.md',
      'docs/hostile-providers.md',
    ],
  },
  {
    title: 'Web app manifest',
    pages: ['inspect', 'members', 'docs/manifest.md', 'docs/check-manifest.md', 'docs/install.md', 'docs/vite.md'],
  },
  {
    title: 'Project',
    pages: [
      'docs/figures.md',
      'docs/browser-support.md',
      'docs/accessibility.md',
      'docs/accessibility-conformance-report.md',
      'docs/release-policy.md',
      'CHANGELOG.md',
      'SECURITY.md',
      'ARCHITECTURE.md',
      'CONTRIBUTING.md',
    ],
  },
];
