import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { checkResponse, type ResponseContext, type ResponseHeaders } from '../../../src/manifest/site/index.js';

const fine = { 'Content-Type': 'application/manifest+json', 'Cache-Control': 'no-cache' };
const codesOf = (headers: ResponseHeaders, context?: ResponseContext): string[] =>
  checkResponse(headers, context).map(({ code }) => code);

describe('the content type of a manifest', () => {
  for (const type of [
    'application/manifest+json',
    'application/json; charset=utf-8',
    'text/json',
    'APPLICATION/LD+JSON',
    'application/a+b+json',
  ])
    test(`may be ${type}`, () => assert.deepEqual(codesOf({ ...fine, 'Content-Type': type }), []));

  for (const type of ['text/html', 'text/plain', 'application/octet-stream', 'application/jsonp', 'json'])
    test(`should not be ${type}`, () =>
      assert.deepEqual(codesOf({ ...fine, 'Content-Type': type }), ['content-type-not-json']));

  test('should be there', () => {
    const [finding] = checkResponse({ 'cache-control': 'no-cache' });
    assert.equal(finding!.code, 'content-type-missing');
    assert.equal(finding!.path, 'content-type');
    assert.equal(finding!.fix, 'Content-Type: application/manifest+json');
  });

  test('is found in what fetch answers, too', () => {
    assert.deepEqual(codesOf(new Headers({ 'content-type': 'text/html', 'cache-control': 'no-cache' })), [
      'content-type-not-json',
    ]);
  });
});

describe('the lifetime of a manifest in caches', () => {
  const lifetimes: Array<[headers: Record<string, string>, code: string | undefined]> = [
    [{ 'Cache-Control': 'no-cache' }, undefined],
    [{ 'Cache-Control': 'no-store' }, undefined],
    [{ 'Cache-Control': 'max-age=0, must-revalidate' }, undefined],
    [{ 'Cache-Control': 'public, max-age=3600' }, undefined],
    [{ 'Cache-Control': 'public, max-age=86401' }, 'cached-for-long'],
    [{ 'Cache-Control': 'PUBLIC, MAX-AGE=31536000, IMMUTABLE' }, 'cached-for-long'],
    [{ 'Cache-Control': 'max-age=31536000, no-cache' }, undefined],
    [{ Date: 'Sat, 01 Nov 2025 10:00:00 GMT', Expires: 'Sat, 01 Nov 2025 11:00:00 GMT' }, undefined],
    [{ Date: 'Sat, 01 Nov 2025 10:00:00 GMT', Expires: 'Tue, 04 Nov 2025 10:00:00 GMT' }, 'cached-for-long'],
    [{ Expires: '0' }, undefined],
    [{ 'Cache-Control': 'max-age=60', Expires: 'Tue, 01 Jan 2999 10:00:00 GMT' }, undefined],
    [{ 'Cache-Control': 'public' }, 'cached-by-guess'],
    [{ 'Cache-Control': 'max-age=soon' }, 'cached-by-guess'],
    [{}, 'cached-by-guess'],
  ];
  for (const [headers, code] of lifetimes)
    test(`${JSON.stringify(headers)} is ${code ?? 'fine'}`, () =>
      assert.deepEqual(codesOf({ 'Content-Type': 'application/json', ...headers }), code ? [code] : []));

  test('is reported in days', () => {
    const [finding] = checkResponse({ ...fine, 'Cache-Control': 'max-age=31536000' });
    assert.equal(
      finding!.message,
      'Browsers may keep the manifest for 365 days without asking again; until then no update arrives.',
    );
  });
});

