// Generated from contract/openapi.yaml by scripts/generate-contract.mjs. Do not edit: change the contract and generate again.

/**
 * Bytes in base64url without padding.
 */
export type Base64Url = string;
export type UserVerification = 'required' | 'preferred' | 'discouraged';
/**
 * security-key, client-device or hybrid; browsers ignore others.
 */
export type Hint = string;
/**
 * How a website and a wallet speak with each other.
 */
export type IdentityProtocol = 'openid4vp-v1-unsigned' | 'org-iso-mdoc';

/**
 * Names one credential, with the ways to reach it.
 */
export interface CredentialDescriptor {
  id: Base64Url;
  type: 'public-key';
  /**
   * As stored at registration, for example internal, hybrid, usb, nfc, ble, smart-card.
   */
  transports?: string[];
}
/**
 * PublicKeyCredentialCreationOptionsJSON of WebAuthn Level 3. Members not listed are handed to the browser as they are.
 */
export interface CreationOptions {
  challenge: Base64Url;
  rp: {
    id?: string;
    name: string;
  };
  /**
   * The account. `id` is the user handle, random and without personal data.
   */
  user: {
    id: Base64Url;
    name: string;
    displayName: string;
  };
  /**
   * Accepted algorithms, best first. The reference list is -8 (EdDSA), -7 (ES256), -257 (RS256).
   */
  pubKeyCredParams: {
    type: 'public-key';
    alg: number;
  }[];
  /**
   * Milliseconds.
   */
  timeout?: number;
  /**
   * The account's own credentials, so that an authenticator does not register twice.
   */
  excludeCredentials?: CredentialDescriptor[];
  authenticatorSelection?: {
    authenticatorAttachment?: 'platform' | 'cross-platform';
    residentKey?: 'discouraged' | 'preferred' | 'required';
    requireResidentKey?: boolean;
    userVerification?: UserVerification;
  };
  hints?: Hint[];
  attestation?: 'none' | 'indirect' | 'direct' | 'enterprise';
  attestationFormats?: string[];
  /**
   * For example credProps, prf, largeBlob, credProtect, minPinLength, payment.
   */
  extensions?: {
    [k: string]: unknown;
  };
}
/**
 * PublicKeyCredentialRequestOptionsJSON of WebAuthn Level 3. Members not listed are handed to the browser as they are.
 */
export interface RequestOptions {
  challenge: Base64Url;
  rpId?: string;
  /**
   * Milliseconds.
   */
  timeout?: number;
  userVerification?: UserVerification;
  /**
   * Empty for a sign-in without a name, which autofill and immediate requests demand.
   */
  allowCredentials?: CredentialDescriptor[];
  hints?: Hint[];
  extensions?: {
    [k: string]: unknown;
  };
}
/**
 * What the browser said about the extensions. Never holds `prf.results` - the client takes those bytes out before it sends anything.
 */
export interface ExtensionResults {
  [k: string]: unknown;
}
/**
 * RegistrationResponseJSON of WebAuthn Level 3.
 */
export interface RegistrationResponse {
  id: Base64Url;
  rawId: Base64Url;
  type: 'public-key';
  authenticatorAttachment?: string;
  response: {
    clientDataJSON: Base64Url;
    attestationObject: Base64Url;
    authenticatorData?: Base64Url;
    publicKey?: Base64Url;
    publicKeyAlgorithm?: number;
    transports?: string[];
  };
  clientExtensionResults?: ExtensionResults;
}
/**
 * AuthenticationResponseJSON of WebAuthn Level 3.
 */
export interface AuthenticationResponse {
  id: Base64Url;
  rawId: Base64Url;
  type: 'public-key';
  authenticatorAttachment?: string;
  response: {
    clientDataJSON: Base64Url;
    authenticatorData: Base64Url;
    signature: Base64Url;
    userHandle?: Base64Url;
  };
  clientExtensionResults?: ExtensionResults;
}
export interface RegistrationAnswer {
  verified: true;
  /**
   * Whether the provider says that the passkey is synced. False is a reason to suggest a second one.
   */
  backedUp: boolean;
}
export interface AuthenticationAnswer {
  verified: true;
}
export interface ProviderAnswer {
  /**
   * The issuer, as in the `iss` of its ID tokens.
   */
  issuer: string;
}
export interface SessionAnswer {
  signedIn: boolean;
  user?: {
    id: Base64Url;
    /**
     * The account's name. People can change it, so it identifies nobody.
     */
    name: string;
    displayName: string;
    /**
     * What `POST /login` takes as `username` for this account. Required where that is not `name`, as where people sign in with an e-mail address.
     */
    username?: string;
  };
  /**
   * How the person signed in. The reference list is passkey, passkey-uv, password, oidc, fedcm, otp, signup.
   */
  authMethod?: string;
  /**
   * When the person signed in.
   */
  authTime?: number;
  /**
   * When the session ends by itself.
   */
  expires?: number;
  /**
   * There is a passkey of the account that was registered after a sign-in with a code, and until then it satisfies no step-up. Told in every session of
   * the account, so that its owner can remove the passkey.
   *
   */
  recoveryUntil?: number;
}
/**
 * The session that is to end, as `GET /session` described it. Without both members, whichever session the cookie stands for ends.
 */
