import { LatchError, unlessAborted } from '../base/client/errors.js';

/** How the user answered the browser's install dialog. */
export type InstallOutcome = 'accepted' | 'dismissed';

/** Another app than that of the page. */
export interface InstallTarget {
  /** The URL of its manifest. */
  readonly manifestUrl: string;
  /** The id that its manifest must have once it is processed, as a URL; the browser compares it. */
  readonly manifestId?: string | undefined;
}

interface InstallingNavigator {
  install?(options?: { manifest: string; manifestId?: string }): Promise<unknown>;
}

/**
 * Installs by `navigator.install()`: the app of the page, or another one. The browser asks the user; before the first
 * installation of another origin's app it asks for a permission as well. Needs a user gesture.
 *
 * @throws {LatchError} `unsupported` where there is no such method, and if the browser refuses the manifest, its id or
 *   the place of the page; `cancelled` without a user gesture; `aborted` once `signal` is, while the dialog stays open.
 * @see {@link https://wicg.github.io/install-element/ Web Install}
 */
export function installByNavigator(target?: InstallTarget, signal?: AbortSignal): Promise<InstallOutcome> {
  return unlessAborted(signal, async () => {
    const hasGesture = navigator.userActivation?.isActive !== false;
    try {
      const { manifestUrl, manifestId } = target ?? {};
      // A method that is missing is a TypeError, too.
      await (manifestUrl === undefined
        ? (navigator as InstallingNavigator).install!()
        : (navigator as InstallingNavigator).install!({
            manifest: new URL(manifestUrl, document.baseURI).href,
            ...(manifestId && { manifestId: new URL(manifestId, new URL(manifestUrl, document.baseURI)).href }),
          }));
      return 'accepted';
    } catch (cause) {
      const { name } = cause as Partial<Error>;
      if (name === 'AbortError') return 'dismissed';
      if (name === 'NotAllowedError' && !hasGesture)
        throw new LatchError('cancelled', 'The installation needs a user gesture.', {
          cause,
          exception: name,
          retryable: true,
        });
      throw new LatchError('unsupported', `The browser refuses to install the app: ${name}.`, {
        cause,
        exception: name,
      });
    }
  });
}
