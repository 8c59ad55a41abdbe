import { announceSession, clientFor, type Endpoint } from 'latchkey/session';
import { bindForm } from './account-forms.js';

const signUp: Endpoint<{ username: string; password?: string }, unknown> = {
  method: 'POST',
  path: 'signup',
};

/** Has the form create an account, which signs the person in. */
export function bindSignUpForm(form: HTMLFormElement): void {
  bindForm(form, {
    async send({ username, password }) {
      await clientFor().call(signUp, { body: { username: username!, ...(password && { password }) } });
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
