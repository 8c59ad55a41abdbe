import type { Outbox, QueuedWrite } from 'latchkey/offline';
import type { Note } from './note.js';

/**
 * Puts both texts of every note that needs a decision into `status`, which asks for it, until `signal` aborts: then
 * none is left in the page.
 */
export function showConflicts(status: HTMLElement, outbox: Outbox, signal: AbortSignal): void {
  const shown = new Map<string, HTMLElement>();
  const onChange = ({ refused }: Outbox['state']): void => {
    for (const [id, texts] of shown) {
      if (refused.some((write) => write.id === id) && !('unknown' in texts.dataset)) continue;
      texts.remove();
      shown.delete(id);
    }
    for (const write of refused) {
      if (shown.has(write.id)) continue;
      const texts = renderTexts(write, outbox);
      shown.set(write.id, texts);
      status.append(texts);
    }
  };
  outbox.watch({ onChange }, signal);
  signal.addEventListener('abort', () => {
    for (const texts of shown.values()) texts.remove();
  });
}

/** Both texts, side by side if there is room; the server's text is fetched. */
function renderTexts(write: QueuedWrite, outbox: Outbox): HTMLElement {
  const texts = Object.assign(document.createElement('dl'), { className: 'texts', slot: `refused-${write.id}` });
  const mine = write.method === 'DELETE' ? 'Deleted.' : (write.body as Note).text;
  const theirs = renderText(texts, 'On the server', 'One moment…');
  renderText(texts, 'Yours', mine);
  outbox.readTheirs(write).then(
    ({ status, body }) => (theirs.textContent = status === 200 ? (body as Note).text : 'Deleted.'),
    () => {
      theirs.textContent = 'The server cannot be asked at the moment.';
      // with the next news of the outbox it is asked again
      texts.dataset['unknown'] = '';
    },
  );
  return texts;
}

function renderText(texts: HTMLElement, name: string, text: string): HTMLElement {
  const term = Object.assign(document.createElement('dt'), { textContent: name });
  const description = Object.assign(document.createElement('dd'), { textContent: text, dir: 'auto' });
  const pair = document.createElement('div');
  pair.append(term, description);
  texts.append(pair);
  return description;
}
