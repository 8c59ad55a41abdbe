import 'latchkey/define/passkey-create';
import { announceSession, clientFor, type Endpoint } from 'latchkey/session';
import { bindForm } from './account-forms.js';
import { isShown, show } from './view.js';

const signUp: Endpoint<{ username: string; password?: string }, unknown> = {
  method: 'POST',
  path: 'signup',
};

/**
 * Has the form create an account, which signs the user in. An account without a password gets its passkey before
 * `done` is called.
 */
export function bindSignUpForm(form: HTMLFormElement, done: () => void): void {
  bindForm(form, {
    async send({ username, password }) {
      await clientFor().call(signUp, { body: { username: username!, ...(password && { password }) } });
      if (!password) askForPasskey(done);
      announceSession('signed-in');
    },
    explain({ cause }) {
      const isTaken = (cause as { error?: unknown } | undefined)?.error === 'taken';
      return {
        sentence: isTaken
          ? 'That username is taken. Choose another one.'
          : 'That cannot be a username. Choose another one.',
        field: 'username',
      };
    },
  });
}

let isWaiting = false;

/** Whether a new account has to get its first passkey before the page goes on. */
export const awaitsPasskey = (): boolean => isWaiting && isShown('first-passkey');

/** Shows the view that creates the first passkey, and asks for it at once. */
function askForPasskey(done: () => void): void {
  const view = show('first-passkey');
  const create = view.querySelector('latch-passkey-create')!;
  isWaiting = true;
  const goOn = (): void => {
    isWaiting = false;
    done();
  };
  create.addEventListener('latch-passkey-created', goOn);
  view.querySelector('[data-skip]')!.addEventListener('click', goOn);
  void create.createPasskey();
}
