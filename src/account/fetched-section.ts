import type { TemplateResult } from 'lit';
import { html, nothing } from '../base/element/html.js';
import type { LatchError } from '../base/client/errors.js';
import { AccountSection } from './account-section.js';

/** A section that fetches its data when it is shown. @internal */
export abstract class FetchedSection<Data> extends AccountSection {
  protected data: Data | undefined;
  #hasFailed = false;
  #asked = 0;

  /** Fetches what the section shows. */
  protected abstract read(): Promise<Data>;

  /** What it shows, once it is there. */
  protected abstract renderData(data: Data): TemplateResult;

  override get isLoading(): boolean {
    return this.data === undefined && !this.#hasFailed;
  }

  override begin(): void {
    void this.load();
  }

  override render(heading: TemplateResult): TemplateResult {
    const { data, texts } = this;
    const content =
      data !== undefined
        ? this.renderData(data)
        : this.#hasFailed
          ? nothing
          : html`<p part="item-detail">${texts.loading}</p>`;
    const retry =
      this.#hasFailed && data === undefined ? this.renderButton(texts.retry, () => void this.load()) : nothing;
    return html`${heading}${content}${this.renderStatus()}${retry}`;
  }

  /** Fetches the data. A response that a later one has overtaken is dropped. */
  protected async load(): Promise<void> {
    const mine = ++this.#asked;
    const matters = () => mine === this.#asked && !this.page.signal().aborted;
    try {
      const data = await this.read();
      if (!matters()) return;
      if (this.#hasFailed) this.succeed('');
      this.data = data;
      this.#hasFailed = false;
    } catch (error) {
      if (!matters()) return;
      this.#hasFailed = true;
      this.isMissing = (error as LatchError).code === 'unsupported';
      if (!this.isMissing) this.fail(error as LatchError);
    }
    this.requestUpdate();
  }
}
