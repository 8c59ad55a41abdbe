import { rememberVisit } from 'latchkey/oidc';
import { clientFor, startOwnSession, type SessionState } from 'latchkey/session';
import { registerVaults } from 'latchkey/vault';
import 'latchkey/define/passkey-field';
import 'latchkey/define/passkey-list';
import 'latchkey/define/password-form';
import 'latchkey/define/session-list';
import 'latchkey/define/sign-out-button';
import { fillAccount, startAccount, type SignedIn } from './account-view.js';
import { followSession } from './follow-session.js';
import { tellOwnWorker } from './own-worker.js';
import { guardSignOut } from './guard-sign-out.js';
import { awaitsPasskey, bindSignUpForm } from './sign-up-form.js';
import { announce, isShown, show } from './view.js';

let known: SessionState | undefined;
let account: { name: string | undefined; view: HTMLElement } | undefined;

function render(state: SessionState): void {
  known = state;
  if (state.status === 'signed-in' && awaitsPasskey()) return;
  if (state.status === 'signed-in') {
    // so that signing out leads to signing in, and not to the form for another account
    if (location.hash) history.replaceState(null, '', location.pathname);
    showAccount(state);
  } else showForm(location.hash === '#sign-up' ? 'sign-up' : 'sign-in');
}

/** Another user gets a new view; the same user keeps the view and its state. */
function showAccount(state: SignedIn): void {
  const name = state.user?.name;
  if (account?.view.isConnected && account.name === name) return fillAccount(account.view, state);
  const form = document.querySelector('latch-password-form');
  account = { name, view: show('account') };
  void rememberVisit(clientFor());
  startAccount(account.view, state);
  guardSignOut(account.view);
  // the password manager may still be making a passkey of the password
  void form?.upgraded.then((passkey) => passkey && document.querySelector('latch-passkey-list')?.refresh());
}

function showForm(name: 'sign-in' | 'sign-up'): void {
  if (isShown(name)) return;
  const view = show(name);
  if (name === 'sign-up') bindSignUpForm(view.querySelector('form')!, () => known && render(known));
}

addEventListener('hashchange', () => {
  announce('');
  if (known) render(known);
});
followSession(render);
// An app that WebKit has installed begins with the browser's session, and should end without it.
startOwnSession({ client: clientFor() }).catch(reportError);
// Signing out here deletes the vault of /vault-unlock.
registerVaults();
tellOwnWorker();
