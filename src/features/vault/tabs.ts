/** What tabs that have a vault unlocked tell each other: that it is to be locked, or that somebody is at work in one of them. */
export interface TabMessage {
  type: 'lock' | 'active';
  /** The name of the vault. */
  vault: string;
}

const name = 'latchkey.vault';

/** Tells the other tabs. */
export function tellTabs(message: TabMessage): void {
  const channel = new BroadcastChannel(name);
  channel.postMessage(message);
  channel.close();
}

/** Listens to the other tabs until `signal` aborts. Any script of the origin can write there: the most that it can do is lock, or keep unlocked what it could read anyway. */
export function hearTabs(listener: (message: TabMessage) => void, signal: AbortSignal): void {
  if (signal.aborted) return;
  const channel = new BroadcastChannel(name);
  channel.addEventListener('message', ({ data }) => {
    const { type, vault } = (data ?? {}) as Partial<TabMessage>;
    if ((type === 'lock' || type === 'active') && typeof vault === 'string') listener({ type, vault });
  });
  signal.addEventListener('abort', () => channel.close());
}
