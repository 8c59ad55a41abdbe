// Generated from contract/openapi.yaml by scripts/generate-contract.mjs. Do not edit: change the contract and generate again.

/**
 * Bytes in base64url without padding.
 */
export type Base64Url = string;
export type UserVerification = 'required' | 'preferred' | 'discouraged';
/**
 * security-key, client-device or hybrid; browsers ignore others.
 */
export type PasskeyHint = string;
/**
 * The protocol between a website and a wallet.
 */
export type IdentityProtocol = 'openid4vp-v1-unsigned' | 'org-iso-mdoc';

/** All of them by their names. */
export interface ContractTypes {
  Base64Url: Base64Url;
  CredentialDescriptor: CredentialDescriptor;
  UserVerification: UserVerification;
  PasskeyHint: PasskeyHint;
  PasskeyCreationOptions: PasskeyCreationOptions;
  PasskeyRequestOptions: PasskeyRequestOptions;
  ExtensionResults: ExtensionResults;
  RegistrationResponse: RegistrationResponse;
  AuthenticationResponse: AuthenticationResponse;
  RegistrationAnswer: RegistrationAnswer;
  AuthenticationAnswer: AuthenticationAnswer;
  ProviderName: ProviderName;
  Provider: Provider;
  ProviderForm: ProviderForm;
  ProviderList: ProviderList;
  SessionAnswer: SessionAnswer;
  LogoutRequest: LogoutRequest;
  SignupRequest: SignupRequest;
  SignupOptionsRequest: SignupOptionsRequest;
  LoginRequest: LoginRequest;
  ListedCredential: ListedCredential;
  CredentialList: CredentialList;
  CredentialChange: CredentialChange;
  AccountChange: AccountChange;
  AccountAnswer: AccountAnswer;
  DeletionAnswer: DeletionAnswer;
  DeletionOutlook: DeletionOutlook;
  LinkedAccounts: LinkedAccounts;
  LinkedAccount: LinkedAccount;
  PasswordChange: PasswordChange;
  EndedSessions: EndedSessions;
  OwnAddress: OwnAddress;
  CodeRequest: CodeRequest;
  CodeRequestAnswer: CodeRequestAnswer;
  CodeAnswer: CodeAnswer;
  CodeVerification: CodeVerification;
  EmailNonceAnswer: EmailNonceAnswer;
  EmailToken: EmailToken;
  EmailTokenRefusal: EmailTokenRefusal;
  ListedSession: ListedSession;
  SessionList: SessionList;
  SecurityEvent: SecurityEvent;
  SecurityEventList: SecurityEventList;
  PasskeyEndpoints: PasskeyEndpoints;
  IdentityProtocol: IdentityProtocol;
  IdentityRequest: IdentityRequest;
  IdentityResponse: IdentityResponse;
  IdentityAnswer: IdentityAnswer;
  IdentityRefusal: IdentityRefusal;
  FedCmProvider: FedCmProvider;
  FedCmNonceAnswer: FedCmNonceAnswer;
  FedCmToken: FedCmToken;
  HandOff: HandOff;
  DeviceSignIn: DeviceSignIn;
  DeviceApproval: DeviceApproval;
  DeviceApproved: DeviceApproved;
  HandOffRedemption: HandOffRedemption;
  HandOffPending: HandOffPending;
  HandOffAnswer: HandOffAnswer;
  OwnSessionAnswer: OwnSessionAnswer;
  LogoutAnswer: LogoutAnswer;
  SignInAnswer: SignInAnswer;
  NextStep: NextStep;
  SecondFactorCode: SecondFactorCode;
  SecondFactorAnswer: SecondFactorAnswer;
  SecondFactorChange: SecondFactorChange;
  TotpEnrollment: TotpEnrollment;
  RecoveryCodes: RecoveryCodes;
  AcceptedTerms: AcceptedTerms;
  ChosenAccount: ChosenAccount;
  PaymentOrder: PaymentOrder;
  PaymentTotal: PaymentTotal;
  PaymentInstrument: PaymentInstrument;
  PaymentDetails: PaymentDetails;
  PaymentOptions: PaymentOptions;
  PaymentAnswer: PaymentAnswer;
  PaymentRefusal: PaymentRefusal;
  BoundSession: BoundSession;
  RelatedOrigins: RelatedOrigins;
  HealthAnswer: HealthAnswer;
  ErrorAnswer: ErrorAnswer;
  StepUpAnswer: StepUpAnswer;
  UnknownCredentialAnswer: UnknownCredentialAnswer;
}
/**
 * Names one credential, with its transports.
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
 * PublicKeyCredentialCreationOptionsJSON of WebAuthn Level 3. Members not listed are passed to the browser unchanged.
 */
