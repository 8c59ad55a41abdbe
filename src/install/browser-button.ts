import type { TemplateResult } from 'lit';
import { html } from '../base/element/html.js';
import type { InstallTarget } from './web-install.js';

/** What came of a click on the browser's own button, as its event says. */
export type InstallResult = 'success' | 'aborted' | 'invalid_data';

/**
 * The browser's own button for another app, which opens the dialog without asking for a permission before. Where the
 * browser cannot show it, it shows `fallback`. Loaded on demand.
 *
 * @see {@link https://wicg.github.io/install-element/ Web Install}
 */
export function browserButton(
  { manifestUrl, manifestId }: InstallTarget,
  fallback: TemplateResult,
  settle: (result: InstallResult) => void,
): TemplateResult {
  const manifest = new URL(manifestUrl, document.baseURI);
  return html`<install
    part="browser-button"
    .manifest=${manifest.href}
    .manifestId=${manifestId ? new URL(manifestId, manifest).href : null}
    @installresult=${(event: Event & { result?: InstallResult }) => settle(event.result ?? 'aborted')}
    >${fallback}</install
  >`;
}
