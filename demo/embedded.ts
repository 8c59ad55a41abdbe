import 'latchkey/define/passkey-create';
import 'latchkey/define/passkey-field';
import 'latchkey/define/sign-out-button';
import { followSession } from './follow-session.js';
import { isShown, show } from './view.js';

// the server sends this in a frame on another site, where no user can be signed in
const isUseless = document.querySelector('[data-error]:not([hidden])') !== null;

if (!isUseless) {
  followSession((state) => {
    if (state.status === 'signed-in')
      show('account').querySelector('[data-name]')!.textContent = state.user?.displayName ?? '';
    else if (!isShown('sign-in')) show('sign-in');
  });
}
