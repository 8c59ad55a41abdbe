import assert from 'node:assert/strict';
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { PNG } from 'pngjs';
import { createCertificate } from '../support/node/certificate.js';
import { checkAsJson, checkManifest, latchkey } from './run-cli.js';
import { image, manifest, openSite, page, png, sound, soundImages, type Answer, type Site } from './site.js';

const link = '<link rel="manifest" href="/app.webmanifest">';

/** What is found by these codes, with its level. */
async function find(codes: RegExp, ...parameters: string[]): Promise<string[]> {
  const { findings } = await checkAsJson(...parameters);
  return findings.filter(({ code }) => codes.test(code)).map(({ level, code }) => `${level} ${code}`);
}

describe('the start page', () => {
  let site: Site;
  before(async () => {
    site = await openSite();
  });
  after(() => site.close());
  beforeEach(() =>
    site.publish({
      ...soundImages,
      '/app.webmanifest': manifest({ ...sound, start_url: '/start' }),
      '/about': page(link),
      '/start': page(link),
    }),
  );
  const findIn = async (answers: Record<string, Answer>): Promise<string[]> => {
    site.publish(answers);
    return find(/^start-page/, `${site.origin}/about`);
  };

  test('is without fault if it links the same manifest', async () => {
    assert.deepEqual(await findIn({}), []);
  });

  test('is not requested again if it is the page that was named', async () => {
    const from = site.asked.length;
    assert.deepEqual(await find(/^start-page/, `${site.origin}/start`), []);
    assert.equal(site.asked.slice(from).filter((path) => path === '/start').length, 1);
  });

  test('is reported if it is not there', async () => {
    assert.deepEqual(await findIn({ '/start': { status: 404 } }), ['warning start-page-unreachable']);
    assert.deepEqual(await findIn({ '/start': (request) => request.socket.destroy() }), [
      'warning start-page-unreachable',
    ]);
  });

  test('is reported if it leads out of the app', async () => {
    const other = await openSite({ '/': page('') });
    assert.deepEqual(await findIn({ '/start': { status: 302, headers: { location: `${other.origin}/` } } }), [
      'warning start-page-elsewhere',
    ]);
    await other.close();
  });

  test('is not looked at behind a sign-in, which is said', async () => {
    for (const answer of [
      { status: 401 },
      { status: 302, headers: { location: '/login?next=%2F' } },
      { status: 302, headers: { location: '/enter' } },
    ])
      assert.deepEqual(
        await findIn({
          '/start': answer,
          '/login?next=%2F': page(''),
          '/enter': { type: 'text/html', body: '<!doctype html><title>A</title><input type="password">' },
        }),
        ['info start-page-asks-for-sign-in'],
        JSON.stringify(answer),
      );
  });

  test('is reported if it links no manifest, or another one', async () => {
    assert.deepEqual(await findIn({ '/start': page('') }), ['warning start-page-without-manifest']);
    assert.deepEqual(await findIn({ '/start': page('<link rel="manifest" href="/other.webmanifest">') }), [
      'warning start-page-links-another',
    ]);
  });
});

describe('the apple-touch-icon', () => {
  const clear = PNG.sync.write(new PNG({ width: 180, height: 180 }));
  test('is the largest that the page links, wherever its base leads', async () => {
    const site = await openSite({
      ...soundImages,
      '/app.webmanifest': manifest(sound),
      '/': page(
        `<base href="/icons/">${link}<link rel="apple-touch-icon" sizes="57x57" href="57.png"><link rel="apple-touch-icon" sizes="180x180" href="180.png">`,
      ),
      '/icons/57.png': image(png(57)),
      '/icons/180.png': image(clear),
    });
    assert.deepEqual(await find(/^touch-icon-(?!wins)/, `${site.origin}/`), ['advice touch-icon-transparent']);
    await site.close();
  });

  const touchIcon = '<link rel="apple-touch-icon" href="/touch.png">';
  for (const [what, answer, found] of [
    ['is without fault at 180 pixels', image(png(180)), []],
    ['is without fault if it is larger', image(png(192)), []],
    ['is missed', { status: 404 }, ['warning touch-icon-unreachable']],
    ['is no image', image('<!doctype html>'), ['warning touch-icon-unreachable']],
    ['is too small', image(png(120)), ['advice touch-icon-small']],
    ['can be seen through', image(clear), ['advice touch-icon-transparent']],
  ] as const)
    test(what, async () => {
      const site = await openSite({
        ...soundImages,
        '/app.webmanifest': manifest(sound),
        '/': page(link + touchIcon),
        '/touch.png': answer,
      });
      assert.deepEqual(await find(/^touch-icon-(?!wins)/, `${site.origin}/`), found);
      await site.close();
    });
});

