import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { checkAsJson, checkManifest } from './run-cli.js';
import { image, manifest, openSite, png, sound, type Answer, type Site } from './site.js';

/** The first bytes of a WebP of 300 × 200 pixels, lossy; nothing else is read. */
const webp = Buffer.concat([
  Buffer.from('RIFF\x1a\0\0\0WEBPVP8 \x0e\0\0\0', 'latin1'),
  Buffer.from([0x30, 1, 0, 0x9d, 1, 0x2a, 44, 1, 200, 0, 0, 0, 0, 0]),
]);
/** A JPEG of 640 × 480 pixels as far as its frame header. */
const jpeg = Buffer.from([
  0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70, 73, 70, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0, 0xff, 0xc0, 0, 17, 8, 1, 224, 2, 128, 3,
  1, 34, 0, 2, 17, 1, 3, 17, 1, 0xff, 0xd9,
]);
const gif = Buffer.from('GIF89a\x07\0\x05\0\0\0\0;', 'latin1');
const bmp = Buffer.from('BM6\0\0\0\0\0\0\x006\0\0\0(\0\0\0\x14\0\0\0\n\0\0\0', 'latin1');
/** An old icon of 16 and of 48 pixels, as far as its list. */
const ico = Buffer.from([
  0,
  0,
  1,
  0,
  2,
  0,
  ...[16, 48].flatMap((side) => [side, side, 0, 0, 1, 0, 32, 0, 4, 0, 0, 0, 38, 0, 0, 0]),
  0,
  0,
  0,
  0,
]);
const box = (name: string, ...content: Uint8Array[]): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(8 + content.reduce((sum, part) => sum + part.length, 0));
  return Buffer.concat([length, Buffer.from(name), ...content]);
};
/** An AVIF of 40 × 30 pixels as far as its properties. */
const avif = Buffer.concat([
  box('ftyp', Buffer.from('avif\0\0\0\0avifmif1')),
  box(
    'meta',
    Buffer.alloc(4),
    box('iprp', box('ipco', box('ispe', Buffer.from([0, 0, 0, 0, 0, 0, 0, 40, 0, 0, 0, 30])))),
  ),
]);
const svg = '<?xml version="1.0"?>\n<!-- ours -->\n<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h9v9z"/></svg>';

