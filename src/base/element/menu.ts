import { adoptStyles } from './adopted-styles.js';
import { nothing, type LitElement, type ReactiveController, type TemplateResult } from 'lit';
import { html } from './html.js';
import type { MenuOpener } from './menu-button.js';
import { menuStyles } from './menu.styles.js';

/** What can be chosen in a menu. */
export interface MenuItem {
  text: string;
  /** Whether it deletes or ends something. */
  isDangerous?: boolean;
  act(): unknown;
}

/** Space between the menu and its button, and between the menu and the edges of the window, in px. */
const gap = 4;
const margin = 8;

/**
 * The menu of a menu button, by the WAI-ARIA pattern: arrow keys, Home, End and first letters move in it, Escape and a
 * click elsewhere close it. It is a popover, so nothing clips it, and stays within the window. The element puts
 * `render()` into its template. Elements load it when the first menu is opened. @internal
 *
 * @see {@link https://www.w3.org/WAI/ARIA/apg/patterns/menu-button/ Menu Button Pattern}
 */
export class Menu implements ReactiveController {
  readonly #host: LitElement;
  #button: HTMLButtonElement | undefined;
  #choices: readonly MenuItem[] = [];
  /** Whether the focus goes to the last choice. */
  #isFromEnd = false;
  #open: AbortController | undefined;

  constructor(host: LitElement) {
    this.#host = host;
    adoptStyles(host.renderRoot as ShadowRoot, menuStyles);
    host.addController(this);
  }

  /** Opens the menu at a button, with the focus at its end for ArrowUp. A click closes it if it is open there. */
  show({ button, key }: MenuOpener, choices: readonly MenuItem[]): void {
    const isOpen = button === this.#button;
    // An arrow key may be held down while the menu is being loaded.
    if (isOpen && key) return;
    this.close();
    if (isOpen) return;
    this.#isFromEnd = key === 'ArrowUp';
    this.#button = button as HTMLButtonElement;
    this.#choices = choices;
    this.#host.requestUpdate();
  }

  /** Closes the menu and gives the focus back to its button, if the menu has it. */
  close(): void {
    const popover = this.#popover;
    this.#forget();
    popover?.hidePopover();
  }

  hostUpdated(): void {
    const button = this.#button;
    if (!button || this.#open) return;
    this.#open = new AbortController();
    const { signal } = this.#open;
    // Else the browser closes the menu before a click on its button arrives, which would then open it again.
    button.popoverTargetElement = this.#popover!;
    button.ariaExpanded = 'true';
    this.#popover!.showPopover();
    this.#place();
    this.#items.at(this.#isFromEnd ? -1 : 0)!.focus();
    addEventListener('resize', this.#place, { signal });
    addEventListener('scroll', this.#place, { signal, capture: true, passive: true });
  }

  hostDisconnected(): void {
    this.#forget();
  }

  /** The menu while it is open. */
  render(): TemplateResult | typeof nothing {
    if (!this.#button) return nothing;
    return html`<div popover role="menu" aria-label=${this.#button.ariaLabel!} @keydown=${this.#move} @beforetoggle=${this.#toggle}>
      ${this.#choices.map(
        (choice) =>
          html`<button part=${choice.isDangerous ? 'action-danger' : 'action'} type="button" role="menuitem" tabindex="-1" @click=${() => this.#choose(choice)}>${choice.text}</button>`,
      )}
    </div>`;
  }

  get #popover(): HTMLElement | null {
    return this.#host.renderRoot.querySelector<HTMLElement>('[popover]');
  }

  get #items(): HTMLElement[] {
    return [...this.#popover!.querySelectorAll('button')];
  }

  #choose(choice: MenuItem): void {
    this.close();
    choice.act();
  }

  readonly #toggle = ({ newState }: Event & { newState?: string }): void => {
    if (newState === 'closed') this.#forget();
  };

  readonly #move = (event: KeyboardEvent): void => {
    const { key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    // The focus goes on from the button.
    if (key === 'Tab') return this.close();
    if (key === 'Escape') this.close();
    else {
      const items = this.#items;
      const at = items.indexOf((this.#host.renderRoot as ShadowRoot).activeElement as HTMLElement);
      const next =
        key === 'ArrowDown'
          ? (items[at + 1] ?? items[0])
          : key === 'ArrowUp'
            ? items.at(at - 1)
            : key === 'Home'
              ? items[0]
              : key === 'End'
                ? items.at(-1)
                : [...items.slice(at + 1), ...items.slice(0, at + 1)].find((item) => startsWith(item, key));
      if (!next) return;
      next.focus();
    }
    event.preventDefault();
    // What is around the element may have keys of its own.
    event.stopPropagation();
  };

  /** Puts the menu below the end of its button, or above it where there is more room. */
  readonly #place = (): void => {
    const menu = this.#popover!;
    const { left, right, top, bottom } = this.#button!.getBoundingClientRect();
    const { clientWidth, clientHeight } = document.documentElement;
    const { offsetWidth, offsetHeight } = menu;
    const x = menu.matches(':dir(rtl)') ? left : right - offsetWidth;
    const below = bottom + gap;
    const y = below + offsetHeight + margin > clientHeight ? top - gap - offsetHeight : below;
    menu.style.left = `${within(x, clientWidth - offsetWidth)}px`;
    menu.style.top = `${within(y, clientHeight - offsetHeight)}px`;
  };

  #forget(): void {
    const button = this.#button;
    if (!button) return;
    // Not every browser gives the focus back within a shadow root, and Safari has not given it to a clicked button.
    if (this.#popover?.matches(':focus-within')) button.focus();
    button.popoverTargetElement = null;
    button.ariaExpanded = 'false';
    this.#open?.abort();
    this.#open = this.#button = undefined;
    this.#host.requestUpdate();
  }
}

function startsWith({ textContent }: HTMLElement, key: string): boolean {
  return key.length === 1 && textContent.trim().toLocaleLowerCase().startsWith(key.toLocaleLowerCase());
}

function within(position: number, most: number): number {
  return Math.max(margin, Math.min(position, most - margin));
}
