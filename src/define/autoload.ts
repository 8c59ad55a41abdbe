const modules: Record<string, () => Promise<unknown>> = {
  'latch-digital-credential-button': () => import('./digital-credential-button.js'),
  'latch-fedcm-button': () => import('./fedcm-button.js'),
  'latch-install-button': () => import('./install-button.js'),
  'latch-manifest-inspector': () => import('./manifest-inspector.js'),
  'latch-offline-status': () => import('./offline-status.js'),
  'latch-oidc-button': () => import('./oidc-button.js'),
  'latch-otp-input': () => import('./otp-input.js'),
  'latch-passkey-button': () => import('./passkey-button.js'),
  'latch-passkey-create': () => import('./passkey-create.js'),
  'latch-passkey-field': () => import('./passkey-field.js'),
  'latch-passkey-list': () => import('./passkey-list.js'),
  'latch-password-form': () => import('./password-form.js'),
  'latch-payment-button': () => import('./payment-button.js'),
  'latch-session-list': () => import('./session-list.js'),
  'latch-sign-in': () => import('./sign-in.js'),
  'latch-sign-out-button': () => import('./sign-out-button.js'),
  'latch-sign-up': () => import('./sign-up.js'),
  'latch-vault-unlock': () => import('./vault-unlock.js'),
};

/** Imports the modules of the tags that stand in `root`, each once. */
function load(root: ParentNode): void {
  for (const [tag, module] of Object.entries(modules)) {
    if ((root instanceof Element && root.localName === tag) || root.querySelector(tag)) {
      delete modules[tag];
      // A module that cannot be loaded is a fault of the page's delivery; the tag stays an ordinary, inert element.
      module().catch(reportError);
    }
  }
}

if (typeof document !== 'undefined') {
  load(document);
  new MutationObserver((records) => {
    for (const { addedNodes } of records) for (const node of addedNodes) if (node instanceof Element) load(node);
  }).observe(document, { childList: true, subtree: true });
}

export {};
