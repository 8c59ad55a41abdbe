/**
 * The observable state of a window at the provider. `closed` is certain. `lost` is not: Cross-Origin-Opener-Policy, on
 * the app's pages or the provider's, separates a window from its opener when the provider's page loads, and a separated
 * window reports that it is closed.
 */
export type WindowState = 'open' | 'closed' | 'lost';

/** The window of one sign-in. */
export interface ProviderWindow {
  /** Checks the state of the window. Call it regularly, so that it can distinguish `closed` from `lost`. */
  look(): WindowState;
  /** Brings it to the front, or opens it again when it is not there any more. Needs a user gesture. */
  show(): void;
  close(): void;
}

/** One window for all sign-ins of a page: a later one takes it over from an earlier one, which then cannot close it. */
const name = 'latchkey-sign-in';
let owner: ProviderWindow | undefined;

/** How long it takes at most until a separated window reports that it is closed, in ms. Until then it looks open. */
const delay = 1000;

/**
 * Opens a window at `address` on the page's own origin, which leads to the provider. Needs a user gesture. Undefined if
 * the browser has blocked it.
 */
export function openProviderWindow(address: string): ProviderWindow | undefined {
  const open = () => window.open(address, name, 'popup,width=520,height=680');
  let handle = open();
  if (!handle) return undefined;
  let arrivedAt = Infinity;
  let isInSight = false;
  const look = (): WindowState => {
    if (handle!.closed) return isInSight ? 'closed' : 'lost';
    if (isThere(handle!)) arrivedAt = Math.min(arrivedAt, Date.now());
    isInSight ||= Date.now() - arrivedAt >= delay;
    return 'open';
  };
  const opened: ProviderWindow = {
    look,
    show() {
      if (look() === 'open') return handle!.focus();
      [arrivedAt, isInSight] = [Infinity, false];
      handle = open() ?? handle;
    },
    close() {
      if (owner === opened) handle!.close();
    },
  };
  return (owner = opened);
}

/** Whether the window shows a page, and is not known to be cut off. */
function isThere({ location }: Window): boolean {
  try {
    return location.href !== 'about:blank';
  } catch {
    // A page of the provider: other origins cannot read its URL.
    return true;
  }
}
