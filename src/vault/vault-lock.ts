import type { ReactiveControllerHost } from 'lit';
import { listen } from '../base/storage/channel.js';
import type { Client } from '../base/client/client.js';
import { abortError, type LatchError } from '../base/client/errors.js';
import { watchPage } from '../base/browser/page.js';
import type { LockWarning } from './lock-triggers.js';
import type { LockReason } from './tabs.js';
import { seemsToHaveVaults } from './vault-hint.js';
import type { Vault } from './vault.js';
import { Action } from '../base/element/action.js';
import { clientOf, isRefused, type BackendHost } from '../base/element/backend.js';
import { loadModule } from '../base/element/load-module.js';
import type { OpeningQuestions } from './with-passkey.js';

/**
 * The state of the vault on this device: none; locked; unlocked here; deleted by the browser (`lost`); changed by
 * something else (`damaged`).
 */
export type VaultState = 'none' | 'locked' | 'unlocked' | 'lost' | 'damaged';

/** The element that shows the lock. */
export interface VaultLockOptions extends OpeningQuestions {
  /** Aborts when the element is removed. */
  signal(): AbortSignal;
  /** After how many minutes without a touch it is locked; read when it is unlocked. */
  autoLock(): number;
  unlocked(): void;
  /** It is going to be locked, because no tab of the app was touched for a while. */
  warned(warning: LockWarning): void;
  /** It is locked, for whichever reason. */
  locked(reason: LockReason): void;
  /** The browser has deleted it. */
  lost(): void;
  /**
   * Gets every failure; the operation is pending until this resolves. A TypeError means that the page is set up wrongly.
   * Must not reject.
   */
  failed(error: LatchError | TypeError): Promise<void>;
}

/** What requests something from the user. */
type Operation = (client: Client, signal: AbortSignal) => Promise<void>;

/** The part that knows how to open vaults; most of the bytes. */
const loadOpening = () => loadModule(() => import('./with-passkey.js'));

/**
 * The lock of the vault of this device, for one view. It is unlocked for one view at a time: another one, in this tab
 * or elsewhere, requests a passkey separately.
 */
export class VaultLock {
  readonly #host: ReactiveControllerHost & BackendHost;
  readonly #options: VaultLockOptions;
  /** Resolves with whether the vault was not locked in the middle of it. */
  readonly #operation: Action<boolean, Operation>;
  #state: VaultState = 'none';
  #vault: Vault | undefined;
  #hasRecoveryCode = false;
  #ways: number | undefined;
  #isByCode = false;

