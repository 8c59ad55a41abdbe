import {
  BackendRefusal,
  complete,
  isBackedUp,
  userIdOf,
  type Adapter,
  type BackendRequest,
} from '../base/client/adapter.js';
import type { HeadersOf } from '../base/client/csrf.js';
import type { PasskeyCreationOptions, PasskeyRequestOptions } from '../base/contract/types.js';

/** A path below the base URL, with a method before it if that is not `POST`: `GET passkeys/options`. */
export type EndpointPath = string;

/** Where the endpoints of an app are, and what differs in their bodies. */
export interface EndpointsOptions {
  /** The endpoints that return creation options and take the response. Defaults to those of SimpleWebAuthn's example. */
  readonly register?: readonly [options: EndpointPath, verify: EndpointPath];
  /** The endpoints that return request options and take the response. Defaults to those of SimpleWebAuthn's example. */
  readonly signIn?: readonly [options: EndpointPath, verify: EndpointPath];
  /** The member of the body that takes the response of the browser, such as `credential`. Defaults to the whole body. */
  readonly bodyMember?: string;
  /** Returns the signed-in user, and 401 for visitors. Without it, no element knows whether a user is signed in. */
  readonly session?: EndpointPath;
  /** Reads the user from what `session` returns. Defaults to `id`, `email` or `username`, and `name`. */
  // oxlint-disable-next-line typescript/no-explicit-any -- the backend's own shape
  readonly user?: (answer: any) => { id: string | number; name: string; displayName?: string };
  /** Ends the session. */
  readonly logout?: EndpointPath;
  /** Takes `username` and `password`. */
  readonly password?: EndpointPath;
  /** The headers of every request, such as a token against CSRF: `djangoCsrf`, `railsCsrf`, … */
  readonly headers?: HeadersOf;
  /** Whether each challenge of a browser replaces the one before. Defaults to true, as in one session. */
  readonly oneChallenge?: boolean;
}

/** Base64 in either alphabet, with or without padding, as base64url. */
const base64url = (text: string): string => text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');

const descriptors = <Descriptor extends { id: string }>(all: readonly Descriptor[] | null | undefined): Descriptor[] =>
  (all ?? []).map((one) => ({ ...one, id: base64url(one.id) }));

/** Options of a library: wrapped in `publicKey`, as of go-webauthn and webauthn-rs, or not, as of SimpleWebAuthn. */
const unwrap = <Options extends { challenge: string }>(answer: Options | { publicKey: Options }): Options => {
  const options = 'publicKey' in answer ? answer.publicKey : answer;
  return { ...options, challenge: base64url(options.challenge) };
};

/** A 2xx that says that nothing was verified. */
const isRefusal = (answer: unknown): boolean =>
  ['verified', 'success', 'ok', 'authenticated'].some(
    (name) => (Object(answer) as Record<string, unknown>)[name] === false,
  );

/**
 * An adapter for an app's own endpoints around a WebAuthn library: pairs of `begin` and `finish` as the examples of
 * SimpleWebAuthn, go-webauthn, webauthn-rs and webauthn-ruby have them. Options may be wrapped in `publicKey`.
 *
 * @see {@link https://simplewebauthn.dev/docs/advanced/example-project SimpleWebAuthn, Example project}
 */
export function endpoints({
  register = ['GET generate-registration-options', 'verify-registration'],
  signIn = ['GET generate-authentication-options', 'verify-authentication'],
  bodyMember,
  session,
  user = ({ id, email, username, name }) => ({ id, name: email ?? username ?? name, displayName: name }),
  logout,
  password,
  headers,
  oneChallenge = true,
}: EndpointsOptions = {}): Adapter {
  const ask = <Answer>({ send }: BackendRequest, endpoint: EndpointPath, body?: object) => {
    const [path = '', method = 'POST'] = endpoint.split(' ').reverse();
    return send<Answer>(method, path, body);
  };
  const verify = async (request: BackendRequest<object>, endpoint: EndpointPath, status: number): Promise<void> => {
    const body = bodyMember === undefined ? request.body : { [bodyMember]: request.body };
    if (isRefusal(await ask(request, endpoint, body))) throw new BackendRefusal(status);
  };
  return {
    ...(headers && { headers }),
    oneChallenge,
    capabilities: {
      'POST /webauthn/login/options': async (request) => {
        const options = unwrap(await ask<PasskeyRequestOptions>(request, signIn[0]));
        return { ...options, allowCredentials: descriptors(options.allowCredentials) };
      },
      'POST /webauthn/login/verify': async (request) => {
        await verify(request, signIn[1], 401);
        return { verified: true };
      },
      'POST /webauthn/register/options': async (request) => {
        const options = unwrap(await ask<PasskeyCreationOptions>(request, register[0]));
        const { user: owner, excludeCredentials } = options;
        return complete({
          ...options,
          user: { ...owner, id: base64url(owner.id), displayName: owner.displayName || owner.name },
          excludeCredentials: descriptors(excludeCredentials),
        });
      },
      'POST /webauthn/register/verify': async (request) => {
        await verify(request, register[1], 400);
        return { verified: true, backedUp: isBackedUp(request.body) };
      },
      ...(session !== undefined && {
        'GET /session': async (request: BackendRequest) => {
          const [path = '', method = 'GET'] = session.split(' ').reverse();
          const { id, name, displayName } = user(await request.send(method, path));
          return { signedIn: true, user: { id: userIdOf(id), name, displayName: displayName || name } };
        },
      }),
      ...(logout !== undefined && {
        'POST /logout': async (request: BackendRequest) => {
          await ask(request, logout, {});
        },
      }),
      ...(password !== undefined && {
        'POST /login': async (request: BackendRequest<object>) => {
          if (isRefusal(await ask(request, password, request.body))) throw new BackendRefusal(401);
        },
      }),
    },
  };
}
