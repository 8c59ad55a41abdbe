import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { WriteStream } from 'node:tty';
import fc from 'fast-check';
import { listImages } from '../../src/manifest/images/list-images.js';
import { measureImages } from '../../src/cli/check-manifest/images.js';
import { measure } from '../../src/manifest/images/measure.js';
import { readPng } from '../../src/manifest/images/read-png.js';
import { createProgress } from '../../src/cli/output.js';
import { interlacedPng } from './interlaced-png.js';
import { checkAsJson, checkManifest } from './run-cli.js';
import { image, manifest, openSite, png, sound } from './site.js';

const most = 300_000;
/** As much of `piece` as there is room for. */
const fill = (piece: string): string => piece.repeat(Math.floor(most / piece.length));
const nest = (open: string, inner: string, close: string): string => {
  const depth = Math.floor(most / (open.length + close.length));
  return open.repeat(depth) + inner + close.repeat(depth);
};

describe('what is made to break the command is checked like anything else:', { concurrency: 2 }, () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'latchkey-hostile-'));
  });
  after(() => rm(folder, { recursive: true }));

  const texts: Record<string, () => string> = {
    'open brackets only': () => fill('['),
    'arrays in arrays': () => nest('[', '', ']'),
    'icons in icons': () => `{"icons":${nest('[{"src":"a","icons":', '[]', '}]')}}`,
    'a hundred thousand items': () => `{"categories":[${fill('1,')}1]}`,
    'thousands of icons': () => `{"icons":[${fill('{"src":"a.png","sizes":"1x1"},')}{}]}`,
    'one long string': () => `{"name":"${fill('x')}"}`,
    'one long line of quotes': () => `{"name":"${fill('\\"')}`,
    'nothing but line ends': () => fill('\n'),
    'no text at all': () => '',
    'bytes that are not text': () => '\ufffd\0\u0001',
  };
  for (const [name, write] of Object.entries(texts))
    test(name, async () => {
      const file = join(folder, `${name.replaceAll(' ', '-')}.webmanifest`);
      await writeFile(file, write());
      const { code, stdout, stderr } = await checkManifest(file);
      assert.deepEqual([code, stderr], [1, '']);
      assert.ok(stdout.length < 100_000, `${stdout.length} characters`);
    });

  test('a page of a hundred thousand tags, and one that is very deep', async () => {
    const page = (body: string): { type: string; body: string } => ({
      type: 'text/html',
      body: `<link rel="manifest" href="/m"><title>Notes</title>${body}`,
    });
    const site = await openSite({
      '/wide': page(fill('<p>')),
      '/deep': page('<div>'.repeat(20_000)),
      '/m': manifest(sound),
      '/192.png': image(png(192)),
      '/512.png': image(png(512)),
    });
    for (const path of ['/wide', '/deep']) {
      const { code, stderr } = await checkManifest(site.origin + path);
      assert.deepEqual([code, stderr], [0, ''], path);
    }
    await site.close();
  });

  test('more images than anybody has are not all fetched', async () => {
    const icons = Array.from({ length: 300 }, (_, index) => ({ src: `/${index}.png`, sizes: '192x192' }));
    const site = await openSite({ '/m': manifest({ ...sound, icons }) });
    const { images } = await checkAsJson(`${site.origin}/m`);
    assert.equal(images.length, 200);
    await site.close();
  });

  test('images that all keep one waiting are given up after 20 seconds', async (context) => {
    context.mock.timers.enable({ apis: ['Date'], now: Date.now() });
    const late: RequestListener = (request) => {
      context.mock.timers.tick(10_000);
      request.socket.destroy();
    };
    const paths = Array.from({ length: 100 }, (_, index) => `/${index}.png`);
    const site = await openSite({
      '/first.png': image(png(1)),
      ...Object.fromEntries(paths.map((path) => [path, late])),
    });
    const text = JSON.stringify({ icons: ['/first.png', ...paths].map((src) => ({ src })) });
    const source = { name: '', text, manifestUrl: `${site.origin}/m`, documentUrl: `${site.origin}/` };
    const results = await measureImages(
      listImages(text, source.manifestUrl),
      source,
      createProgress({ isTTY: false } as WriteStream),
    );
    assert.ok(site.asked.length <= 12, `${site.asked.length} asked for`);
    assert.equal(results.size, 101);
    const last = results.get(`${site.origin}/99.png`)!;
    assert.equal(
      'reason' in last && last.reason,
      `${site.origin}/99.png was not fetched, because no image has arrived for 20 seconds.`,
    );
    await site.close();
  });

  test('an image that unpacks to far more than it is', async () => {
    const bomb = Buffer.from(png(1));
    bomb.writeUInt32BE(2 ** 30, 16);
    bomb.writeUInt32BE(2 ** 30, 20);
    const site = await openSite({
      '/m': manifest({ ...sound, icons: [{ src: '/bomb.png', sizes: '192x192' }] }),
      '/old': manifest({ ...sound, icons: [{ src: '/1.png', sizes: '192x192' }] }),
      '/bomb.png': image(bomb),
      '/1.png': image(png(192)),
    });
    const { images, update } = await checkAsJson(`${site.origin}/m`, '--installed', `${site.origin}/old`);
    assert.deepEqual(
      [images[0]!.width, update!.iconNote],
      [2 ** 30, `The new icon was not compared. It is ${2 ** 30} × ${2 ** 30} pixels, which is more than 4096 × 4096.`],
    );
    await site.close();
  });
});

