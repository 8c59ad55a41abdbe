import { clientFor, watchSession, type SessionState } from 'latchkey/session';
import 'latchkey/define/passkey-create';
import 'latchkey/define/passkey-field';
import 'latchkey/define/sign-out-button';
import { bindForm } from './account-forms.js';
import { fillAccount, type SignedIn } from './account-view.js';
import { announce, isShown, show } from './view.js';

let known: SessionState | undefined;
let shownSession: string | undefined;
let watch = new AbortController();

/** Asks who is signed in, shows it, and follows what other tabs do. */
function follow(): void {
  watch.abort();
  watch = new AbortController();
  watchSession(clientFor(), { onChange: showSession, onError: showUnreachable, signal: watch.signal });
}

function showSession(state: SessionState): void {
  const before = known?.status;
  known = state;
  if (before && before !== state.status) announce(state.status === 'signed-in' ? 'You are signed in.' : 'You are signed out.');
  else announce('');
  render(state);
}

/** Nothing is known yet: say so. Something is: leave it, it may well still be true. */
function showUnreachable(): void {
  if (known) announce('The server cannot be reached. What you see may be out of date.');
  else show('unreachable').querySelector('[data-retry]')?.addEventListener('click', follow);
}

function render(state: SessionState): void {
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
addEventListener('online', follow);
follow();
