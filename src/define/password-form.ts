import { LatchPasswordForm } from '../password/latch-password-form.js';

if (!customElements.get('latch-password-form')) customElements.define('latch-password-form', LatchPasswordForm);

export { LatchPasswordForm };
