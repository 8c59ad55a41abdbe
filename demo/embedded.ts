import 'latchkey/define/passkey-create';
import 'latchkey/define/passkey-field';
import 'latchkey/define/sign-out-button';
import { followSession } from './follow-session.js';
import { isShown, show } from './view.js';

// the server shows this where the page around us is of another site: nobody could be signed in here
const isUseless = document.querySelector('[data-error]:not([hidden])') !== null;

if (!isUseless) {
  followSession((state) => {
    if (state.status === 'signed-in')
      show('account').querySelector('[data-name]')!.textContent = state.user?.displayName ?? '';
    else if (!isShown('sign-in')) show('sign-in');
  });
}