describe('the service worker', () => {
  const share = {
    share_target: { action: '/share', method: 'POST', enctype: 'multipart/form-data', params: { title: 't' } },
  };
  for (const [what, script, members, found] of [
    ['is without fault', "addEventListener('fetch', () => {})", share, []],
    [
      'handles no fetch though files are shared by POST',
      "addEventListener('push', () => {})",
      share,
      ['advice worker-misses-share'],
    ],
    ['imports what may handle a fetch', "importScripts('/more.js')", share, []],
    [
      'keeps the manifest',
      "caches.open('a').then((cache) => cache.addAll(['/app.webmanifest']))",
      {},
      ['advice worker-caches-manifest'],
    ],
  ] as const)
    for (const [where, head] of [
      ['in the page', "<script>navigator.serviceWorker.register('/sw.js')</script>"],
      ['in a script of the page', '<script src="/main.js"></script>'],
    ] as const)
      test(`that is registered ${where} ${what}`, async () => {
        const site = await openSite({
          ...soundImages,
          '/app.webmanifest': manifest({ ...sound, ...members }),
          '/': page(link + head),
          '/main.js': { type: 'text/javascript', body: 'navigator.serviceWorker.register("/sw.js")' },
          '/sw.js': { type: 'text/javascript', body: script },
        });
        assert.deepEqual(await find(/^worker-/, `${site.origin}/`), found);
        await site.close();
      });
});

