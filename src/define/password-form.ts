import { LatchPasswordForm } from '../elements/password-form/password-form.js';

if (!customElements.get('latch-password-form')) customElements.define('latch-password-form', LatchPasswordForm);

export { LatchPasswordForm };
