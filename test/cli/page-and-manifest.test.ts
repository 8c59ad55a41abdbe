import assert from 'node:assert/strict';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, describe, test } from 'node:test';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { createCertificate } from '../support/node/certificate.js';
import { checkAsJson, checkManifest, latchkey, type JsonReport } from './run-cli.js';
import { manifest, openSite, page, sound, soundImages, type Site } from './site.js';

const link = '<link rel="manifest" href="/app.webmanifest">';
/** What a page needs besides the link so that nothing is left to be said as an error or a warning. */
const rest =
  '<meta name="theme-color" content="#102030"><link rel="icon" href="/192.png"><link rel="apple-touch-icon" href="/192.png">';

describe('checking an address', () => {
  let site: Site;
  before(async () => {
    site = await openSite();
  });
  after(() => site.close());
  beforeEach(() => site.publish({ ...soundImages, '/app.webmanifest': manifest(sound), '/': page(link + rest) }));

  const problems = async (path: string, ...options: string[]): Promise<string[]> => {
    const { findings } = await checkAsJson(site.origin + path, ...options);
    return findings.filter(({ level }) => /error|warning/.test(level)).map(({ level, code }) => `${level} ${code}`);
  };

  test('ends with 0 when the manifest is without fault', async () => {
    const { code, stdout, stderr } = await checkManifest(`${site.origin}/app.webmanifest`, '--strict');
    assert.equal(code, 0, stdout);
    assert.equal(stderr, '');
    assert.match(stdout, /The app can be installed\. 0 errors, 0 warnings, \d+ notes?\.\n$/);
  });

  test('finds the manifest of a page, and checks the page as well', async () => {
    const { code, documentUrl, manifestUrl, findings } = await checkAsJson(`${site.origin}/`, '--strict');
    assert.deepEqual([code, documentUrl, manifestUrl], [0, `${site.origin}/`, `${site.origin}/app.webmanifest`]);
    assert.ok(findings.some(({ about, code: found }) => about === 'page' && found === 'touch-icon-wins'));
  });

  test('shows the line of the manifest that an error is about', async () => {
    site.publish({
      '/app.webmanifest': { type: 'application/manifest+json', body: '{\n  "name": "Notes",\n  "start_url": "/",\n}' },
    });
    const { code, stdout } = await checkManifest(`${site.origin}/`);
    assert.equal(code, 1);
    assert.match(stdout, /error .*trailing-comma\n.*\n {6}3 │ {3}"start_url": "\/",\n {8}│ {19}\^\n/);
    assert.match(stdout, /\. 1 error, 0 warnings, 0 notes\.\n$/);
  });

  test('shows the line of the page that a warning is about', async () => {
    site.publish({ '/': page(`${link}${rest}\n<meta name="msapplication-TileColor" content="#123">`) });
    const { code, stdout } = await checkManifest(`${site.origin}/`);
    assert.equal(code, 0);
    assert.match(
      stdout,
      /warning meta\[name="msapplication-TileColor"\] retired-tag\n.*\n {6}7 │ <meta name="msapplication-TileColor" content="#123">\n {8}│ \^{52}\n/,
    );
  });

  test('says that a page links no manifest', async () => {
    site.publish({ '/': page(rest) });
    const { code, stdout } = await checkManifest(`${site.origin}/`);
    assert.equal(code, 1);
    assert.match(stdout, /The page does not link a manifest, so it cannot be installed as this app\./);
    assert.doesNotMatch(stdout, /not-json|text-too-short/);
    assert.equal((await checkAsJson(`${site.origin}/`)).manifestUrl, null);
  });

  test('says that what a page links as its manifest is not an address', async () => {
    site.publish({ '/': page('<link rel="manifest" href="http://[">') });
    const { code, stdout } = await checkManifest(`${site.origin}/`);
    assert.equal(code, 1);
    assert.match(
      stdout,
      /error link\[rel="manifest"\] manifest-link-invalid\n.*The page links its manifest by "http:\/\/\[", which is not a valid URL\./,
    );
  });

  test('says that the manifest a page links is not there', async () => {
    site.publish({ '/': page('<link rel="manifest" href="/gone.webmanifest">') });
    const { code, stdout } = await checkManifest(`${site.origin}/`);
    assert.equal(code, 1);
    assert.ok(stdout.includes(`The manifest ${site.origin}/gone.webmanifest returns 404 (Not Found).`), stdout);
  });

  test('says that the manifest a page links is on a host that does not answer', async () => {
    const closed = await openSite();
    await closed.close();
    site.publish({ '/': page(`<link rel="manifest" href="${closed.origin}/app.webmanifest">`) });
    const { code, stdout } = await checkManifest(`${site.origin}/`);
    assert.equal(code, 1);
    assert.ok(
      stdout.includes(`The manifest cannot be fetched. ${new URL(closed.origin).host} refused the connection.`),
      stdout,
    );
  });

  test('does not check a manifest that exists in the page alone, and says what to do', async () => {
    site.publish({ '/': page('<link rel="manifest" href="blob:https://app.example/1">') });
    const { code, stdout, stderr } = await checkManifest(`${site.origin}/`, '--engine', 'chromium');
    assert.deepEqual([code, stderr], [0, '']);
    assert.match(stdout, /warning \(Chromium\) not-checked\n {2}The page links its manifest by a blob: URL/);
    assert.match(stdout, /fix: publish the manifest at an http or https URL/);
    assert.match(stdout, /Whether the app can be installed in Chromium desktop, [^.]* was not checked\. 0 errors/);
    const { engines, ok } = await checkAsJson(`${site.origin}/`, '--engine', 'chromium');
    assert.deepEqual([ok, engines[0]!.installable, engines[0]!.promotable], [true, null, null]);
  });

  for (const scheme of ['file:///etc/hostname', 'javascript:0'])
    test(`says that browsers do not fetch a manifest from ${scheme}`, async () => {
      site.publish({ '/': page(`<link rel="manifest" href="${scheme}">`) });
      const { code, findings, engines } = await checkAsJson(`${site.origin}/`);
      assert.deepEqual([code, engines[0]!.installable], [1, false]);
      const [finding] = findings.filter(({ level }) => level === 'error');
      assert.match(finding!.message, /which browsers do not fetch\.$/);
    });

  test('reads a manifest in a data: URL, whose addresses count from the page', async () => {
    const text = JSON.stringify({ ...sound, start_url: 'start', scope: '.' });
    site.publish({
      '/start': page(link),
      '/': page(`<link rel="manifest" href="data:application/json,${encodeURIComponent(text)}">${rest}`),
    });
    const { code, engines } = await checkAsJson(`${site.origin}/`);
    assert.deepEqual([code, engines[0]!.installable, engines[0]!.appId], [0, true, `${site.origin}/`]);
  });

  test('reads UTF-16 with a byte order mark as Chromium does, and warns of others', async () => {
    site.publish({
      '/app.webmanifest': {
        type: 'application/manifest+json',
        body: Buffer.from(`\ufeff${JSON.stringify({ ...sound, name: 'Füße' })}`, 'utf16le'),
      },
    });
    const { engines, findings } = await checkAsJson(`${site.origin}/`);
    assert.deepEqual([engines[0]!.installable, engines[0]!.manifest.name], [true, 'Füße']);
    assert.deepEqual(
      findings.filter(({ level }) => level === 'warning').map(({ code, engines: who }) => [code, who]),
      [['not-utf-8', ['gecko', 'spec']]],
    );
  });

  test('warns of letters that are lost because the manifest is not UTF-8, and shows the first', async () => {
    site.publish({
      '/app.webmanifest': {
        type: 'application/manifest+json',
        body: Buffer.from(JSON.stringify({ ...sound, name: 'Füße' }, null, 2), 'latin1'),
      },
    });
    const { code, stdout } = await checkManifest(`${site.origin}/app.webmanifest`);
    assert.equal(code, 0);
    assert.match(
      stdout,
      /warning not-utf-8\n {2}The text is not UTF-8[^\n]+\n {6}3 │ {3}"name": "F\ufffd\ufffde",\n {8}│ {13}\^\n/,
    );
    assert.deepEqual(await problems('/'), ['warning not-utf-8']);
  });

  test('reads a manifest that is sent compressed', async () => {
    const compress = { gzip: gzipSync, br: brotliCompressSync };
    for (const [encoding, by] of Object.entries(compress)) {
      site.publish({
        '/app.webmanifest': {
          type: 'application/manifest+json',
          body: by(JSON.stringify(sound)),
          headers: { 'content-encoding': encoding },
        },
      });
      assert.deepEqual(await problems('/app.webmanifest'), [], encoding);
    }
  });

  test('says that a page came in place of the manifest', async () => {
    site.publish({ '/app.webmanifest': page('<title>Sign in</title>') });
    for (const path of ['/', '/app.webmanifest']) {
      const { code, stdout } = await checkManifest(site.origin + path);
      assert.equal(code, 1);
      assert.match(stdout, /\/app\.webmanifest is an HTML page, not a manifest\. It may be a sign-in page/, path);
    }
  });

  test('follows a redirect and reports it, as a warning when it leads to another origin', async () => {
    const other = await openSite({ '/m.json': manifest(sound), ...soundImages });
    site.publish({
      '/app.webmanifest': { status: 301, headers: { location: '/moved/app.webmanifest' } },
      '/moved/app.webmanifest': manifest(sound),
      '/elsewhere.webmanifest': { status: 302, headers: { location: `${other.origin}/m.json` } },
    });
    const { findings, manifestUrl } = await checkAsJson(`${site.origin}/`);
    assert.equal(manifestUrl, `${site.origin}/moved/app.webmanifest`);
    assert.deepEqual(
      findings.filter(({ code }) => /redirect|elsewhere/.test(code)).map(({ level, code }) => [level, code]),
      [['info', 'manifest-redirected']],
    );
    assert.ok((await problems('/elsewhere.webmanifest')).includes('warning manifest-redirected'));
    await other.close();
  });

  test('warns of the wrong content type and of a long life in caches; strictly, that is enough to fail', async () => {
    site.publish({
      '/app.webmanifest': {
        type: 'text/plain',
        body: JSON.stringify(sound),
        headers: { 'cache-control': 'max-age=31536000' },
      },
    });
    assert.deepEqual(await problems('/app.webmanifest'), ['warning content-type-not-json', 'warning cached-for-long']);
    assert.equal((await checkManifest(`${site.origin}/app.webmanifest`)).code, 0);
    assert.equal((await checkManifest(`${site.origin}/app.webmanifest`, '--strict')).code, 1);
  });

  test('takes a manifest for one that is sent as a page, at whatever address', async () => {
    const answer = { type: 'text/html', body: JSON.stringify(sound) };
    site.publish({ '/app.webmanifest': answer, '/app': answer });
    for (const path of ['/app.webmanifest', '/app', '/'])
      assert.deepEqual(await problems(path), ['warning content-type-not-json'], path);
  });

  test('finds that the policy of the page, in a header or in a tag, blocks the manifest or its icons', async () => {
    site.publish({
      '/header': page(link + rest, { 'content-security-policy': "default-src 'self'; manifest-src 'none'" }),
      '/tag': page(`<meta http-equiv="Content-Security-Policy" content="manifest-src 'none'">${link}${rest}`),
      '/images': page(link + rest, { 'content-security-policy': "img-src 'none'" }),
      '/fine': page(link + rest, { 'content-security-policy': "default-src 'self'" }),
    });
    assert.ok((await problems('/header')).includes('error blocked-by-policy'));
    assert.ok((await problems('/tag')).includes('error blocked-by-policy'));
    assert.deepEqual(await problems('/images'), ['error image-blocked-by-policy', 'error image-blocked-by-policy']);
    assert.deepEqual(await problems('/fine'), []);
  });

  test('asks another origin for its manifest the way a page does, and finds whether the page may read it', async () => {
    const other = await openSite({
      ...soundImages,
      '/app.webmanifest': (request, response) => {
        const { origin } = request.headers;
        response
          .writeHead(200, {
            'content-type': 'application/json',
            'cache-control': 'no-cache',
            ...(origin && { 'access-control-allow-origin': origin }),
          })
          .end(JSON.stringify(sound));
      },
      '/closed.webmanifest': manifest(sound),
    });
    const linkTo = (path: string): string => `<link rel="manifest" href="${other.origin}${path}">${rest}`;
    site.publish({ '/open': page(linkTo('/app.webmanifest')), '/closed': page(linkTo('/closed.webmanifest')) });
    assert.ok(!(await problems('/open')).includes('error other-origin-refused'));
    assert.ok((await problems('/closed')).includes('error other-origin-refused'));
    await other.close();
  });

  test('tells why Chromium does not install the app, and on which device', async () => {
    site.publish({ '/app.webmanifest': manifest({ ...sound, display: 'browser', start_url: undefined, id: '/' }) });
    const { code, stdout } = await checkManifest(`${site.origin}/app.webmanifest`);
    assert.equal(code, 1);
    assert.match(stdout, /error display \(Chromium\) manifest-display-not-supported\n {2}"display"/);
    assert.match(stdout, /error start_url \(Chromium\) start-url-not-valid\n {2}Chromium desktop, Chromium ChromeOS: /);
    assert.match(stdout, /Chromium desktop +no +no +browser/);
    assert.match(
      stdout,
      /The app cannot be installed in Chromium desktop, Chromium ChromeOS and Chromium Android, [^.]*\. 2 errors,/,
    );
  });

  test('shows only the engines that were requested, in the table and in the findings', async () => {
    site.publish({ '/app.webmanifest': manifest({ ...sound, display: 'browser', orientation: 'portrait' }) });
    const { code, findings, engines } = await checkAsJson(
      `${site.origin}/app.webmanifest`,
      '--engine',
      'gecko',
      '--engine',
      'webkit',
    );
    assert.equal(code, 0);
    assert.deepEqual(
      engines.map(({ label }) => label),
      ['WebKit macOS', 'WebKit iOS', 'Gecko desktop', 'Gecko Android'],
    );
    assert.ok(
      findings.length > 0 &&
        findings.every((finding) => finding.engines.includes('gecko') || finding.engines.includes('webkit')),
    );
  });

  test('says once what several engines say', async () => {
    site.publish({ '/app.webmanifest': manifest({ ...sound, theme_color: 'sky' }) });
    const { findings } = await checkAsJson(`${site.origin}/app.webmanifest`);
    const places = findings.map(({ code, path, line, column, message }) => [code, path, line, column, message].join());
    assert.deepEqual(
      places.filter((place, index) => places.indexOf(place) !== index),
      [],
    );
    assert.ok(findings.find(({ code }) => code === 'invalid-color')!.engines.length > 1);
  });

  test('takes every site for its own by the public suffix list', async () => {
    site.publish({ '/app.webmanifest': manifest({ ...sound, migrate_from: ['/old'] }) });
    const { findings } = await checkAsJson(`${site.origin}/app.webmanifest`);
    assert.deepEqual(
      findings.filter(({ code }) => code === 'site-assumed'),
      [],
    );
  });

  test('asks the origins of scope extensions whether they agree', async () => {
    const closed = await openSite();
    await closed.close();
    const origin = closed.origin.replace('http:', 'https:');
    site.publish({ '/app.webmanifest': manifest({ ...sound, scope_extensions: [{ type: 'origin', origin }] }) });
    const { findings } = await checkAsJson(`${site.origin}/app.webmanifest`);
    const [finding] = findings.filter(({ code }) => code === 'association-unreachable');
    assert.equal(finding?.message, `${new URL(origin).host} refused the connection.`);
    assert.equal(finding.path, `${origin}/.well-known/web-app-origin-association`);
  });

  test('reads what the origins of scope extensions answer, over https with a certificate that holds', async () => {
    const appId = `${site.origin}/`;
    let answer: string | undefined = JSON.stringify({ [appId]: {} });
    const { key, cert } = await createCertificate();
    const help = createServer({ key, cert }, (request, response) => {
      const isAsked = request.url === '/.well-known/web-app-origin-association' && answer !== undefined;
      response.writeHead(isAsked ? 200 : 404).end(answer);
    });
    await new Promise<void>((resolve) => {
      help.listen(0, '127.0.0.1', resolve);
    });
    const { port } = help.address() as AddressInfo;
    const origin = `https://127.0.0.1:${port}`;
    const ask = async (environment: Record<string, string>): Promise<string[]> => {
      const { stdout } = await latchkey(['check-manifest', `${site.origin}/app.webmanifest`, '--json'], {
        environment,
      });
      return (JSON.parse(stdout) as JsonReport).findings
        .filter(({ code }) => code.startsWith('association-'))
        .map(({ code, message }) => `${code}: ${message}`);
    };
    site.publish({ '/app.webmanifest': manifest({ ...sound, scope_extensions: [{ type: 'origin', origin }] }) });
    assert.deepEqual(await ask({}), [
      `association-unreachable: The certificate of 127.0.0.1:${port} is not valid (DEPTH_ZERO_SELF_SIGNED_CERT).`,
    ]);

    const trusting = { NODE_TLS_REJECT_UNAUTHORIZED: '0', NODE_NO_WARNINGS: '1' };
    assert.deepEqual(await ask(trusting), []);
    answer = '{}';
    assert.deepEqual(await ask(trusting), [
      `association-app-missing: ${origin}/.well-known/web-app-origin-association, line 1: The file does not name ${appId}.`,
    ]);
    answer = undefined;
    assert.deepEqual(await ask(trusting), [
      `association-unreachable: ${origin}/.well-known/web-app-origin-association returns 404 (Not Found), so the app does not extend to ${origin}.`,
    ]);
    help.closeAllConnections();
    await new Promise((resolve) => {
      help.close(resolve);
    });
  });
});
