import { LatchError } from '../core/errors.js';

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

/** The failure of a step whose sign-in does not wait any more. */
export function stepIsOver(): LatchError {
  return new LatchError('unauthenticated', 'No sign-in waits in this session.');
}