export interface PasskeyCreationOptions {
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
   * Accepted algorithms, best first. The reference list is -8 (EdDSA), -7 (ES256), -257 (RS256), and where the runtime verifies them -48, -49, -50 (ML-DSA).
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
  hints?: PasskeyHint[];
  attestation?: 'none' | 'indirect' | 'direct' | 'enterprise';
  attestationFormats?: string[];
  /**
   * For example credProps, prf, largeBlob, credProtect, minPinLength, payment. With prf belongs an input, as in
   * `{"prf": {"eval": {"first": "…"}}}`: Windows Hello in Firefox fails at a request without one. If the browser
   * fails, the client asks once more without prf and without a largeBlob that is not required.
   */
  extensions?: {
    [k: string]: unknown;
  };
}
/**
 * PublicKeyCredentialRequestOptionsJSON of WebAuthn Level 3. Members not listed are passed to the browser unchanged.
 */
export interface PasskeyRequestOptions {
  challenge: Base64Url;
  rpId?: string;
  /**
   * Milliseconds.
   */
  timeout?: number;
  userVerification?: UserVerification;
  /**
   * Empty for a sign-in without a name, which autofill and immediate requests need.
   */
  allowCredentials?: CredentialDescriptor[];
  hints?: PasskeyHint[];
  extensions?: {
    [k: string]: unknown;
  };
}
/**
 * The browser's results of the extensions. Never contains `prf.results`, which the client removes before it sends
 * anything.
 *
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
   * Whether the provider reports that the passkey is synced. If not, suggest a second one.
   */
  backedUp: boolean;
  next?: NextStep;
}
/**
 * What must still happen before the session is signed in: `second-factor`, `verify-address`, `accept-terms` and
 * `choose-account`. `create-passkey` is advice in a session that is signed in. Clients report any other step as an
 * error.
 *
 */
export interface NextStep {
  step: string;
  /**
   * With `second-factor`: what is accepted. `totp` and `recovery-code` go to `POST /session/second-factor`,
   * `passkey` is a sign-in with a passkey of the same account, `password` a sign-in with its password.
   */
  methods?: string[];
  /**
   * With `second-factor`: the account has none yet. The user sets one up with `POST /account/second-factor/totp` and
   * `POST /account/second-factor/totp/confirm`, which also completes the sign-in. Defaults to false.
   */
  setUp?: boolean;
  /**
   * With `verify-address`: the address that waits for its code, in part. Absent if the account has none. The code of another address adds that one.
   */
  address?: string;
  /**
   * With `verify-address`: what is on its way to `address` already. The user enters a `code` without asking for one;
   * a `link` is opened, and the session is signed in then, or the user signs in again. By default, nothing is.
   */
  sent?: string;
  /**
   * With `accept-terms`: what the user must accept.
   */
  url?: string;
  /**
   * With `choose-account`: the accounts to choose from.
   */
  accounts?: {
    id: string;
    name: string;
    displayName?: string;
  }[];
}
export interface AuthenticationAnswer {
  verified: true;
  next?: NextStep;
}
/**
 * A provider.
 */
export interface ProviderName {
  /**
   * As in `GET /auth/providers`, if the provider is there.
   */
  id: string;
  /**
   * What users call the provider. Show it as text.
   */
  name: string;
}
/**
 * A provider that users can sign in with.
 */
