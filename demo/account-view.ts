import type { SessionState } from 'latchkey/session';
import { bindDeletion } from './account-deletion.js';
import { bindNameForm } from './account-name.js';
import { bindPasswordForm } from './account-password.js';
import { bindLinkForm } from './link-provider.js';

/** The state of a signed-in session. */
export type SignedIn = Extract<SessionState, { status: 'signed-in' }>;

const methods: Record<string, string> = {
  signup: 'by creating this account',
  password: 'with a password',
  passkey: 'with a passkey',
  'passkey-uv': 'with a passkey',
  otp: 'with a one-time code',
  other_device: 'with another device',
};

const moment = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: 'medium', timeStyle: 'short' });

/** Makes a new account view work, and fills it. */
export function startAccount(view: HTMLElement, state: SignedIn): void {
  bindNameForm(view.querySelector<HTMLFormElement>('form[data-form=name]')!);
  bindPasswordForm(view.querySelector<HTMLFormElement>('form[data-form=password]')!, state.user?.name ?? '');
  bindDeletion(view);
  bindLinkForm(view.querySelector<HTMLFormElement>('form[data-form=link]')!);
  view.querySelector<HTMLInputElement>('#display-name')!.value = state.user?.displayName ?? '';
  fillAccount(view, state);
}

/** Writes what the backend says about the session into the account view. What the user is doing in it stays. */
export function fillAccount(view: HTMLElement, { user, authMethod = '', provider, authTime, expires }: SignedIn): void {
  write(view, 'name', user?.displayName ?? '');
  write(view, 'method', provider ? `at ${provider.name}` : (methods[authMethod] ?? authMethod));
  writeTime(view, 'since', authTime);
  writeTime(view, 'expires', expires);
}

function write(view: HTMLElement, fact: string, text: string): HTMLElement {
  const place = view.querySelector<HTMLElement>(`[data-fact="${fact}"]`)!;
  place.textContent = text;
  return place;
}

function writeTime(view: HTMLElement, fact: string, time: number | undefined): void {
  if (time === undefined) return;
  const date = new Date(time);
  (write(view, fact, moment.format(date)) as HTMLTimeElement).dateTime = date.toISOString();
}
