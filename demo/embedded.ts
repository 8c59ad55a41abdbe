import 'latchkey/define/passkey-create';
import 'latchkey/define/passkey-field';
import 'latchkey/define/sign-out-button';
import { followSession } from './follow-session.js';
import { isShown, show } from './view.js';

followSession((state) => {
  if (state.status === 'signed-in') show('account').querySelector('[data-name]')!.textContent = state.user?.displayName ?? '';
  else if (!isShown('sign-in')) show('sign-in');
});