export interface Provider {
  /**
   * Names it for `GET /auth/start`.
   */
  id: string;
  /**
   * What users call the provider. Show it as text.
   */
  name: string;
  /**
   * The name of an icon that the client has, such as `google`; else the address of an image on the origin of the
   * page or the server, or a `data:` URL of an image in PNG, JPEG, WebP or SVG. Clients ignore anything else.
   */
  icon?: string;
  /**
   * How users sign in there. `oidc` by `GET /auth/start`, whether the provider has OpenID Connect or OAuth 2.0 alone; `fedcm` in the dialog of the browser. Ignore others.
   */
  kinds: string[];
}
/**
 * What a provider posts.
 */
export interface ProviderForm {
  state?: string;
  code?: string;
  iss?: string;
  error?: string;
  /**
   * The name of a new user in JSON, as Apple sends it. It is only a name.
   */
  user?: string;
}
export interface ProviderList {
  providers: Provider[];
  /**
   * Whether there are providers of companies, which `for` finds. Absent in an answer to `for`.
   */
  byDomain?: boolean;
  /**
   * In an answer to `for`, whether users with such an address must sign in there.
   */
  required?: boolean;
}
export interface SessionAnswer {
  signedIn: boolean;
  user?: {
    id: Base64Url;
    /**
     * The account's name. Users can change it, so do not identify users by it.
     */
    name: string;
    displayName: string;
    /**
     * The `username` of this account for `POST /login`. Required if it differs from `name`, for example if users sign in with an e-mail address.
     */
    username?: string;
  };
  /**
   * How the user signed in. The reference list is passkey, passkey-uv, password, oidc, fedcm, otp, signup, other_device.
   */
  authMethod?: string;
  provider?: ProviderName;
  /**
   * When the user signed in.
   */
  authTime?: number;
  /**
   * When the session expires.
   */
  expires?: number;
  /**
   * Present if a passkey of the account was registered after a sign-in with a code. It satisfies no step-up until
   * then. Returned in every session of the account, so that its owner can remove the passkey.
   */
  recoveryUntil?: number;
  next?: NextStep;
}
/**
 * The session to end, as `GET /session` described it. Without both members, the session of the cookie ends.
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
   * Omit it for an account that signs in with passkeys only.
   */
  password?: string;
}
export interface SignupOptionsRequest {
  username: string;
  /**
   * The name that is shown. Defaults to `username`.
   */
  displayName?: string;
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
   * The user's own name for it.
   */
  nickname: string | null;
  /**
   * The model of the authenticator or the provider, as a UUID; all zeros if unknown.
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
   * When it begins to satisfy a step-up. Only for a passkey that was registered after a sign-in with a code.
   */
  trustedFrom?: number;
  /**
   * The browser and system in which it was created, such as "Chrome on Windows". Absent if it is on another device.
   */
  device?: string;
  /**
   * False if the browser reported at its registration that it derives no secrets (`prf.enabled`), so that it opens no
   * vault. Absent otherwise.
   */
  prf?: boolean;
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
   * Null removes it. White space around it is removed; the result may have at most 100 characters.
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
   * An e-mail address. Null removes it.
   */
  email?: string | null;
  /**
   * A telephone number with the code of its country, as in E.164: "+49 30 901820". Null removes it.
   */
  phone?: string | null;
}
export interface AccountAnswer {
  name: string;
  displayName: string;
  email?: OwnAddress;
  phone?: OwnAddress;
  /**
   * How the user can sign in: `passkey`, `password`, `oidc`, and `otp` for a verified address. If it is empty, the
   * user cannot sign in again after signing out. Sent by `GET /account`.
   */
  methods?: string[];
  /**
   * When the account is deleted; only after `DELETE /account`. Sent by `GET /account`.
   */
  deletesAt?: number;
  /**
   * The chapters that the backend has, by their tags here. A settings page then shows no others. Without it, a page
   * finds out by its requests. Sent by `GET /account`.
   */
  chapters?: string[];
}
/**
 * An e-mail address or a telephone number of the account.
 */
