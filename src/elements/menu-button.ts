import { html, nothing, type TemplateResult } from 'lit';
import { morePictogram } from './pictograms.js';

/** Opens a menu at `button`. */
export type OpenMenu = (button: HTMLElement) => unknown;

/**
 * The button "⋯" for what is rare, which opens a `Menu`. That is loaded when there is something to open it for, and
 * then has the arrow keys open it, too.
 *
 * @param name What assistive technology calls the button and its menu.
 * @param about The id of what describes the button, if anything.
 */
export function renderMenuButton(
  name: unknown,
  isBusy: boolean,
  open: OpenMenu,
  about: unknown = nothing,
): TemplateResult {
  const act = (event: Event) => {
    // What the button is tied to while its menu is open, the browser would toggle, too.
    event.preventDefault();
    if (!isBusy) open(event.currentTarget as HTMLElement);
  };
  return html`<button part="item-actions" class="quiet" type="button" aria-haspopup="menu" aria-expanded="false" aria-label=${name} aria-describedby=${about} aria-disabled=${isBusy} @click=${act}>${morePictogram()}</button>`;
}
