import { clientFor, watchSession } from 'latchkey/session';

const who = document.querySelector<HTMLElement>('[data-who]')!;
const welcome = who.textContent;

watchSession(clientFor(), {
  onChange(state) {
    const signedIn = state.status === 'signed-in';
    for (const link of document.querySelectorAll<HTMLElement>('[data-signed-in]')) link.hidden = !signedIn;
    for (const link of document.querySelectorAll<HTMLElement>('[data-signed-out]')) link.hidden = signedIn;
    who.textContent = signedIn ? `You are signed in as ${state.user?.name}.` : welcome;
  },
  onError() {
    who.textContent = 'The server cannot be reached at the moment.';
  },
  signal: new AbortController().signal,
});
