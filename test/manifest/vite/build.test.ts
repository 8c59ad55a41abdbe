import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, test } from 'node:test';
import { PNG } from 'pngjs';
import { createLogger } from 'vite';
import { appManifest, type AppManifestOptions } from '../../../src/manifest/vite/index.js';
import { createProject, page, picture, sound, type Project } from './project.js';

const projects: Project[] = [];
afterEach(async () => {
  for (const project of projects.splice(0)) await project.remove();
});

async function create(files: Record<string, string> = {}, manifest: object | string = sound): Promise<Project> {
  const text = typeof manifest === 'string' ? manifest : JSON.stringify(manifest, null, 2);
  const project = await createProject({
    'index.html': page(),
    'manifest.webmanifest': text,
    'icons/any.svg': picture('any'),
    ...files,
  });
  projects.push(project);
  return project;
}

const read = (files: Map<string, string>, name = 'manifest.webmanifest') =>
  JSON.parse(files.get(name)!) as typeof sound;
const linksOf = (html: string) =>
  [...html.matchAll(/<link rel="([\w-]+)"[^>]* href="([^"]+)"/g)].map(([, rel, href]) => `${rel} ${href}`);

test('a build puts the manifest beside the pages, with pictures whose addresses change with their content', async () => {
  const project = await create();
  const first = read(await project.build());
  assert.match(first.icons[0]!.src, /^assets\/any-[\w-]+\.svg$/);
  await project.write('icons/any.svg', picture('another'));
  const files = await project.build();
  const second = read(files);
  assert.notEqual(second.icons[0]!.src, first.icons[0]!.src);
  assert.equal(files.get(second.icons[0]!.src), picture('another'));
  assert.deepEqual({ ...second, icons: sound.icons }, sound);
  assert.deepEqual(project.said, []);
});

test('a build leaves every other character of the manifest as it is', async () => {
  const text = `{"name": "L\\u00e4dder", "start_url":"/",\n\t"icons" : [ {"src" :"icons/any.svg", "sizes": "any", "type": "image/svg+xml"} ],"display":"standalone", "id": "/" }`;
  const project = await create({}, text);
  const built = (await project.build()).get('manifest.webmanifest')!;
  assert.equal(built.replace(/assets\/any-[\w-]+\.svg/, 'icons/any.svg'), text);
});

test('every page gets the link and the tags that go with the manifest, and keeps what it has of its own', async () => {
  const project = await create({
    'nested/about.html': page(
      '<link rel="icon" href="data:,"><meta name="theme-color" content="#abcdef"><link rel=\'manifest\' href="/old.webmanifest">',
    ),
  });
  const input = { main: `${project.folder}/index.html`, about: `${project.folder}/nested/about.html` };
  const files = await project.build({}, { build: { rolldownOptions: { input } } });
  const icon = `/${read(files).icons[0]!.src}`;
  assert.deepEqual(linksOf(files.get('index.html')!), ['manifest /manifest.webmanifest', `icon ${icon}`]);
  assert.match(files.get('index.html')!, /<meta name="theme-color" content="#123456">/);
  assert.match(files.get('index.html')!, /<meta name="application-name" content="Ladder">/);
  const about = files.get('nested/about.html')!;
  assert.deepEqual(linksOf(about), ['icon data:,', 'manifest /manifest.webmanifest']);
  assert.equal(about.match(/theme-color/g)!.length, 1);
});

test('a page whose manifest is fetched with cookies keeps it so, and keeps its other links', async () => {
  for (const [written, kept] of [
    ['crossorigin="use-credentials"', 'use-credentials'],
    ["crossorigin='anonymous'", 'anonymous'],
    ['crossorigin', ''],
  ] as const) {
    const project = await create({
      'index.html': page(
        `<link ${written} rel="manifest" href="/manifest.webmanifest"><link data-rel="manifest" rel="preconnect" href="https://pictures.example">`,
      ),
    });
    const html = (await project.build({ head: false })).get('index.html')!;
    assert.match(
      html,
      new RegExp(
        `<link rel="manifest" href="/manifest\\.webmanifest" crossorigin="${kept}">|<link rel="manifest" href="/manifest\\.webmanifest" crossorigin>`,
      ),
      html,
    );
    assert.match(html, /rel="preconnect"/);
  }
});

