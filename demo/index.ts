import { tellOwnWorker } from './own-worker.js';
import { watchWhileShown } from './watch-while-shown.js';

const who = document.querySelector<HTMLElement>('[data-who]')!;
const welcome = who.textContent;

function show(name: string | undefined): void {
  for (const link of document.querySelectorAll<HTMLElement>('[data-signed-in]')) link.hidden = name === undefined;
  for (const link of document.querySelectorAll<HTMLElement>('[data-signed-out]')) link.hidden = name !== undefined;
  who.textContent = name === undefined ? welcome : `You’re signed in as ${name}.`;
}

watchWhileShown({
  onChange: (state) => show(state.status === 'signed-in' ? state.user?.name : undefined),
  onError: () => (who.textContent = 'Can’t reach the server right now.'),
  onLeave: () => show(undefined),
});
tellOwnWorker();