  constructor(host: ReactiveControllerHost & BackendHost, options: VaultLockOptions) {
    this.#host = host;
    this.#options = options;
    this.#operation = new Action({
      signal: () => options.signal(),
      update: () => host.requestUpdate(),
      run: async ({ signal, onPhase }, operation) => {
        onPhase('asking');
        const vault = this.#vault;
        try {
          await operation(clientOf(host), signal);
          return true;
        } catch (error) {
          // The element knows already that it was locked in the middle of this.
          if (vault?.locked.aborted) return false;
          throw error;
        }
      },
      done: (isComplete) => isComplete && this.#lookUnlessOpen(),
      failed: async (error) => {
        if (!this.#note(error)) await options.failed(error);
        this.#lookUnlessOpen();
      },
    });
  }

  /** `asking` while a passkey is requested, or the request is prepared. */
  get phase(): string | undefined {
    return this.#operation.phase;
  }

  get state(): VaultState {
    return this.#state;
  }

  /** The vault while it is unlocked. */
  get vault(): Vault | undefined {
    return this.#vault;
  }

  /** Whether a recovery code opens what is locked. */
  get hasRecoveryCode(): boolean {
    return this.#hasRecoveryCode;
  }

  /** In how many ways it opens, as far as that is known; only while it is unlocked. */
  get ways(): number | undefined {
    return this.#ways;
  }

  /** Whether it was unlocked by the recovery code, and no passkey was added since: those that open it may be lost. */
  get isByCode(): boolean {
    return this.#isByCode;
  }

  /**
   * Follows how it stands with the vault until `signal` aborts, which locks it here. Signing out deletes it as long as
   * the view is there.
   */
  watch(signal: AbortSignal): void {
    if (isRefused(this.#host)) return;
    void this.#prepare(signal);
    signal.addEventListener('abort', () => this.#vault?.lock({ onlyHere: true, reason: 'removed' }));
    const look = () => void this.look();
    this.#show(seemsToHaveVaults() ? 'locked' : 'none');
    look();
    listen(look, signal);
    watchPage((event) => event !== 'left' && look(), signal);
  }

  /** Looks how it stands with the vault. Never rejects. */
  async look(): Promise<void> {
    const signal = this.#options.signal();
    try {
      const { listOwnVaults } = await loadOpening();
      const vaults = await listOwnVaults(clientOf(this.#host));
      if (signal.aborted || this.#vault) return;
      this.#hasRecoveryCode = vaults.some(({ hasRecoveryCode }) => hasRecoveryCode);
      const isDamaged = this.#state === 'damaged';
      this.#show(vaults.length === 0 ? 'none' : isDamaged ? 'damaged' : 'locked');
    } catch (error) {
      // Other failures matter only when the user wants to unlock the vault.
      if (!signal.aborted && !this.#vault) this.#note(error);
    }
  }

  /**
   * Unlocks the vault, or creates one if there is none or the browser has deleted it; joins a pending call. Needs a
   * user gesture in WebKit. Never rejects.
   */
  unlock(): Promise<unknown> {
    return this.run(async (_client, signal) => {
      const { offerPasskey, explainSecondRequest } = this.#options;
      if (!this.#vault)
        await this.#open(signal, ({ openFor }, client) =>
          openFor({ client, signal, forgetLost: this.#state === 'lost', offerPasskey, explainSecondRequest }),
        );
    });
  }

  /** Unlocks the vault by the recovery code, as the user has typed it. Resolves with the error if that fails. */
  async unlockByCode(code: string, signal: AbortSignal): Promise<LatchError | undefined> {
    try {
      await this.#open(signal, ({ unlockByCode }, client) => unlockByCode(client, code));
      this.#isByCode = true;
      return undefined;
    } catch (error) {
      this.#note(error);
      return error as LatchError;
    }
  }

  /** Locks the vault in all tabs. */
  lock(): void {
    this.#vault?.lock();
  }

  /** Runs an operation that requests something from the user; joins a pending one. Never rejects. */
  run(operation: Operation): Promise<unknown> {
    return this.#operation.start(operation);
  }

  /** Counts again in how many ways the vault opens, once one was added, or taken off. Never rejects. */
  async count(isPasskeyAdded = false): Promise<void> {
    if (isPasskeyAdded) this.#isByCode = false;
    const vault = this.#vault;
    const keys = await vault?.keys().catch(() => undefined);
    if (vault !== this.#vault) return;
    this.#ways = keys?.length;
    this.#host.requestUpdate();
  }

  /**
   * Loads the code that opens vaults, so that it is ready for a click, and registers the vaults for deletion at
   * sign-out.
   */
  async #prepare(signal: AbortSignal): Promise<void> {
    try {
      const client = clientOf(this.#host);
      const { registerVaults } = await loadOpening();
      if (!signal.aborted) signal.addEventListener('abort', registerVaults(client));
    } catch (error) {
      // A failure to load it matters only when the user clicks.
      if (error instanceof TypeError) void this.#options.failed(error);
    }
  }

  async #open(
    signal: AbortSignal,
    open: (opening: Awaited<ReturnType<typeof loadOpening>>, client: Client) => Promise<Vault>,
  ): Promise<void> {
    const client = clientOf(this.#host);
    const idleAfter = readMinutes(this.#options.autoLock()) * 60_000;
    const opening = await loadOpening();
    const vault = await open(opening, client);
    if (this.#vault || signal.aborted) return vault.lock({ onlyHere: true });
    if (vault.locked.aborted) throw abortError(vault.locked);
    this.#vault = vault;
    this.#isByCode = false;
    vault.locked.addEventListener('abort', () => {
      this.#vault = this.#ways = undefined;
      this.#show('locked');
      this.#options.locked(vault.lockReason!);
      void this.look();
    });
    opening.lockWhenLeft(vault, { client, idleAfter, onWarning: (warning) => this.#options.warned(warning) });
    this.#show('unlocked');
    void this.count();
    this.#options.unlocked();
  }

  #lookUnlessOpen(): void {
    if (!this.#vault) void this.look();
  }

  /** Updates the state of the vault from an error. Returns whether that notified the element. */
  #note(error: unknown): boolean {
    const { code, retryable } = error as Partial<LatchError>;
    // A browser that keeps nothing, or has just hung up, may do better the next time.
    const isLost = code === 'storage_lost' && !retryable && seemsToHaveVaults();
    const state = isLost ? 'lost' : code === 'vault_damaged' && 'damaged';
    if (state) {
      this.#vault?.lock({ onlyHere: true, reason: state });
      this.#show(state);
    }
    return isLost;
  }

  #show(state: VaultState): void {
    const isNews = state !== this.#state;
    this.#state = state;
    this.#host.requestUpdate();
    if (isNews && state === 'lost') this.#options.lost();
  }
}

function readMinutes(minutes: number): number {
  if (!(minutes > 0 && minutes < Infinity))
    throw new TypeError('"auto-lock" must be a number of minutes greater than 0');
  return minutes;
}
