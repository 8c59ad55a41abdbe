import { watchPage } from './page.js';

/** Posts `message` to every listener on the channel `name`, in all tabs of the origin, this one included. */
export function post(name: string, message: unknown): void {
  const channel = new BroadcastChannel(name);
  channel.postMessage(message);
  channel.close();
}

/**
 * Calls `listener` with each message on the channel `name` until `signal` aborts. Any script of the origin can post
 * there: check the shape. The channel is closed while the page rests in the back-forward cache, so that it may rest
 * there; `onMissed` is called when it is back.
 */
export function hear(
  name: string,
  listener: (message: unknown) => void,
  signal: AbortSignal,
  onMissed?: () => void,
): void {
  if (signal.aborted) return;
  let channel: BroadcastChannel;
  const open = () => {
    channel = new BroadcastChannel(name);
    channel.onmessage = ({ data }) => listener(data);
  };
  const close = () => channel.close();
  open();
  watchPage((event) => {
    if (event === 'left' || event === 'back') close();
    if (event !== 'back') return;
    open();
    onMissed?.();
  }, signal);
  signal.addEventListener('abort', close);
}