describe('a site behind a sign-in', () => {
  let site: Site;
  /** Answers only requests with this header. */
  const guard =
    (name: string, value: string, answer: Exclude<Answer, (...args: never[]) => unknown>): Answer =>
    (request, response) => {
      const { type = 'text/plain', body = '' } = answer as { type?: string; body?: string };
      if (request.headers[name] === value)
        response.writeHead(200, { 'content-type': type, 'cache-control': 'no-cache' }).end(body);
      else response.writeHead(401, { 'www-authenticate': 'Basic' }).end('Sign in');
    };
  const text = JSON.stringify(sound);
  const withCookies = link.replace('<link', '<link crossorigin="use-credentials"');
  const publish = (name: string, value: string, tag: string): void =>
    site.publish({
      '/': guard(name, value, { type: 'text/html', body: `<!doctype html><title>A</title>${tag}` }),
      '/app.webmanifest': guard(name, value, { type: 'application/manifest+json', body: text }),
      ...soundImages,
    });
  before(async () => {
    site = await openSite();
  });
  after(() => site.close());

  test('says what lets the command in', async () => {
    publish('cookie', 'sid=1', withCookies);
    const { code, stderr } = await checkManifest(`${site.origin}/`);
    assert.equal(code, 2);
    assert.match(
      stderr,
      /returns 401 \(Unauthorized\)\. If it is behind a sign-in, give --cookie, --header, or a user name and a password in the URL\.\n$/,
    );
  });

  for (const [how, name, value, address, options] of [
    ['cookies', 'cookie', 'sid=1; b=2', (origin: string) => `${origin}/`, ['--cookie', 'sid=1; b=2']],
    ['a header', 'x-preview', 'yes', (origin: string) => `${origin}/`, ['--header', 'X-Preview: yes']],
    [
      'a user name and a password',
      'authorization',
      `Basic ${Buffer.from('me:a b').toString('base64')}`,
      (origin: string) => `${origin.replace('//', '//me:a%20b@')}/`,
      [],
    ],
  ] as const)
    test(`is checked with ${how}`, async () => {
      publish(name, value, withCookies);
      const { code, engines, target } = await checkAsJson(address(site.origin), ...options);
      assert.deepEqual([code, engines[0]!.installable, target], [0, true, `${site.origin}/`]);
    });

  test('gets cookies for the manifest only where browsers send them, and the fix says how', async () => {
    publish('cookie', 'sid=1', link);
    const { code, findings, engines } = await checkAsJson(`${site.origin}/`, '--cookie', 'sid=1');
    assert.deepEqual([code, engines[0]!.installable], [1, false]);
    const errors = findings.filter(({ level }) => level === 'error');
    assert.deepEqual(
      errors.map(({ code: found }) => found),
      ['manifest-needs-credentials'],
    );
    assert.equal((errors[0] as unknown as { fix: string }).fix, 'crossorigin="use-credentials"');
  });

  test('is not checked where only the command has no cookies', async () => {
    site.publish({ '/': page(withCookies), '/app.webmanifest': { status: 401 } });
    const { code, engines } = await checkAsJson(`${site.origin}/`);
    assert.deepEqual([code, engines[0]!.installable], [0, null]);
    assert.match(engines[0]!.reasons[0]!.fix!, /--cookie/);
  });

  test('sends nothing to other origins', async () => {
    const seen: Array<string | undefined> = [];
    const other = await openSite({
      '/icon.png': (request, response) => {
        seen.push(
          request.headers.cookie,
          request.headers['x-preview'] as string | undefined,
          request.headers.authorization,
        );
        response.writeHead(200, { 'content-type': 'image/png' }).end(png(192));
      },
    });
    site.publish({
      '/app.webmanifest': manifest({ ...sound, icons: [{ src: `${other.origin}/icon.png`, sizes: '192x192' }] }),
      '/': page(link),
    });
    await checkAsJson(`${site.origin.replace('//', '//me:secret@')}/`, '--cookie', 'sid=1', '--header', 'X-Preview: 1');
    assert.deepEqual(seen, [undefined, undefined, undefined]);
    await other.close();
  });

  test('is trusted with the authority that --ca names', async (t) => {
    const { key, cert } = await createCertificate('127.0.0.1');
    const secure = createServer({ key, cert }, (request, response) => {
      const answer = { '/app.webmanifest': text, '/': `<!doctype html>${link}` }[request.url!];
      if (answer === undefined)
        response.writeHead(200, { 'content-type': 'image/png' }).end(png(request.url === '/512.png' ? 512 : 192));
      else
        response.writeHead(200, { 'content-type': request.url === '/' ? 'text/html' : 'application/json' }).end(answer);
    });
    await new Promise<void>((resolve) => secure.listen(0, '127.0.0.1', resolve));
    const address = `https://127.0.0.1:${(secure.address() as AddressInfo).port}/`;
    const folder = await mkdtemp(join(tmpdir(), 'latchkey-ca-'));
    t.after(async () => {
      secure.closeAllConnections();
      await new Promise((resolve) => secure.close(resolve));
      await rm(folder, { recursive: true });
    });
    await writeFile(join(folder, 'ca.pem'), cert);
    await writeFile(join(folder, 'none.pem'), 'none');
    assert.match((await checkManifest(address)).stderr, /The certificate of 127\.0\.0\.1:\d+ is not valid/);
    const { engines } = await checkAsJson(address, '--ca', join(folder, 'ca.pem'));
    assert.equal(engines[0]!.installable, true);
    assert.match(
      (await checkManifest(address, '--ca', join(folder, 'none.pem'))).stderr,
      /none\.pem has no certificate\./,
    );
    assert.match((await checkManifest(address, '--ca', join(folder, 'gone.pem'))).stderr, /gone\.pem cannot be read/);
    await writeFile(join(folder, 'another.pem'), (await createCertificate('127.0.0.1')).cert);
    const { stdout } = await latchkey(['check-manifest', address, '--ca', join(folder, 'another.pem')], {
      environment: { NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem') },
    });
    assert.match(stdout, /can be installed/);
  });

  test('names a header that is none, and refuses all of it for files', async () => {
    for (const header of ['X-Preview', 'X Preview: 1', 'X-Preview: 1\r\nB: 2'])
      assert.match(
        (await checkManifest(`${site.origin}/`, '--header', header)).stderr,
        /^--header takes a name and a value/,
      );
    assert.match(
      (await checkManifest('app.webmanifest', '--cookie', 'a=b')).stderr,
      /^--header, --cookie and --ca are for URLs\./,
    );
  });
});

describe('a file below the root of its site', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'latchkey-root-'));
    await mkdir(join(folder, 'public/assets'), { recursive: true });
    await writeFile(join(folder, 'public/icon.png'), png(192));
    await writeFile(join(folder, 'public/assets/icon.png'), png(100));
    await writeFile(
      join(folder, 'public/assets/manifest.json'),
      JSON.stringify({
        name: 'Notes',
        display: 'standalone',
        start_url: '.',
        icons: [{ src: '../icon.png', sizes: '192x192', type: 'image/png' }],
      }),
    );
  });
  after(() => rm(folder, { recursive: true }));

  test('has the address that --root gives it', async () => {
    const { manifestUrl, engines, images, findings } = await checkAsJson(
      join(folder, 'public/assets/manifest.json'),
      '--root',
      join(folder, 'public'),
    );
    assert.equal(manifestUrl, 'https://localhost/assets/manifest.json');
    assert.deepEqual([engines[0]!.installable, images[0]!.width], [true, 192]);
    const advice = findings.filter(({ code }) => /^(?:start-url-in-folder|id-missing)$/.test(code));
    assert.deepEqual(
      advice.map((finding) => (finding as unknown as { fix: string }).fix),
      ['"start_url": "/"', '"id": "/"'],
    );
  });

  test('has to be below it', async () => {
    const { code, stderr } = await checkManifest(
      join(folder, 'public/assets/manifest.json'),
      '--root',
      join(folder, 'other'),
    );
    assert.equal(code, 2);
    assert.match(stderr, /is not below the folder/);
  });

  test('is a file, not a URL', async () => {
    assert.match(
      (await checkManifest('https://app.example/', '--root', folder)).stderr,
      /^--root is for a file, not a URL\./,
    );
  });
});

