/** Where the repository can be read. The package has no docs, so rules name their pages by URL. */
export const repository = 'https://github.com/latchkey/latchkey/blob/main';

/** How much depends on a rule: the elements fail or users are at risk, a good backend follows it, or it is a hint. */
export type Level = 'must' | 'should' | 'advice';

interface Rule {
  /** What a backend does that follows it. */
  readonly sentence: string;
  /** Where it comes from. */
  readonly source: string;
}

const webauthn = 'https://www.w3.org/TR/webauthn-3/';
const docs = `${repository}/docs/backend.md`;
const contract = `${repository}/contract/openapi.yaml`;

/** Rules that come from one place, by id. */
function rulesOf<Id extends string>(source: string, sentences: Record<Id, string>): Readonly<Record<Id, Rule>> {
  const rulesById = Object.entries<string>(sentences).map(([id, sentence]) => [id, { sentence, source }]);
  return Object.fromEntries(rulesById) as Record<Id, Rule>;
}

/** The rules that the cases check, by id, with those of one source together. */
export const rules = {
  ...rulesOf(docs, {
    'endpoint-exists': 'The six endpoints of the minimum profile exist.',
    'session-answer': 'GET /session says whether a user is signed in, and who, and is 200 for visitors.',
    'logout-idempotent': 'POST /logout succeeds again, and for visitors.',
    'logout-clears': 'POST /logout expires the session cookie and clears the cache.',
    'logout-names-session': 'POST /logout that names another session than the cookie is 409 and changes nothing.',
    'unknown-passkey': 'A passkey that the backend does not know is 404 unknown_credential with its id.',
    'cross-site': 'Requests that change something are 403 unless they come from a page of the site.',
    'own-pages': 'Requests of pages of the site are not refused as cross-site.',
    'password-checked': 'Only the right password signs in.',
    'name-taken': 'A name that is taken is 409, and its account stays as it is.',
    'well-known': 'Well-known documents are JSON that everyone may fetch.',
  }),
  ...rulesOf(contract, {
    schema: 'Every answer has a status, a media type and a shape that the contract lists.',
    'no-nulls': 'A member that may be missing is left out where it has no value, and not null.',
    'security-events': 'GET /security-events lists what happened to the account, and nothing of others.',
    'needs-session': 'What belongs to a user is 401 for visitors.',
    'malformed-body': 'A malformed body is 400, and never an error of the server.',
    'body-limit': 'A body of megabytes is refused.',
    methods: 'Another method than the documented one is refused.',
    'own-resources': 'Nothing of another user can be read, changed or deleted.',
    'not-found': 'A missing resource is 404 not_found.',
    'password-changed': 'A changed password signs in at once, and the one before no longer does.',
    'account-deletion': 'Only its user can have an account deleted, and keep it until then, also by a sign-in.',
    robust: 'Nothing that a client sends causes a 5xx.',
  }),
  ...rulesOf(`${docs}#the-user-id`, {
    'session-user-id': 'user.id of GET /session is the user handle of the registration options.',
  }),
  ...rulesOf(`${docs}#sessions`, {
    'no-empty-sessions': 'GET /session and failed requests of visitors start no session.',
    'no-store': 'Answers about one user are sent with Cache-Control: no-store.',
    'cookie-http-only': 'The session cookie is HttpOnly.',
    'cookie-secure': 'The session cookie is Secure.',
    'cookie-same-site': 'The session cookie is SameSite=Lax or Strict.',
    'session-renewed': 'Every sign-in gives the session a new id, and the id before it is worth nothing.',
    'session-ids-random': 'Session ids cannot be guessed.',
    'logout-ends': 'POST /logout ends the session for every copy of its cookie.',
    'session-list': 'The list of sessions marks the current one and gives away no session id.',
    'session-revoked': 'An ended session can do nothing any more.',
  }),
  ...rulesOf('https://www.rfc-editor.org/rfc/rfc6265#section-4.1.2', {
    'cookie-host-prefix': 'The name of the session cookie begins with __Host-, and it has Path=/ and no Domain.',
  }),
  ...rulesOf(`${docs}#what-does-a-request-get-whose-cookie-was-just-replaced`, {
    'replaced-cookie': 'A browser whose cookie a sign-in has replaced can sign in again, in a session of its own.',
  }),
  ...rulesOf(`${webauthn}#sctn-cryptographic-challenges`, {
    'challenge-random': 'Every challenge is new and has at least 16 random bytes.',
  }),
  ...rulesOf(`${docs}#challenges`, {
    'challenge-single-use': 'A challenge is accepted once, also when several responses arrive at once.',
    'challenge-bound': 'A challenge is accepted only in the session that it was issued in.',
    'challenge-purpose': 'A challenge is accepted only for what it was issued for.',
    'challenge-several': 'Several challenges of a session are valid at once, because two tabs have two.',
    'challenge-survives-refusal':
      'A malformed or cross-site request consumes no challenge, and a step-up none of a registration.',
    'challenge-expires': 'A challenge expires within ten minutes.',
  }),
  ...rulesOf(`${webauthn}#dictionary-assertion-options`, {
    'request-options': 'Request options name the RP ID, list no passkeys of anyone, and do not require too much.',
  }),
  ...rulesOf(`${webauthn}#dictionary-makecredentialoptions`, {
    'creation-options': 'Creation options ask for a discoverable passkey and list the passkeys that the account has.',
  }),
  ...rulesOf(`${webauthn}#sctn-user-handle-privacy`, {
    'user-handle': 'The user handle has 1 to 64 bytes, stays the same and contains no personal data.',
  }),
  ...rulesOf(`${webauthn}#sctn-verifying-assertion`, {
    'sign-in-works': 'A correct response of a registered passkey signs its user in.',
    'sign-in-verified': 'A response with this fault signs no user in.',
    'user-handle-matches': 'The user handle in a response must be that of the owner of the passkey.',
  }),
  ...rulesOf(`${webauthn}#sctn-registering-a-new-credential`, {
    'registration-works': 'A correct registration is stored, and the passkey can sign in.',
    'registration-verified': 'A registration with this fault is refused.',
    'one-owner': 'A credential id belongs to one account.',
  }),
  ...rulesOf(`${webauthn}#sctn-sign-counter`, {
    'counter-increases': 'A signature counter that did not increase is refused.',
  }),
  ...rulesOf(`${docs}#pages-on-another-origin`, {
    'app-origins': 'Pages of the configured origins of the site, and no others, may read answers across origins.',
  }),
  ...rulesOf(`${docs}#names`, {
    enumeration: 'Names that exist and names that do not get the same answer.',
  }),
  ...rulesOf(`${docs}#step-up`, {
    'step-up': 'A step-up accepts only the user’s own passkey, with user verification.',
  }),
  ...rulesOf(`${docs}#passkeys`, {
    'passkey-list': 'The list of passkeys is complete and shows what was stored.',
    'passkey-removed': 'A removed passkey cannot sign in.',
    'last-way-in': 'The last way to sign in cannot be removed.',
  }),
  ...rulesOf(`${repository}/docs/second-factor.md#next-steps-of-a-sign-in`, {
    'second-factor-required': 'A sign-in that waits for a second factor signs no user in, and opens nothing.',
    'terms-accepted': 'A sign-in that waits for terms signs the user in once they are accepted, and not before.',
  }),
  ...rulesOf(`${repository}/docs/second-factor.md#what-the-server-does`, {
    'second-factor-works': 'A code of the authenticator app, a recovery code and a passkey each complete a sign-in.',
    'second-factor-checked': 'Only an unused code of the account completes a sign-in, once, in the session that waits.',
    'second-factor-ends': 'A sign-in stops waiting after ten codes, ten minutes, a sign-out, or another sign-in.',
  }),
  ...rulesOf(`${repository}/docs/second-factor.md#verify-addresses-at-sign-in`, {
    'address-verified':
      'A sign-in that waits for a verified address signs the user in once one is verified, and not before.',
  }),
  ...rulesOf(`${repository}/docs/second-factor.md#choose-an-account`, {
    'account-chosen': 'A sign-in that waits for a choice of accounts signs in to the chosen one, and not before.',
  }),
  ...rulesOf('https://www.rfc-editor.org/rfc/rfc9700#section-4.11', {
    'return-to': 'A sign-in leads to the page that it was started for, and never to another site.',
  }),
  ...rulesOf('https://www.rfc-editor.org/rfc/rfc9700#section-2.1', {
    'authorization-request': 'The authorization request uses the code flow with PKCE, state and nonce.',
  }),
  ...rulesOf('https://www.rfc-editor.org/rfc/rfc9700#section-4.7', {
    'callback-state': 'A callback is accepted only with the state of a pending flow of this browser.',
  }),
  ...rulesOf(`${repository}/docs/one-time-codes.md`, {
    'code-checked': 'Only the code that was sent signs in.',
    'email-token-verified': 'Only a correct token for an email address signs in, once.',
  }),
  ...rulesOf(`${docs}#payments`, {
    'payment-works': 'A user confirms a payment with a passkey, and the session stays as it is.',
    'payment-verified': 'Only the payment that was ordered can be confirmed, by its own user.',
  }),
  ...rulesOf(`${docs}#openid-providers`, {
    'provider-sign-in': 'A user of the OpenID provider signs in, and is known by issuer and subject.',
  }),
  ...rulesOf('https://www.rfc-editor.org/rfc/rfc9700#section-4.4', {
    'provider-mix-up': 'A response of one provider never finishes a sign-in at another.',
  }),
  ...rulesOf('https://openid.net/specs/openid-connect-core-1_0.html#IDTokenValidation', {
    'provider-verified': 'Only a correct response of the OpenID provider signs in.',
  }),
  ...rulesOf(`${repository}/docs/federated-sign-in.md`, {
    'hand-off-bound': 'Only the session that started a hand-off can redeem it.',
  }),
  ...rulesOf(`${repository}/docs/sessions.md#sign-in-another-device`, {
    'other-device-bound':
      'A code signs in the session that shows it, once, and only while the session that approved it lives.',
    'other-device-ends': 'Ending all other sessions also ends a sign-in that was approved and not yet redeemed.',
    'other-device-step-up':
      'A device that another one let in satisfies no step-up until its user has authenticated on it.',
  }),
  ...rulesOf(`${repository}/docs/fedcm.md`, {
    'fedcm-token': 'Only a token of a configured provider signs in.',
  }),
  ...rulesOf(`${repository}/docs/session-binding.md`, {
    'binding-works': 'A session is bound to a key of its browser, and its cookie is renewed by that key alone.',
    'binding-verified': 'Only a correct proof binds a session or renews its cookie, once.',
  }),
  ...rulesOf(`${repository}/docs/digital-credentials.md`, {
    'wallet-request': 'Every request to a wallet is new, and its response is encrypted.',
    'wallet-verified': 'Only a credential of a trusted issuer, in response to a request of the session, is accepted.',
  }),
};

