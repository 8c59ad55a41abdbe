// Generated from the @element lines in src by scripts/generate-tags.mjs. Do not edit: run npm run describe.
import { LatchPasswordForm } from '../password/latch-password-form.js';

if (!customElements.get('latch-password-form')) customElements.define('latch-password-form', LatchPasswordForm);

export { LatchPasswordForm };
