import { html, LitElement, type PropertyValues, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import type { Messages } from './messages/en.js';
import { messagesFor } from './messages/index.js';
import { sharedStyles } from './shared.styles.js';

/** What every element has: a backend, sentences in the page's language, a status line and custom states. */
export abstract class LatchElement extends LitElement {
  static override styles = [sharedStyles];

  /** Where the backend is: an address on the page's own origin. Defaults to `<meta name="latch-base-url">`, else the root of the origin. */
  @property({ attribute: 'base-url' }) baseUrl = '';

  readonly #internals = this.attachInternals();

  /** Names of the custom states that hold at present, for `:state()` in style sheets. */
  protected abstract get customStates(): readonly string[];

  protected get messages(): Messages {
    return messagesFor(this);
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    try {
      this.#internals.states.clear();
      for (const name of this.customStates) this.#internals.states.add(name);
    } catch {
      // Chromium before 125 takes only names that begin with two dashes, and WebKit before 17.4 has no states at all: nothing to style there.
    }
  }

  /** The line below a control that says what is going on. It keeps its space while it says nothing. */
  protected renderStatus(saying: string): TemplateResult {
    return html`<p part="status" role="status">${saying}</p>`;
  }
}
