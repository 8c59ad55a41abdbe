import 'latchkey/define/fedcm-button';
import 'latchkey/define/oidc-button';
import 'latchkey/define/otp-input';
import 'latchkey/define/passkey-button';
import 'latchkey/define/password-form';
import 'latchkey/define/sign-out-button';
import { showBySession } from './look-session.js';

const code = document.querySelector('latch-otp-input')!;
const address = document.querySelector<HTMLFormElement>('form[data-code]')!;

address.addEventListener('submit', (event) => {
  event.preventDefault();
  code.to = address.querySelector('input')!.value;
  code.hidden = false;
  void code.request();
});

showBySession();
