import { LatchError } from 'latchkey/session';

/** What to say about a refusal, and which field it is about. */
export interface Problem {
  sentence: string;
  field?: string;
}

/** What a form is for. */
export interface FormPurpose {
  /** Asks first, if the user has to be asked. */
  isConfirmed?(): Promise<boolean>;
  /** Sends what was filled in, by the names of the fields. What it rejects with is shown to the user. */
  send(fields: Record<string, string>): Promise<void>;
  /** What to say of a request that the server has refused. */
  explain(error: LatchError): Problem;
}

const problems: Record<string, Problem> = {
  rate_limited: { sentence: 'Too many attempts. Wait a few minutes and try again.' },
  network: { sentence: 'Can’t reach the server. Check your connection and try again.' },
  timed_out: { sentence: 'The server takes too long to answer. Try again.' },
  step_up_required: { sentence: 'Sign in again to confirm it’s you.' },
  unauthenticated: { sentence: 'Sign in first.' },
};
const trouble: Problem = { sentence: 'The server has a problem. Try again later.' };

/**
 * Sends the form by script, shows the progress, and shows each error beside its field. Shows nothing if the user
 * cancels.
 */
export function bindForm(form: HTMLFormElement, { isConfirmed, send, explain }: FormPurpose): void {
  const button = form.querySelector<HTMLButtonElement>('button[data-busy]')!;
  const label = button.textContent!;

  const setBusy = (busy: boolean): void => {
    button.setAttribute('aria-disabled', String(busy));
    button.textContent = busy ? button.dataset['busy']! : label;
  };
  const submit = async (): Promise<void> => {
    clearProblem(form);
    if (isConfirmed && !(await isConfirmed())) return;
    setBusy(true);
    try {
      await send(Object.fromEntries(new FormData(form)) as Record<string, string>);
    } catch (error) {
      if (!(error instanceof LatchError)) throw error;
      if (error.code !== 'cancelled')
        showProblem(form, error.code === 'rejected' ? explain(error) : (problems[error.code] ?? trouble));
    } finally {
      setBusy(false);
    }
  };

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (button.getAttribute('aria-disabled') !== 'true') void submit();
  });
  form.addEventListener('input', () => clearProblem(form));
}

function showProblem(form: HTMLFormElement, { sentence, field }: Problem): void {
  const place = form.querySelector('.problem')!;
  place.textContent = sentence;
  if (!field) return;
  const input = form.querySelector<HTMLInputElement>(`[name="${field}"]`)!;
  input.setAttribute('aria-invalid', 'true');
  input.setAttribute('aria-errormessage', place.id);
  input.focus();
}

function clearProblem(form: HTMLFormElement): void {
  form.querySelector('.problem')!.textContent = '';
  for (const input of form.querySelectorAll('[aria-invalid]')) {
    input.removeAttribute('aria-invalid');
    input.removeAttribute('aria-errormessage');
  }
}
