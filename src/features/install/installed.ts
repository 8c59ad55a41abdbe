import { within } from '../../core/deadline.js';

/** How long the browser may take to say which related apps are installed, in ms. */
const patience = 3000;

/**
 * Whether the page runs as an installed app, in a window of its own.
 *
 * @see {@link https://www.w3.org/TR/appmanifest/#the-display-mode-media-feature Web App Manifest, display-mode}
 */
export function isRunningInstalled(): boolean {
  // WebKit on phones and tablets, where display-mode was late.
  if ((navigator as { standalone?: boolean }).standalone === true) return true;
  if (['standalone', 'minimal-ui', 'window-controls-overlay', 'tabbed', 'unframed'].some((mode) => matchMedia(`(display-mode: ${mode})`).matches)) return true;
  // A browser in full screen says so too: by F11, which takes a keyboard, or by a page that has asked for it.
  return matchMedia('(display-mode: fullscreen) and (hover: none)').matches && !document.fullscreenElement;
}

/**
 * Whether the app is installed: the page runs as it, or the browser knows it to be on this device, for which the manifest has to name it in `related_applications`. Only Chromium tells; false means that nobody
 * knows. Takes three seconds at most, and never rejects.
 *
 * @see {@link https://wicg.github.io/get-installed-related-apps/spec/ Get Installed Related Apps}
 */
export async function isInstalled(): Promise<boolean> {
  if (isRunningInstalled()) return true;
  const { getInstalledRelatedApps } = navigator as { getInstalledRelatedApps?: () => Promise<readonly unknown[]> };
  if (!getInstalledRelatedApps) return false;
  try {
    return (await within(patience, () => getInstalledRelatedApps.call(navigator))).length > 0;
  } catch {
    // In a frame, or in an insecure context: the browser does not tell.
    return false;
  }
}
