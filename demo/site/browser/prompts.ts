/**
 * What the simulated browser shows to people: sheets in place of its dialogs, and a passkey in autofill. Each rejects with
 * `NotAllowedError` when it is dismissed, as browsers do.
 */

const dismissed = (): DOMException => new DOMException('The request was dismissed.', 'NotAllowedError');

/** What a sheet says and asks for. */
interface Sheet {
  readonly title: string;
  readonly text?: string;
  /** The account that it is about. */
  readonly account?: string;
  /** The button that agrees; a sheet without one can only be closed. */
  readonly confirm?: string;
  /** Whether the device then looks at a finger or a face. */
  readonly verifies?: boolean;
}

/** How long a sheet shows that it looks at the user, and then that it knows them, in milliseconds. */
const looks = 900;
const knows = 550;

const drawings = {
  person: [
    'M5.8 17.8A9.6 9.6 0 0 1 4.6 13a7.4 7.4 0 0 1 14.8 0c0 1.5-.1 2.9-.4 4.2',
    'M8.5 20.600C7.5 18.3 7.2 15.5 7.2 13a4.8 4.8 0 0 1 9.6 0c0 2.5-.3 4.8-.9 7',
    'M9.8 13a2.2 2.2 0 0 1 4.4 0c0 2.8-.3 5.6-1 8.2',
    'M12 13c0 2.9-.2 5.6-.9 8.3',
    'M7 4.700a9.4 9.4 0 0 1 10 0',
  ],
  known: ['M5 12.5l4.6 4.600L19 7.5'],
  site: ['M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18z', 'M3 12h18', 'M12 3c5 5 5 13 0 18', 'M12 3c-5 5-5 13 0 18'],
};

/** Opens a sheet; resolves when the reader agrees, and has been looked at where that is part of it. */
export function openSheet(
  { title, text, account, confirm, verifies = false }: Sheet,
  signal?: AbortSignal,
): Promise<void> {
  const dialog = document.createElement('dialog');
  dialog.className = 'simulated sheet';
  const icon = make('div', 'sheet-icon');
  icon.append(draw(verifies ? 'person' : 'site'));
  const heading = make('h2', '', title);
  heading.id = 'sheet-title';
  dialog.setAttribute('aria-labelledby', heading.id);
  const status = make('p', 'sheet-text', text ?? '');
  status.role = 'status';
  const form = document.createElement('form');
  form.method = 'dialog';
  const agree = button(confirm ?? '', 'yes');
  agree.autofocus = true;
  form.append(button(confirm ? 'Cancel' : 'Close', 'no'), ...(confirm ? [agree] : []));
  const note = make('p', 'sheet-note', 'Simulated by this page: your device is not asked, and nothing is sent.');
  note.id = 'sheet-note';
  dialog.setAttribute('aria-describedby', note.id);
  dialog.append(icon, heading, status, ...(account ? [describe(account)] : []), form, note);
  document.body.append(dialog);
  dialog.showModal();

  form.addEventListener('submit', (event) => {
    const isAgreed = (event.submitter as HTMLButtonElement | null)?.value === 'yes';
    if (!isAgreed || !verifies || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    event.preventDefault();
    if (dialog.classList.contains('looking')) return;
    dialog.classList.add('looking');
    status.textContent = 'Checking that it is you…';
    setTimeout(() => {
      dialog.classList.replace('looking', 'known');
      icon.replaceChildren(draw('known'));
      status.textContent = 'It is you';
    }, looks);
    setTimeout(() => dialog.close('yes'), looks + knows);
  });
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
  list.popover = 'manual';
  const choice = button('', 'yes');
  choice.type = 'button';
  choice.append(draw('person'), make('span', '', name), make('span', 'hint', 'Passkey'));
  list.append(choice, make('span', 'hint', 'Simulated autofill'));
  const ended = new AbortController();
  return new Promise((resolve, reject) => {
    const end = (then: () => void): void => {
      ended.abort();
      list.remove();
      then();
    };
    const listeners = { signal: ended.signal };
    /** In the top layer, which nothing covers or clips, and which moves nothing. */
    const place = (): void => {
      const input = list.previousElementSibling;
      if (!input) return;
      const { left, bottom, width } = input.getBoundingClientRect();
      list.style.left = `${left + scrollX}px`;
      list.style.top = `${bottom + scrollY + 4}px`;
      list.style.width = `${width}px`;
    };
    const showAfter = (input: HTMLInputElement): void => {
      if (input.nextElementSibling !== list) input.after(list);
      list.showPopover();
      place();
    };
    choice.addEventListener('click', () => end(resolve), listeners);
    document.addEventListener(
      'focusin',
      ({ target }) => {
        if (isOffered(target)) showAfter(target);
        else if (!list.contains(target as Node)) list.remove();
      },
      listeners,
    );
    document.addEventListener(
      'keydown',
      (event) => {
        if (event.key === 'ArrowDown' && event.target === list.previousElementSibling) {
          event.preventDefault();
          choice.focus();
        } else if (event.key === 'Escape' && list.isConnected) list.remove();
      },
      listeners,
    );
    addEventListener('resize', place, listeners);
    if (isOffered(document.activeElement)) showAfter(document.activeElement);
    signal?.addEventListener('abort', () => end(() => reject(signal.reason as Error)), listeners);
  });
}

const isOffered = (target: EventTarget | null): target is HTMLInputElement =>
  target instanceof HTMLInputElement &&
  /\bwebauthn\b/.test(target.autocomplete || target.getAttribute('autocomplete') || '');

function describe(account: string): HTMLElement {
  const row = make('div', 'sheet-account');
  const text = make('span', '', account);
  text.append(make('span', 'hint', 'Passkey for this page'));
  row.append(make('span', 'avatar', account.charAt(0).toUpperCase()), text);
  row.firstElementChild!.ariaHidden = 'true';
  return row;
}

function button(label: string, value: string): HTMLButtonElement {
  const made = document.createElement('button');
  made.textContent = label;
  made.value = value;
  return made;
}

function make(tag: string, className: string, text = ''): HTMLElement {
  const made = document.createElement(tag);
  made.className = className;
  made.textContent = text;
  return made;
}

function draw(name: keyof typeof drawings): SVGElement {
  const namespace = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(namespace, 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  for (const path of drawings[name]) {
    const drawn = document.createElementNS(namespace, 'path');
    drawn.setAttribute('d', path);
    svg.append(drawn);
  }
  return svg;
}
