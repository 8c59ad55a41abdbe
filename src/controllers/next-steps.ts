/** What the view of a sign-in's next steps does at the backend. */
export { requestCode } from '../features/otp/request.js';
export { verifyCode } from '../features/otp/verify.js';
export {
  acceptTerms,
  chooseAccount,
  confirmTotp,
  readNextStep,
  verifySecondFactor,
} from '../features/session/next-steps.js';
export { enrollTotp } from '../features/session/second-factor.js';
