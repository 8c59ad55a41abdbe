export { createAuthenticator, type Authenticator } from './authenticator.js';
export type {
  AuthenticatorOptions,
  CeremonyContext,
  RegistrationContext,
  SignInContext,
  SoftwareCredential,
} from './ceremony.js';
export type {
  AuthenticationResponseJSON,
  CreationOptionsJSON,
  CredentialDescriptorJSON,
  ExtensionInputsJSON,
  RegistrationResponseJSON,
  RequestOptionsJSON,
} from './ceremony-json.js';
export type { Algorithm, CoseKey } from './algorithms.js';
export type { CborMap, CborValue } from './cbor.js';
export type { AttestedCredential, AuthenticatorData } from './authenticator-data.js';
export type { ClientData, PaymentShown } from './client-data.js';
export {
  faults,
  type Attestation,
  type CeremonyKind,
  type Fault,
  type FaultName,
  type Signature,
  type Stages,
} from './faults/index.js';
export {
  backendCases,
  BackendUnreachable,
  checkBackend,
  describeRule,
  type BackendReport,
  type CheckBackendOptions,
} from './backend/check-backend.js';
export type { BackendCase, CaseResult, Outcome, Finding } from './backend/case.js';
export type { Exchange, Send } from './backend/exchange.js';
export type { EmailTokenIssuer, SignInMeans } from './backend/kit.js';
export type { Level, RuleId } from './backend/rules.js';
export {
  checkProviders,
  type CheckedCreationOptions,
  type CheckedRequestOptions,
  type CheckProvidersOptions,
  type PasskeyPage,
  type ProviderResult,
} from './providers/check-providers.js';
export { providerFaults, type ProviderFaultName } from './providers/provider-faults.js';
export type { CredentialObject, Expectation, Provider, ProviderFault, Stage } from './providers/provider.js';
