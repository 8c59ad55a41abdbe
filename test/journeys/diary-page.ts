import { join } from 'node:path';
import { build } from 'esbuild';
import type { Asset, Assets } from '../../server/src/http/assets.js';
import { root } from '../support/node/program.js';
import { demoPages } from './demo-site.js';

/** Everything that the diary keeps of a user, each item with a mark that can be searched for. */
export const marks = Array.from({ length: 100 }, (_each, index) => `private-item-${100 + index}-of-alice`);

/**
 * The script of a page that keeps a user's diary: a part in a cache, a part in a database, and a part only on
 * display. It hands all of it to Latchkey as belonging to the user.
 */
const script = `
import { registerLocalData, forgetCaches, forgetDatabase } from 'latchkey/session';
import { watchWhileShown } from './demo/watch-while-shown.js';

const marks = ${JSON.stringify(marks)};
const [cached, stored, shown] = [marks.slice(0, 40), marks.slice(40, 80), marks.slice(80)];
const page = document.querySelector('main');

registerLocalData({ name: 'cached pages of the diary', wipe: () => forgetCaches('diary-') });
registerLocalData({ name: 'diary', wipe: () => forgetDatabase('diary') });

async function keep() {
  const cache = await caches.open('diary-pages');
  await Promise.all(cached.map((mark) => cache.put('/diary/' + mark, new Response(mark))));
  const database = await new Promise((resolve) => {
    const request = indexedDB.open('diary');
    request.onupgradeneeded = () => request.result.createObjectStore('entries');
    request.onsuccess = () => resolve(request.result);
  });
  const writing = database.transaction('entries', 'readwrite');
  for (const mark of stored) writing.objectStore('entries').put(mark, mark);
  await new Promise((resolve) => (writing.oncomplete = resolve));
  database.close();
}

watchWhileShown({
  async onChange(session) {
    page.textContent = '';
    if (session.user?.name !== 'alice') return;
    await keep();
    page.textContent = shown.join(' ');
  },
  onLeave: () => (page.textContent = ''),
});
`;

/** The demo, and beside it `/diary`, as a developer writes it who has the package. */
export async function diaryPages(): Promise<Assets> {
  const { outputFiles } = await build({
    stdin: { contents: script, resolveDir: root },
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    logLevel: 'error',
    alias: { 'latchkey/session': join(root, 'dist/session.js') },
  });
  const asset = (contentType: string, body: string | Uint8Array): Asset => ({
    contentType,
    body: new Uint8Array(Buffer.from(body)),
    immutable: false,
  });
  const files: Record<string, Asset> = {
    '/diary': asset(
      'text/html; charset=utf-8',
      '<!doctype html><html lang="en"><meta charset="utf-8"><title>Diary</title><link rel="icon" href="/favicon.svg"><script type="module" src="/diary.js"></script><h1>Diary</h1><main></main>',
    ),
    '/diary.js': asset('text/javascript; charset=utf-8', outputFiles[0]!.contents),
  };
  return async (path) => files[path] ?? demoPages(path);
}
