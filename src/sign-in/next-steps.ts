import { LatchError } from '../base/client/errors.js';

/** What the view of a sign-in's next steps does at the backend. */
export { requestCode } from '../one-time-code/request.js';
export { verifyCode } from '../one-time-code/verify.js';
export {
  acceptTerms,
  chooseAccount,
  confirmTotp,
  readNextStep,
  verifySecondFactor,
} from '../second-factor/next-steps.js';
export { enrollTotp } from '../second-factor/second-factor.js';

/** The failure of a step whose sign-in does not wait any more. */
export function stepIsOver(): LatchError {
  return new LatchError('unauthenticated', 'No sign-in waits in this session.');
}
