import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, test } from 'node:test';
import { createProject, page, picture, sound, type Project } from './project.js';

let project: Project;
afterEach(() => project.remove());

async function serve(manifest: object | string = sound, files: Record<string, string> = {}, base = '/') {
  project = await createProject({
    'index.html': page('<link rel="manifest" href="/manifest.webmanifest">'),
    'manifest.webmanifest': typeof manifest === 'string' ? manifest : JSON.stringify(manifest),
    'icons/any.svg': picture('any'),
    ...files,
  });
  return project.serve({}, { base });
}

for (const base of ['/', '/app/']) {
  test(`the development server serves the manifest with its type, and pictures where they are, at ${base}`, async () => {
    const { origin } = await serve(sound, {}, base);
    const response = await fetch(`${origin}${base}manifest.webmanifest?t=1`);
    assert.deepEqual(
      [response.status, response.headers.get('content-type'), response.headers.get('cache-control')],
      [200, 'application/manifest+json', 'no-cache'],
    );
    const { icons } = (await response.json()) as typeof sound;
    assert.equal(icons[0]!.src, `${base}icons/any.svg`);
    const icon = await fetch(new URL(icons[0]!.src, origin));
    assert.deepEqual([icon.headers.get('content-type'), await icon.text()], ['image/svg+xml', picture('any')]);
  });
}

test('pages in development get the link and the tags', async () => {
  const { origin } = await serve();
  const html = await (await fetch(origin)).text();
  assert.equal(html.match(/rel="manifest"/g)!.length, 1);
  assert.match(html, /<link rel="manifest" href="\/manifest\.webmanifest">/);
  assert.match(html, /<meta name="theme-color" content="#123456">/);
});

test('the development server tells what is wrong with the manifest, and serves all the same', async () => {
  const { origin } = await serve({ ...sound, theme_color: 'no colour' });
  assert.equal((await fetch(`${origin}/manifest.webmanifest`)).status, 200);
  assert.match(project.said.join('\n'), /manifest\.webmanifest:1:\d+ warning: .*no colour/);
});

for (const event of ['change', 'unlink', 'add'] as const)
  test(`the pages are reloaded, and the manifest is looked at again, at the event ${event} of its file`, async () => {
    const { server } = await serve();
    const sent: unknown[] = [];
    const reloaded = new Promise<void>((resolve) => {
      server.ws.send = (payload: unknown) => {
        sent.push(payload);
        resolve();
      };
    });
    await project.write('manifest.webmanifest', JSON.stringify({ ...sound, theme_color: 'no colour' }));
    // What Vite's own watcher says, some day or other.
    server.watcher.emit(event, `${project.folder}/manifest.webmanifest`);
    await reloaded;
    assert.deepEqual(sent[0], { type: 'full-reload' });
    while (project.said.length === 0) await new Promise(setImmediate);
    assert.match(project.said.join('\n'), /no colour/);
  });

test('a manifest that is not there yet keeps no page from being shown', async () => {
  const { origin } = await serve(sound, { 'manifest.webmanifest': '' });
  await rm(join(project.folder, 'manifest.webmanifest'));
  const response = await fetch(origin);
  assert.deepEqual([response.status, /rel="manifest"/.test(await response.text())], [200, false]);
  const manifest = await fetch(`${origin}/manifest.webmanifest`);
  assert.deepEqual(
    [manifest.status, await manifest.text()],
    [404, `The manifest manifest.webmanifest cannot be read. Set "source" to its path, relative to ${project.folder}.`],
  );
  await project.write('manifest.webmanifest', JSON.stringify(sound));
  assert.match(await (await fetch(origin)).text(), /rel="manifest"/);
});

test('files of any names are served', async () => {
  project = await createProject({
    'index.html': page(),
    'our app #1.webmanifest': JSON.stringify({
      ...sound,
      icons: [{ ...sound.icons[0], src: 'icons/an%20%C3%AFcon.svg' }],
    }),
    'icons/an ïcon.svg': picture('any'),
  });
  const { origin } = await project.serve({ source: 'our app #1.webmanifest' });
  const [, href] = /rel="manifest" href="([^"]+)"/.exec(await (await fetch(origin)).text())!;
  const { icons } = (await (await fetch(new URL(href!, origin))).json()) as typeof sound;
  assert.equal(await (await fetch(new URL(icons[0]!.src, origin))).text(), picture('any'));
});

test('a manifest that cannot be read is reported, and does not end the server', async () => {
  const { origin } = await serve('{');
  await (await fetch(origin)).text();
  assert.match(project.said.join('\n'), /error/);
  assert.equal(await (await fetch(`${origin}/manifest.webmanifest`)).text(), '{');
});