describe('advice', () => {
  test('is printed in groups, changes no exit code, and is left out by --no-advice', async () => {
    const site = await openSite({ ...soundImages, '/app.webmanifest': manifest(sound), '/': page(link) });
    const { code, stdout } = await checkManifest(`${site.origin}/app.webmanifest`, '--strict');
    assert.equal(code, 0, stdout);
    assert.match(
      stdout,
      /\nAdvice \(--no-advice leaves it out\)\n {2}icons\n {4}line 12: No icon is maskable[^\n]* maskable-missing\n {2}screenshots\n/,
    );
    assert.doesNotMatch(
      (await checkManifest(`${site.origin}/app.webmanifest`, '--no-advice')).stdout,
      /Advice|maskable/,
    );
    assert.deepEqual(await find(/-missing$/, `${site.origin}/app.webmanifest`, '--no-advice'), []);
    await site.close();
  });

  const circle = (radius: number, background: number[]): Uint8Array => {
    const drawn = new PNG({ width: 200, height: 200 });
    for (let y = 0; y < 200; y += 1)
      for (let x = 0; x < 200; x += 1)
        drawn.data.set(Math.hypot(x - 99.5, y - 99.5) < radius ? [255, 255, 255, 255] : background, 4 * (y * 200 + x));
    return PNG.sync.write(drawn);
  };
  for (const [what, content, found] of [
    ['fits its masks', circle(75, [16, 32, 48, 255]), []],
    ['leaves the safe zone', circle(95, [16, 32, 48, 255]), ['advice maskable-outside-safe-zone']],
    ['can be seen through', circle(75, [0, 0, 0, 0]), ['advice maskable-transparent']],
    ['is all of one color', png(200), []],
  ] as const)
    test(`measures a maskable icon, which ${what}`, async () => {
      const icons = [...sound.icons, { src: '/mask.png', sizes: '200x200', type: 'image/png', purpose: 'maskable' }];
      const site = await openSite({
        ...soundImages,
        '/': page(link),
        '/mask.png': image(content),
        '/app.webmanifest': manifest({ ...sound, icons }),
      });
      assert.deepEqual(await find(/^maskable-/, `${site.origin}/app.webmanifest`), found);
      await site.close();
    });
});