/** The id of a rule. */
export type RuleId = keyof typeof rules;

/**
 * The case that must pass before a refusal says anything: a backend in which no sign-in works refuses every faulty one
 * too. By the rule of the cases that build on it, unless they name another themselves.
 */
export const foundations: Readonly<Partial<Record<RuleId, string>>> = {
  'binding-verified': 'bind-session',
  'challenge-bound': 'sign-in',
  'challenge-expires': 'sign-in',
  'challenge-purpose': 'sign-in',
  'challenge-several': 'sign-in',
  'challenge-single-use': 'sign-in',
  'challenge-survives-refusal': 'sign-in',
  'counter-increases': 'sign-in',
  'last-way-in': 'sign-in',
  'one-owner': 'registration',
  'passkey-removed': 'sign-in',
  'password-checked': 'password-right',
  'payment-verified': 'payment-by-passkey',
  'registration-verified': 'registration',
  'registration-works': 'registration',
  'replaced-cookie': 'sign-in',
  'second-factor-checked': 'second-factor-by-app',
  'second-factor-ends': 'second-factor-by-app',
  'sign-in-verified': 'sign-in',
  'sign-in-works': 'sign-in',
  'step-up': 'step-up',
  'unknown-passkey': 'sign-in',
  'user-handle-matches': 'sign-in',
};