export interface LogoutRequest {
  user?: Base64Url;
  /**
   * Its `authTime`.
   */
  authTime?: number;
}
export interface SignupRequest {
  username: string;
  /**
   * Leave it out for an account that signs in with passkeys only.
   */
  password?: string;
}
export interface LoginRequest {
  username: string;
  password: string;
}
/**
 * A passkey as its owner sees it.
 */
export interface ListedCredential {
  id: Base64Url;
  /**
   * What the person calls it.
   */
  nickname: string | null;
  /**
   * The model of the authenticator or the provider, as a UUID; all zeros when it does not say.
   */
  aaguid: string;
  transports: string[];
  /**
   * Whether the provider can sync it.
   */
  deviceType: 'singleDevice' | 'multiDevice';
  /**
   * Whether it is synced. If not, it is lost with its device.
   */
  backedUp: boolean;
  createdAt: number;
  /**
   * Null until the first sign-in with it.
   */
  lastUsedAt: number | null;
  /**
   * From when on it satisfies a step-up. Only for a passkey that was registered after a sign-in with a code.
   */
  trustedFrom?: number;
}
export interface CredentialList {
  rpId: string;
  userId: Base64Url;
  name: string;
  displayName: string;
  credentials: ListedCredential[];
}
export interface CredentialChange {
  /**
   * Null takes it away. White space around it is dropped; at most 100 characters may be left.
   */
  nickname: string | null;
}
/**
 * At least one of them.
 */
export interface AccountChange {
  name?: string;
  displayName?: string;
  /**
   * An e-mail address. Null takes it away.
   */
  email?: string | null;
  /**
   * A telephone number with the code of its country, as E.164 has it: "+49 30 901820". Null takes it away.
   */
  phone?: string | null;
}
export interface AccountAnswer {
  name: string;
  displayName: string;
  email?: OwnAddress;
  phone?: OwnAddress;
  /**
   * How the user can sign in: `passkey`, `password`, `oidc`, and `otp` for a verified address. If it is empty, the user cannot sign in again after signing out. Sent by `GET /account`.
   */
  methods?: string[];
}
/**
 * An e-mail address or a telephone number of the account.
 */
export interface OwnAddress {
  address: string;
  /**
   * Whether a code that was sent to it came back.
   */
  verified: boolean;
}
export interface CodeRequest {
  /**
   * An e-mail address, or a telephone number as in E.164.
   */
  to: string;
  /**
   * The origin of the page at the top, when the one that asks stands in a frame of another origin's page. It must be one that may embed the pages.
   */
  topOrigin?: string;
}
export interface CodeRequestAnswer {
  /**
   * Until when the code can be used.
   */
  expires: number;
}
export interface CodeAnswer {
  /**
   * False when the code has verified an address, in a session that is what it was. Left out it means true.
   */
  signedIn?: boolean;
}
export interface CodeVerification {
  code: string;
}
/**
 * A session as its person sees it.
 */
export interface ListedSession {
  /**
   * Names the session here and nowhere else. It is not the cookie.
   */
  id: string;
  /**
   * What it runs on, as far as it says: "Chrome on Windows". Empty when it does not.
   */
  device: string;
  /**
   * How the person authenticated last.
   */
  authMethod: string;
  /**
   * When the person signed in.
   */
  createdAt: number;
  /**
   * To the minute; asking who is signed in does not count.
   */
  lastSeenAt: number;
  /**
   * Whether it is the session that asks.
   */
  current: boolean;
  /**
   * Whether an installed app started it beside another one
   */
  installedApp?: boolean;
}
export interface SessionList {
  sessions: ListedSession[];
}
export interface PasskeyEndpoints {
  enroll?: string;
  manage?: string;
}
export interface IdentityRequest {
  protocol: IdentityProtocol;
  /**
   * For the wallet; pages hand it on as it is.
   */
  data: {
    [k: string]: unknown;
  };
}
export interface IdentityResponse {
  protocol: IdentityProtocol;
  /**
   * What the browser gave, as it is.
   */
  data: {
    /**
     * Encrypted: a compact JWE with `openid4vp-v1-unsigned`, a CBOR `EncryptedResponse` in base64url with `org-iso-mdoc`.
     */
    response: string;
  };
}
export interface IdentityAnswer {
  verified: true;
  /**
   * What was asked and shown, by the id that the credential has in the query. Under it the claims as the credential nests them, those of an mdoc by name
   * space; bytes are base64url, dates are text.
   *
   */
  claims: {
    [k: string]: {
      [k: string]: unknown;
    };
  };
}
export interface IdentityRefusal {
  error: string;
  /**
   * With `verification_failed`, the first thing that was found wrong. `protocol`: nothing was asked by this protocol. `encryption`: it does not open, because it was changed or
   * made for another request or, with `org-iso-mdoc`, another origin. `malformed`: what was inside. `algorithm`: one that is not accepted.
   * `issuer_untrusted`, `issuer_signature`, `validity` (too early or too late), `digest`: about the credential. `device_signature`, `nonce`, `origin`, `stale` (made too long
   * ago, or in the future): about the wallet's proof that it is its own and made for this request. An mdoc does not say its nonce and origin, it is signed over a hash of them: another
   * one is `device_signature`, or already `encryption`. `query`: something asked is missing or not as asked. `extra_claims`:
   * something was shown that was not asked.
   *
   */
  reason?: string;
  /**
   * A sentence for developers.
   */
  message?: string;
}
/**
 * A provider, as `navigator.credentials.get({identity})` wants it named.
 */
