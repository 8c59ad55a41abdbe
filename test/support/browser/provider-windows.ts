/** A window that the page has opened, in the hands of the test. */
export interface StandInWindow {
  readonly address: string;
  readonly name: string;
  /** How often the page has brought it to the front. */
  focused: number;
  readonly isClosed: boolean;
  /** Has it show a page of the provider. */
  arrive(): void;
  /** Closes it, as the user or the callback page does; to the page one that was cut off looks the same. */
  close(): void;
}

/**
 * The windows that the page opens, instead of real ones: those belong to no test, and a provider's page in them could
 * not be reached from here.
 */
export interface ProviderWindows {
  readonly all: readonly StandInWindow[];
  readonly last: StandInWindow;
  /** Blocks what the page opens from now on. */
  block(): void;
  restore(): void;
}

/** Replaces `window.open`. Opening a name that is open returns the same window. */
export function watchProviderWindows(): ProviderWindows {
  const own = window.open;
  const all: StandInWindow[] = [];
  let isBlocked = false;

  window.open = (address, name = '') => {
    if (isBlocked) return null;
    let isClosed = false;
    let hasArrived = false;
    const shown: StandInWindow = {
      address: String(address),
      name,
      focused: 0,
      get isClosed() {
        return isClosed;
      },
      arrive: () => (hasArrived = true),
      close: () => (isClosed = true),
    };
    all.push(shown);
    const location = {
      get href() {
        if (hasArrived) throw new DOMException('Blocked a frame from accessing a cross-origin frame.', 'SecurityError');
        return 'about:blank';
      },
    };
    return {
      location,
      get closed() {
        return isClosed;
      },
      focus: () => (shown.focused += 1),
      close: shown.close,
    } as unknown as Window;
  };

  return {
    all,
    get last() {
      return all.at(-1)!;
    },
    block: () => (isBlocked = true),
    restore: () => (window.open = own),
  };
}
