import { repository } from '../documentation.js';

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

/** Has the declarations name the ids alone: with the sentences they would be as long as the rules. */
const declareRules = <Id extends string>(declared: Readonly<Record<Id, Rule>>): Readonly<Record<Id, Rule>> => declared;

/** The rules that the cases check, by id. */
export const rules = declareRules({
  'endpoint-exists': {
    sentence: 'The six endpoints of the minimum profile exist.',
    source: docs,
  },
  schema: {
    sentence: 'Every answer has a status, a media type and a shape that the contract lists.',
    source: `${repository}/contract/openapi.yaml`,
  },
  'no-nulls': {
    sentence: 'A member that may be missing is left out where it has no value, and not null.',
    source: `${repository}/contract/openapi.yaml`,
  },
  'session-answer': {
    sentence: 'GET /session says whether a user is signed in, and who, and is 200 for visitors.',
    source: docs,
  },
  'session-user-id': {
    sentence: 'user.id of GET /session is the user handle of the registration options.',
    source: `${docs}#the-user-id`,
  },
  'no-empty-sessions': {
    sentence: 'GET /session and failed requests of visitors start no session.',
    source: `${docs}#sessions`,
  },
  'no-store': {
    sentence: 'Answers about one user are sent with Cache-Control: no-store.',
    source: `${docs}#sessions`,
  },
  'cookie-http-only': { sentence: 'The session cookie is HttpOnly.', source: `${docs}#sessions` },
  'cookie-secure': { sentence: 'The session cookie is Secure.', source: `${docs}#sessions` },
  'cookie-same-site': { sentence: 'The session cookie is SameSite=Lax or Strict.', source: `${docs}#sessions` },
  'cookie-host-prefix': {
    sentence: 'The name of the session cookie begins with __Host-, and it has Path=/ and no Domain.',
    source: 'https://www.rfc-editor.org/rfc/rfc6265#section-4.1.2',
  },
  'session-renewed': {
    sentence: 'Every sign-in gives the session a new id, and the id before it is worth nothing.',
    source: `${docs}#sessions`,
  },
  'replaced-cookie': {
    sentence: 'A browser whose cookie a sign-in has replaced can sign in again, in a session of its own.',
    source: `${docs}#what-does-a-request-get-whose-cookie-was-just-replaced`,
  },
  'session-ids-random': { sentence: 'Session ids cannot be guessed.', source: `${docs}#sessions` },
  'logout-ends': {
    sentence: 'POST /logout ends the session for every copy of its cookie.',
    source: `${docs}#sessions`,
  },
  'logout-idempotent': { sentence: 'POST /logout succeeds again, and for visitors.', source: docs },
  'logout-clears': {
    sentence: 'POST /logout expires the session cookie and clears the cache.',
    source: docs,
  },
  'logout-names-session': {
    sentence: 'POST /logout that names another session than the cookie is 409 and changes nothing.',
    source: docs,
  },
  'challenge-random': {
    sentence: 'Every challenge is new and has at least 16 random bytes.',
    source: `${webauthn}#sctn-cryptographic-challenges`,
  },
  'challenge-single-use': {
    sentence: 'A challenge is accepted once, also when several responses arrive at once.',
    source: `${docs}#challenges`,
  },
  'challenge-bound': {
    sentence: 'A challenge is accepted only in the session that it was issued in.',
    source: `${docs}#challenges`,
  },
  'challenge-purpose': {
    sentence: 'A challenge is accepted only for what it was issued for.',
    source: `${docs}#challenges`,
  },
  'challenge-several': {
    sentence: 'Several challenges of a session are valid at once, because two tabs have two.',
    source: `${docs}#challenges`,
  },
  'challenge-survives-refusal': {
    sentence: 'A malformed or cross-site request consumes no challenge.',
    source: `${docs}#challenges`,
  },
  'challenge-expires': { sentence: 'A challenge expires within ten minutes.', source: `${docs}#challenges` },
  'request-options': {
    sentence: 'Request options name the RP ID, list no passkeys of anyone, and do not require too much.',
    source: `${webauthn}#dictionary-assertion-options`,
  },
  'creation-options': {
    sentence: 'Creation options ask for a discoverable passkey and list the passkeys that the account has.',
    source: `${webauthn}#dictionary-makecredentialoptions`,
  },
  'user-handle': {
    sentence: 'The user handle has 1 to 64 bytes, stays the same and contains no personal data.',
    source: `${webauthn}#sctn-user-handle-privacy`,
  },
  'sign-in-works': {
    sentence: 'A correct response of a registered passkey signs its user in.',
    source: `${webauthn}#sctn-verifying-assertion`,
  },
  'registration-works': {
    sentence: 'A correct registration is stored, and the passkey can sign in.',
    source: `${webauthn}#sctn-registering-a-new-credential`,
  },
  'sign-in-verified': {
    sentence: 'A response with this fault signs no user in.',
    source: `${webauthn}#sctn-verifying-assertion`,
  },
  'registration-verified': {
    sentence: 'A registration with this fault is refused.',
    source: `${webauthn}#sctn-registering-a-new-credential`,
  },
  'unknown-passkey': {
    sentence: 'A passkey that the backend does not know is 404 unknown_credential with its id.',
    source: docs,
  },
  'counter-increases': {
    sentence: 'A signature counter that did not increase is refused.',
    source: `${webauthn}#sctn-sign-counter`,
  },
  'user-handle-matches': {
    sentence: 'The user handle in a response must be that of the owner of the passkey.',
    source: `${webauthn}#sctn-verifying-assertion`,
  },
  'one-owner': {
    sentence: 'A credential id belongs to one account.',
    source: `${webauthn}#sctn-registering-a-new-credential`,
  },
  'security-events': {
    sentence: 'GET /security-events lists what happened to the account, and nothing of others.',
    source: `${repository}/contract/openapi.yaml`,
  },
  'needs-session': {
    sentence: 'What belongs to a user is 401 for visitors.',
    source: `${repository}/contract/openapi.yaml`,
  },
  'malformed-body': {
    sentence: 'A malformed body is 400, and never an error of the server.',
    source: `${repository}/contract/openapi.yaml`,
  },
  'body-limit': { sentence: 'A body of megabytes is refused.', source: `${repository}/contract/openapi.yaml` },
  'cross-site': {
    sentence: 'Requests that change something are 403 unless they come from a page of the site.',
    source: docs,
  },
  'app-origins': {
    sentence: 'Pages of the configured origins of the site, and no others, may read answers across origins.',
    source: `${docs}#pages-on-another-origin`,
  },
  'own-pages': { sentence: 'Requests of pages of the site are not refused as cross-site.', source: docs },
  methods: {
    sentence: 'Another method than the documented one is refused.',
    source: `${repository}/contract/openapi.yaml`,
  },
  enumeration: {
    sentence: 'Names that exist and names that do not get the same answer.',
    source: `${docs}#names`,
  },
  'password-checked': { sentence: 'Only the right password signs in.', source: docs },
  'name-taken': { sentence: 'A name that is taken is 409, and its account stays as it is.', source: docs },
  'step-up': {
    sentence: 'A step-up accepts only the user’s own passkey, with user verification.',
    source: `${docs}#step-up`,
  },
  'passkey-list': {
    sentence: 'The list of passkeys is complete and shows what was stored.',
    source: `${docs}#passkeys`,
  },
  'passkey-removed': { sentence: 'A removed passkey cannot sign in.', source: `${docs}#passkeys` },
  'last-way-in': { sentence: 'The last way to sign in cannot be removed.', source: `${docs}#passkeys` },
  'own-resources': {
    sentence: 'Nothing of another user can be read, changed or deleted.',
    source: `${repository}/contract/openapi.yaml`,
  },
  'not-found': { sentence: 'A missing resource is 404 not_found.', source: `${repository}/contract/openapi.yaml` },
  'password-changed': {
    sentence: 'A changed password signs in at once, and the one before no longer does.',
    source: `${repository}/contract/openapi.yaml`,
  },
  'account-deletion': {
    sentence: 'Only its user can have an account deleted, and keep it until then, also by a sign-in.',
    source: `${repository}/contract/openapi.yaml`,
  },
  'second-factor-required': {
    sentence: 'A sign-in that waits for a second factor signs no user in, and opens nothing.',
    source: `${repository}/docs/second-factor.md#next-steps-of-a-sign-in`,
  },
  'second-factor-works': {
    sentence: 'A code of the authenticator app, a recovery code and a passkey each complete a sign-in.',
    source: `${repository}/docs/second-factor.md#what-the-server-does`,
  },
  'second-factor-checked': {
    sentence: 'Only an unused code of the account completes a sign-in, once, in the session that waits.',
    source: `${repository}/docs/second-factor.md#what-the-server-does`,
  },
  'second-factor-ends': {
    sentence: 'A sign-in stops waiting after ten codes, ten minutes, a sign-out, or another sign-in.',
    source: `${repository}/docs/second-factor.md#what-the-server-does`,
  },
  'terms-accepted': {
    sentence: 'A sign-in that waits for terms signs the user in once they are accepted, and not before.',
    source: `${repository}/docs/second-factor.md#next-steps-of-a-sign-in`,
  },
  'address-verified': {
    sentence: 'A sign-in that waits for a verified address signs the user in once one is verified, and not before.',
    source: `${repository}/docs/second-factor.md#verify-addresses-at-sign-in`,
  },
  'account-chosen': {
    sentence: 'A sign-in that waits for a choice of accounts signs in to the chosen one, and not before.',
    source: `${repository}/docs/second-factor.md#choose-an-account`,
  },
  'session-list': {
    sentence: 'The list of sessions marks the current one and gives away no session id.',
    source: `${docs}#sessions`,
  },
  'session-revoked': { sentence: 'An ended session can do nothing any more.', source: `${docs}#sessions` },
  'return-to': {
    sentence: 'A sign-in never leads to another site.',
    source: 'https://www.rfc-editor.org/rfc/rfc9700#section-4.11',
  },
  'authorization-request': {
    sentence: 'The authorization request uses the code flow with PKCE, state and nonce.',
    source: 'https://www.rfc-editor.org/rfc/rfc9700#section-2.1',
  },
  'callback-state': {
    sentence: 'A callback is accepted only with the state of a pending flow of this browser.',
    source: 'https://www.rfc-editor.org/rfc/rfc9700#section-4.7',
  },
  'code-checked': { sentence: 'Only the code that was sent signs in.', source: `${repository}/docs/one-time-codes.md` },
  'payment-works': {
    sentence: 'A user confirms a payment with a passkey, and the session stays as it is.',
    source: `${docs}#payments`,
  },
  'payment-verified': {
    sentence: 'Only the payment that was ordered can be confirmed, by its own user.',
    source: `${docs}#payments`,
  },
  'provider-sign-in': {
    sentence: 'A user of the OpenID provider signs in, and is known by issuer and subject.',
    source: `${docs}#openid-providers`,
  },
  'provider-mix-up': {
    sentence: 'A response of one provider never finishes a sign-in at another.',
    source: 'https://www.rfc-editor.org/rfc/rfc9700#section-4.4',
  },
  'provider-verified': {
    sentence: 'Only a correct response of the OpenID provider signs in.',
    source: 'https://openid.net/specs/openid-connect-core-1_0.html#IDTokenValidation',
  },
  'hand-off-bound': {
    sentence: 'Only the session that started a hand-off can redeem it.',
    source: `${repository}/docs/federated-sign-in.md`,
  },
  'other-device-bound': {
    sentence: 'A code signs in the session that shows it, once, and only while the session that approved it lives.',
    source: `${repository}/docs/sessions.md#sign-in-another-device`,
  },
  'other-device-ends': {
    sentence: 'Ending all other sessions also ends a sign-in that was approved and not yet redeemed.',
    source: `${repository}/docs/sessions.md#sign-in-another-device`,
  },
  'other-device-step-up': {
    sentence: 'A device that another one let in satisfies no step-up until its user has authenticated on it.',
    source: `${repository}/docs/sessions.md#sign-in-another-device`,
  },
  'fedcm-token': { sentence: 'Only a token of a configured provider signs in.', source: `${repository}/docs/fedcm.md` },
  'binding-works': {
    sentence: 'A session is bound to a key of its browser, and its cookie is renewed by that key alone.',
    source: `${repository}/docs/session-binding.md`,
  },
  'binding-verified': {
    sentence: 'Only a correct proof binds a session or renews its cookie, once.',
    source: `${repository}/docs/session-binding.md`,
  },
  'email-token-verified': {
    sentence: 'Only a correct token for an email address signs in, once.',
    source: `${repository}/docs/one-time-codes.md`,
  },
  'wallet-request': {
    sentence: 'Every request to a wallet is new, and its response is encrypted.',
    source: `${repository}/docs/digital-credentials.md`,
  },
  'wallet-verified': {
    sentence: 'Only a credential of a trusted issuer, in response to a request of the session, is accepted.',
    source: `${repository}/docs/digital-credentials.md`,
  },
  'well-known': { sentence: 'Well-known documents are JSON that everyone may fetch.', source: docs },
  robust: { sentence: 'Nothing that a client sends causes a 5xx.', source: `${repository}/contract/openapi.yaml` },
});

/** The id of a rule. */
export type RuleId = keyof typeof rules;
