import type { TemplateResult } from 'lit';
import type { LatchError } from '../base/client/errors.js';
import { FadingStatus } from '../base/element/fading-status.js';
import { html, nothing } from '../base/element/html.js';
import { LatchElement } from '../base/element/latch-element.js';
import { renderMenuButton, type OpenMenu } from '../base/element/menu-button.js';
import { Offers } from '../base/element/offers.js';
import { stylePage } from '../base/element/adopted-styles.js';
import { LatchListFailedEvent } from '../events.js';
import type { Texts } from '../messages/section.js';
import { renderListProblem, signInLinkStyles } from './list-problem.js';
import type { PersonalList } from './personal-list.js';

/** What changes the items of a list: its menu, its dialogs, the current step, and sentences besides those of the list. */
export interface ListChanges {
  readonly phase: string | undefined;
  readonly texts: Texts;
  renderDialog(): TemplateResult;
  dismiss(): void;
}

/** What the lists of passkeys and of devices share: the list, what changes it, and the status line about both. */
export abstract class PersonalListElement<Item, Changes extends ListChanges> extends LatchElement {
  protected abstract readonly list: PersonalList<Item>;
  protected readonly offers: Offers = new Offers(this);
  /** What changes the items, once it is loaded. */
  protected changes: Changes | undefined;
  /** The name of the sentence about the last change. */
  protected abstract made: string;
  #hadProblem = false;

  constructor() {
    super();
    new FadingStatus(this, {
      isPast: () => !this.phase && this.outcome === 'done',
      clear: () => (this.outcome = undefined),
    });
  }

  /** Fetches the list again. Resolves when it is shown, or the status line shows the reason why not. */
  async refresh(): Promise<void> {
    this.outcome = undefined;
    await this.list.refresh(this.lifetime.signal);
  }

  /** Loads what changes the items. */
  protected abstract load(): Promise<Changes>;

  protected override begin(signal: AbortSignal): void {
    stylePage(this, signInLinkStyles);
    this.list.watch(signal);
  }

  protected override get texts(): Texts {
    const ofChanges = this.changes?.texts;
    const texts = super.texts;
    return { ...ofChanges, ...texts, signedOut: texts['unauthenticated']!, done: ofChanges?.[this.made] ?? '' };
  }

  protected override get phase(): string | undefined {
    return this.changes?.phase ?? (this.list.isLoading ? 'loading' : undefined);
  }

  protected override willUpdate(): void {
    if (this.#hadProblem && !this.list.problem) this.outcome = undefined;
    this.#hadProblem = !!this.list.problem;
    if (!this.list.items) this.changes?.dismiss();
    // If it cannot be loaded, opening the menu reports that.
    else if (!this.changes) this.load().catch(() => {});
  }

  /** The status line, with what helps where the list could not be fetched. */
  protected renderProblem(): TemplateResult {
    return renderListProblem({
      status: this.renderStatus(),
      problem: this.list.problem,
      isBusy: !!this.phase,
      retry: this.texts['retry'],
      refresh: this.refresh,
    });
  }

  /** Begins a change unless another one is pending. */
  protected readonly change = async (begin: (changes: Changes) => unknown): Promise<void> => {
    if (this.phase) return;
    this.outcome = undefined;
    await this.withChanges(begin);
  };

  protected async withChanges(begin: (changes: Changes) => unknown): Promise<void> {
    try {
      await begin(await this.load());
    } catch (error) {
      this.failed(error as LatchError);
    }
  }

  /** The list could not be fetched, or a change failed. */
  protected failed(error: LatchError | TypeError, outcome?: string): void {
    this.fail(error, LatchListFailedEvent, outcome ?? this.list.outcomeOf(error));
  }
}

/** What one row of a list shows. What people and backends have named is only ever text. */
interface PersonalListItem {
  id: string;
  icon: TemplateResult;
  name: string;
  badge?: string | false;
  /** What the line about it consists of; what is false or empty is left out. */
  details: readonly unknown[];
  /** The dates in full, for those who point at the line. */
  dates: string;
  /** The label of the menu button; without it, there is no menu. */
  actions?: string | false;
  /** Whether something goes on, so that nothing else can be begun. */
  isBusy: boolean;
  openMenu: OpenMenu;
}

/** The row of a passkey or a device: a tile, what it is, and the button of its menu. */
export function renderItem(item: PersonalListItem): TemplateResult {
  const { icon, name, badge, details, dates, actions, isBusy, openMenu } = item;
  const id = `detail-${item.id}`;
  const menuButton = actions
    ? renderMenuButton(
        actions.replace('{name}', () => name),
        isBusy,
        openMenu,
        id,
      )
    : nothing;
  return html`<span class="tile">${icon}</span><div class="about"><bdi part="item-title">${name}</bdi> ${badge ? html`<span part="badge">${badge}</span>` : nothing} <p part="item-detail" id=${id} title=${dates}>${details.map((detail) => (detail ? html`<span>${detail}</span> ` : nothing))}</p></div>${menuButton}`;
}