export interface FedCmProvider {
  configURL: string;
  /**
   * What this site is called at the provider.
   */
  clientId: string;
}
export interface FedCmNonceAnswer {
  nonce: string;
  /**
   * At least one.
   */
  providers: FedCmProvider[];
}
/**
 * What the browser got from a provider.
 */
export interface FedCmToken {
  token: string;
  /**
   * The `configURL` of the credential.
   */
  configURL: string;
}
export interface HandOff {
  id: Base64Url;
  /**
   * For example `7QX4-M3KF`. Shown in the app and on the page that asks for it.
   */
  code: string;
  /**
   * Epoch milliseconds.
   */
  expires: number;
}
export interface HandOffRedemption {
  id: Base64Url;
}
export interface HandOffPending {
  status: 'pending';
}
export interface HandOffAnswer {
  confirmation: Base64Url;
  answer: 'yes' | 'no';
  /**
   * With `yes`, the code that the app shows, as the user typed it; case, spaces and hyphens do not count.
   */
  code?: string;
}
export interface OwnSessionAnswer {
  /**
   * False when nothing was started. True unless it is there.
   */
  started?: boolean;
}
export interface LogoutAnswer {
  /**
   * Whether an installed app that began beside this session stays signed in.
   */
  installedApp?: boolean;
}
/**
 * An empty object; the status says it all.
 */
export interface EmptyAnswer {}
export interface PaymentOrder {
  /**
   * A decimal number, for example `12.50`. It is compared and shown as it is written.
   */
  amount: string;
  /**
   * An ISO 4217 code.
   */
  currency: string;
  /**
   * An https origin, for example `https://shop.example`, or a name.
   */
  payee: string;
}
/**
 * PaymentCurrencyAmount of the Payment Request API.
 */
export interface PaymentTotal {
  currency: string;
  value: string;
}
/**
 * What is paid with, PaymentCredentialInstrument of Secure Payment Confirmation.
 */
export interface PaymentInstrument {
  displayName: string;
  /**
   * The address of a picture.
   */
  icon: string;
  /**
   * False when a picture that cannot be loaded is no reason to stop.
   */
  iconMustBeShown?: boolean;
}
/**
 * What the person is to see, and to sign. It has one of `payeeOrigin` and `payeeName`.
 */
export interface PaymentDetails {
  total: PaymentTotal;
  payeeOrigin?: string;
  payeeName?: string;
  instrument: PaymentInstrument;
}
export interface PaymentOptions {
  options: RequestOptions;
  payment: PaymentDetails;
}
export interface PaymentAnswer {
  confirmed: true;
  /**
   * `payment` when the browser has shown what is signed, `passkey` when the page has.
   */
  method: 'payment' | 'passkey';
  payment: PaymentDetails;
}
export interface PaymentRefusal {
  error: string;
  /**
   * With `payment_mismatch`, what is not as it was asked.
   */
  member?: string;
  message?: string;
}
/**
 * Session instructions of Device Bound Session Credentials.
 */
export interface BoundSession {
  /**
   * The id that the session has in `GET /sessions`.
   */
  session_identifier: string;
  refresh_url: string;
  scope: {
    include_site: false;
    scope_specification: {
      type: 'include' | 'exclude';
      path: string;
    }[];
  };
  /**
   * @minItems 1
   */
  credentials: [
    {
      type: 'cookie';
      name: string;
      attributes: string;
    },
    ...{
      type: 'cookie';
      name: string;
      attributes: string;
    }[]
  ];
}
export interface RelatedOrigins {
  origins: string[];
}
export interface HealthAnswer {
  status: 'ok';
}
export interface ErrorAnswer {
  /**
   * The reference server sends only the codes of the examples, and `unknown-credential`.
   */
  error: string;
  /**
   * A sentence for developers. Not for people who sign in.
   */
  message?: string;
}
export interface StepUpAnswer {
  error: 'step_up_required';
  /**
   * The ways in which this account can authenticate again.
   */
  methods: string[];
  message?: string;
}
export interface UnknownCredentialAnswer {
  error: 'unknown-credential';
  rpId: string;
  credentialId: Base64Url;
}
