export { readChallenge } from './read-challenge.js';
export { PaymentMismatch, type ExpectedPayment } from './payment-data.js';
export { VerificationError } from './verification-error.js';
export { offeredAlgorithms } from './public-key.js';
export {
  verifyAuthentication,
  type AuthenticationCheck,
  type StoredCredential,
  type VerifiedAuthentication,
} from './verify-authentication.js';
export { verifyRegistration, type RegistrationCheck, type VerifiedRegistration } from './verify-registration.js';
