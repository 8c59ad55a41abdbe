import { watchPage } from '../../core/page.js';

const name = 'latchkey.outbox';

/** Tells the other tabs that the queue of this vault has changed. */
export function tellTabs(vault: string): void {
  const channel = new BroadcastChannel(name);
  channel.postMessage(vault);
  channel.close();
}

/**
 * Calls `listener` when another tab has changed the queue of this vault, until `signal` aborts. Closed while the page
 * rests in the back-forward cache, so that it may rest there.
 */
export function hearTabs(vault: string, listener: () => void, signal: AbortSignal): void {
  let channel: BroadcastChannel | undefined;
  const close = () => channel?.close();
  const open = () => {
    close();
    channel = new BroadcastChannel(name);
    channel.addEventListener('message', ({ data }) => data === vault && listener());
  };
  open();
  watchPage((event) => {
    if (event === 'left') close();
    else if (event === 'back') {
      open();
      listener();
    }
  }, signal);
  signal.addEventListener('abort', close);
}
