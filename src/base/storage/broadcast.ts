import { watchPage } from '../browser/page.js';

/** As much of a channel as is used here. */
interface Channel {
  onmessage: ((event: MessageEvent) => void) | null;
  postMessage(message: unknown): void;
  close(): void;
}

/** Posts `message` to every listener on the channel `name`, in all tabs of the origin, this one included. */
export function post(name: string, message: unknown): void {
  const channel = openChannel(name);
  channel.postMessage(message);
  channel.close();
}

/**
 * Calls `listener` with each message on the channel `name` until `signal` aborts. Any script of the origin can post
 * there: check the shape. The channel is closed while the page rests in the back-forward cache, so that it may rest
 * there; `onMissed` is called when it is back.
 */
export function subscribe(
  name: string,
  listener: (message: unknown) => void,
  signal: AbortSignal,
  onMissed?: () => void,
): void {
  if (signal.aborted) return;
  let channel: Channel;
  const open = () => {
    channel = openChannel(name);
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

function openChannel(name: string): Channel {
  try {
    return new BroadcastChannel(name);
  } catch {
    // Documents without storage may have no channels. Then the page still talks to itself.
    return new PageChannel(name);
  }
}

/** A channel that ends at this page, for all copies of the package on it. */
class PageChannel implements Channel {
  onmessage: Channel['onmessage'] = null;
  readonly #type: string;
  readonly #receive = (event: Event) => this.onmessage?.(event as MessageEvent);

  constructor(name: string) {
    this.#type = `latchkey:${name}`;
    addEventListener(this.#type, this.#receive);
  }

  postMessage(data: unknown): void {
    // As with channels of the browser, the poster goes on first, and does not hear itself.
    queueMicrotask(() => dispatchEvent(new MessageEvent(this.#type, { data })));
  }

  close(): void {
    removeEventListener(this.#type, this.#receive);
  }
}
