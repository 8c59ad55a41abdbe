import { LatchError } from '../base/client/errors.js';
import { isWebAddress } from '../base/client/web-address.js';
import { installByNavigator, type InstallTarget } from './web-install.js';

/** The members of a view that this part needs. */
export interface OtherInstallHost {
  /** Another app than that of the page, if that is to be installed. */
  readonly target: InstallTarget | undefined;
  /** A page of that app, for browsers that install the app of a page alone. */
  readonly installUrl: string;
  /** The person has agreed in the browser's dialog. */
  installAccepted(): void;
  /** The person has declined in the browser's dialog. */
  installDismissed(): void;
  /** Gets every failure except the abort of its own signal. */
  installFailed(error: LatchError): void;
}

/** What came of a click on the browser's own button, as its event says. */
export type InstallResult = 'success' | 'aborted' | 'invalid_data';

/**
 * Installs another app than that of the page: by the browser if it can, else on a page of that app, in a new tab. The
 * host gets the result. Loaded only for a button of another app.
 *
 * @returns Whether the app was installed.
 * @throws {LatchError} `unsupported` if the browser cannot, or refuses the manifest; `cancelled` without a user gesture.
 * @throws {TypeError} if "install-url" is not the URL of a page.
 */
export async function installOther(
  host: OtherInstallHost,
  enter: (phase: 'asking') => void,
  signal: AbortSignal,
): Promise<boolean> {
  const { installUrl, target } = host;
  const canInstall = target && 'install' in navigator;
  if (!canInstall && installUrl) {
    if (!isWebAddress(installUrl)) throw new TypeError(`"install-url" must be the URL of a page, not "${installUrl}"`);
    // A page of the app itself offers the installation, or tells how.
    open(new URL(installUrl, document.baseURI), '_blank', 'noopener');
    return false;
  }
  if (!canInstall) throw new LatchError('unsupported', 'The browser installs only the app of a page.');
  enter('asking');
  try {
    return settle(host, (await installByNavigator(target, signal)) === 'accepted' ? 'success' : 'aborted');
  } catch (error) {
    throw (error as LatchError).code === 'unsupported' ? await explainRefusal(target, error) : error;
  }
}

/** Reports what came of the browser's own button. Returns whether the app was installed. */
export function settle(host: OtherInstallHost, result: InstallResult): boolean {
  if (result === 'success') host.installAccepted();
  else if (result === 'aborted') host.installDismissed();
  else void explainRefusal(host.target!).then((error) => host.installFailed(error));
  return result === 'success';
}

/** Why the browser refuses to install another app, in the words of the manifest toolkit where that can read it. */
async function explainRefusal({ manifestUrl }: InstallTarget, cause?: unknown): Promise<LatchError> {
  const problems = await import('./install-problems.js')
    .then(({ findProblemsOf }) => findProblemsOf(manifestUrl))
    .catch((error: Error) => [error.message]);
  return new LatchError('unsupported', ['The browser refuses to install the app.', ...problems].join(' '), { cause });
}
