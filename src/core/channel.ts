/**
 * What tabs of one origin tell each other on the channel `auth`. Any script of the origin can send these: a message is
 * a hint to ask the backend, never proof of anything.
 * Popups of a federated sign-in send the first two. `from` names the page that a complete sign-out began in.
 */
export type ChannelMessage =
  { type: 'signed-in' } | { type: 'sign-in-failed'; reason: string } | { type: 'signed-out'; from?: string };

const name = 'auth';

/** Tells all tabs, this one included. */
export function tell(message: ChannelMessage): void {
  const channel = new BroadcastChannel(name);
  channel.postMessage(message);
  channel.close();
}

/**
 * Calls `listener` for each message of any tab, this one included, until `signal` aborts. Messages of an unknown shape
 * are dropped.
 * The channel is closed while the page rests in the back-forward cache, so that it may rest there.
 */
export function listen(listener: (message: ChannelMessage) => void, signal: AbortSignal): void {
  let channel: BroadcastChannel | undefined;
  const close = () => {
    channel?.close();
    channel = undefined;
  };
  const start = () => {
    if (channel || signal.aborted) return;
    channel = new BroadcastChannel(name);
    channel.addEventListener('message', ({ data }) => {
      if (isChannelMessage(data)) listener(data);
    });
  };
  start();
  globalThis.addEventListener?.('pagehide', close, { signal });
  globalThis.addEventListener?.('pageshow', start, { signal });
  signal.addEventListener('abort', close);
}

function isChannelMessage(data: unknown): data is ChannelMessage {
  if (typeof data !== 'object' || data === null) return false;
  const { type, reason } = data as Record<string, unknown>;
  return type === 'signed-in' || type === 'signed-out' || (type === 'sign-in-failed' && typeof reason === 'string');
}