test('a page gets nothing but the link when it is to have no head', async () => {
  const project = await create();
  const html = (await project.build({ head: false })).get('index.html')!;
  assert.deepEqual(linksOf(html), ['manifest /manifest.webmanifest']);
  assert.doesNotMatch(html, /theme-color|application-name/);
});

test('nothing in a manifest becomes markup of a page', async () => {
  const project = await create({}, { ...sound, name: '"><script>alert(1)</script>' });
  assert.doesNotMatch((await project.build()).get('index.html')!, /<script>alert/);
});

for (const [base, link, icon] of [
  ['/app/', /^manifest \/app\/manifest\.webmanifest$/, /^icon \/app\/assets\/any-/],
  ['./', /^manifest \.\/manifest\.webmanifest$/, /^icon \.\/assets\/any-/],
  [
    'https://files.example/x/',
    /^manifest https:\/\/files\.example\/x\/manifest\.webmanifest$/,
    /^icon https:\/\/files\.example\/x\/assets\/any-/,
  ],
] as const) {
  test(`addresses are right in an app at ${base}`, async () => {
    const project = await create();
    const files = await project.build({}, { base });
    const [first, second] = linksOf(files.get('index.html')!);
    assert.match(first!, link);
    assert.match(second!, icon);
    assert.match(read(files).icons[0]!.src, /^assets\/any-/);
  });
}

test('addresses in a nested page of an app that may be put anywhere lead to its root', async () => {
  const project = await create({ 'nested/about.html': page() });
  const files = await project.build(
    {},
    { base: './', build: { rolldownOptions: { input: `${project.folder}/nested/about.html` } } },
  );
  assert.equal(linksOf(files.get('nested/about.html')!)[0], 'manifest ../manifest.webmanifest');
});

test('pictures are found in the public folder too, and a manifest there replaces its copy', async () => {
  const manifest = JSON.stringify({
    ...sound,
    icons: [{ ...sound.icons[0], src: '/pictures/p.svg' }],
    shortcuts: [{ name: 'New', url: 'new', icons: [{ src: 'pictures/p.svg', sizes: 'any' }] }],
  });
  const project = await create({ 'public/app.webmanifest': manifest, 'public/pictures/p.svg': picture('p') });
  const files = await project.build({ source: 'public/app.webmanifest' });
  const { icons, shortcuts } = read(files, 'app.webmanifest') as unknown as {
    icons: { src: string }[];
    shortcuts: { icons: { src: string }[] }[];
  };
  assert.match(icons[0]!.src, /^assets\/p-/);
  assert.equal(shortcuts[0]!.icons[0]!.src, icons[0]!.src);
  assert.deepEqual([...files.keys()].filter((name) => name.startsWith('assets/')).length, 1);
});

test('pictures whose addresses begin with the place of the app are found without it', async () => {
  const project = await create({}, { ...sound, icons: [{ ...sound.icons[0], src: '/app/icons/any.svg' }] });
  assert.match(read(await project.build({}, { base: '/app/' })).icons[0]!.src, /^assets\/any-/);
});

test('files may have any names', async () => {
  const manifest = JSON.stringify({ ...sound, icons: [{ ...sound.icons[0], src: 'icons/an%20icon%20%231.svg' }] });
  const project = await create({ 'our app #1.webmanifest': manifest, 'icons/an icon #1.svg': picture('any') });
  const files = await project.build({ source: 'our app #1.webmanifest' });
  assert.deepEqual(linksOf(files.get('index.html')!)[0], 'manifest /our%20app%20%231.webmanifest');
  const { src } = read(files, 'our app #1.webmanifest').icons[0]!;
  assert.equal(files.get(src), picture('any'));
});

test('an app whose files are on another origin is warned about what happens to its addresses', async () => {
  const project = await create();
  await project.build({}, { base: 'https://files.example/' });
  assert.match(project.said.join('\n'), /start_url.*origin/);
  project.said.splice(0);
  await project.write(
    'manifest.webmanifest',
    JSON.stringify({
      ...sound,
      id: 'https://app.example/',
      start_url: 'https://app.example/',
      scope: 'https://app.example/',
    }),
  );
  const files = await project.build(
    { origin: 'https://app.example', failOn: 'warning' },
    { base: 'https://files.example/' },
  );
  assert.deepEqual(
    [project.said, linksOf(files.get('index.html')!)[0]],
    [[], 'manifest https://files.example/manifest.webmanifest'],
  );
});

