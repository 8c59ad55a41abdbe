import type { SessionState } from 'latchkey/session';
import 'latchkey/define/passkey-create';
import 'latchkey/define/passkey-field';
import 'latchkey/define/sign-out-button';
import { bindForm } from './account-forms.js';
import { fillAccount, type SignedIn } from './account-view.js';
import { followSession } from './follow-session.js';
import { announce, isShown, show } from './view.js';

let known: SessionState | undefined;
let shownSession: string | undefined;

function render(state: SessionState): void {
  known = state;
  if (state.status === 'signed-in') {
    // so that signing out leads to signing in, and not to the form for another account
    if (location.hash) history.replaceState(null, '', location.pathname);
    showAccount(state);
  } else if (location.hash === '#sign-up') showForm('sign-up');
  else showForm('sign-in');
}

/** Another person or another sign-in gets a view of its own; the same one keeps what it shows. */
function showAccount(state: SignedIn): void {
  const session = `${state.user?.name} ${state.authTime}`;
  if (isShown('account') && session === shownSession) return;
  shownSession = session;
  fillAccount(show('account'), state);
}

function showForm(name: 'sign-in' | 'sign-up'): void {
  if (!isShown(name)) bindForm(show(name).querySelector('form')!, name);
}

addEventListener('hashchange', () => {
  announce('');
  if (known) render(known);
});
followSession(render);
