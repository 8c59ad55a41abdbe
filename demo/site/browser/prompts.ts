/** What the simulated browser shows to people. Each rejects with `NotAllowedError` when it is dismissed, as browsers do. */

const dismissed = (): DOMException => new DOMException('The request was dismissed.', 'NotAllowedError');

/** Opens a dialog; resolves when the reader confirms. With `isDeadEnd` it can only be dismissed. */
export function askInDialog(
  question: string,
  signal?: AbortSignal,
  { confirm = 'Continue', isDeadEnd = false }: { confirm?: string; isDeadEnd?: boolean } = {},
): Promise<void> {
  const dialog = document.createElement('dialog');
  dialog.className = 'simulated';
  const title = document.createElement('p');
  title.className = 'hint';
  title.textContent = 'Simulated browser dialog';
  const text = document.createElement('p');
  text.textContent = question;
  text.id = 'simulated-question';
  dialog.setAttribute('aria-labelledby', text.id);
  const form = document.createElement('form');
  form.method = 'dialog';
  form.append(...(isDeadEnd ? [] : [button(confirm, 'yes')]), button(isDeadEnd ? 'Close' : 'Cancel', 'no'));
  dialog.append(title, text, form);
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve, reject) => {
    dialog.addEventListener('close', () => {
      dialog.remove();
      if (dialog.returnValue === 'yes') resolve();
      else reject(signal?.aborted ? (signal.reason as Error) : dismissed());
    });
    signal?.addEventListener('abort', () => dialog.close('no'), { once: true });
  });
}

/**
 * Offers a passkey below the field that has the focus, as the autofill of a browser does; resolves when the reader
 * chooses it.
 */
export function offerInAutofill(name: string, signal?: AbortSignal): Promise<void> {
  const list = document.createElement('div');
  list.className = 'simulated autofill';
  const choice = button(`${name} · passkey`, 'yes');
  choice.type = 'button';
  const title = document.createElement('span');
  title.className = 'hint';
  title.textContent = 'Simulated autofill';
  list.append(choice, title);
  const ended = new AbortController();
  return new Promise((resolve, reject) => {
    const end = (then: () => void): void => {
      ended.abort();
      list.remove();
      then();
    };
    const listeners = { signal: ended.signal };
    choice.addEventListener('click', () => end(resolve), listeners);
    document.addEventListener(
      'focusin',
      ({ target }) => {
        if (isOffered(target)) target.after(list);
        else if (!list.contains(target as Node)) list.remove();
      },
      listeners,
    );
    if (isOffered(document.activeElement)) document.activeElement.after(list);
    signal?.addEventListener('abort', () => end(() => reject(signal.reason as Error)), listeners);
  });
}

const isOffered = (target: EventTarget | null): target is HTMLInputElement =>
  target instanceof HTMLInputElement &&
  /\bwebauthn\b/.test(target.autocomplete || target.getAttribute('autocomplete') || '');

function button(label: string, value: string): HTMLButtonElement {
  const made = document.createElement('button');
  made.textContent = label;
  made.value = value;
  return made;
}
