const card = document.querySelector('main')!;
const notice = card.querySelector('.notice')!;
const beginning = card.querySelector('[data-view]')!;
const title = document.title;
const site = 'Quire';

/**
 * Shows a new copy of the view that the template with the id `name` holds, in place of the present one, and gives it
 * back. The title follows; so does the focus, unless the page has only just been opened.
 */
export function show(name: string): HTMLElement {
  const present = card.querySelector<HTMLElement>('[data-view]')!;
  const template = document.querySelector<HTMLTemplateElement>(`template#${name}`)!;
  const view = document.createElement('div');
  view.dataset['view'] = name;
  view.append(template.content.cloneNode(true));
  const isFirst = present.dataset['view'] === 'loading';
  present.replaceWith(view);
  document.title = `${template.dataset['title']} · ${site}`;
  if (!isFirst) view.querySelector('h1')?.focus();
  return view;
}

/** Shows what the page has shown while nothing was known yet. */
export function rest(): void {
  card.querySelector('[data-view]')!.replaceWith(beginning);
  document.title = title;
}

/** Whether the view is the present one. */
export function isShown(name: string): boolean {
  return card.querySelector(`[data-view="${name}"]`) !== null;
}

/** Shows the user what has happened, above the view; hidden if there is nothing to show. */
export function announce(sentence: string): void {
  notice.textContent = sentence;
}