test('a build for servers has no manifest, and needs none', async () => {
  const project = await create({ 'server.js': 'export const answer = 42;' });
  const files = await project.build({ source: 'none.webmanifest' }, { build: { ssr: 'server.js' } });
  assert.deepEqual(
    [...files.keys()].map((name) => name.replace(/\.m?js$/, '')),
    ['server'],
  );
});

test('a build that watches follows the manifest and its pictures, and recovers from a broken one', async () => {
  const project = await create();
  const watch = await project.watch();
  /** Waits for a build that is wanted: a file may be seen while it is half written, which makes one more. */
  async function waitFor(isWanted: (files: Map<string, string> | undefined) => unknown): Promise<void> {
    while (!isWanted(await watch.next()));
  }
  const iconOf = (files: Map<string, string> | undefined) => files?.get(read(files).icons[0]!.src);
  await waitFor((files) => iconOf(files) === picture('any'));
  await project.write('icons/any.svg', picture('another'));
  await waitFor((files) => iconOf(files) === picture('another'));
  await project.write('manifest.webmanifest', '{ "name": }');
  await waitFor((files) => files === undefined);
  await project.write('manifest.webmanifest', JSON.stringify({ ...sound, theme_color: '#abcdef' }));
  await waitFor(
    (files) => files && read(files).theme_color === '#abcdef' && files.get('index.html')!.includes('content="#abcdef"'),
  );
});

test('pictures on another origin stay where they are', async () => {
  const src = 'https://pictures.example/any.svg';
  const project = await create({}, { ...sound, icons: [{ ...sound.icons[0], src }] });
  assert.equal(read(await project.build()).icons[0]!.src, src);
});

for (const [what, manifest, complaint] of [
  ['is not JSON', '{ "name": }', /manifest\.webmanifest:1:11 error: /],
  [
    'names a picture that is not there',
    { ...sound, icons: [{ ...sound.icons[0], src: 'icons/none.svg' }] },
    /icons\[0\]\.src: the file "icons\/none\.svg"/,
  ],
] as const) {
  test(`a build fails if the manifest ${what}, and reports it`, async () => {
    const project = await create({}, manifest);
    await assert.rejects(project.build(), /manifest\.webmanifest has errors/);
    assert.match(project.said.join('\n'), complaint);
  });
}

test('a build finds the pictures of a manifest that was saved with a byte order mark', async () => {
  const project = await create({}, `\uFEFF${JSON.stringify(sound)}`);
  const files = await project.build();
  const built = JSON.parse(files.get('manifest.webmanifest')!.replace(/^\uFEFF/, '')) as typeof sound;
  assert.ok(files.has(built.icons[0]!.src), built.icons[0]!.src);
  await project.write(
    'manifest.webmanifest',
    `\uFEFF${JSON.stringify({ ...sound, icons: [{ ...sound.icons[0], src: 'none.svg' }] })}`,
  );
  await assert.rejects(project.build(), /manifest\.webmanifest has errors/);
});

test('a build fails in one sentence if there is no manifest', async () => {
  const project = await create();
  await assert.rejects(
    project.build({ source: 'src/none.webmanifest' }),
    /The manifest src\/none\.webmanifest cannot be read\. Set "source" to its path/,
  );
});

test('a build tells of warnings and goes on, unless it is to fail because of them', async () => {
  const project = await create({}, { ...sound, theme_color: 'no colour' });
  await project.build();
  assert.match(project.said.join('\n'), /warning: .*no colour/);
  await assert.rejects(project.build({ failOn: 'warning' }), /no colour/);
});

test('a build fails if Chromium would not install the app, as check-manifest does, and says where and why', async () => {
  const project = await create({}, { ...sound, display: 'browser' });
  await assert.rejects(project.build(), /"display" is browser/);
  assert.match(project.said.join('\n'), /manifest\.webmanifest:5:14 error: "display" is browser/);
  project.said.splice(0);
  await project.build({ failOn: 'never' });
  assert.equal(project.said.length, 1);
});

