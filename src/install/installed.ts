import { within } from '../base/client/deadline.js';
import { isRunningInstalled } from '../base/browser/installed-app.js';

/** How long the browser may take to say which related apps are installed, in ms. */
const answerTimeout = 3000;

/**
 * Whether the app is installed: the page runs as it, or the browser knows it to be on this device, for which the
 * manifest must list itself in `related_applications`. Only Chromium reports it; false can also mean unknown. Takes
 * three seconds at most, and never rejects.
 *
 * @see {@link https://wicg.github.io/get-installed-related-apps/spec/ Get Installed Related Apps}
 */
export async function isInstalled(): Promise<boolean> {
  if (isRunningInstalled()) return true;
  const { getInstalledRelatedApps } = navigator as { getInstalledRelatedApps?: () => Promise<readonly unknown[]> };
  if (!getInstalledRelatedApps) return false;
  try {
    return (await within(answerTimeout, () => getInstalledRelatedApps.call(navigator))).length > 0;
  } catch {
    // In a frame, or in an insecure context, the browser does not report it.
    return false;
  }
}
