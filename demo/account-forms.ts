import { LatchError } from 'latchkey/session';
import { signInByPassword, signUp } from './account-endpoints.js';

type FormName = 'sign-in' | 'sign-up';

const submissions = { 'sign-in': signInByPassword, 'sign-up': signUp };

/** What to say about a refusal, and which field it is about. */
interface Problem {
  sentence: string;
  field?: 'username' | 'password';
}

const problems: Record<string, Problem> = {
  rate_limited: { sentence: 'Too many tries. Wait a few minutes and try again.' },
  network: { sentence: 'The server cannot be reached. Check your connection and try again.' },
  timed_out: { sentence: 'The server takes too long to answer. Try again.' },
};
const trouble: Problem = { sentence: 'The server is having trouble. Try again.' };

/** Sends the form by script, says what goes on, and shows what went wrong beside the field that it is about. */
export function bindForm(form: HTMLFormElement, name: FormName): void {
  const button = form.querySelector<HTMLButtonElement>('button[data-busy]')!;
  const label = button.textContent!;

  const setBusy = (busy: boolean): void => {
    button.setAttribute('aria-disabled', String(busy));
    button.textContent = busy ? button.dataset['busy']! : label;
  };
  const send = async (): Promise<void> => {
    const { username, password } = Object.fromEntries(new FormData(form)) as Record<string, string>;
    clearProblem(form);
    setBusy(true);
    try {
      await submissions[name](username!, password!);
    } catch (error) {
      showProblem(form, findProblem(name, error));
      setBusy(false);
    }
  };

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (button.getAttribute('aria-disabled') !== 'true') void send();
  });
  form.addEventListener('input', () => clearProblem(form));
}

function findProblem(name: FormName, error: unknown): Problem {
  if (!(error instanceof LatchError)) throw error;
  if (error.code !== 'rejected') return problems[error.code] ?? trouble;
  if (name === 'sign-in') return { sentence: 'Username and password do not match. Try again, or use a passkey.', field: 'password' };
  const isTaken = (error.cause as { error?: unknown } | undefined)?.error === 'taken';
  return { sentence: isTaken ? 'That username is taken. Choose another one.' : 'That cannot be a username. Choose another one.', field: 'username' };
}

function showProblem(form: HTMLFormElement, { sentence, field }: Problem): void {
  form.querySelector('.problem')!.textContent = sentence;
  if (!field) return;
  const input = form.querySelector<HTMLInputElement>(`#${field}`)!;
  input.setAttribute('aria-invalid', 'true');
  input.setAttribute('aria-errormessage', 'problem');
  input.focus();
}

function clearProblem(form: HTMLFormElement): void {
  form.querySelector('.problem')!.textContent = '';
  for (const input of form.querySelectorAll('[aria-invalid]')) {
    input.removeAttribute('aria-invalid');
    input.removeAttribute('aria-errormessage');
  }
}