describe('the images that a manifest names', () => {
  let site: Site;
  before(async () => {
    site = await openSite();
  });
  after(() => site.close());

  /** Publishes `answers` and a manifest with `icons` and `members`, and answers what is found about images. */
  async function findIn(answers: Record<string, Answer>, icons: object[], members: object = {}): Promise<string[]> {
    site.publish({ ...answers, '/app.webmanifest': manifest({ ...sound, icons, ...members }) });
    const { findings } = await checkAsJson(`${site.origin}/app.webmanifest`);
    return findings
      .filter(({ code }) => /^(image|screenshot)-(?!unlabelled)/.test(code))
      .map(({ level, code, path }) => `${level} ${code} ${path}`);
  }

  test('of the demo leave nothing to be desired, its drawing of 32 pixels included', async () => {
    const { ok, findings } = await checkAsJson('demo/public/manifest.webmanifest');
    assert.deepEqual([ok, findings.filter(({ level }) => /error|warning/.test(level))], [true, []]);
  });

  test('are measured: PNG, SVG, WebP, JPEG, GIF, AVIF, BMP, and the old icon format with every size that it has', async () => {
    site.publish({
      '/a.gif': image(gif, 'image/gif'),
      '/a.avif': image(avif, 'image/avif'),
      '/a.ico': image(ico, 'image/x-icon'),
      '/a.bmp': image(bmp, 'image/bmp'),
      '/a.png': image(png(192)),
      '/a.svg': image(svg, 'image/svg+xml'),
      '/a.webp': image(webp, 'image/webp'),
      '/a.jpg': image(jpeg, 'image/jpeg'),
      '/app.webmanifest': manifest({
        ...sound,
        icons: ['png', 'svg', 'webp', 'jpg', 'gif', 'avif', 'bmp']
          .map((type) => ({ src: `/a.${type}` }))
          .concat({ src: '/a.ico', sizes: '16x16 48x48' } as { src: string }),
      }),
    });
    const { images, findings } = await checkAsJson(`${site.origin}/app.webmanifest`);
    const measured = images.map(({ url, ok, type, width, height }) => [new URL(url).pathname, ok, type, width, height]);
    assert.deepEqual(measured, [
      ['/a.png', true, 'image/png', 192, 192],
      ['/a.svg', true, 'image/svg+xml', undefined, undefined],
      ['/a.webp', false, 'image/webp', 300, 200],
      ['/a.jpg', false, 'image/jpeg', 640, 480],
      ['/a.gif', true, 'image/gif', 7, 5],
      ['/a.avif', true, 'image/avif', 40, 30],
      ['/a.bmp', true, 'image/bmp', 20, 10],
      ['/a.ico', true, 'image/vnd.microsoft.icon', 48, 48],
    ]);
    assert.deepEqual(
      findings.filter(({ code }) => code.startsWith('image-')).map(({ code, path }) => `${code} ${path}`),
      ['image-unreadable icons[2].src', 'image-unreadable icons[3].src'],
      'the WebP and the JPEG have no pixels',
    );
  });

  test('are without fault when they are what the manifest says', async () => {
    const icons = [
      { src: '/a.png', sizes: '192X192', type: 'IMAGE/PNG' },
      { src: '/a.svg', sizes: 'any 48x48', type: 'image/svg+xml' },
      { src: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>', sizes: 'any' },
    ];
    assert.deepEqual(await findIn({ '/a.png': image(png(192)), '/a.svg': image(svg, 'image/svg+xml') }, icons), []);
  });

  test('are errors when they do not come', async () => {
    const found = await findIn({ '/hang-up.png': (request) => request.socket.destroy() }, [
      { src: '/nothing.png', sizes: '192x192' },
      { src: '/hang-up.png', sizes: '192x192' },
    ]);
    assert.deepEqual(found, ['error image-unreachable icons[0].src', 'error image-unreachable icons[1].src']);
  });

  test('are reported with their status, next to the line that names them', async () => {
    site.publish({ '/app.webmanifest': manifest({ ...sound, icons: [{ src: '/nothing.png', sizes: '192x192' }] }) });
    const { code, stdout } = await checkManifest(`${site.origin}/app.webmanifest`);
    assert.equal(code, 1);
    assert.ok(
      stdout.includes(
        `  ${site.origin}/nothing.png returns 404 (Not Found).\n     14 │       "src": "/nothing.png",\n        │              ^^^^^^^^^^^^^^\n`,
      ),
      stdout,
    );
  });

  test('are errors when they are no images', async () => {
    const answers = {
      '/page.png': image('<!doctype html><title>Sign in</title>', 'text/html'),
      '/torn.png': image(png(192).subarray(0, 12)),
      '/empty.png': image(''),
    };
    const found = await findIn(
      answers,
      Object.keys(answers).map((src) => ({ src, sizes: '192x192' })),
    );
    assert.deepEqual(
      found,
      [0, 1, 2].map((index) => `error image-unreadable icons[${index}].src`),
    );
  });

  test('are warnings when size, type or content type are not as declared', async () => {
    const answers = {
      '/small.png': image(png(191)),
      '/a.svg': image(svg, 'text/xml'),
      '/png.webp': image(png(192), 'image/webp'),
    };
    const icons = [
      { src: '/small.png', sizes: '192x192' },
      { src: '/a.svg', sizes: 'any' },
      { src: '/png.webp', sizes: '192x192', type: 'image/webp' },
    ];
    assert.deepEqual(await findIn(answers, icons), [
      'warning image-size-differs icons[0].src',
      'error image-unreadable icons[1].src',
      'warning image-type-differs icons[2].src',
    ]);
  });

  test('count for installation as they are: an icon that is too small or missing does not count', async () => {
    for (const [answer, cause] of [
      [image(png(100)), 'no-acceptable-icon'],
      [{ status: 404 }, 'image-unreachable'],
      [image(png(192).subarray(0, 200)), 'image-unreadable'],
    ] as const) {
      site.publish({
        '/icon.png': answer,
        '/app.webmanifest': manifest({ ...sound, icons: [{ src: '/icon.png', sizes: '192x192' }] }),
      });
      const { findings, engines, code, ok } = await checkAsJson(`${site.origin}/app.webmanifest`);
      assert.deepEqual([code, ok, engines[0]!.installable], [1, false, false]);
      assert.ok(engines[0]!.reasons.some(({ id }) => id === 'no-acceptable-icon'));
      assert.deepEqual(
        findings.filter(({ level }) => level === 'error').map((finding) => finding.code),
        [cause],
        'one finding for one cause',
      );
    }
  });

  test('are fetched once, however often they are named, in shortcuts, file handlers and languages too', async () => {
    const icons = [{ src: '/once.png', sizes: '192x192' }];
    site.publish({ '/once.png': image(png(191)) });
    const from = site.asked.length;
    const found = await findIn({}, icons, {
      shortcuts: [{ name: 'New', url: '/new', icons }],
      file_handlers: [{ action: '/open', accept: { 'text/plain': ['.txt'] }, icons }],
      icons_localized: { de: icons, 'pt-BR': icons },
    });
    assert.deepEqual(
      found.map((finding) => finding.split(' ')[2]),
      [
        'icons[0].src',
        'shortcuts[0].icons[0].src',
        'file_handlers[0].icons[0].src',
        'icons_localized.de[0].src',
        'icons_localized.pt-BR[0].src',
      ],
    );
    assert.equal(site.asked.slice(from).filter((path) => path === '/once.png').length, 1);
  });

  test('of screenshots keep to what browsers show, by their real size', async () => {
    const sizes: Array<[width: number, height: number, code: string | undefined]> = [
      [320, 320, undefined],
      [319, 320, 'screenshot-out-of-bounds'],
      [3840, 1670, undefined],
      [3841, 1700, 'screenshot-out-of-bounds'],
      [736, 320, undefined],
      [737, 320, 'screenshot-too-long'],
    ];
    for (const [width, height, code] of sizes) {
      const found = await findIn(
        { '/shot.png': image(png(width, height)), '/a.png': image(png(192)) },
        [{ src: '/a.png', sizes: '192x192' }],
        { screenshots: [{ src: '/shot.png', label: 'A note' }] },
      );
      assert.deepEqual(found, code ? [`warning ${code} screenshots[0]`] : [], `${width}x${height}`);
    }
  });

  test('of narrow screenshots have one shape', async () => {
    const answers = {
      '/1.png': image(png(400, 800)),
      '/2.png': image(png(500, 1000)),
      '/3.png': image(png(400, 801)),
      '/a.png': image(png(192)),
    };
    const screenshots = ['/1.png', '/2.png', '/3.png'].map((src) => ({ src, form_factor: 'narrow', label: 'A note' }));
    assert.deepEqual(await findIn(answers, [{ src: '/a.png', sizes: '192x192' }], { screenshots }), [
      'warning screenshot-shape-differs screenshots[2]',
    ]);
  });
});

describe('the images of a manifest that is a file', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'latchkey-images-'));
    await mkdir(join(folder, 'icons'));
    await writeFile(join(folder, 'icons/192.png'), png(192));
  });
  after(() => rm(folder, { recursive: true }));

  async function findIn(members: object): Promise<string[]> {
    await writeFile(join(folder, 'app.webmanifest'), JSON.stringify({ ...sound, ...members }));
    const { findings } = await checkAsJson(join(folder, 'app.webmanifest'));
    return findings
      .filter(({ code }) => code.startsWith('image-'))
      .map(({ level, code, path }) => `${level} ${code} ${path}`);
  }

  test('are read from its folder, relative or from the root', async () => {
    assert.deepEqual(
      await findIn({
        icons: [
          { src: 'icons/192.png', sizes: '192x192' },
          { src: '/icons/192.png?v=2', sizes: '193x193' },
        ],
      }),
      ['warning image-size-differs icons[1].src'],
    );
  });

  test('are read from it even if the manifest names the site that it is for', async () => {
    const icons = [{ src: 'https://notes.example/icons/192.png', sizes: '192x192' }];
    assert.deepEqual(
      await findIn({
        id: 'https://notes.example/',
        start_url: 'https://notes.example/',
        scope: 'https://notes.example/',
        icons,
      }),
      [],
    );
  });

  test('are missed if others are there, and only noted if none is: then the folder is not the one that is published', async () => {
    const missing = { src: '/icons/512.png', sizes: '512x512' };
    assert.deepEqual(await findIn({ icons: [{ src: '/icons/192.png', sizes: '192x192' }, missing] }), [
      'warning image-not-found icons[1].src',
    ]);
    assert.deepEqual(await findIn({ icons: [missing] }), ['info image-not-found icons[0].src']);
  });

  test('are drawings with whatever drawing programs put before them', async () => {
    await writeFile(
      join(folder, 'icons/a.svg'),
      '\ufeff<?xml version="1.0"?>\n<!-- by a program -->\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd" [\n<!ENTITY ns "http://ns.example/">\n]>\n<svg xmlns="http://www.w3.org/2000/svg"/>',
    );
    assert.deepEqual(await findIn({ icons: [{ src: 'icons/a.svg', sizes: 'any', type: 'image/svg+xml' }] }), []);
  });

  test('are not read if they are larger than 5 MB', async () => {
    await writeFile(join(folder, 'icons/large.png'), '');
    await truncate(join(folder, 'icons/large.png'), 5_000_001);
    await writeFile(
      join(folder, 'app.webmanifest'),
      JSON.stringify({ ...sound, icons: [{ src: 'icons/large.png', sizes: '192x192' }] }),
    );
    const { images } = await checkAsJson(join(folder, 'app.webmanifest'));
    assert.match(images[0]!.reason!, /large\.png is larger than 5 MB\.$/);
  });

  test('are never read from outside of it', async () => {
    await writeFile(
      join(folder, 'icons/app.webmanifest'),
      JSON.stringify({
        ...sound,
        icons: [{ src: '..%2f192.png' }, { src: '%2e%2e%2f%2e%2e%2fetc%2fhostname' }, { src: '..%2ficons%2f192.png' }],
      }),
    );
    const { images } = await checkAsJson(join(folder, 'icons/app.webmanifest'));
    assert.deepEqual(
      images.map(({ ok, reason }) => [ok, reason?.endsWith(' is not in the folder of the manifest.') ?? false]),
      [
        [false, true],
        [false, true],
        [true, false],
      ],
    );
  });

  test('need no network', async () => {
    const { code, stdout } = await checkManifest(join(folder, 'app.webmanifest'));
    assert.equal(code, 0, stdout);
    assert.ok(stdout.includes('as if it were published at https://localhost/app.webmanifest'));
  });
});
