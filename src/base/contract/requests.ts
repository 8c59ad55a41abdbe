// Generated from contract/openapi.yaml by scripts/generate-contract.mjs. Do not edit: change the contract and generate again.
import type {
  AcceptedTerms,
  AccountAnswer,
  AccountChange,
  AuthenticationAnswer,
  AuthenticationResponse,
  BoundSession,
  ChosenAccount,
  CodeAnswer,
  CodeRequest,
  CodeRequestAnswer,
  CodeVerification,
  CredentialChange,
  CredentialList,
  DeletionAnswer,
  DeletionOutlook,
  DeviceApproval,
  DeviceApproved,
  DeviceSignIn,
  EmailNonceAnswer,
  EmailToken,
  EndedSessions,
  FedCmNonceAnswer,
  FedCmToken,
  HandOff,
  HandOffAnswer,
  HandOffPending,
  HandOffRedemption,
  HealthAnswer,
  IdentityAnswer,
  IdentityRequest,
  IdentityResponse,
  LinkedAccounts,
  ListedCredential,
  LoginRequest,
  LogoutAnswer,
  LogoutRequest,
  OwnSessionAnswer,
  PasskeyCreationOptions,
  PasskeyEndpoints,
  PasskeyRequestOptions,
  PasswordChange,
  PaymentAnswer,
  PaymentOptions,
  PaymentOrder,
  ProviderForm,
  ProviderList,
  RecoveryCodes,
  RegistrationAnswer,
  RegistrationResponse,
  RelatedOrigins,
  SecondFactorAnswer,
  SecondFactorChange,
  SecondFactorCode,
  SecurityEventList,
  SessionAnswer,
  SessionList,
  SignInAnswer,
  SignupOptionsRequest,
  SignupRequest,
  TotpEnrollment,
} from './types.js';

/**
 * The requests of the contract that an adapter can answer: the body, and the answer. See `docs/backend.md`, and
 * `contract/openapi.yaml` for each shape. A request with a query that changes what it is for is separate.
 */
export interface ContractRequests {
  'POST /webauthn/register/options': [void, PasskeyCreationOptions];
  'POST /webauthn/register/options?auto': [void, PasskeyCreationOptions];
  'POST /webauthn/register/options?payment': [void, PasskeyCreationOptions];
  'POST /webauthn/register/verify': [RegistrationResponse, RegistrationAnswer];
  'POST /webauthn/register/verify?auto': [RegistrationResponse, RegistrationAnswer];
  'POST /webauthn/login/options': [void, PasskeyRequestOptions];
  'POST /webauthn/login/options?step-up': [void, PasskeyRequestOptions];
  'POST /webauthn/login/verify': [AuthenticationResponse, AuthenticationAnswer];
  'POST /webauthn/login/verify?step-up': [AuthenticationResponse, AuthenticationAnswer];
  'GET /webauthn/credentials': [void, CredentialList];
  'PATCH /webauthn/credentials/{id}': [CredentialChange, ListedCredential];
  'DELETE /webauthn/credentials/{id}': [void, unknown];
  'GET /account': [void, AccountAnswer];
  'PATCH /account': [AccountChange, AccountAnswer];
  'DELETE /account': [void, DeletionAnswer];
  'GET /account/deletion': [void, DeletionOutlook];
  'GET /account/identities': [void, LinkedAccounts];
  'DELETE /account/identities/{id}': [void, unknown];
  'POST /account/restore': [void, unknown];
  'PUT /account/password': [PasswordChange, unknown];
  'DELETE /account/password': [void, unknown];
  'GET /account/second-factor': [void, SecondFactorAnswer];
  'PATCH /account/second-factor': [SecondFactorChange, SecondFactorAnswer];
  'POST /account/second-factor/totp': [void, TotpEnrollment];
  'DELETE /account/second-factor/totp': [void, unknown];
  'POST /account/second-factor/totp/confirm': [SecondFactorCode, RecoveryCodes];
  'POST /account/second-factor/recovery-codes': [void, RecoveryCodes];
  'GET /sessions': [void, SessionList];
  'POST /sessions': [void, OwnSessionAnswer | void];
  'DELETE /sessions': [void, EndedSessions];
  'DELETE /sessions/{id}': [void, unknown];
  'GET /security-events': [void, SecurityEventList];
  'GET /session': [void, SessionAnswer];
  'POST /session/second-factor': [SecondFactorCode, SignInAnswer | void];
  'POST /session/terms': [AcceptedTerms, SignInAnswer | void];
  'POST /session/account': [ChosenAccount, SignInAnswer | void];
  'POST /logout': [LogoutRequest | undefined, LogoutAnswer | void];
  'POST /signup': [SignupRequest, SignInAnswer | void];
  'POST /signup/options': [SignupOptionsRequest, PasskeyCreationOptions];
  'POST /signup/verify': [RegistrationResponse, RegistrationAnswer];
  'GET /login': [void, unknown];
  'POST /login': [LoginRequest, SignInAnswer | void];
  'GET /auth/providers': [void, ProviderList];
  'GET /auth/start': [void, unknown];
  'GET /auth/callback/{id}': [void, unknown];
  'POST /auth/callback/{id}': [ProviderForm, unknown];
  'POST /auth/handoff': [void, HandOff];
  'POST /auth/device': [void, DeviceSignIn];
  'POST /auth/device/redeem': [HandOffRedemption, SignInAnswer | HandOffPending | void];
  'POST /auth/device/approve': [DeviceApproval, DeviceApproved];
  'POST /auth/handoff/redeem': [HandOffRedemption, SignInAnswer | HandOffPending | void];
  'GET /auth/handoff/confirm': [void, unknown];
  'POST /auth/handoff/confirm': [HandOffAnswer, unknown];
  'GET /identity/request': [void, IdentityRequest];
  'POST /identity/verify': [IdentityResponse, IdentityAnswer];
  'GET /auth/fedcm/nonce': [void, FedCmNonceAnswer];
  'POST /auth/fedcm': [FedCmToken, SignInAnswer | void];
  'POST /otp/request': [CodeRequest, CodeRequestAnswer];
  'POST /otp/verify': [CodeVerification, CodeAnswer | void];
  'GET /otp/nonce': [void, EmailNonceAnswer];
  'POST /otp/token': [EmailToken, CodeAnswer | void];
  'POST /payment/options': [PaymentOrder, PaymentOptions];
  'POST /payment/verify': [AuthenticationResponse, PaymentAnswer];
  'POST /session/bind': [void, BoundSession];
  'POST /session/refresh': [void, BoundSession];
  'GET /.well-known/webauthn': [void, RelatedOrigins];
  'GET /.well-known/passkey-endpoints': [void, PasskeyEndpoints | void];
  'GET /.well-known/change-password': [void, unknown];
  'GET /healthz': [void, HealthAnswer];
}