export interface OwnAddress {
  address: string;
  /**
   * Whether a code that was sent to it was entered.
   */
  verified: boolean;
}
export interface DeletionAnswer {
  /**
   * When the account is deleted. Not later than now if it was.
   */
  deletesAt: number;
}
export interface DeletionOutlook {
  /**
   * The milliseconds between the request and the deletion; 0 if an account is deleted at once.
   */
  grace: number;
  /**
   * When the account is deleted; only after `DELETE /account`.
   */
  deletesAt?: number;
  /**
   * What the user loses, one sentence each, in the language that `Accept-Language` prefers. Show them as text.
   */
  consequences: string[];
}
export interface LinkedAccounts {
  identities: LinkedAccount[];
}
/**
 * An account at a provider.
 */
export interface LinkedAccount {
  /**
   * Names it for `DELETE /account/identities/{id}`.
   */
  id: string;
  /**
   * The issuer of the provider.
   */
  issuer: string;
  provider?: ProviderName;
  linkedAt: number;
}
export interface PasswordChange {
  password: string;
}
export interface EndedSessions {
  ended: number;
}
export interface CodeRequest {
  /**
   * An e-mail address, or a telephone number as in E.164.
   */
  to: string;
  /**
   * The origin of the top page, if the page is in a frame on another origin's page. It must be an allowed embedder.
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
   * False if the code has verified an address and the session has not changed. Defaults to true.
   */
  signedIn?: boolean;
  /**
   * How the sign-in began that the code has completed, as in `GET /session`. Absent if it began with the code, and
   * with `next`.
   */
  authMethod?: string;
  next?: NextStep;
}
export interface CodeVerification {
  /**
   * 4 to 12 digits. The elements send them in ASCII and without anything between them; a backend may take what
   * people type, digits of any script with spaces, hyphens and invisible marks.
   */
  code: string;
}
export interface EmailNonceAnswer {
  /**
   * At least 128 random bits.
   */
  nonce: string;
}
export interface EmailToken {
  /**
   * The email address that the user entered.
   */
  to: string;
  /**
   * What the browser has put into the hidden input.
   */
  token: string;
  /**
   * That of the hidden input.
   */
  nonce: string;
}
export interface EmailTokenRefusal {
  error: string;
  /**
   * With `verification_failed`, the first reason. `malformed`: invalid content. `algorithm`: an algorithm or a key
   * that is not accepted. `device_signature`, `nonce`, `origin`, `stale` (signed before the nonce was issued, or in
   * the future): about the browser's signature. `email`: not verified, or another address. `validity` (too early or
   * too late), `digest`, `issuer_untrusted` (the domain names another issuer or none), `issuer_signature`: about the
   * token of the issuer.
   */
  reason?: string;
  /**
   * A sentence for developers.
   */
  message?: string;
}
/**
 * A session as its user sees it.
 */
export interface ListedSession {
  /**
   * Names the session here and nowhere else. It is not the cookie.
   */
  id: string;
  /**
   * The browser and the system, if known: "Chrome on Windows". Otherwise empty.
   */
  device: string;
  /**
   * How the user authenticated last.
   */
  authMethod: string;
  provider?: ProviderName;
  /**
   * When the user signed in.
   */
  createdAt: number;
  /**
   * To the minute; `GET /session` does not count.
   */
  lastSeenAt: number;
  /**
   * Whether it is the current session.
   */
  current: boolean;
  /**
   * Whether an installed app started it with `POST /sessions`.
   */
  installedApp?: boolean;
}
export interface SessionList {
  sessions: ListedSession[];
}
/**
 * Something that happened to the account.
 */
