import { sentenceOf } from '../session/session-list.js';
import type { TemplateResult } from 'lit';
import { html, nothing } from '../base/element/html.js';
import { clientOf } from '../base/element/backend.js';
import { listSecurityEvents, type SecurityEvent, type SecurityEventList } from './account.js';
import type { LatchError } from '../base/client/errors.js';
import { datesFor, type Dates } from '../base/element/dates.js';
import { accountEvents, sessionMethods } from '../messages/en.js';
import { loadTexts, textsFor } from '../messages/localize.js';
import type { Texts } from '../messages/section.js';
import { FetchedSection } from './fetched-section.js';

/** How many events are shown at first, and how many more each time. */
const step = 5;

/** What happened to the account, the latest first. @internal */
export class Section extends FetchedSection<SecurityEventList> {
  protected readonly section = 'events';
  #shown = step;

  protected override async read(): Promise<SecurityEventList> {
    const texts = [loadTexts(this.host, accountEvents), loadTexts(this.host, sessionMethods)];
    const [events] = await Promise.all([this.#readFrom(undefined), ...texts]);
    return events;
  }

  protected override renderData({ events, next }: SecurityEventList): TemplateResult {
    const { texts } = this;
    const kinds: Texts = textsFor(this.host, accountEvents);
    const dates = datesFor(this.host, accountEvents, 'short');
    // There is nothing to say of types that this version does not know.
    const known = events.filter(({ type }) => Object.hasOwn(kinds, type));
    if (known.length === 0) return html`<p part="item-detail">${texts.noEvents}</p>`;
    const hasMore = known.length > this.#shown || next !== undefined;
    return html`<ul role="list">${known.slice(0, this.#shown).map((event) => html`<li>${this.#renderEvent(event, kinds, dates)}</li>`)}</ul>${hasMore ? this.renderButton(texts.more, () => void this.#more()) : nothing}`;
  }

  #renderEvent(
    { type, at, device, method, detail, provider }: SecurityEvent,
    kinds: Texts,
    dates: Dates,
  ): TemplateResult {
    const methods: Texts = textsFor(this.host, sessionMethods);
    // That the account was created is said already.
    const name = method && methods[sentenceOf(method)];
    const how = provider?.name ?? (method !== 'signup' && name);
    const title = html`${kinds[type]}${type.startsWith('passkey') && detail ? html`: <bdi>${detail}</bdi>` : nothing}`;
    const parts = [dates.write(at), device, typeof how === 'string' && how];
    return this.renderRow(
      title,
      parts.map((part) => (part ? html`<span>${part}</span> ` : nothing)),
      nothing,
    );
  }

  /** Reads the events from where the list before ended. */
  async #readFrom(from: string | undefined): Promise<SecurityEventList> {
    return listSecurityEvents({ client: clientOf(this.host), from, signal: this.page.signal() });
  }

  async #more(): Promise<void> {
    const { data } = this;
    if (!data) return;
    this.#shown += step;
    this.requestUpdate();
    if (data.next === undefined || this.#shown <= data.events.length) return;
    try {
      const { events, next } = await this.#readFrom(data.next);
      this.data = { events: [...data.events, ...events], ...(next !== undefined && { next }) };
      this.requestUpdate();
    } catch (error) {
      this.fail(error as LatchError);
    }
  }
}
