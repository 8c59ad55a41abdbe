import 'latchkey/define/install-button';
import 'latchkey/define/offline-status';
import 'latchkey/define/passkey-field';
import 'latchkey/define/sign-out-button';
import 'latchkey/define/vault-unlock';
import { clientFor, type SessionState } from 'latchkey/session';
import { listVaults, registerVaults } from 'latchkey/vault';
import { bindLock } from './notes-lock.js';
import { registerOwnWorker } from './own-worker.js';
import { isShown, rest, show } from './view.js';
import { watchWhileShown } from './watch-while-shown.js';

const client = clientFor();
let asked = 0;
let refresh: (() => void) | undefined;
let retry: ReturnType<typeof setTimeout> | undefined;

/**
 * How long it takes until a server that could not be reached is asked again, in ms: browsers say that they are online
 * before they are.
 */
const patience = 3000;

/**
 * Shows the lock if there is a vault, or if a user is signed in who can create one; otherwise the sign-in form, or that
 * the session is unknown.
 */
async function render(state: SessionState | undefined): Promise<void> {
  const mine = ++asked;
  const isSealed = await listVaults().then(
    ({ length }) => length > 0,
    () => true,
  );
  if (mine !== asked) return;
  clearTimeout(retry);
  if (!state) retry = setTimeout(askAgain, patience);
  if (isSealed || state?.status === 'signed-in') showLock(state);
  else if (!state) showUnreachable();
  else if (!isShown('sign-in')) show('sign-in');
}

function showUnreachable(): void {
  if (!isShown('unreachable')) show('unreachable').querySelector('[data-retry]')!.addEventListener('click', askAgain);
}

function showLock(state: SessionState | undefined): void {
  if (!isShown('notes')) refresh = bindLock(show('notes'), client, askAgain);
  const view = document.querySelector<HTMLElement>('[data-view=notes]')!;
  const isSignedIn = state?.status === 'signed-in';
  view.querySelector('[data-who]')!.textContent = describe(state);
  const place = view.querySelector('[data-session]')!;
  if (state?.status !== 'signed-out') place.replaceChildren();
  else if (!place.firstElementChild)
    place.append(document.querySelector<HTMLTemplateElement>('template#session-over')!.content.cloneNode(true));
  if (isSignedIn) refresh?.();
}

function describe(state: SessionState | undefined): string {
  if (!state) return 'Can’t reach the server. What you write is kept here and sent later.';
  if (state.status === 'signed-out') return 'You’re signed out. What you write is kept here until you are.';
  return `You’re signed in as ${state.user?.name}.`;
}

const askAgain = watchWhileShown({
  onChange: (state) => void render(state),
  onError: () => void render(undefined),
  onLeave() {
    asked += 1;
    clearTimeout(retry);
    rest();
  },
});
registerVaults(client);
registerOwnWorker(
  document.querySelector<HTMLElement>('[data-update]')!,
  document.querySelector<HTMLElement>('[data-ready]')!,
);