export interface SecurityEvent {
  id: string;
  type: string;
  at: number;
  /**
   * The browser and the system, if known, as in the list of sessions.
   */
  device: string;
  /**
   * How the user authenticated.
   */
  method?: string;
  provider?: ProviderName;
  /**
   * What was changed. Show it as text.
   */
  detail?: string;
}
export interface SecurityEventList {
  events: SecurityEvent[];
  /**
   * Names the rest of the list; absent at its end.
   */
  next?: string;
}
export interface PasskeyEndpoints {
  enroll?: string;
  manage?: string;
  /**
   * A page that says what the site uses PRF for.
   */
  prfUsageDetails?: string;
}
export interface IdentityRequest {
  protocol: IdentityProtocol;
  /**
   * For the wallet; pages pass it on unchanged.
   */
  data: {
    [k: string]: unknown;
  };
}
export interface IdentityResponse {
  protocol: IdentityProtocol;
  /**
   * The browser's response, unchanged.
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
   * The requested claims that were shared, by the id of the credential in the query. Below it the claims as the
   * credential nests them, those of an mdoc by name space; bytes are base64url, dates are text.
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
   * With `verification_failed`, the first reason. `protocol`: no request was made with this protocol. `encryption`:
   * it does not decrypt, because it was changed or made for another request or, with `org-iso-mdoc`, another origin.
   * `malformed`: invalid content. `algorithm`: an algorithm that is not accepted. `issuer_untrusted`,
   * `issuer_signature`, `validity` (too early or too late), `digest`: about the credential. `device_signature`,
   * `nonce`, `origin`, `stale` (signed too long ago, or in the future): about the wallet's signature over this
   * request. An mdoc does not contain its nonce and origin, but a signature over their hash: a wrong one is
   * `device_signature`, or already `encryption`. `query`: a requested claim is missing or has another value.
   * `extra_claims`: a claim was shared that was not requested.
   */
  reason?: string;
  /**
   * A sentence for developers.
   */
  message?: string;
}
/**
 * A provider, as in the options of `navigator.credentials.get({identity})`.
 */
export interface FedCmProvider {
  configURL: string;
  /**
   * The client id of this site at the provider.
   */
  clientId: string;
  /**
   * Its `id` in `GET /auth/providers`, if it is there.
   */
  provider?: string;
  /**
   * A browser with FedCM delegation should present an SD-JWT of the provider; others return a token as usual. Absent
   * if the server does not accept presentations of this provider.
   */
  format?: 'vc+sd-jwt';
}
export interface FedCmNonceAnswer {
  nonce: string;
  /**
   * At least one.
   */
  providers: FedCmProvider[];
}
/**
 * The browser's response with the provider's token.
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
   * For example `7QX4-M3KF`. The app shows it, and the user types it on the page.
   */
  code: string;
  /**
   * Epoch milliseconds.
   */
  expires: number;
}
export interface DeviceSignIn {
  id: Base64Url;
  /**
   * For example `7QX4-M3KF`. The device shows it, and the user types it on the page.
   */
  code: string;
  /**
   * Epoch milliseconds.
   */
  expires: number;
  /**
   * Where the user types the code: a path of the backend, or an `https` URL.
   */
  page: string;
}
export interface DeviceApproval {
  /**
   * The code as the user typed it.
   */
  code: string;
}
export interface DeviceApproved {
  /**
   * What the other device is, in words, for example "Firefox on Linux"; empty if unknown.
   */
  device: string;
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
   * False if no session was started. Defaults to true.
   */
  started?: boolean;
}
export interface LogoutAnswer {
  /**
   * Whether the installed app of this session stays signed in.
   */
  installedApp?: boolean;
  /**
   * The page of the provider that ends the user's session there too (RP-initiated logout). The client opens it once
   * it has signed the user out. Present only where the server is configured so, for a session that began there.
   */
  providerLogout?: string;
}
/**
 * Empty for a session that is signed in, unless `next` has advice. The status is the result.
 */
