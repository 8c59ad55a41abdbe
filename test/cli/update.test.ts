import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { interlacedPng } from './interlaced-png.js';
import { addPasses, claimSize, jpeg } from './jpeg.js';
import { checkAsJson, checkManifest, type JsonReport } from './run-cli.js';
import { image, manifest, openSite, png, sound, soundImages, type Site } from './site.js';

const darker: [number, number, number] = [16, 32, 80];
/** WebP of 192 pixels square, of the colours of `png` and of the darker one. */
const webpOfDark = Buffer.from('UklGRiYAAABXRUJQVlA4TBkAAAAvv8AvAAdQkEIUpv8BIUHC//cmI/qf9r8/AA==', 'base64');
const webpOfDarker = Buffer.from('UklGRiYAAABXRUJQVlA4TBkAAAAvv8AvAAdQkEIUqv8BIUHC//cmI/qf9r8/AA==', 'base64');
const icon = (src: string): { icons: object[] } => ({ icons: [{ src, sizes: '192x192', type: 'image/png' }] });

/** Which members of a forecast are in which list. */
function outcomes({ update }: JsonReport, label: string): Record<'silent' | 'asks' | 'never', string[]> {
  const { silent, asks, never } = update!.places.find((place) => place.label === label)!.forecast;
  const name = (changes: typeof silent): string[] => changes.map(({ member }) => member);
  return { silent: name(silent), asks: name(asks), never: name(never) };
}

