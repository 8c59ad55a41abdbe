/** Sends a request to the reference server, on behalf of the page that sent `original`. */
export type Ask = (path: string, original: Request, body?: unknown) => Promise<Response>;

/** Where the sign-in page of Hanko finds its backend: with passkeys in autofill, or with a button only. */
export const hankoPlaces = { autofill: '/hanko-autofill', button: '/hanko-button' } as const;

const action = (name: string, inputs: Record<string, unknown> = {}) => ({
  [name]: { action: name, href: `/login?action=${name}`, inputs, description: name },
});
const identifier = { name: 'identifier', type: 'string', required: true, max_length: 120 };

/**
 * Answers as much of Hanko's flow API as signing in with a passkey takes, over the endpoints of the reference server:
 * as many requests of the page as to Hanko's own backend, one to the reference server for each.
 */
export async function answerHanko(request: Request, ask: Ask): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  if (pathname.endsWith('/sessions/validate')) return Response.json({ is_valid: false });
  if (!pathname.endsWith('/login') || request.method !== 'POST') return new Response(null, { status: 404 });

  const fetchOptions = async () => {
    const answer = await ask('/webauthn/login/options', request);
    return { answer, request_options: { publicKey: await answer.json() } };
  };
  switch (searchParams.get('action')) {
    case null: {
      const actions = {
        ...action('continue_with_login_identifier', { identifier }),
        ...action('webauthn_generate_request_options'),
        ...action('webauthn_verify_assertion_response'),
      };
      if (!pathname.startsWith(hankoPlaces.autofill)) return state('login_init', {}, actions);
      const { answer, request_options } = await fetchOptions();
      return state('login_init', { request_options }, actions, answer);
    }
    case 'webauthn_generate_request_options': {
      const { answer, request_options } = await fetchOptions();
      const actions = { ...action('webauthn_verify_assertion_response'), ...action('back') };
      return state('login_passkey', { request_options }, actions, answer);
    }
    case 'webauthn_verify_assertion_response': {
      const { input_data } = (await request.json()) as { input_data: { assertion_response: unknown } };
      const answer = await ask('/webauthn/login/verify', request, input_data.assertion_response);
      if (!answer.ok) return state('error', {}, {}, answer);
      const claims = { subject: 'user', expiration: new Date(Date.now() + 3_600_000).toISOString() };
      return state('success', { claims }, {}, answer);
    }
    default:
      return state('error', {}, {});
  }
}

/** A state of the flow, with the cookies that the reference server has set. */
function state(name: string, payload: object, actions: object, from?: Response): Response {
  const headers = new Headers((from?.headers.getSetCookie() ?? []).map((cookie) => ['Set-Cookie', cookie]));
  return Response.json({ name, payload, actions, status: 200, csrf_token: 'none' }, { headers });
}
