import { toBase64Url } from '../../base/bytes.js';
import type { CredentialObject, Provider, ProviderFault, Stage } from './provider.js';

const both = ['create', 'get'] as const;

/** Answers both ceremonies with the honest credential after `change`. */
function changed(change: (credential: CredentialObject) => unknown): ProviderFault['install'] {
  return answering(async (ask) => change(await ask()));
}

/** Answers both ceremonies with `answer`, which may ask a provider that behaves well. */
function answering(
  answer: (ask: () => Promise<CredentialObject>, options: CredentialRequestOptions) => unknown,
): ProviderFault['install'] {
  return ({ honest }) =>
    Object.fromEntries(
      both.map((method) => [
        method,
        (options: CredentialRequestOptions) => answer(() => honest[method](options as never), options),
      ]),
    );
}

/** The members of `credential` that are buffers, changed, those of its response included. */
function changeBuffers(credential: CredentialObject, change: (bytes: Uint8Array) => unknown): CredentialObject {
  for (const members of [credential, credential.response] as Record<string, unknown>[])
    for (const [name, value] of Object.entries(members))
      if (value instanceof ArrayBuffer) members[name] = change(new Uint8Array(value));
  return credential;
}

/** A plain object with the members of `members` but those named. */
function plain(members: object, ...without: string[]): CredentialObject {
  return Object.fromEntries(Object.entries(members).filter(([name]) => !without.includes(name))) as CredentialObject;
}

/** Calls `listener` once the signal of a request aborts, or has aborted before. */
function onAbort({ signal }: CredentialRequestOptions, listener: () => void): void {
  if (signal?.aborted) listener();
  else signal?.addEventListener('abort', listener, { once: true });
}

/** What a page in one compartment of Firefox gets when it looks at an object of another. */
const restricted = () =>
  new Proxy(
    {},
    {
      get: () => {
        throw new Error('Permission denied to access property');
      },
    },
  );

const illegal = () => {
  throw new TypeError('Illegal invocation');
};

/** A browser that holds one request at a time, and needs a moment to end an aborted one. */
function oneAtATime({ honest }: Stage): Partial<Provider> {
  let isPending = false;
  return {
    async get(options) {
      if (isPending) throw new DOMException('A request is already pending.', 'OperationError');
      if (options.mediation !== 'conditional') return honest.get(options as never);
      isPending = true;
      return new Promise((_resolve, reject) =>
        onAbort(options, () =>
          setTimeout(() => {
            isPending = false;
            reject(options.signal!.reason as Error);
          }, 20),
        ),
      );
    },
  };
}

/** Answers offers in autofill with `answer`, and everything else correctly. */
function offering(answer: () => unknown): ProviderFault['install'] {
  return ({ honest, define }) => {
    if (globalThis.PublicKeyCredential)
      define(PublicKeyCredential, 'isConditionalMediationAvailable', { value: async () => true });
    return {
      get: async (options) => (options.mediation === 'conditional' ? answer() : honest.get(options as never)),
    };
  };
}