/** Their names. */
export const requestNames: readonly string[] = [
  'POST /webauthn/register/options',
  'POST /webauthn/register/options?auto',
  'POST /webauthn/register/options?payment',
  'POST /webauthn/register/verify',
  'POST /webauthn/register/verify?auto',
  'POST /webauthn/login/options',
  'POST /webauthn/login/options?step-up',
  'POST /webauthn/login/verify',
  'POST /webauthn/login/verify?step-up',
  'GET /webauthn/credentials',
  'PATCH /webauthn/credentials/{id}',
  'DELETE /webauthn/credentials/{id}',
  'GET /account',
  'PATCH /account',
  'DELETE /account',
  'GET /account/deletion',
  'GET /account/identities',
  'DELETE /account/identities/{id}',
  'POST /account/restore',
  'PUT /account/password',
  'DELETE /account/password',
  'GET /account/second-factor',
  'PATCH /account/second-factor',
  'POST /account/second-factor/totp',
  'DELETE /account/second-factor/totp',
  'POST /account/second-factor/totp/confirm',
  'POST /account/second-factor/recovery-codes',
  'GET /sessions',
  'POST /sessions',
  'DELETE /sessions',
  'DELETE /sessions/{id}',
  'GET /security-events',
  'GET /session',
  'POST /session/second-factor',
  'POST /session/terms',
  'POST /session/account',
  'POST /logout',
  'POST /signup',
  'POST /signup/options',
  'POST /signup/verify',
  'GET /login',
  'POST /login',
  'GET /auth/providers',
  'GET /auth/start',
  'GET /auth/callback/{id}',
  'POST /auth/callback/{id}',
  'POST /auth/handoff',
  'POST /auth/device',
  'POST /auth/device/redeem',
  'POST /auth/device/approve',
  'POST /auth/handoff/redeem',
  'GET /auth/handoff/confirm',
  'POST /auth/handoff/confirm',
  'GET /identity/request',
  'POST /identity/verify',
  'GET /auth/fedcm/nonce',
  'POST /auth/fedcm',
  'POST /otp/request',
  'POST /otp/verify',
  'GET /otp/nonce',
  'POST /otp/token',
  'POST /payment/options',
  'POST /payment/verify',
  'POST /session/bind',
  'POST /session/refresh',
  'GET /.well-known/webauthn',
  'GET /.well-known/passkey-endpoints',
  'GET /.well-known/change-password',
  'GET /healthz',
];
