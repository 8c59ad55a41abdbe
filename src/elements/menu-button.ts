import { html, nothing, type TemplateResult } from 'lit';
import { morePictogram } from './pictograms.js';

/** Opens a menu at `button`; `key` is the arrow key that did it, if one did. */
export type OpenMenu = (button: HTMLButtonElement, key?: string) => unknown;

/**
 * The button "⋯" for what is rare, which a click or an arrow key opens. The menu itself is a `Menu`, which is loaded
 * then.
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
  const act = (event: Event & { key?: string }) => {
    const { key } = event;
    if (isBusy || (key && !/^Arrow[DU]/.test(key))) return;
    // An arrow key would scroll the page.
    event.preventDefault();
    open(event.currentTarget as HTMLButtonElement, key);
  };
  return html`<button part="item-actions" class="quiet" type="button" aria-haspopup="menu" aria-expanded="false" aria-label=${name} aria-describedby=${about} aria-disabled=${isBusy} @click=${act} @keydown=${act}>${morePictogram()}</button>`;
}
