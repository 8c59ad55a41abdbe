import type { SessionState } from 'latchkey/session';

/** The state of a session that somebody has. */
export type SignedIn = Extract<SessionState, { status: 'signed-in' }>;

const methods: Record<string, string> = {
  signup: 'by creating this account',
  password: 'with a password',
  passkey: 'with a passkey',
  'passkey-uv': 'with a passkey',
};

const offers = {
  none: ['No passkey yet', 'Create one now. Next time your fingerprint, your face or your screen lock signs you in, and nothing has to be remembered.'],
  some: ['Passkeys', 'Add another one for a device that does not share your passkeys.'],
  fresh: ['You have a passkey', 'Sign out and try it: choose it in the username field, or with the button below the form.'],
} as const;

const moment = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: 'medium', timeStyle: 'short' });

/** Fills the account view with what the backend says about the session, and has it follow what happens to passkeys. */
export function fillAccount(view: HTMLElement, { user, authMethod = '', authTime, expires }: SignedIn): void {
  write(view, 'name', user?.displayName ?? '');
  write(view, 'method', methods[authMethod] ?? authMethod);
  writeTime(view, 'since', authTime);
  writeTime(view, 'expires', expires);
  // only the way of signing in tells whether there is a passkey
  offer(view, authMethod === 'signup' ? 'none' : 'some');

  const again = view.querySelector<HTMLElement>('[data-sign-in-again]')!;
  view.addEventListener('latch-passkey-created', () => {
    offer(view, 'fresh');
    again.hidden = true;
  });
  view.addEventListener('latch-passkey-create-failed', ({ detail }) => {
    again.hidden = detail.code !== 'step_up_required' && detail.code !== 'unauthenticated';
  });
}

function offer(view: HTMLElement, which: keyof typeof offers): void {
  const [heading, invitation] = offers[which];
  view.querySelector<HTMLElement>('[data-passkey]')!.dataset['passkey'] = which;
  write(view, 'passkey', heading);
  write(view, 'invitation', invitation);
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