describe('a manifest on another origin', () => {
  const elsewhere = { manifestUrl: 'https://cdn.example/app.webmanifest', documentUrl: 'https://app.example/' };
  const answers: Array<[headers: Record<string, string>, withCredentials: boolean, isRead: boolean]> = [
    [{}, false, false],
    [{ 'Access-Control-Allow-Origin': '*' }, false, true],
    [{ 'Access-Control-Allow-Origin': 'https://app.example' }, false, true],
    [{ 'Access-Control-Allow-Origin': 'https://app.example/' }, false, false],
    [{ 'Access-Control-Allow-Origin': 'https://other.example' }, false, false],
    [{ 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Credentials': 'true' }, true, false],
    [{ 'Access-Control-Allow-Origin': 'https://app.example' }, true, false],
    [{ 'Access-Control-Allow-Origin': 'https://app.example', 'Access-Control-Allow-Credentials': 'true' }, true, true],
  ];
  for (const [headers, withCredentials, isRead] of answers)
    test(`is ${isRead ? 'read' : 'refused'} ${withCredentials ? 'with credentials ' : ''}when it comes with ${JSON.stringify(headers)}`, () =>
      assert.deepEqual(
        codesOf({ ...fine, ...headers }, { ...elsewhere, withCredentials }),
        isRead ? [] : ['other-origin-refused'],
      ));

  test('needs no permission when it is on the origin of the page after all', () => {
    assert.deepEqual(
      codesOf(fine, { manifestUrl: 'https://app.example/a/b.webmanifest', documentUrl: 'https://app.example/c' }),
      [],
    );
  });
});

describe('the content security policy of the page', () => {
  const here = 'https://app.example/site.webmanifest';
  const policies: Array<[policies: string[], manifestUrl: string, isAllowed: boolean]> = [
    [[], here, true],
    [["script-src 'none'"], here, true],
    [["default-src 'self'"], here, true],
    [["default-src 'none'"], here, false],
    [["default-src 'none'; manifest-src 'self'"], here, true],
    [["manifest-src 'none'; default-src *"], here, false],
    [["MANIFEST-SRC 'SELF'"], here, true],
    [["manifest-src 'none'; manifest-src 'self'"], here, false],
    [['manifest-src'], here, false],
    [["default-src 'self'", "manifest-src 'none'"], here, false],
    [["default-src 'self', manifest-src 'none'"], here, false],
    [['manifest-src https:'], here, true],
    [['manifest-src http:'], here, true],
    [['manifest-src data:'], here, false],
    [['manifest-src *'], 'https://cdn.example/m', true],
    [["manifest-src 'self'"], 'https://cdn.example/m', false],
    [['manifest-src cdn.example'], 'https://cdn.example/m', true],
    [['manifest-src CDN.example'], 'https://cdn.example/m', true],
    [['manifest-src http://cdn.example'], 'https://cdn.example/m', true],
    [['manifest-src https://cdn.example'], 'http://cdn.example/m', false],
    [['manifest-src *.example'], 'https://cdn.example/m', true],
    [['manifest-src *.cdn.example'], 'https://cdn.example/m', false],
    [['manifest-src cdn.example:8443'], 'https://cdn.example/m', false],
    [['manifest-src cdn.example:8443'], 'https://cdn.example:8443/m', true],
    [['manifest-src cdn.example:*'], 'https://cdn.example:8443/m', true],
    [['manifest-src cdn.example'], 'https://cdn.example:8443/m', false],
    [['manifest-src cdn.example/static/'], 'https://cdn.example/static/m', true],
    [['manifest-src cdn.example/static'], 'https://cdn.example/static/m', false],
    [['manifest-src cdn.example/m'], 'https://cdn.example/m?v=2', true],
    [['manifest-src cdn.example/%6D'], 'https://cdn.example/m', true],
    [["manifest-src 'nonce-abc' 'unsafe-inline'"], here, false],
  ];
  for (const [given, manifestUrl, isAllowed] of policies)
    test(`${JSON.stringify(given)} ${isAllowed ? 'allows' : 'blocks'} ${manifestUrl}`, () => {
      const found = codesOf(
        { ...fine, 'Access-Control-Allow-Origin': '*' },
        { policies: given, manifestUrl, documentUrl: 'https://app.example/' },
      );
      assert.deepEqual(found, isAllowed ? [] : ['blocked-by-policy']);
    });

  test('goes for where redirects lead, too, but then without paths', () => {
    const redirected = {
      manifestUrl: here,
      redirectedTo: 'https://cdn.example/v2/m',
      documentUrl: 'https://app.example/',
    };
    const open = { ...fine, 'Access-Control-Allow-Origin': '*' };
    assert.deepEqual(codesOf(open, { ...redirected, policies: ["manifest-src 'self'"] }), ['blocked-by-policy']);
    assert.deepEqual(codesOf(open, { ...redirected, policies: ["manifest-src 'self' cdn.example/v1/"] }), []);
    assert.deepEqual(codesOf(open, { ...redirected, policies: ['manifest-src app.example/else cdn.example'] }), [
      'blocked-by-policy',
    ]);
    assert.deepEqual(codesOf(fine, redirected), ['other-origin-refused']);
  });

  test('is only judged when both addresses are known', () => {
    assert.deepEqual(codesOf(fine, { policies: ["default-src 'none'"] }), []);
  });

  test('is shown with what to write instead', () => {
    const [finding] = checkResponse(fine, {
      policies: ["default-src 'none'"],
      manifestUrl: here,
      documentUrl: 'https://app.example/',
    });
    assert.equal(finding!.level, 'error');
    assert.equal(finding!.value, "default-src 'none'");
    assert.equal(finding!.fix, "manifest-src 'self'");
  });
});
