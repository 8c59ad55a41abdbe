import { nameOf, type Note, type NotePath } from './note.js';
import type { SealedNotes } from './sealed-notes.js';

const moment = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: 'medium', timeStyle: 'short' });

/** The view of a user's notes while their vault is unlocked. */
export interface NotesView {
  /** Shows the notes as they are kept by now. Never rejects. */
  update(): Promise<void>;
  /** Says how it stands with the list as long as there is nothing in it. */
  say(sentence: string): void;
}

/**
 * Shows notes as a list, and one of them at a time in an editor, until `signal` aborts; then it removes all of them
 * from the page. `onProblem` gets errors of reading and storing.
 */
export function showNotes(
  view: HTMLElement,
  notes: SealedNotes,
  signal: AbortSignal,
  onProblem: (error: unknown) => void,
): NotesView {
  const [list, editor] = [
    view.querySelector<HTMLElement>('[data-part=list]')!,
    view.querySelector<HTMLFormElement>('[data-part=editor]')!,
  ];
  const [items, state, kept] = [
    list.querySelector('ul')!,
    list.querySelector<HTMLElement>('[data-state]')!,
    editor.querySelector<HTMLElement>('[data-kept]')!,
  ];
  const field = editor.querySelector('textarea')!;
  const dialog = view.querySelector('dialog')!;
  let shown: [NotePath, Note][] = [];
  let open: NotePath | undefined;
  let typed = '';
  let sentence = '';

  const itemOf = (path: NotePath | undefined) =>
    [...items.querySelectorAll('button')].find(({ value }) => value === path);
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      if (!signal.aborted) onProblem(error);
    }
  };
  const update = () =>
    attempt(async () => {
      const all = await notes.list();
      if (signal.aborted) return;
      shown = all;
      const focused = (document.activeElement as HTMLButtonElement | null)?.value as NotePath | undefined;
      const isFocused = items.contains(document.activeElement);
      state.textContent = shown.length > 0 ? '' : sentence;
      renderItems(items, shown);
      if (isFocused) (itemOf(focused) ?? list.querySelector<HTMLElement>('h2')!).focus();
      const present = shown.find(([path]) => path === open)?.[1];
      // text that the user is typing stays, even if another version arrives: the server detects the conflict
      if (present && !present.isDraft && field.value === typed && present.text !== typed)
        field.value = typed = present.text;
    });
  const edit = (path: NotePath, text: string) => {
    open = path;
    field.value = typed = text;
    kept.textContent = '';
    [list.hidden, editor.hidden] = [true, false];
    field.focus();
  };
  const leave = async () => {
    const left = open;
    open = undefined;
    [list.hidden, editor.hidden] = [false, true];
    await update();
    if (!signal.aborted) (itemOf(left) ?? list.querySelector<HTMLElement>('h2')!).focus();
  };

  list
    .querySelector<HTMLElement>('[data-new]')!
    .addEventListener('click', () => edit(`/notes/${crypto.randomUUID()}`, ''), { signal });
  items.addEventListener(
    'click',
    ({ target }) => {
      const path = (target as Element).closest('button')?.value as NotePath | undefined;
      const note = shown.find(([known]) => known === path)?.[1];
      if (path && note) edit(path, note.text);
    },
    { signal },
  );
  field.addEventListener(
    'input',
    () => {
      const { value } = field;
      const path = open!;
      kept.textContent = '';
      void attempt(async () => {
        await notes.keepDraft(path, value);
        // more may have been typed in the meantime
        if (open === path && field.value === value && !signal.aborted) kept.textContent = 'Kept on this device.';
      });
    },
    { signal },
  );
  field.addEventListener(
    'change',
    () => {
      typed = field.value;
      void attempt(() => notes.send(open!));
    },
    { signal },
  );
  editor.addEventListener(
    'submit',
    (event) => {
      event.preventDefault();
      // The editor stays until the outbox has the text, or shows why it does not.
      void attempt(async () => {
        if (open) await notes.send(open);
        await leave();
      });
    },
    { signal },
  );
  editor.querySelector<HTMLElement>('[data-delete]')!.addEventListener('click', () => dialog.showModal(), { signal });
  dialog.addEventListener(
    'close',
    () => {
      const path = open;
      if (dialog.returnValue === 'delete' && path)
        void attempt(async () => {
          await notes.remove(path);
          await leave();
        });
      dialog.returnValue = '';
    },
    { signal },
  );
  list.hidden = false;
  signal.addEventListener('abort', () => {
    dialog.close();
    items.replaceChildren();
    field.value = typed = state.textContent = kept.textContent = '';
    list.hidden = editor.hidden = true;
  });
  return {
    update,
    say(words) {
      sentence = words;
      if (!signal.aborted) state.textContent = shown.length > 0 ? '' : words;
    },
  };
}

/** Shows the notes in `list`. Items that are there stay, or a click would be lost that an update falls into. */
function renderItems(list: HTMLUListElement, notes: readonly [NotePath, Note][]): void {
  const present = new Map([...list.querySelectorAll('li')].map((item) => [item.querySelector('button')!.value, item]));
  const items = notes.map(([path, note]) => renderItem(note, present.get(path) ?? createItem(path)));
  // Removed first, so that those behind them need not move.
  for (const item of present.values()) if (!items.includes(item)) item.remove();
  for (const [index, item] of items.entries())
    if (list.children[index] !== item) list.insertBefore(item, list.children[index] ?? null);
}

function createItem(path: NotePath): HTMLLIElement {
  const button = Object.assign(document.createElement('button'), { type: 'button', value: path, className: 'quiet' });
  button.append(Object.assign(document.createElement('span'), { dir: 'auto' }));
  const item = document.createElement('li');
  item.append(button);
  return item;
}

function renderItem(note: Note, item: HTMLLIElement): HTMLLIElement {
  const button = item.querySelector('button')!;
  button.querySelector('span')!.textContent = nameOf(note);
  if (note.changedAt === undefined) {
    button.querySelector('time')?.remove();
  } else {
    const time = button.querySelector('time') ?? button.appendChild(document.createElement('time'));
    time.dateTime = new Date(note.changedAt).toISOString();
    time.textContent = moment.format(note.changedAt);
  }
  return item;
}
