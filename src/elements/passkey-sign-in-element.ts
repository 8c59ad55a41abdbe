import { html, type TemplateResult } from 'lit';
import { state } from 'lit/decorators.js';
import { Lifetime } from '../controllers/lifetime.js';
import { PasskeySignIn, type PasskeySignInHost, type SignedIn } from '../controllers/passkey-sign-in.js';
import type { CeremonyMode } from '../core/ceremony.js';
import type { LatchError, LatchErrorCode } from '../core/errors.js';
import { LatchSignedInEvent, LatchSignInFailedEvent } from '../events.js';
import { LatchElement } from './latch-element.js';
import { passkeyPictogram } from './pictograms.js';

/** What the passkey field and the passkey button share: a dialog on a click, its status in words, and the two events. */
export abstract class PasskeySignInElement extends LatchElement implements PasskeySignInHost {
  protected readonly passkey = new PasskeySignIn(this);
  protected readonly lifetime = new Lifetime(this, (signal) => this.begin(signal));

  /** How the last try ended. */
  @state() protected ending: 'signed-in' | LatchErrorCode | undefined;

  /** Called when the element enters a document; `signal` aborts when it leaves. */
  protected abstract begin(signal: AbortSignal): void;

  /**
   * Opens the passkey dialog, as a click on the button does; joins the one that is open. Resolves when it is over, with an event having told how.
   * WebKit wants a user gesture.
   */
  async signIn(): Promise<void> {
    this.ending = undefined;
    await this.passkey.ask(this.lifetime.signal);
  }

  /** Called by the controller. @internal */
  signedIn(result: SignedIn): void {
    this.ending = 'signed-in';
    this.dispatchEvent(new LatchSignedInEvent(result));
  }

  /** Called by the controller. @internal */
  signInFailed(error: LatchError | TypeError, mode: CeremonyMode): void {
    if (!('code' in error)) return reportError(error);
    const nobodyAsked = mode === 'ambient' && (error.code === 'cancelled' || error.code === 'unsupported');
    if (nobodyAsked || error.code === 'superseded' || error.code === 'aborted') return;
    this.ending = error.code;
    if (error.code !== 'cancelled') this.dispatchEvent(new LatchSignInFailedEvent(error));
  }

  protected override get customStates(): readonly string[] {
    const { status } = this.passkey;
    if (status === 'asking' || status === 'verifying') return ['pending', status];
    const ended = this.ending === undefined || this.ending === 'cancelled' ? [] : [this.ending === 'signed-in' ? 'signed-in' : 'failed'];
    return [...ended, ...(status === 'listening' ? ['listening'] : [])];
  }

  protected get pending(): boolean {
    return this.passkey.status === 'asking' || this.passkey.status === 'verifying';
  }

  protected renderButton(label: TemplateResult, appearance = ''): TemplateResult {
    return html`<button part="button" class=${appearance} type="button" aria-disabled=${this.pending} @click=${() => void this.signIn()}>${passkeyPictogram}<span>${label}</span></button>`;
  }

  /** What the status line says: the present phase, else how the last try ended. */
  protected get status(): string {
    const { asking, verifying, signedIn, errors } = this.messages;
    if (this.passkey.status === 'asking') return asking;
    if (this.passkey.status === 'verifying') return verifying;
    return this.ending === 'signed-in' ? signedIn : this.ending ? errors[this.ending] : '';
  }
}
