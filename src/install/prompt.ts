import { LatchError, unlessAborted } from '../base/client/errors.js';
import type { InstallOutcome, InstallTarget } from './web-install.js';

export type { InstallOutcome } from './web-install.js';

/** What is known of the app on this page. */
export interface Installation {
  /** Whether {@link install} can open the browser's dialog, or join the one that is open. */
  readonly canPrompt: boolean;
  /** Whether the browser has said on this page that the app was installed. */
  readonly installed: boolean;
}

/**
 * @see {@link https://wicg.github.io/manifest-incubations/#beforeinstallpromptevent-interface Manifest Incubations,
 * BeforeInstallPromptEvent}
 */
interface InstallPromptEvent extends Event {
  prompt(): Promise<{ outcome: InstallOutcome } | undefined>;
  readonly userChoice: Promise<{ outcome: InstallOutcome }>;
}

interface Page {
  prompt: InstallPromptEvent | undefined;
  asking: Promise<InstallOutcome> | undefined;
  installed: boolean;
  readonly listeners: Set<() => void>;
}

/**
 * The one record of the page, whichever copy of this module began it: the browser fires its event once, often before
 * there is any element. Where there is no page, nothing can be installed.
 */
const page =
  typeof document === 'undefined' ? undefined : sharePage(globalThis as unknown as Record<symbol, Page | undefined>);

function sharePage(place: Record<symbol, Page | undefined>): Page {
  return (place[Symbol.for('latchkey.install.v1')] ??= capture());
}

function capture(): Page {
  const page: Page = { prompt: undefined, asking: undefined, installed: false, listeners: new Set() };
  addEventListener('beforeinstallprompt', (event) => {
    // Chromium on Android would show its own offer beside the page's button. If no code on the page follows the
    // installation, there is no button, and users need the browser's offer.
    if (page.listeners.size > 0) event.preventDefault();
    page.prompt = event as InstallPromptEvent;
    page.installed = false;
    notify(page);
  });
  addEventListener('appinstalled', () => {
    page.prompt = undefined;
    page.installed = true;
    notify(page);
  });
  return page;
}

function notify({ listeners }: Page): void {
  for (const listener of listeners) listener();
}

/** What is known of the app at present. */
export function readInstallation(): Installation {
  return { canPrompt: !!(page?.prompt ?? page?.asking) || hasWebInstall(), installed: !!page?.installed };
}

/**
 * Calls `listener` with the state of the installation whenever it changes, until `signal` aborts. While there is a
 * listener, the browser does not show its own offer in the page.
 */
export function watchInstallation(listener: (installation: Installation) => void, signal: AbortSignal): void {
  if (!page || signal.aborted) return;
  const notify = () => listener(readInstallation());
  page.listeners.add(notify);
  // What a click needs must be there by then: a gesture does not last.
  if (hasWebInstall()) void loadWebInstall().catch(() => 'the click tries again');
  signal.addEventListener('abort', () => page.listeners.delete(notify));
}

/** Whether the browser has `navigator.install()`, which can install other apps, too. */
export function hasWebInstall(): boolean {
  return typeof navigator !== 'undefined' && 'install' in navigator;
}

const loadWebInstall = () => import('./web-install.js');

/**
 * Opens the browser's install dialog and resolves with the user's choice; joins a dialog that is open. Needs a user
 * gesture. `accepted` does not mean installed: {@link watchInstallation} reports that. Uses `navigator.install()` where
 * it is. The dialog of `beforeinstallprompt` opens once; after `dismissed` the browser may provide another one, or not.
 *
 * @param options `target` is another app than that of the page, which only `navigator.install()` can install.
 * @throws {LatchError} `unsupported` while the browser provides none: because it never does, or because the app is
 *   installed or not installable. `cancelled` without a user gesture: the next click may succeed. `aborted` once
 *   `signal` is; the dialog stays open.
 */
export function install({
  signal,
  target,
}: { signal?: AbortSignal | undefined; target?: InstallTarget | undefined } = {}): Promise<InstallOutcome> {
  return unlessAborted(signal, async () => {
    if (!page || (target && !hasWebInstall())) throw unsupported();
    if (target) return (await loadWebInstall()).installByNavigator(target);
    page.asking ??= ask(page).finally(() => {
      page.asking = undefined;
      notify(page);
    });
    return page.asking;
  });
}

async function ask(page: Page): Promise<InstallOutcome> {
  if (hasWebInstall()) return (await loadWebInstall()).installByNavigator();
  const event = page.prompt;
  if (!event) throw unsupported();
  page.prompt = undefined;
  try {
    const { outcome } = (await event.prompt()) ?? (await event.userChoice);
    return outcome;
  } catch (error) {
    if ((error as Error).name !== 'NotAllowedError') throw unsupported(error);
    // Not used up: the browser has only missed the gesture.
    page.prompt ??= event;
    throw new LatchError('cancelled', 'The install dialog needs a user gesture.', { cause: error, retryable: true });
  }
}

function unsupported(cause?: unknown): LatchError {
  return new LatchError('unsupported', 'The browser offers no install dialog.', { cause });
}
