import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { adapterIsThere, lacks } from '../client/lacks.js';
import type { ContractRequests } from '../contract/requests.js';
import { clientOf, type BackendHost } from './backend.js';

/** The endpoints that each control needs. Of alternatives, one is enough. */
export const needs = {
  passkey: ['POST /webauthn/login/options'],
  password: ['POST /login'],
  code: ['POST /otp/request'],
  device: ['POST /auth/device'],
  fedcm: ['GET /auth/fedcm/nonce'],
  oidc: ['GET /auth/providers'],
  'sign-up': ['POST /signup/options', 'POST /signup'],
  passkeySignUp: ['POST /signup/options'],
  passwordSignUp: ['POST /signup'],
  addPasskey: ['POST /webauthn/register/options'],
  renamePasskey: ['PATCH /webauthn/credentials/{id}'],
  removePasskey: ['DELETE /webauthn/credentials/{id}'],
  endDevice: ['DELETE /sessions/{id}'],
  endOtherDevices: ['DELETE /sessions', 'DELETE /sessions/{id}'],
  approveDevice: ['POST /auth/device/approve'],
  changeAccount: ['PATCH /account'],
  setPassword: ['PUT /account/password'],
  removePassword: ['DELETE /account/password'],
  unlinkProvider: ['DELETE /account/identities/{id}'],
  linkProvider: ['GET /auth/start'],
  deleteAccount: ['DELETE /account'],
} as const satisfies Record<string, readonly (keyof ContractRequests)[]>;

/** Something that a view can offer. */
export type Offer = keyof typeof needs;

/** Whether the backend of a view may have what something needs: nothing is known that speaks against it. */
export function mayHave(host: BackendHost, offer: Offer): boolean {
  try {
    const client = clientOf(host);
    return needs[offer].some((name) => !lacks(client, name));
  } catch {
    // On a server, in a foreign frame and with an invalid base URL: what is wrong there is said at the first click.
    return true;
  }
}

/**
 * Updates a view when the adapter is there that the page names: only then is it known what its backend lacks. What the
 * backend has refused as unknown is known from its answer on, which updates the view anyway.
 */
export class Offers implements ReactiveController {
  readonly #host: ReactiveControllerHost & BackendHost;

  constructor(host: ReactiveControllerHost & BackendHost) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    void adapterIsThere().then((isNew) => isNew && this.#host.requestUpdate());
  }

  /** Whether the backend may have what this needs. */
  has(offer: Offer): boolean {
    return mayHave(this.#host, offer);
  }
}
