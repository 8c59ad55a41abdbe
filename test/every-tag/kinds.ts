import { contentBackend, json, type BackendRequests } from '../support/browser/backend.js';
import { isModal, type CredentialRequests } from '../support/browser/credential-requests.js';
import { assertion, attestation } from '../support/browser/credentials.js';
import { identityCredential } from '../support/browser/identity.js';
import { pretendGesture, walletCredential } from '../support/browser/wallet.js';

/** The page's surroundings as a test holds them. */
export interface Stage {
  backend: BackendRequests;
  requests: CredentialRequests;
}

/**
 * One of the elements that have an action behind a button, as the tests of what they have in common need to know it.
 */
export interface Kind {
  tag: string;
  label: string;
  slot: string;
  phase: string;
  phaseText: string;
  done: string;
  doneText: string;
  /** What the event that tells of the end says, by the names of its members. */
  details: string[];
  failed?: string;
  /** What one use of it asks of the backend. */
  path: string;
  /** Has it wait for the user, or for the backend where no user is asked. */
  stall(stage: Stage): void;
  /** Lets what waits succeed. */
  succeed(stage: Stage): void;
  /** Lets the backend refuse from now on whatever ends the ceremony; missing where no refusal is the end of it. */
  refuse?(stage: Stage, answer: () => Response | Promise<Response>): void;
}

const passkey = {
  phase: 'asking',
  phaseText: 'Continue in the dialog.',
  stall: ({ requests }: Stage) => requests.hold(),
  refuse({ backend, requests }: Stage, answer: () => Response | Promise<Response>) {
    backend.answerWith((request) => (request.path.includes('verify') ? answer() : contentBackend(request)));
    requests.answerWith(async (request) => {
      if (!isModal(request))
        return new Promise((_resolve, reject) => request.options.signal!.addEventListener('abort', reject));
      return request.method === 'get' ? assertion() : attestation();
    });
  },
};

const signIn = {
  ...passkey,
  label: 'Sign in with a passkey',
  done: 'latch-signed-in',
  doneText: 'You’re signed in.',
  details: ['method', 'credentialId'],
  failed: 'latch-sign-in-failed',
  path: '/webauthn/login/options',
  succeed: ({ requests }: Stage) => requests.pending.find(isModal)!.choose(assertion()),
};

export const kinds: Kind[] = [
  { ...signIn, tag: 'latch-passkey-field', slot: 'label' },
  { ...signIn, tag: 'latch-passkey-button', slot: '' },
  {
    ...passkey,
    tag: 'latch-passkey-create',
    label: 'Create a passkey',
    slot: '',
    done: 'latch-passkey-created',
    doneText: 'Your passkey is ready.',
    details: ['credentialId', 'backedUp'],
    failed: 'latch-passkey-create-failed',
    path: '/webauthn/register/options',
    succeed: ({ requests }) => requests.pending.find(isModal)!.choose(attestation()),
  },
  {
    ...signIn,
    tag: 'latch-fedcm-button',
    label: 'Continue with Example ID',
    slot: '',
    details: ['method', 'configURL'],
    path: '/auth/fedcm/nonce',
    succeed: ({ requests }) => requests.pending[0]!.choose(identityCredential()),
    refuse({ backend, requests }, answer) {
      backend.answerWith((request) => (request.path.endsWith('/auth/fedcm') ? answer() : contentBackend(request)));
      requests.answerWith(async () => identityCredential());
    },
  },
  {
    ...passkey,
    tag: 'latch-digital-credential-button',
    label: 'Show your digital ID',
    slot: '',
    done: 'latch-identity-verified',
    doneText: 'Your digital ID was verified.',
    details: ['protocol'],
    failed: 'latch-identity-failed',
    path: '/identity/request?protocol=openid4vp-v1-unsigned',
    stall(stage) {
      pretendGesture(true);
      passkey.stall(stage);
    },
    succeed: ({ requests }) => requests.pending.find(isModal)!.choose(walletCredential()),
    refuse(stage, answer) {
      passkey.refuse(stage, answer);
      stage.requests.answerWith(async () => walletCredential());
    },
  },
  {
    tag: 'latch-sign-out-button',
    label: 'Sign out',
    slot: '',
    phase: 'signingOut',
    phaseText: 'Signing out…',
    done: 'latch-signed-out',
    doneText: 'You’re signed out.',
    details: ['confirmed', 'remains'],
    path: '/logout',
    stall({ backend }) {
      const confirmed = new Promise<void>((resolve) => (confirmLogout = resolve));
      backend.answerWith((request) =>
        request.path.endsWith('/logout') ? confirmed.then(() => json({})) : contentBackend(request),
      );
    },
    succeed: () => confirmLogout(),
  },
];

let confirmLogout = () => {};
