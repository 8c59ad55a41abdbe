import { retryLater } from '../messages/retry-later.js';

/** The types of all tags, which a page may contain. */
export type * from '../elements.js';

const modules: Record<string, () => Promise<unknown>> = {
  'latch-account': () => import('./account.js'),
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

/**
 * Imports the module of a tag, once. If it cannot be loaded, the tag stays inert until another try succeeds; only the first
 * failure is reported.
 */
function load(tag: string, isRetry = false): void {
  const module = modules[tag]!;
  delete modules[tag];
  module().catch((error: unknown) => {
    if (!isRetry) reportError(error);
    modules[tag] = module;
    retryLater(() => tag in modules && load(tag, true));
  });
}

/** Loads the tags in `root`, and follows the open shadow roots in it. */
function look(root: ParentNode): void {
  for (const element of [root, ...root.querySelectorAll('*')])
    if (element instanceof Element) {
      if (Object.hasOwn(modules, element.localName)) load(element.localName);
      if (element.shadowRoot) follow(element.shadowRoot);
    }
}

/** Loads the tags that are in `root` and those that will be. */
function follow(root: Document | ShadowRoot): void {
  if (followed.has(root)) return;
  followed.add(root);
  look(root);
  new MutationObserver((records) => {
    for (const { addedNodes } of records) for (const node of addedNodes) if (node instanceof Element) look(node);
  }).observe(root, { childList: true, subtree: true });
}

const followed = new WeakSet<Node>();

if (typeof document !== 'undefined') {
  // Nothing else reports a shadow root that a script attaches later.
  const { attachShadow } = Element.prototype;
  Element.prototype.attachShadow = function (options) {
    const root = attachShadow.call(this, options);
    if (options.mode === 'open') follow(root);
    return root;
  };
  follow(document);
}
