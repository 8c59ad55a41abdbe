import assert from 'node:assert/strict';
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { request, type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { startServer, type TestServer } from '../../support/node/server.js';

const script = `export const words = ${JSON.stringify(Array.from({ length: 500 }, (_, index) => `word ${index}`))};`;
const files = {
  'app.js': script,
  'short.js': 'export {};',
  'photo.png': 'x'.repeat(5000),
  'plain.html': `<!doctype html><title>Plain</title>${'<p>A paragraph.</p>'.repeat(200)}`,
  'rendered.html': `<!doctype html><title>Rendered</title><script nonce="latchkey-nonce">1</script>${'<p>x</p>'.repeat(500)}`,
  'options.html': `<!doctype html><title>Options</title><!-- latchkey:request-options -->${'<p>x</p>'.repeat(500)}`,
};

describe('a file that is sent', () => {
  let folder: string;
  let server: TestServer;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'latchkey-files-'));
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
    server = await startServer({ listens: true, pages: folder });
  });
  after(async () => {
    await server.stop();
    await rm(folder, { recursive: true });
  });

  /** A request whose answer nothing decompresses. */
  function get(path: string, headers: Record<string, string> = {}, method = 'GET') {
    return new Promise<{ status: number; headers: IncomingHttpHeaders; body: Buffer }>((resolve, reject) => {
      request(new URL(path, server.origin), { method, headers }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', reject);
        answer.on('end', () =>
          resolve({ status: answer.statusCode!, headers: answer.headers, body: Buffer.concat(chunks) }),
        );
      })
        .on('error', reject)
        .end();
    });
  }

  for (const [accepted, encoding] of [
    ['br', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip;q=1.0, br;q=0.1', 'br'],
    ['GZIP', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['deflate', undefined],
    ['identity', undefined],
    ['br;q=0, gzip;q=0', undefined],
    ['brotli', undefined],
    ['', undefined],
  ] as const)
    test(`is sent as ${encoding ?? 'it is'} for Accept-Encoding "${accepted}"`, async () => {
      const { status, headers, body } = await get('/app.js', accepted ? { 'Accept-Encoding': accepted } : {});
      assert.deepEqual([status, headers['content-encoding'], headers['vary']], [200, encoding, 'Accept-Encoding']);
      const text = encoding === 'br' ? brotliDecompressSync(body) : encoding === 'gzip' ? gunzipSync(body) : body;
      assert.equal(text.toString(), script);
      if (encoding) assert.ok(body.length < script.length / 2, `${body.length} bytes`);
    });

  test('is sent as it is if it is short, or a picture', async () => {
    for (const path of ['/short.js', '/photo.png']) {
      const { headers } = await get(path, { 'Accept-Encoding': 'br' });
      assert.deepEqual([headers['content-encoding'], headers['vary']], [undefined, undefined], path);
      assert.match(headers['etag']!, /^"[\w-]{22}"$/);
    }
  });

  test('is not sent to a client that has it, in the same encoding', async () => {
    const brotli = { 'Accept-Encoding': 'br' };
    const etag = (await get('/app.js', brotli)).headers['etag']!;
    for (const wanted of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const { status, headers, body } = await get('/app.js', { ...brotli, 'If-None-Match': wanted });
      assert.deepEqual(
        [status, body.length, headers['etag'], headers['vary'], headers['cache-control']],
        [304, 0, etag, 'Accept-Encoding', 'no-cache'],
      );
    }
    for (const headers of [{ 'If-None-Match': etag }, { ...brotli, 'If-None-Match': '"other"' }])
      assert.equal((await get('/app.js', headers)).status, 200);
  });

  test('is sent anew when it has changed, at the same length too', async () => {
    const before = await get('/app.js', { 'Accept-Encoding': 'br' });
    const changed = script.replace('word 0', 'WORD 0');
    await writeFile(join(folder, 'app.js'), changed);
    await utimes(join(folder, 'app.js'), new Date(), new Date(Date.now() + 5000));
    const after = await get('/app.js', { 'Accept-Encoding': 'br', 'If-None-Match': before.headers['etag']! });
    assert.deepEqual([after.status, brotliDecompressSync(after.body).toString()], [200, changed]);
    await writeFile(join(folder, 'app.js'), script);
  });

  test('has the same headers for HEAD, without a body', async () => {
    const headers = { 'Accept-Encoding': 'br' };
    const [got, asked] = [await get('/plain.html', headers), await get('/plain.html', headers, 'HEAD')];
    for (const name of ['etag', 'vary', 'content-encoding', 'content-type'])
      assert.equal(asked.headers[name], got.headers[name], name);
    assert.deepEqual([asked.status, asked.body.length, got.headers['content-encoding']], [200, 0, 'br']);
  });

  test('is never compressed as a page that holds something of this request', async () => {
    for (const path of ['/rendered', '/options'])
      for (const method of ['GET', 'HEAD']) {
        const { status, headers } = await get(path, { 'Accept-Encoding': 'br, gzip' }, method);
        assert.deepEqual([status, headers['content-encoding'], headers['etag']], [200, undefined, undefined], path);
      }
    assert.equal(
      (await get('/webauthn/login/options', { 'Accept-Encoding': 'br' })).headers['content-encoding'],
      undefined,
    );
  });
});
