import type { SignInOutcome } from '../base/client/sign-in-outcome.js';
import { perBackend } from '../base/element/backend.js';
import { LatchSignedInEvent, LatchSignInFailedEvent } from '../events.js';
import { followForSignIn, type FollowedSession, type FollowedSessionKind } from '../session/follow-for-sign-in.js';
import { LatchElement } from '../base/element/latch-element.js';
import type { Section } from '../messages/section.js';
import { signIn as signInTexts } from '../messages/en.js';
import { signIn, signInOptionsOf, type Hint, type SignedIn } from './sign-in.js';

/** What the passkey field and the passkey button share: a dialog on a click, and the two events. */
export abstract class PasskeySignInElement extends LatchElement {
  protected readonly section: Section = signInTexts;
  /** The backend, and the options that all ceremonies of the element share. */
  protected readonly backend = perBackend(this, (client) => ({
    options: signInOptionsOf(client, this.inlinedOptions?.()),
  }));
  protected override session: FollowedSession = followForSignIn(this, {
    kind: () => this.kind,
    startOver: () => this.startOver(),
  });
  protected readonly passkey = this.action<SignInOutcome<SignedIn>>({
    run: (attempt) => signIn({ ...this.choices?.(), ...this.backend(), ...attempt }),
    done: (result) => {
      this.ended?.();
      this.session.noteSignedIn();
      return new LatchSignedInEvent(result);
    },
    Failure: LatchSignInFailedEvent,
  });

  /** How the element follows the session. */
  protected get kind(): FollowedSessionKind {
    return 'part';
  }

  /** What the dialog should be like. */
  protected choices?(): { immediate: boolean; hints: readonly Hint[] };

  /** Request options that the server wrote into the page, as JSON text, if any. */
  protected inlinedOptions?(): string | undefined;

  /** Called when the user is signed in. */
  protected ended?(): void;

  /** Back to how it was at first: the session has ended. */
  protected startOver(): void {
    this.outcome = undefined;
  }

  /**
   * Opens the passkey dialog, as a click on the button does; joins the one that is open. Resolves when it has ended and
   * its event was dispatched. WebKit needs a user gesture.
   */
  async signIn(): Promise<void> {
    await this.passkey.start();
  }
}