test('a build measures the pictures: one of another size than declared does not make the app installable', async () => {
  const icons = [{ src: 'icon.png', sizes: '192x192', type: 'image/png' }];
  const project = await create({}, { ...sound, icons });
  const image = new PNG({ width: 60, height: 60 });
  await writeFile(join(project.folder, 'icon.png'), PNG.sync.write(image));
  await assert.rejects(project.build(), /is smaller than 144 pixels/);
  assert.match(
    project.said.join('\n'),
    /warning: The image is 60x60 pixels, but the manifest says 192x192\. Better: "sizes": "60x60"/,
  );
  await writeFile(join(project.folder, 'icon.png'), PNG.sync.write(image).subarray(0, 60));
  await assert.rejects(project.build(), /icon\.png: It is damaged/);
});

test('a build finds an SVG that browsers do not show', async () => {
  const project = await create();
  await project.write('icons/any.svg', '<svg viewBox="0 0 1 1"/>');
  await assert.rejects(
    project.build(),
    /icons\/any\.svg: Browsers do not show the SVG: its root is not of the namespace/,
  );
});

test('a build names no origin that was made up', async () => {
  const project = await create({}, { ...sound, start_url: 'https://other.example/', scope: '/' });
  await assert.rejects(project.build());
  assert.doesNotMatch(project.said.join('\n'), /app\.invalid/);
  assert.match(project.said.join('\n'), /leads to another origin than that of the app/);
});

test('a build gives advice if it is asked to, which fails nothing', async () => {
  const project = await create({}, { ...sound, id: undefined });
  await project.build({ advice: true, failOn: 'warning' });
  assert.match(project.said.join('\n'), /advice: "id" is missing/);
});

test('a build keeps mere advice to itself', async () => {
  const project = await create({}, { ...sound, id: undefined, orientation: 'portrait' });
  await project.build({ failOn: 'warning' });
  assert.deepEqual(project.said, []);
});

test('a build that is not to fail serves even an invalid manifest', async () => {
  const project = await create({}, '{ "name": }');
  assert.equal((await project.build({ failOn: 'never' })).get('manifest.webmanifest'), '{ "name": }');
});

test('a manifest with addresses on its own origin is judged by that', async () => {
  const project = await create({}, { ...sound, start_url: 'https://app.example/' });
  await project.build({ origin: 'https://app.example', failOn: 'warning' });
  assert.deepEqual(project.said, []);
  await assert.rejects(project.build({ failOn: 'warning' }), /other origin|another origin/);
});

test('a build whose pages a framework renders says that they get no tags', async () => {
  const project = await create({ 'main.js': 'document.title = "Ladder";' });
  const told: string[] = [];
  const customLogger = { ...createLogger(), info: (message: string) => void told.push(message) };
  const ofFramework = { customLogger, build: { rollupOptions: { input: join(project.folder, 'main.js') } } };
  assert.ok((await project.build({}, ofFramework)).has('manifest.webmanifest'));
  assert.match(told.join('\n'), /No page of this build is an HTML file, so none links the manifest/);
  told.splice(0);
  await project.build({}, { customLogger });
  assert.doesNotMatch(told.join('\n'), /No page of this build/);
});

test('Vite 5 is told that it is too old', () => {
  const [main] = appManifest();
  const resolved = main!.configResolved as (config: object) => void;
  assert.throws(() => resolved({ root: '/', base: '/', command: 'build' }), /needs Vite 6 or later/);
});

test('wrong options are refused by their names', () => {
  for (const [options, name] of [
    [{ source: '' }, 'source'],
    [{ failOn: 'info' }, 'failOn'],
    [{ head: 'yes' }, 'head'],
    [{ advice: 1 }, 'advice'],
    [{ origin: 'app.example' }, 'origin'],
    [{ origin: 'https://app.example/path' }, 'origin'],
  ] as const) {
    assert.throws(() => appManifest(options as AppManifestOptions), new RegExp(`^TypeError: "${name}" must be`));
  }
});
