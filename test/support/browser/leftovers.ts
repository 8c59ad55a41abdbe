/** What elements have begun on the page and not ended, from the moment of the call until `stop`. */
export interface Leftovers {
  /** Listeners on the window and the document. */
  readonly listeners: number;
  /** Channels that are open. */
  readonly channels: number;
  stop(): void;
}

/** Observes listeners and open connections, and counts those that were not released. */
export function watchLeftovers(): Leftovers {
  const OwnChannel = globalThis.BroadcastChannel;
  const { addEventListener: add, removeEventListener: remove } = EventTarget.prototype;
  const channels = new Set<BroadcastChannel>();
  const listeners: { target: EventTarget; type: string; listener: unknown; signal: AbortSignal | undefined }[] = [];

  globalThis.BroadcastChannel = class extends OwnChannel {
    constructor(name: string) {
      super(name);
      channels.add(this);
    }
    override close() {
      channels.delete(this);
      super.close();
    }
  };
  EventTarget.prototype.addEventListener = function watch(this: EventTarget | undefined, type, listener, options) {
    const target = this ?? window;
    if (target === window || target === document)
      listeners.push({ target, type, listener, signal: typeof options === 'object' ? options.signal : undefined });
    add.call(target, type, listener, options);
  };
  EventTarget.prototype.removeEventListener = function watch(this: EventTarget | undefined, type, listener, options) {
    const target = this ?? window;
    const index = listeners.findIndex(
      (known) => known.target === target && known.type === type && known.listener === listener,
    );
    if (index >= 0) listeners.splice(index, 1);
    remove.call(target, type, listener, options);
  };

  return {
    get listeners() {
      return listeners.filter(({ signal }) => !signal?.aborted).length;
    },
    get channels() {
      return channels.size;
    },
    stop() {
      globalThis.BroadcastChannel = OwnChannel;
      Object.assign(EventTarget.prototype, { addEventListener: add, removeEventListener: remove });
    },
  };
}
