import { Lifetime } from '../base/element/lifetime.js';
import { PasskeySignIn, type Hint, type PasskeySignInHost, type SignedIn } from './sign-in-controller.js';
import type { LatchError } from '../base/client/errors.js';
import { LatchSignedInEvent, LatchSignInFailedEvent } from '../events.js';
import {
  followForSignIn,
  type FollowedSession,
  type FollowedSessionHost,
  type FollowedSessionKind,
} from '../session/follow-for-sign-in.js';
import { LatchElement } from '../base/element/latch-element.js';
import type { Section } from '../messages/section.js';
import { signIn } from '../messages/en.js';

/** What the passkey field and the passkey button share: a dialog on a click, and the two events. */
export abstract class PasskeySignInElement extends LatchElement implements PasskeySignInHost, FollowedSessionHost {
  protected readonly section: Section = signIn;
  protected readonly passkey = new PasskeySignIn(this);
  protected override session: FollowedSession = followForSignIn(this, () => this.kind);
  protected readonly lifetime: Lifetime = new Lifetime(this, (signal) => {
    this.session.begin(signal);
    this.begin(signal);
  });

  /** How the element follows the session. */
  protected get kind(): FollowedSessionKind {
    return 'part';
  }

  /** What the dialog should be like. */
  protected choices?(): { immediate: boolean; hints: readonly Hint[] };

  /** Called when the element enters a document; `signal` aborts when it leaves. */
  protected abstract begin(signal: AbortSignal): void;

  /**
   * Opens the passkey dialog, as a click on the button does; joins the one that is open. Resolves when it has ended and
   * its event was dispatched. WebKit needs a user gesture.
   */
  async signIn(): Promise<void> {
    this.outcome = undefined;
    await this.passkey.ask(this.lifetime.signal, this.choices?.());
  }

  /** Read by the controller. @internal */
  get isSigningIn(): boolean {
    return !!this.phase;
  }

  /** Called by the controller. @internal */
  startOver(): void {
    this.outcome = undefined;
  }

  /** Called by the controller. @internal */
  signedIn(result: SignedIn): void {
    this.outcome = 'done';
    this.session.noteSignedIn();
    this.tell(new LatchSignedInEvent(result));
  }

  /** Called by the controller. @internal */
  signInFailed(error: LatchError | TypeError): void {
    this.fail(error, LatchSignInFailedEvent);
  }

  protected override get phase(): string | undefined {
    return this.passkey.phase;
  }

  protected override act(): void {
    void this.signIn();
  }
}