const catalogue = named({
  'tojson-throws': {
    what: 'inherits toJSON of the browser, which throws "Illegal invocation" on its objects',
    report: 'https://github.com/dotnet/aspnetcore/issues/62916',
    expects: 'response',
    install: changed((credential) => {
      delete credential['toJSON'];
      if (typeof (credential as { toJSON?: unknown }).toJSON !== 'function') credential['toJSON'] = illegal;
      return credential;
    }),
  },
  'plain-object': {
    what: 'resolves with a plain object that is no PublicKeyCredential',
    report: 'https://github.com/keepassxreboot/keepassxc-browser/issues/2173',
    expects: 'response',
    install: changed((credential) => ({
      ...plain(credential, 'toJSON'),
      response: plain(credential.response),
    })),
  },
  'no-extension-results': {
    what: 'resolves with a credential without getClientExtensionResults and toJSON',
    report: 'https://github.com/PhilippC/keepass2android/issues/2099',
    expects: 'response',
    install: changed((credential) => plain(credential, 'toJSON', 'getClientExtensionResults')),
  },
  'null-extension-results': {
    what: 'returns null from getClientExtensionResults',
    report: 'https://github.com/w3c/webauthn/issues/1715',
    expects: 'response',
    install: changed((credential) => ({ ...plain(credential, 'toJSON'), getClientExtensionResults: () => null })),
  },
  'byte-arrays': {
    what: 'gives Uint8Arrays in the place of ArrayBuffers, some of them views of a part',
    report: 'https://github.com/bitwarden/clients/issues/11079',
    expects: 'response',
    install: changed((credential) =>
      changeBuffers(plain(credential, 'toJSON'), (bytes) => {
        const larger = new Uint8Array(bytes.length + 8);
        larger.set(bytes, 4);
        return larger.subarray(4, 4 + bytes.length);
      }),
    ),
  },
  'number-arrays': {
    what: 'gives arrays of numbers in the place of ArrayBuffers',
    report: 'https://github.com/safe-global/safe-core-sdk/issues/1054',
    expects: 'response',
    install: changed((credential) => changeBuffers(plain(credential, 'toJSON'), (bytes) => [...bytes])),
  },
  'methods-missing': {
    what: 'resolves with a response without getAuthenticatorData, getPublicKey and getTransports',
    report: 'https://github.com/keepassxreboot/keepassxc-browser/issues/2061',
    expects: 'response',
    ceremonies: ['create'],
    install: changed((credential) => {
      const { attestationObject, clientDataJSON } = credential.response;
      return { ...plain(credential, 'toJSON'), response: { attestationObject, clientDataJSON } };
    }),
  },
  'methods-throw': {
    what: 'inherits getPublicKey and getPublicKeyAlgorithm, which throw "Illegal invocation" on its objects',
    report: 'https://github.com/keepassxreboot/keepassxc-browser/issues/2322',
    expects: 'response',
    ceremonies: ['create'],
    install: changed((credential) => {
      delete credential['toJSON'];
      Object.assign(credential.response, { getPublicKey: illegal, getPublicKeyAlgorithm: illegal });
      return credential;
    }),
  },
  'public-key-as-text': {
    what: 'returns base64 from getPublicKey instead of an ArrayBuffer',
    report: 'https://github.com/keepassxreboot/keepassxc-browser/pull/2940',
    expects: 'response',
    ceremonies: ['create'],
    install: changed((credential) => {
      delete credential['toJSON'];
      const bytes = (credential.response['getPublicKey'] as () => ArrayBuffer)();
      credential.response['getPublicKey'] = () => toBase64Url(new Uint8Array(bytes));
      return credential;
    }),
  },
  'restricted-objects': {
    what: 'returns an object from getAuthenticatorData that the page may not look at',
    report: 'https://github.com/dodobrands/WebAuthn.Net/issues/8',
    expects: 'response',
    ceremonies: ['create'],
    install: changed((credential) => {
      delete credential['toJSON'];
      credential.response['getAuthenticatorData'] = restricted;
      return credential;
    }),
  },
  'resolves-with-null': {
    what: 'resolves with null when the user declines',
    report: 'https://github.com/keepassxreboot/keepassxc-browser/pull/3054',
    expects: 'refusal',
    install: answering(async () => null),
  },
  'resolves-with-undefined': {
    what: 'resolves with undefined when it has no passkey',
    report: 'https://github.com/simple-login/app/pull/2600',
    expects: 'refusal',
    install: answering(async () => undefined),
  },
  'answers-twice': {
    what: 'answers one request twice, with the credential and with null',
    report: 'https://github.com/keepassxreboot/keepassxc-browser/pull/3054',
    expects: 'response',
    install: answering((ask) => ({
      // A thenable, as libraries for promises make them, which calls back as often as it is answered.
      // oxlint-disable-next-line unicorn/no-thenable -- this is the fault
      then: (resolve: (credential: unknown) => void, reject: (error: unknown) => void) =>
        void ask().then((credential) => [resolve(credential), resolve(null), reject(new Error('late'))], reject),
    })),
  },
  'never-settles': {
    what: 'never settles its promise, and ignores the signal',
    report: 'https://github.com/keepassxreboot/keepassxc-browser/issues/3045',
    expects: 'release',
    install: answering(() => new Promise(() => {})),
  },
  'ignores-abort': {
    what: 'ignores the signal, and resolves with a credential after the abort',
    report: 'https://github.com/keepassxreboot/keepassxc-browser/issues/3046',
    expects: 'release',
    install: answering(
      (ask, options) => new Promise((resolve) => onAbort(options, () => setTimeout(() => resolve(ask()), 20))),
    ),
  },
  'wrong-abort-reason': {
    what: 'rejects an aborted request with an AbortError in the place of the signal’s reason',
    report: 'https://github.com/WebKit/WebKit/pull/62251',
    expects: 'release',
    install: answering(
      (_ask, options) =>
        new Promise((_resolve, reject) =>
          onAbort(options, () => reject(new DOMException('The operation was aborted.', 'AbortError'))),
        ),
    ),
  },
  'refuses-while-locked': {
    what: 'takes every request, and rejects it with NotAllowedError because its user is not signed in to it',
    report: 'https://github.com/bitwarden/clients/issues/18117',
    expects: 'refusal',
    install: answering(async () => {
      throw new DOMException('The operation either timed out or was not allowed.', 'NotAllowedError');
    }),
  },
  'refuses-by-policy': {
    what: 'rejects requests in a frame as against the permissions policy, which allows them',
    report: 'https://github.com/bitwarden/clients/issues/22777',
    expects: 'refusal',
    install: answering(async () => {
      throw new DOMException('publickey-credentials-get is not allowed in this document.', 'SecurityError');
    }),
  },
  'own-error': {
    what: 'rejects with a TypeError of its own code, which expected a member that options may omit',
    report: 'https://github.com/bitwarden/clients/issues/6769',
    expects: 'refusal',
    install: answering(async () => {
      throw new TypeError("Cannot read properties of undefined (reading 'authenticatorAttachment')");
    }),
  },
  'throws-at-once': {
    what: 'throws from the call in the place of returning a promise that rejects',
    report: 'https://github.com/duckduckgo/content-scope-scripts/pull/2571',
    expects: 'refusal',
    install: answering(() => {
      throw new TypeError('Cannot read the options.');
    }),
  },
  'fails-at-prf': {
    what: 'rejects the creation of a passkey with UnknownError if the extension PRF is asked for without inputs',
    report: 'https://github.com/mozilla/fxa/pull/20786',
    expects: 'response',
    ceremonies: ['create'],
    extensions: { prf: {} },
    install: ({ honest }) => ({
      create: async (options) => {
        const { prf } = options.publicKey?.extensions ?? {};
        if (prf && !prf.eval) throw new DOMException('An unknown error occurred.', 'UnknownError');
        return honest.create(options as never);
      },
    }),
  },
  'methods-removed': {
    what: 'leaves navigator.credentials without get and create',
    report: 'https://github.com/aliasvault/aliasvault/pull/1856',
    expects: 'refusal',
    install({ define }) {
      define(navigator, 'credentials', { value: {} });
      return {};
    },
  },
  'replaced-after-load': {
    what: 'replaces navigator.credentials after the page has used it',
    report: 'https://github.com/keepassxreboot/keepassxc-browser/issues/2335',
    expects: 'response',
    afterwards: true,
    install({ honest, define }) {
      const revoked = () => Promise.reject(new DOMException('Not of this provider.', 'NotAllowedError'));
      define(navigator, 'credentials', { value: { create: honest.create, get: honest.get } });
      return { create: revoked, get: revoked };
    },
  },
  'locked-methods': {
    what: 'locks its methods with a setter that throws, so that others cannot replace them',
    report: 'https://github.com/bitwarden/clients/issues/20973',
    expects: 'response',
    install({ honest, define }) {
      const set = () => {
        throw new TypeError('Cannot assign to a read-only property');
      };
      const locked = { get: { get: () => honest.get, set }, create: { get: () => honest.create, set } };
      define(navigator, 'credentials', { value: Object.create({}, locked) as object });
      return {};
    },
  },
  'bare-webview': {
    what: 'stands in for WebAuthn in a WebView, with an empty PublicKeyCredential and plain objects',
    report: 'https://github.com/AzureAD/microsoft-authentication-library-common-for-android/pull/2769',
    expects: 'response',
    install(stage) {
      const bare = Object.assign(function () {}, { isUserVerifyingPlatformAuthenticatorAvailable: async () => false });
      stage.define(globalThis, 'PublicKeyCredential', { value: bare });
      return changed((credential) => ({
        ...plain(credential, 'toJSON'),
        response: plain(credential.response),
      }))(stage);
    },
  },
  'one-request-at-a-time': {
    what: 'rejects a click with OperationError until the aborted offer in autofill has ended',
    report: 'https://github.com/mkalioby/django-passkeys/issues/16',
    expects: 'sign-in-beside-autofill',
    ceremonies: ['get'],
    install: (stage) => ({ ...offering(() => {})(stage), ...oneAtATime(stage) }),
  },
  'autofill-is-a-lie': {
    what: 'reports passkeys in autofill, and rejects them with NotSupportedError',
    report: 'https://github.com/MasterKale/SimpleWebAuthn/issues/295',
    expects: 'sign-in-beside-autofill',
    ceremonies: ['get'],
    install: offering(() => Promise.reject(new DOMException('No conditional mediation.', 'NotSupportedError'))),
  },
  'autofill-as-dialog': {
    what: 'opens a dialog in the place of autofill, which the user dismisses',
    report: 'https://github.com/w3c/webauthn/issues/1976',
    expects: 'sign-in-beside-autofill',
    ceremonies: ['get'],
    install: offering(() => Promise.reject(new DOMException('Dismissed.', 'NotAllowedError'))),
  },
});

/** The faults, which show in both ceremonies unless they name one. Keeps the names in the type, and nothing else. */
function named<Name extends string>(
  faults: Record<Name, Omit<ProviderFault, 'ceremonies'> & Partial<Pick<ProviderFault, 'ceremonies'>>>,
): Readonly<Record<Name, ProviderFault>> {
  const filled = Object.entries<object>(faults).map(([name, fault]) => [name, { ceremonies: both, ...fault }]);
  return Object.fromEntries(filled) as Record<Name, ProviderFault>;
}

/** The name of something that a provider does wrong. */
export type ProviderFaultName = keyof typeof catalogue;

/** What providers of passkeys and environments were reported to do wrong, by name. */
export const providerFaults: Readonly<Record<ProviderFaultName, ProviderFault>> = catalogue;
