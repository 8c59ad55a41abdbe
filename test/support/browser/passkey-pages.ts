import { startAuthentication, startRegistration, WebAuthnAbortService } from '@simplewebauthn/browser';
import type { PasskeyPage } from '../../../src/conformance/providers/check-providers.js';
import type { CallOptions, Client } from '../../../src/base/client/client.js';
import type { Endpoint } from '../../../src/base/client/endpoint.js';
import { autofill, createPasskey, signIn } from '../../../src/passkey/index.js';

/** A backend that sends these options, accepts what it gets, and passes it on. */
function acceptingBackend(options: unknown, receive: (body: unknown) => void): Client {
  return {
    baseUrl: new URL('/', location.origin),
    async call<Body, Answer>({ path }: Endpoint<Body, Answer>, { body }: CallOptions<Body> = {}): Promise<Answer> {
      if (path.includes('verify')) receive(body);
      return (path.includes('options') ? options : { verified: true, backedUp: true, signedIn: false }) as Answer;
    },
  };
}

/** What one function of the package sends to its backend. */
async function sentBy(options: unknown, act: (client: Client) => Promise<unknown>): Promise<unknown> {
  let sent: unknown;
  await act(acceptingBackend(options, (body) => (sent = body)));
  return sent;
}

/** A page with this package. */
export const latchkeyPage: PasskeyPage = {
  register: (options, signal) => sentBy(options, (client) => createPasskey({ client, signal })),
  signIn: (options, signal) => sentBy(options, (client) => signIn({ client, signal })),
  offer: (options, signal) => sentBy(options, (client) => autofill({ client, signal })),
};

/** Ends the request of `@simplewebauthn/browser` when the signal aborts, in the only way that it has. */
function untilAborted<Value>(signal: AbortSignal, ask: () => Promise<Value>): Promise<Value> {
  signal.addEventListener('abort', () => WebAuthnAbortService.cancelCeremony(), { once: true });
  return ask();
}

/** A page with `@simplewebauthn/browser` alone, as its documentation shows. */
export const simpleWebAuthnPage: PasskeyPage = {
  register: (optionsJSON, signal) => untilAborted(signal, () => startRegistration({ optionsJSON: optionsJSON })),
  signIn: (optionsJSON, signal) => untilAborted(signal, () => startAuthentication({ optionsJSON: optionsJSON })),
  offer: (optionsJSON, signal) =>
    untilAborted(signal, () =>
      startAuthentication({
        optionsJSON: optionsJSON,
        useBrowserAutofill: true,
        verifyBrowserAutofillInput: false,
      }),
    ),
};

/** A page written by hand with the platform's own JSON methods, which ends its offer in autofill before a click. */
export function handWrittenPage(): PasskeyPage {
  let pending = new AbortController();
  const begin = (signal: AbortSignal): AbortSignal => {
    pending.abort();
    pending = new AbortController();
    return AbortSignal.any([signal, pending.signal]);
  };
  const get = async (
    options: PublicKeyCredentialRequestOptionsJSON,
    signal: AbortSignal,
    mediation: CredentialMediationRequirement,
  ) => {
    const own = begin(signal);
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
    const credential = await navigator.credentials.get({ publicKey, signal: own, mediation });
    return (credential as PublicKeyCredential).toJSON() as unknown;
  };
  return {
    async register(options, signal) {
      const own = begin(signal);
      const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
      const credential = await navigator.credentials.create({ publicKey, signal: own });
      return (credential as PublicKeyCredential).toJSON() as unknown;
    },
    signIn: (options, signal) => get(options, signal, 'optional'),
    offer: (options, signal) => get(options, signal, 'conditional'),
  };
}
