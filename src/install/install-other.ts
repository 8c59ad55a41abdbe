import { LatchError } from '../base/client/errors.js';
import { isWebAddress } from '../base/client/web-address.js';
import type { Attempt } from '../base/element/action.js';
import { installByNavigator, type InstallOutcome, type InstallTarget } from './web-install.js';

/**
 * Installs another app than that of the page: by the browser if it can, else on a page of that app, in a new tab. Loaded
 * only for a button of another app.
 *
 * @returns How the user answered the browser's dialog; undefined if there was none.
 * @throws {LatchError} `unsupported` if the browser cannot, or refuses the manifest; `cancelled` without a user gesture.
 * @throws {TypeError} if "install-url" is not the URL of a page.
 */
export async function installOther(
  { target, installUrl }: { readonly target: InstallTarget | undefined; readonly installUrl: string },
  { signal, onPhase }: Attempt,
): Promise<InstallOutcome | undefined> {
  const canInstall = target && 'install' in navigator;
  if (!canInstall && installUrl) {
    if (!isWebAddress(installUrl)) throw new TypeError(`"install-url" must be the URL of a page, not "${installUrl}"`);
    // A page of the app itself offers the installation, or tells how.
    open(new URL(installUrl, document.baseURI), '_blank', 'noopener');
    return undefined;
  }
  if (!canInstall) throw new LatchError('unsupported', 'The browser installs only the app of a page.');
  onPhase('asking');
  try {
    return await installByNavigator(target, signal);
  } catch (error) {
    throw (error as LatchError).code === 'unsupported' ? await explainRefusal(target, error) : error;
  }
}

/** Why the browser refuses to install another app, in the words of the manifest toolkit where that can read it. */
export async function explainRefusal({ manifestUrl }: InstallTarget, cause?: unknown): Promise<LatchError> {
  const problems = await import('./install-problems.js')
    .then(({ findProblemsOf }) => findProblemsOf(manifestUrl))
    .catch((error: Error) => [error.message]);
  return new LatchError('unsupported', ['The browser refuses to install the app.', ...problems].join(' '), { cause });
}
