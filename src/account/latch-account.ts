import { nothing, type CSSResultGroup, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import { html } from '../base/element/html.js';
import { readAccount, type AccountAnswer } from './account.js';
import type { Client } from '../base/client/client.js';
import { loadModule } from '../base/element/load-module.js';
import { Offers, type Offer } from '../base/element/offers.js';
import { wordsOf } from '../base/element/attributes.js';
import { LatchError } from '../base/client/errors.js';
import { LatchListFailedEvent } from '../events.js';
import { accountSections, type AccountSectionName, type WordList } from '../base/element/known-words.js';
import type { Texts } from '../messages/section.js';
import { LatchElement } from '../base/element/latch-element.js';
import { accountPage } from '../messages/en.js';
import { emptyStyles, renderListProblem, signInLinkStyles } from '../session/list-problem.js';
import { stylePage } from '../base/element/adopted-styles.js';
import { PersonalList } from '../session/personal-list.js';
import type { AccountDialogs, AccountPage, AccountSection } from './account-section.js';
import { accountStyles } from './latch-account.styles.js';

export type { AccountSectionName } from '../base/element/known-words.js';

/** What a section needs, and how it is loaded. */
interface SectionKind {
  heading: keyof typeof accountPage.english;
  /** The chapters of the contract of which it needs one. */
  chapters?: readonly string[];
  /** What the section exists for. */
  offer?: Offer;
  /** Whether it shows what `GET /account` returns. */
  isOfAccount?: boolean;
  load: () => Promise<{ Section: new (host: LatchAccount, page: AccountPage) => AccountSection }>;
}

const kinds: Readonly<Record<AccountSectionName, SectionKind>> = {
  name: { heading: 'name', isOfAccount: true, load: () => import('./name-section.js') },
  addresses: { heading: 'addresses', isOfAccount: true, load: () => import('./addresses-section.js') },
  passkeys: { heading: 'passkeys', chapters: ['passkey-settings'], load: () => import('./passkeys-section.js') },
  password: {
    heading: 'password',
    chapters: ['password-settings'],
    isOfAccount: true,
    offer: 'setPassword',
    load: () => import('./password-section.js'),
  },
  'second-factor': {
    heading: 'secondFactor',
    chapters: ['second-factor'],
    load: () => import('./second-factor-section.js'),
  },
  providers: { heading: 'providers', chapters: ['linked-identities'], load: () => import('./providers-section.js') },
  devices: { heading: 'devices', chapters: ['devices'], load: () => import('./devices-section.js') },
  events: { heading: 'events', chapters: ['security-events'], load: () => import('./events-section.js') },
  'sign-out': {
    heading: 'signOut',
    chapters: ['sign-out-everywhere', 'devices'],
    offer: 'endOtherDevices',
    load: () => import('./sign-out-section.js'),
  },
  delete: {
    heading: 'deletion',
    chapters: ['account-deletion'],
    offer: 'deleteAccount',
    load: () => import('./delete-section.js'),
  },
};

/** The account; nothing where the backend lacks `GET /account`, which the other chapters do not need. */
async function fetchAccount(client: Client, signal: AbortSignal): Promise<AccountAnswer[]> {
  try {
    return [await readAccount({ client, signal })];
  } catch (error) {
    if (error instanceof LatchError && error.code === 'unsupported') return [];
    throw error;
  }
}

/**
 * The settings of the signed-in user's account on one page: name, addresses, passkeys, password, second factor, linked
 * accounts, devices, recent activity, sign-out everywhere and deletion. A section whose chapter of the contract the
 * backend lacks is missing. If the backend requires a step-up, the element requests it in place, by passkey or password.
 *
 * @element latch-account
 * @slot sign-in - A link or an element to sign in with. Shown only while the user is signed out.
 * @fires {LatchAccountChangedEvent} latch-account-changed - A setting was changed; `detail.section` says in which section.
 *   Passkeys and devices have events of their own.
 * @fires {LatchAccountDeletedEvent} latch-account-deleted - The account is deleted, or will be at `detail.deletesAt`.
 * @fires {LatchSignedOutEvent} latch-signed-out - The user is signed out everywhere.
 * @fires {LatchListFailedEvent} latch-list-failed - The account could not be fetched; `detail.code` is the reason.
 * @fires {LatchPasskeyCreatedEvent} latch-passkey-created - The backend has stored a new passkey.
 * @fires {LatchPasskeyRenamedEvent} latch-passkey-renamed - A passkey has a new nickname, or none.
 * @fires {LatchPasskeyRemovedEvent} latch-passkey-removed - A passkey was removed from the account.
 * @fires {LatchSessionRevokedEvent} latch-session-revoked - A device was signed out.
 * @fires {LatchAddressVerifiedEvent} latch-address-verified - An address was verified with a code.
 * @fires {LatchCodeCompleteEvent} latch-code-complete - All digits of a code are there; the event does not contain them.
 * @fires {LatchNextStepEvent} latch-next-step - The code for an address has begun a sign-in that requires another step.
 * @fires {LatchSignInFailedEvent} latch-sign-in-failed - An address was not verified; `detail.code` is the reason.
 * @csspart item - One section; also one passkey or device.
 * @csspart item-title - The heading of a section; also the name of a passkey or device.
 * @csspart item-detail - A line below what a section shows.
 * @csspart item-actions - The button "⋯" that opens the menu of a passkey or device.
 * @csspart badge - Whether an address is verified; also the mark of this device.
 * @csspart action - A button that changes something.
 * @csspart action-danger - A button that removes something.
 * @csspart button - The main button of a form, and those of the lists.
 * @csspart box - The box of a digit of a code.
 * @csspart icon - The drawing in a button or beside a passkey or device.
 * @csspart form - The form for a change, and the one in a dialog.
 * @csspart label - The label of a field.
 * @csspart field - An input.
 * @csspart status - A status line: each section has one.
 * @csspart dialog - The dialog that confirms a change or requests the password.
 * @csspart dialog-title - Its title.
 * @csspart dialog-text - Its text.
 * @csspart dialog-confirm - The button that confirms.
 * @csspart dialog-cancel - The button that cancels.
 * @cssstate pending - A request or a dialog is pending.
 * @cssstate loading - The account is being fetched.
 * @cssstate saving - A change is being saved.
 * @cssstate confirming - A step-up is requested.
 * @cssstate failed - The account could not be fetched.
 */
export class LatchAccount extends LatchElement {
  static override styles: CSSResultGroup = [LatchElement.styles, emptyStyles, accountStyles];
  static override properties: PropertyDeclarations = { sections: {} };
  protected static override readonly knownWords = { sections: accountSections };

  /**
   * The sections in their order, as an array or separated by spaces: `name`, `addresses`, `passkeys`, `password`,
   * `second-factor`, `providers`, `devices`, `events`, `sign-out`, `delete`. The console warns of others, which are ignored.
   */
  sections: WordList<AccountSectionName> =
    'name addresses passkeys password second-factor providers devices events sign-out delete';

  protected readonly section = accountPage;
  /** Its one item is the account. */
  readonly #outline = new PersonalList<AccountAnswer>(this, {
    fetch: fetchAccount,
    failed: (error) => this.#failedToFetch(error),
  });
  readonly #page: AccountPage = {
    account: () => this.#account,
    signal: () => this.lifetime.signal,
    dialogs: () => this.#dialogs!,
    refresh: () => this.refresh(),
    dispatch: (event) => this.dispatch(event),
  };
  readonly #offers = new Offers(this);
  readonly #loaded = new Map<string, AccountSection>();
  readonly #loading = new Set<string>();
  /** The sections that could not be loaded, until the user tries again. */
  readonly #failed = new Map<string, LatchError>();
  #dialogs: AccountDialogs | undefined;
  #hadProblem = false;

  /** Fetches the account again. Resolves when it is shown, or the status line shows the reason why not. */
  async refresh(): Promise<void> {
    this.outcome = undefined;
    this.#failed.clear();
    await this.#outline.refresh(this.lifetime.signal);
  }

  protected override begin(signal: AbortSignal): void {
    stylePage(this, signInLinkStyles);
    this.#outline.watch(signal);
  }

  protected override get texts(): Texts {
    const texts = super.texts;
    return { ...texts, signedOut: texts['unauthenticated']! };
  }

  protected override get phase(): string | undefined {
    for (const { phase } of this.#loaded.values()) if (phase) return phase;
    return this.#outline.isLoading ? 'loading' : undefined;
  }

  protected override willUpdate(): void {
    if (this.#hadProblem && !this.#outline.problem) this.outcome = undefined;
    this.#hadProblem = !!this.#outline.problem;
    if (this.#outline.items) return this.#expectSections();
    // What they show belongs to the user who was signed in.
    this.#loaded.clear();
    this.#dialogs?.dismiss();
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    // Lit updates elements also after their removal.
    if (!this.isConnected) return;
    for (const place of this.renderRoot.querySelectorAll<HTMLElement>('[data-section]')) {
      const name = place.dataset['section']!;
      if (!this.#loaded.has(name) && !this.#failed.has(name)) void this.#load(name as AccountSectionName);
    }
  }

  protected override render(): TemplateResult {
    const { items, problem } = this.#outline;
    const status = renderListProblem({
      status: this.renderStatus(),
      problem: problem ?? [...this.#failed.values()][0],
      isBusy: !!this.phase,
      retry: this.texts['retry'],
      refresh: this.refresh,
    });
    return html`${status}${items && this.#names.map((name) => (this.#isThere(name) ? this.#renderSection(name) : nothing))}${this.#dialogs?.renderDialog()}`;
  }

  /** What a section has to say stands in that section. */
  protected override get sentence(): unknown {
    return !this.phase || this.phase === 'loading' ? super.sentence : '';
  }

  /** Undefined where the backend does not describe it. */
  get #account(): AccountAnswer | undefined {
    return this.#outline.items?.[0];
  }

  #failedToFetch(error: LatchError | TypeError): void {
    this.fail(error, LatchListFailedEvent, this.#outline.outcomeOf(error));
  }

  /** Says so if the backend has none of the sections. */
  #expectSections(): void {
    const names = this.#names;
    if (names.length === 0 || this.outcome || names.some((name) => this.#isThere(name))) return;
    this.#failedToFetch(new LatchError('unsupported', 'The backend has none of the sections.'));
  }

  /** The sections of the attribute. One that is missing keeps its place, so that those after it are not made anew. */
  get #names(): AccountSectionName[] {
    return wordsOf<AccountSectionName>(this.sections || accountSections).filter((name) => Object.hasOwn(kinds, name));
  }

  /** Whether the backend has the section. */
  #isThere(name: AccountSectionName): boolean {
    const section = this.#loaded.get(name);
    if (section?.isOpen || section?.isMissing) return section.isOpen;
    const account = this.#account;
    const { chapters, isOfAccount, offer } = kinds[name];
    const hasChapter = !chapters || !account?.chapters || chapters.some((one) => account.chapters!.includes(one));
    return !!(account || !isOfAccount) && hasChapter && (!offer || this.#offers.has(offer));
  }

  #renderSection(name: AccountSectionName): TemplateResult {
    const id = `heading-${name}`;
    const heading = html`<h2 part="item-title" id=${id}>${this.texts[kinds[name].heading]}</h2>`;
    return html`<section part="item" data-section=${name} aria-labelledby=${id} aria-busy=${this.#isLoading(name)}>${this.#loaded.get(name)?.render(heading) ?? heading}</section>`;
  }

  /** Those below wait until it is there, so that they do not move. */
  #isLoading(name: AccountSectionName): boolean {
    return !this.#loaded.has(name) ? !this.#failed.has(name) : this.#loaded.get(name)!.isLoading;
  }

  async #load(name: AccountSectionName): Promise<void> {
    if (this.#loading.has(name)) return;
    this.#loading.add(name);
    try {
      const [{ AccountDialogs }, { Section }] = await loadModule(() =>
        Promise.all([import('./account-section.js'), kinds[name].load()]),
      );
      if (!this.#outline.items || !this.isConnected) return;
      this.#dialogs ??= new AccountDialogs(this);
      const section = new Section(this, this.#page);
      this.#loaded.set(name, section);
      section.begin();
    } catch (error) {
      this.#failed.set(name, error as LatchError);
      this.#failedToFetch(error as LatchError);
    } finally {
      this.#loading.delete(name);
      this.requestUpdate();
    }
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'latch-account': LatchAccount;
  }
}
