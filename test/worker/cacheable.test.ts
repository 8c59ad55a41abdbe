import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findReasonNotToCache } from '../../src/worker/cacheable.js';

/** An answer as a browser gives it: of this origin, unless a test says otherwise. */
function answer(
  headers: Record<string, string> = {},
  more: Partial<Pick<Response, 'type' | 'redirected' | 'status'>> = {},
): Response {
  const response = new Response('text', { headers });
  for (const [name, value] of Object.entries({ type: 'basic', ...more }))
    Object.defineProperty(response, name, { value });
  return response;
}

const get = (headers: Record<string, string> = {}) => new Request('http://localhost/file', { headers });

describe('nothing is in the way of keeping', () => {
  for (const headers of [
    {},
    { 'Cache-Control': 'no-cache' },
    { 'Cache-Control': 'public, max-age=31536000, immutable' },
    { Vary: 'Accept-Encoding' },
    { ETag: '"private"' },
  ]) {
    test(`an answer of this origin with ${JSON.stringify(headers)}`, () =>
      assert.equal(findReasonNotToCache(get(), answer(headers)), undefined));
  }
});

describe('an answer is not kept', () => {
  const marks: Record<string, string> = {
    'no-store': 'is marked no-store',
    'NO-STORE': 'is marked no-store',
    'public,no-store': 'is marked no-store',
    'max-age=1, Private': 'is marked private',
    'private="Set-Cookie, X"': 'is marked private',
    ' no-store ;x': 'is marked no-store',
  };
  for (const [mark, reason] of Object.entries(marks))
    test(`with Cache-Control: ${mark}`, () =>
      assert.equal(findReasonNotToCache(get(), answer({ 'Cache-Control': mark })), reason));

  for (const vary of ['*', 'Cookie', 'Accept, cookie', 'Authorization', 'Accept-Encoding,COOKIE']) {
    test(`with Vary: ${vary}`, () => assert.match(findReasonNotToCache(get(), answer({ Vary: vary }))!, /^varies by/));
  }

  for (const status of [0, 201, 203, 204, 206, 301, 304, 401, 403, 404, 429, 500, 503]) {
    test(`with status ${status}`, () =>
      assert.equal(findReasonNotToCache(get(), answer({}, { status })), `was answered with ${status}`));
  }

  for (const type of ['opaque', 'cors', 'default', 'error'] as const) {
    test(`of type ${type}`, () => assert.match(findReasonNotToCache(get(), answer({}, { type }))!, /other origin/));
  }

  test('that was redirected, or would be', () => {
    assert.equal(findReasonNotToCache(get(), answer({}, { redirected: true })), 'was redirected');
    assert.equal(findReasonNotToCache(get(), answer({}, { type: 'opaqueredirect', status: 0 })), 'was redirected');
  });

  test('that is a page in the place of a file, by what it is for or by its name, as a network or a sign-in sends it', () => {
    const page = answer({ 'Content-Type': 'text/html; charset=utf-8' });
    for (const path of ['app.js', 'app.MJS', 'a/style.css', 'icon.png', 'data.json', 'app.webmanifest'])
      assert.match(findReasonNotToCache(new Request(`http://localhost/${path}?x`), page)!, /page in the place/, path);
    for (const destination of ['script', 'style', 'image', 'font', 'serviceworker', 'sharedworker', 'manifest'])
      assert.match(findReasonNotToCache(get(), page, destination)!, /page in the place/, destination);
    for (const destination of ['', 'document', 'iframe'])
      assert.equal(findReasonNotToCache(get(), page, destination), undefined);
  });

  test('that never ends', () => {
    assert.equal(
      findReasonNotToCache(get(), answer({ 'Content-Type': 'text/event-stream; charset=utf-8' })),
      'never ends',
    );
  });

  test('that is a part, or was requested as one', () => {
    assert.equal(findReasonNotToCache(get({ Range: 'bytes=0-1' }), answer()), 'is a part only');
    assert.equal(findReasonNotToCache(get(), answer({ 'Content-Range': 'bytes 0-1/4' })), 'is a part only');
  });

  test('that was requested with an authorization, or not with GET', () => {
    assert.match(findReasonNotToCache(get({ Authorization: 'Bearer x' }), answer())!, /authorization/);
    for (const method of ['POST', 'PUT', 'DELETE', 'HEAD'])
      assert.match(findReasonNotToCache(new Request('http://localhost/', { method }), answer())!, /GET/);
  });
});
