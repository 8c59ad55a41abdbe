import type MiniSearch from 'minisearch';
import type { SearchResult } from 'minisearch';
import { queryFor, searchOptions, type Section } from '../search-options.js';

/** The address of the root of the site, for it may be published below any path. */
export const siteRoot = (): URL => new URL(document.body.dataset['root']!, location.href);

/** Shows the search field. The index is loaded when the field has the focus for the first time. */
export function startSearch(): void {
  const search = document.querySelector<HTMLElement>('.search')!;
  const input = search.querySelector('input')!;
  const panel = search.querySelector<HTMLElement>('.results')!;
  const status = panel.querySelector('p')!;
  const list = panel.querySelector('ul')!;
  let index: Promise<MiniSearch<Section>> | undefined;

  input.disabled = false;
  input.addEventListener('focus', () => void load().catch(() => {}));
  input.addEventListener('input', () => void show());
  search.addEventListener('keydown', move);
  document.addEventListener('click', ({ target }) => {
    if (!search.contains(target as Node)) panel.hidden = true;
  });
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || /^(input|textarea|select)$/i.test(document.activeElement?.localName ?? '')) return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    event.preventDefault();
    input.focus();
  });

  function load(): Promise<MiniSearch<Section>> {
    index ??= Promise.all([import('minisearch'), fetch(new URL('search.json', siteRoot()))]).then(
      async ([{ default: Index }, response]) => {
        if (!response.ok) throw new Error(`search.json: ${response.status}`);
        return Index.loadJSON<Section>(await response.text(), searchOptions);
      },
    );
    // A failure is not kept: the next key tries again.
    index.catch(() => (index = undefined));
    return index;
  }

  async function show(): Promise<void> {
    const query = input.value.trim();
    panel.hidden = query === '';
    if (query === '') return;
    try {
      const found = (await load()).search(queryFor(query)).slice(0, 8);
      if (input.value.trim() !== query) return;
      status.textContent =
        found.length === 0
          ? `Nothing found for “${query}”.`
          : found.length === 1
            ? '1 result'
            : `${found.length === 8 ? 'The first 8' : found.length} results`;
      list.replaceChildren(...found.map(toItem));
    } catch {
      status.textContent = 'The search could not be loaded. Check your connection, then type again.';
      list.replaceChildren();
    }
  }

  function toItem(result: SearchResult): HTMLElement {
    const { path, page, heading } = result as SearchResult & Section;
    const link = document.createElement('a');
    link.href = new URL(path, siteRoot()).href;
    const title = document.createElement('strong');
    title.textContent = heading || page;
    const place = document.createElement('span');
    place.textContent = page;
    link.append(title, ...(heading ? [place] : []));
    link.addEventListener('click', () => (panel.hidden = true));
    const item = document.createElement('li');
    item.append(link);
    return item;
  }

  /** Arrow keys move through the results, `Escape` closes them. */
  function move(event: KeyboardEvent): void {
    const stops = [input, ...list.querySelectorAll('a')];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Escape') {
      panel.hidden = true;
      input.focus();
    } else if (step && !panel.hidden) {
      event.preventDefault();
      const at = stops.indexOf(document.activeElement as HTMLInputElement);
      stops[(at + step + stops.length) % stops.length]!.focus();
    }
  }
}