export interface SignInAnswer {
  next?: NextStep;
}
export interface SecondFactorCode {
  /**
   * The code of an authenticator app, or a recovery code. Spaces, hyphens, invisible marks, case and the script of digits do not count.
   */
  code: string;
}
export interface SecondFactorAnswer {
  /**
   * Whether the account needs a second factor at its next sign-in with a password.
   */
  required: boolean;
  /**
   * `required` if every account needs one, so that the last one cannot be removed.
   */
  policy: 'optional' | 'required';
  /**
   * Absent if no authenticator app is set up.
   */
  totp?: {
    createdAt: number;
    /**
     * Whether the backend cannot check its codes any more, for instance after the loss of a key. The user can set
     * another up in its place. Defaults to false.
     */
    unreadable?: boolean;
  };
  /**
   * How many recovery codes are left.
   */
  recoveryCodes: number;
}
export interface SecondFactorChange {
  required: boolean;
}
export interface TotpEnrollment {
  /**
   * The secret in base32, for users who cannot scan.
   */
  secret: string;
  /**
   * The same as an address of the scheme `otpauth`, for a QR code.
   */
  otpauthUri: string;
  /**
   * Until when a code must confirm it.
   */
  expires: number;
}
export interface RecoveryCodes {
  /**
   * Shown once. Each can be used once.
   */
  recoveryCodes: string[];
  next?: NextStep;
}
export interface AcceptedTerms {
  /**
   * What the user has accepted, as in `next`.
   */
  url: string;
}
export interface ChosenAccount {
  id: string;
}
export interface PaymentOrder {
  /**
   * A decimal number, for example `12.50`. It is compared and shown unchanged.
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
 * The means of payment, PaymentCredentialInstrument of Secure Payment Confirmation.
 */
export interface PaymentInstrument {
  displayName: string;
  /**
   * The URL of a picture.
   */
  icon: string;
  /**
   * False if the dialog may be shown without the picture.
   */
  iconMustBeShown?: boolean;
}
/**
 * What the user sees and signs. It has one of `payeeOrigin` and `payeeName`.
 */
export interface PaymentDetails {
  total: PaymentTotal;
  payeeOrigin?: string;
  payeeName?: string;
  instrument: PaymentInstrument;
}
export interface PaymentOptions {
  options: PasskeyRequestOptions;
  payment: PaymentDetails;
}
export interface PaymentAnswer {
  confirmed: true;
  /**
   * `payment` if the browser has shown the payment, `passkey` if the page has.
   */
  method: 'payment' | 'passkey';
  payment: PaymentDetails;
}
export interface PaymentRefusal {
  error: string;
  /**
   * With `payment_mismatch`, the member that differs.
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
   * The reference server sends only the codes of the examples, and `unknown_credential`.
   */
  error: string;
  /**
   * A sentence for developers. Never show it to users.
   */
  message?: string;
  provider?: ProviderName;
}
export interface StepUpAnswer {
  error: 'step_up_required';
  /**
   * The methods with which this account can authenticate again.
   */
  methods: string[];
  message?: string;
}
export interface UnknownCredentialAnswer {
  error: 'unknown_credential';
  rpId: string;
  credentialId: Base64Url;
}

/** The error codes of the contract. */
export type ErrorCode =
  | 'already_registered'
  | 'attestation_refused'
  | 'bad_request'
  | 'challenge_expired'
  | 'common_password'
  | 'counter_not_increased'
  | 'csrf'
  | 'declined'
  | 'expired'
  | 'last_way_in'
  | 'method_not_allowed'
  | 'no_passkey'
  | 'no_second_factor'
  | 'not_found'
  | 'passkey_moved'
  | 'payment_mismatch'
  | 'proof_required'
  | 'provider_failed'
  | 'provider_required'
  | 'rate_limited'
  | 'redeemed'
  | 'rejected'
  | 'second_factor_required'
  | 'second_factor_unreadable'
  | 'server_error'
  | 'session_bound'
  | 'session_ended'
  | 'session_failed'
  | 'step_up_required'
  | 'taken'
  | 'too_large'
  | 'too_many_passkeys'
  | 'unauthenticated'
  | 'unavailable'
  | 'unknown_credential'
  | 'unknown_provider'
  | 'unsupported'
  | 'verification_failed'
  | 'wrong_account'
  | 'wrong_user_handle';
