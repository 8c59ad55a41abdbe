import { keepPrivateCaches, registerWorker } from 'latchkey/offline';
import { clientFor } from 'latchkey/session';

/**
 * Registers the demo's worker, with which the pages open without a connection, and shows `ready` once they do. A new version
 * is offered in `place` and waits until the user accepts it.
 */
export function registerOwnWorker(place: HTMLElement, ready: HTMLElement): void {
  const offer = ({ apply }: { apply(): Promise<void> }) => {
    const button = Object.assign(document.createElement('button'), {
      type: 'button',
      className: 'quiet',
      textContent: 'Use it now',
    });
    button.addEventListener('click', async () => {
      try {
        await apply();
        location.reload();
      } catch {
        place.textContent = 'The new version comes when you open this page the next time.';
      }
    });
    place.replaceChildren('There is a new version of this app. ', button);
  };
  // Without a worker the page works as long as there is a connection.
  registerWorker({
    url: '/service-worker.js',
    onReady: () => (ready.textContent = 'Ready to work offline'),
    onUpdate: offer,
  }).catch(() => {});
  tellWhoIsThere();
}

/** Tells the worker, where one serves the page, whose answers it may keep, and has it forget them with the user. */
export function tellOwnWorker(): void {
  if (navigator.serviceWorker?.controller) tellWhoIsThere();
}

function tellWhoIsThere(): void {
  // Who that is could not be found out: nothing is kept for them until it can.
  keepPrivateCaches(clientFor(), { signal: new AbortController().signal, onError: () => {} });
}