describe('an image that is made to break anyone who looks at it', () => {
  const resource = (text: string): { bytes: Uint8Array; contentType: undefined } => ({
    bytes: Buffer.from(text),
    contentType: undefined,
  });

  test('is not unpacked beyond what its pixels take', () => {
    assert.throws(() => readPng(interlacedPng(192, [], Buffer.alloc(2 ** 22))), { code: 'ERR_BUFFER_TOO_LARGE' });
    assert.equal(readPng(interlacedPng(1)).data.length, 4);
  });

  test('is looked through once, however many comments a drawing begins with', () => {
    assert.equal(measure(resource(`${'<!-- - -->\n'.repeat(300)}<html>`)).type, undefined);
    assert.equal(measure(resource(`${'<!---->'.repeat(300)}<svg/>`)).type, 'image/svg+xml');
  });

  test('is measured or reported as not an image, whatever its header became', () => {
    const beginnings = [
      Buffer.from(png(9)),
      Buffer.from('GIF89a\x01\0\x01\0'),
      Buffer.from('RIFF\x1a\0\0\0WEBPVP8X'),
      Buffer.from('\0\0\0\x1cftypavif'),
      Buffer.from([0, 0, 1, 0, 255, 255]),
      Buffer.from([255, 216, 255, 224, 0, 16]),
      Buffer.from('BM'),
      Buffer.from('<svg '),
    ];
    fc.assert(
      fc.property(
        fc.constantFrom(...beginnings),
        fc.uint8Array({ maxLength: 64 }),
        fc.nat(16),
        (beginning, rest, cut) => {
          const { type, sizes } = measure({
            bytes: Buffer.concat([beginning.subarray(0, Math.max(2, beginning.length - cut)), rest]),
            contentType: undefined,
          });
          assert.ok(type === undefined || type.startsWith('image/'));
          assert.ok(Array.isArray(sizes));
        },
      ),
      { numRuns: 2000 },
    );
  });
});

describe('the list of images', () => {
  test('is a list, whatever the manifest is', () => {
    const src = fc.constantFrom('/a.png', '', 'http://[', 'data:,x', 'javascript:0', '\0');
    const anything = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        src,
        fc.jsonValue(),
        tie('object'),
        fc.array(tie('value'), { maxLength: 3 }),
      ),
      object: fc.dictionary(
        fc.constantFrom(
          'icons',
          'screenshots',
          'shortcuts',
          'src',
          'sizes',
          'type',
          'icons_localized',
          'de',
          '__proto__',
        ),
        tie('value'),
      ),
    }));
    fc.assert(
      fc.property(anything.object, (content) => {
        for (const { url, path } of listImages(JSON.stringify(content), 'https://app.example/m')) {
          assert.ok(URL.canParse(url));
          assert.match(path, /\.src$/);
        }
      }),
      { numRuns: 2000 },
    );
  });
});