describe('--installed', () => {
  let site: Site;
  let folder: string;
  before(async () => {
    site = await openSite({ ...soundImages, '/app.webmanifest': manifest(sound) });
    folder = await mkdtemp(join(tmpdir(), 'latchkey-update-'));
    for (const version of ['old', 'new']) {
      await mkdir(join(folder, version, 'icons'), { recursive: true });
      await writeFile(join(folder, version, 'app.webmanifest'), JSON.stringify(sound));
    }
  });
  after(async () => {
    await site.close();
    await rm(folder, { recursive: true });
  });

  /** Writes two versions of the manifest as files and compares them. */
  async function compare(installed: object, next: object): Promise<JsonReport & { code: number }> {
    await writeFile(join(folder, 'old/app.webmanifest'), JSON.stringify({ ...sound, ...installed }));
    await writeFile(join(folder, 'new/notes.json'), JSON.stringify({ ...sound, ...next }));
    return checkAsJson(join(folder, 'new/notes.json'), '--installed', join(folder, 'old/app.webmanifest'));
  }

  test('tells, engine by engine, what arrives silently, what asks and what never arrives', async () => {
    const report = await compare({}, { name: 'Log', theme_color: 'red', orientation: 'any' });
    assert.deepEqual(outcomes(report, 'Chromium desktop'), {
      silent: ['theme_color'],
      asks: ['name'],
      never: ['orientation'],
    });
    assert.deepEqual(outcomes(report, 'Chromium Android'), {
      silent: ['theme_color', 'orientation'],
      asks: ['name'],
      never: [],
    });
    assert.deepEqual(outcomes(report, 'WebKit iOS').never.sort(), ['name', 'orientation', 'theme_color']);
  });

  test('prints it for people', async () => {
    await compare({}, { name: 'Log', theme_color: 'red', background_color: 'red' });
    const { code, stdout } = await checkManifest(
      join(folder, 'new/notes.json'),
      '--installed',
      join(folder, 'old/app.webmanifest'),
      '--engine',
      'chromium',
    );
    assert.equal(code, 0, stdout);
    assert.match(
      stdout,
      /What changes for users who have installed \S+\/old\/app\.webmanifest\n {2}Installed apps stay https:\/\/localhost\/\.\n/,
    );
    assert.match(
      stdout,
      /Chromium desktop\n {4}silently {6}theme_color, background_color: It is taken over[^\n]*\n {4}after asking {2}name: The old one stays/,
    );
  });

  test('reports it when nothing changes', async () => {
    await compare({}, {});
    const { stdout } = await checkManifest(
      join(folder, 'new/notes.json'),
      '--installed',
      join(folder, 'old/app.webmanifest'),
    );
    assert.equal(stdout.match(/Nothing changes\./g)?.length, 8);
  });

  test('compares the icons, each from the folder of its own manifest', async () => {
    await writeFile(join(folder, 'old/icons/192.png'), png(192));
    await writeFile(join(folder, 'new/icons/b.png'), png(192, 192, darker));
    const report = await compare(icon('/icons/192.png'), icon('/icons/b.png'));
    assert.equal(report.update!.iconDifference!.toFixed(4), (32 / 255 / 4).toFixed(4));
    assert.equal(report.update!.iconNote, 'The icon differs by 3.1 %.');
    assert.deepEqual(outcomes(report, 'Chromium desktop').silent, ['icons']);

    await writeFile(join(folder, 'new/icons/b.png'), png(384, 384, [255, 255, 255]));
    const different = await compare(icon('/icons/192.png'), icon('/icons/b.png'));
    assert.ok(different.update!.iconDifference! > 0.5);
    assert.deepEqual(outcomes(different, 'Chromium desktop').asks, ['icons']);
    assert.deepEqual(outcomes(different, 'Chromium Android').never, ['icons']);
  });

  test('finds that a new icon under an old address never reaches desktops', async () => {
    await writeFile(join(folder, 'old/icons/192.png'), png(192));
    await writeFile(join(folder, 'new/icons/192.png'), png(192, 192, darker));
    const report = await compare(icon('/icons/192.png'), icon('/icons/192.png'));
    assert.deepEqual(
      [outcomes(report, 'Chromium desktop').never, outcomes(report, 'Chromium Android').silent],
      [['icons'], ['icons']],
    );
  });

  test('compares WebP with WebP and with PNG', async () => {
    const webp = (src: string): object => ({ icons: [{ src, sizes: '192x192', type: 'image/webp' }] });
    await writeFile(join(folder, 'old/icons/a.webp'), webpOfDark);
    await writeFile(join(folder, 'old/icons/a.png'), png(192));
    await writeFile(join(folder, 'new/icons/b.webp'), webpOfDarker);
    for (const old of [webp('/icons/a.webp'), icon('/icons/a.png')]) {
      const { update, findings } = await compare(old, webp('/icons/b.webp'));
      assert.deepEqual(
        [update!.iconNote, update!.iconDifference!.toFixed(4)],
        ['The icon differs by 3.1 %.', (32 / 255 / 4).toFixed(4)],
      );
      assert.ok(!findings.some(({ code }) => code === 'icon-not-compared'));
    }
  });

  test('compares JPEG with JPEG and with PNG, drawn in one pass or in several', async () => {
    const photo = (src: string): object => ({ icons: [{ src, sizes: '192x192', type: 'image/jpeg' }] });
    await writeFile(join(folder, 'old/icons/a.jpg'), await jpeg(192));
    await writeFile(join(folder, 'old/icons/a.png'), png(192));
    await writeFile(join(folder, 'new/icons/b.jpg'), await jpeg(192, 192, darker, { progressive: true }));
    for (const old of [photo('/icons/a.jpg'), icon('/icons/a.png')]) {
      const { update, findings } = await compare(old, photo('/icons/b.jpg'));
      assert.match(update!.iconNote, /^The icon differs by 3\.[12] %\.$/);
      assert.ok(!findings.some(({ code }) => code === 'icon-not-compared'));
    }
  });

  test('compares interlaced PNG', async () => {
    await writeFile(join(folder, 'old/icons/a.png'), png(100));
    await writeFile(join(folder, 'new/icons/b.png'), interlacedPng(100, darker));
    assert.equal(
      (await compare(icon('/icons/a.png'), icon('/icons/b.png'))).update!.iconNote,
      'The icon differs by 3.1 %.',
    );
  });

  const svg = { icons: [{ src: '/icons/a.svg', sizes: 'any', type: 'image/svg+xml' }] };
  const uncompared: Array<
    [what: string, icons: object, file: string, content: string | Uint8Array | Promise<Uint8Array>, reason: RegExp]
  > = [
    ['is not there', icon('/icons/none.png'), 'else.png', '', /The file .*none\.png does not exist\./],
    ['is an SVG', svg, 'a.svg', '<svg/>', /It is an SVG, which has no pixels until a browser draws it\./],
    [
      'is a GIF',
      icon('/icons/a.gif'),
      'a.gif',
      Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAA=', 'base64'),
      /It is image\/gif; only PNG, WebP and JPEG are decoded\./,
    ],
    ['is not an image', icon('/icons/a.png'), 'a.png', 'not found', /It is not an image that can be measured\./],
    [
      'is a damaged PNG',
      icon('/icons/a.png'),
      'a.png',
      png(192).subarray(0, 60),
      /It is damaged, animated, or in an unsupported format\./,
    ],
    [
      'is a PNG that unpacks to more than it says',
      icon('/icons/a.png'),
      'a.png',
      interlacedPng(192, [], Buffer.alloc(2 ** 20)),
      /It is damaged, animated, or in an unsupported format\./,
    ],
    [
      'is a JPEG that ends early',
      icon('/icons/a.jpg'),
      'a.jpg',
      jpeg(192).then((image) => image.subarray(0, -40)),
      /It is damaged, animated, or in an unsupported format\./,
    ],
    [
      'is a damaged JPEG',
      icon('/icons/a.jpg'),
      'a.jpg',
      jpeg(192).then((image) => image.fill(0x55, image.indexOf('\xff\xda', 0, 'latin1') + 2)),
      /It is damaged, animated, or in an unsupported format\./,
    ],
    [
      'is a JPEG that claims to be huge',
      icon('/icons/a.jpg'),
      'a.jpg',
      jpeg(192).then((image) => claimSize(image, 65500, 65500)),
      /It is 65500 × 65500 pixels, which is more than 4096 × 4096\./,
    ],
    [
      'is a JPEG that would be drawn for hours',
      icon('/icons/a.jpg'),
      'a.jpg',
      jpeg(192, 192, darker, { progressive: true }).then((image) => addPasses(claimSize(image, 4096, 4096), 100_000)),
      /It is damaged, animated, or in an unsupported format\./,
    ],
    [
      'is a damaged WebP',
      icon('/icons/a.webp'),
      'a.webp',
      webpOfDark.subarray(0, 32),
      /It is damaged, animated, or in an unsupported format\./,
    ],
  ];
  for (const [what, icons, file, content, reason] of uncompared)
    test(`says that icons were not compared, and why: the new one ${what}`, async () => {
      await writeFile(join(folder, 'old/icons/192.png'), png(192));
      await writeFile(join(folder, 'new/icons', file), await content);
      const { update, findings } = await compare(icon('/icons/192.png'), icons);
      assert.match(update!.iconNote, new RegExp(`^The new icon was not compared\\. ${reason.source}$`));
      assert.deepEqual(
        findings.filter(({ code }) => code === 'icon-not-compared').map(({ level, message }) => [level, message]),
        [['info', update!.iconNote]],
      );
    });

  test('compares no pixels of icons that are the same, whatever they are', async () => {
    for (const version of ['old', 'new']) await writeFile(join(folder, version, 'icons/a.svg'), '<svg/>');
    assert.equal((await compare(svg, svg)).update!.iconNote, 'The icon is the same.');
  });

  test('is an error when the installed app would be left behind, with the id that keeps it', async () => {
    await compare({ id: '/old' }, { id: '/new' });
    const { code, stdout } = await checkManifest(
      join(folder, 'new/notes.json'),
      '--installed',
      join(folder, 'old/app.webmanifest'),
    );
    assert.equal(code, 1);
    assert.match(
      stdout,
      /error id identity-changed\n {2}The id has changed\. Installed apps get no more updates[^\n]*\n {2}fix: "id": "\/old"\n/,
    );
  });

  test('is empty when people are moved to the new app', async () => {
    const report = await compare({ id: '/old' }, { id: '/new', migrate_from: ['/old'] });
    assert.deepEqual([report.code, report.update!.identity.sameApp], [0, false]);
  });

  test('compares a file with what is published, before it is: the file takes the published address', async () => {
    await writeFile(join(folder, 'new/app.webmanifest'), JSON.stringify({ ...sound, name: 'Log' }));
    const report = await checkAsJson(
      join(folder, 'new/app.webmanifest'),
      '--installed',
      `${site.origin}/app.webmanifest`,
    );
    assert.deepEqual([report.manifestUrl, report.update!.identity.sameApp], [`${site.origin}/app.webmanifest`, true]);
    assert.deepEqual(outcomes(report, 'Chromium desktop'), { silent: [], asks: ['name'], never: [] });
  });

  test('lets the command in to what is published, for a file', async () => {
    site.publish({
      '/guarded.webmanifest': (request, response) => {
        response.statusCode = request.headers.cookie === 'preview=1' ? 200 : 401;
        response.setHeader('content-type', 'application/manifest+json');
        response.end(JSON.stringify(sound));
      },
    });
    const report = await checkAsJson(
      join(folder, 'new/app.webmanifest'),
      '--installed',
      `${site.origin}/guarded.webmanifest`,
      '--cookie',
      'preview=1',
    );
    assert.equal(report.update!.identity.sameApp, true);
  });

  test('reads an old file outside of the folder of the site', async () => {
    await compare({}, {});
    const report = await checkAsJson(
      join(folder, 'new/notes.json'),
      '--root',
      join(folder, 'new'),
      '--installed',
      join(folder, 'old/app.webmanifest'),
    );
    assert.equal(report.update!.identity.sameApp, true);
  });

  test('compares what is published with a file that was published before', async () => {
    site.publish({
      '/b.png': image(png(192, 192, darker)),
      '/next.webmanifest': manifest({ ...sound, ...icon('/b.png') }),
    });
    await mkdir(join(folder, 'kept'));
    await writeFile(join(folder, 'kept/192.png'), png(192));
    await writeFile(join(folder, 'kept/app.webmanifest'), JSON.stringify({ ...sound, ...icon('/192.png') }));
    const report = await checkAsJson(
      `${site.origin}/next.webmanifest`,
      '--installed',
      join(folder, 'kept/app.webmanifest'),
    );
    assert.equal(report.update!.iconNote, 'The icon differs by 3.1 %.');
    assert.deepEqual(outcomes(report, 'Chromium desktop').silent, ['icons']);
  });

  test('may be a page, and is refused if that links no manifest', async () => {
    site.publish({
      '/page': { type: 'text/html', body: '<!doctype html><link rel="manifest" href="/app.webmanifest">' },
      '/bare': { type: 'text/html', body: '<!doctype html>' },
    });
    assert.deepEqual(
      (await checkAsJson(`${site.origin}/app.webmanifest`, '--installed', `${site.origin}/page`)).update!.identity
        .sameApp,
      true,
    );
    const { code, stderr } = await checkManifest(
      `${site.origin}/app.webmanifest`,
      '--installed',
      `${site.origin}/bare`,
    );
    assert.deepEqual([code, stderr], [2, `${site.origin}/bare does not link a manifest.\n`]);
  });
});
