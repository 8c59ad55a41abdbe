import { nothing, type TemplateResult } from 'lit';
import { html } from './html.js';
import { morePictogram } from './pictograms.js';

/** The button at which a menu opens, and the arrow key that opens it; undefined for a click. */
export interface MenuOpener {
  button: HTMLElement;
  key: string | undefined;
}

/** Opens a menu. */
export type OpenMenu = (opener: MenuOpener) => unknown;

/**
 * The button "⋯" for what is rare, which opens a `Menu` by a click or an arrow key. That is loaded when there is
 * something to open it for.
 *
 * @param name What assistive technology calls the button and its menu.
 * @param about The id of what describes the button, if anything.
 * @param opens What is opened from the menu and gives the focus back to the button, for `data-opens`.
 */
export function renderMenuButton(
  name: unknown,
  isBusy: boolean,
  open: OpenMenu,
  about: unknown = nothing,
  opens: unknown = nothing,
): TemplateResult {
  const act = (event: Event & { key?: string }) => {
    const { key } = event;
    if (key && !/^Arrow(Up|Down)$/.test(key)) return;
    // An arrow key would scroll the page, and the browser would toggle the open menu that the button is tied to, too.
    event.preventDefault();
    if (!isBusy) open({ button: event.currentTarget as HTMLElement, key });
  };
  return html`<button part="item-actions" class="quiet" type="button" aria-haspopup="menu" aria-expanded="false" aria-label=${name} data-opens=${opens} aria-describedby=${about} aria-disabled=${isBusy} @click=${act} @keydown=${act}>${morePictogram()}</button>`;
}
