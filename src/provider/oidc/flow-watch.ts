import { listen } from '../../base/storage/channel.js';
import { watchPage } from '../../base/browser/page.js';
import type { ProviderWindow, WindowState } from './provider-window.js';

/**
 * What is seen and heard of a flow from the page that began it. Any script of the origin can say such things: none of
 * it proves anything.
 */
export interface FlowWatch {
  /** What the last look at the window showed. */
  readonly state: WindowState;
  /** Whether a message reported that a sign-in has succeeded. */
  readonly isAnnounced: boolean;
  /** Why a sign-in failed, if a message reported it. */
  readonly reason: string | undefined;
  /** Resolves when something has happened since it resolved the last time: there may be news. */
  next(): Promise<void>;
}

/** How often to look after the window, in ms. */
const interval = 250;

/** Watches the window, the channel, and who comes back to the page, until `signal` aborts. */
export function watchFlow(provider: ProviderWindow, signal: AbortSignal): FlowWatch {
  let state = provider.look();
  let isAnnounced = false;
  let reason: string | undefined;
  let ring = () => {};
  const arm = () => new Promise<void>((resolve) => (ring = resolve));
  let rung = arm();

  listen((message) => {
    if (message.type === 'signed-out') return;
    if (message.type === 'signed-in') isAnnounced = true;
    else ({ reason } = message);
    ring();
  }, signal);
  watchPage((event) => event !== 'left' && ring(), signal);
  let timer: ReturnType<typeof setTimeout>;
  const look = () => {
    timer = setTimeout(look, interval);
    const seen = provider.look();
    if (seen === state) return;
    state = seen;
    // It was opened again: what was said of the last time counts no more.
    if (seen === 'open') [isAnnounced, reason] = [false, undefined];
    ring();
  };
  look();
  signal.addEventListener('abort', () => clearTimeout(timer));

  return {
    get state() {
      return state;
    },
    get isAnnounced() {
      return isAnnounced;
    },
    get reason() {
      return reason;
    },
    async next() {
      await rung;
      rung = arm();
    },
  };
}
