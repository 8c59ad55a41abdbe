import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer as createTcpServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { findFreePort } from '../../scripts/free-port.mjs';
import { checkManifest } from './run-cli.js';
import { openSite, type Site } from './site.js';

/** Runs the command on what cannot be checked and answers its one sentence. */
async function complaintAbout(...parameters: string[]): Promise<string> {
  const { code, stdout, stderr } = await checkManifest(...parameters);
  assert.deepEqual([code, stdout], [2, ''], stderr);
  assert.equal(stderr.split('\n').length, 2, `not one line: ${stderr}`);
  return stderr.trimEnd();
}

describe('an address that cannot be checked is reported in one sentence, with code 2:', { concurrency: true }, () => {
  let site: Site;
  let garbage: Server;
  let garbagePort: number;
  before(async () => {
    site = await openSite({
      '/gone': { status: 410, body: 'Gone' },
      '/broken': { status: 500, body: '{}' },
      '/large': { type: 'application/json', body: ' '.repeat(5_000_001) },
      '/just-right': { type: 'application/json', body: '[]'.padEnd(5_000_000) },
      '/endless': (_request, response) => {
        const more = (): boolean => response.write('x'.repeat(60_000), (error) => void (error ?? more()));
        more();
      },
      '/silent': () => undefined,
      '/hang-up': (request) => request.socket.destroy(),
      '/cut-off': (request, response) => {
        response.writeHead(200, { 'content-length': '1000' }).write('{', () => request.socket.destroy());
      },
      '/round': { status: 302, headers: { location: '/and-round' } },
      '/and-round': { status: 302, headers: { location: '/round' } },
      '/to-ftp': { status: 301, headers: { location: 'ftp://files.example/manifest.json' } },
      '/no-gzip': { body: '{}', headers: { 'content-encoding': 'gzip' } },
      '/no-brotli': { body: '{}', headers: { 'content-encoding': 'br' } },
      '/loud': (request) => request.socket.end('HTTP/1.1 404 \x1b]0;owned\x07\r\ncontent-length: 0\r\n\r\n'),
      '/to-nowhere': { status: 301, headers: { location: 'http://[' } },
    });
    garbage = createTcpServer((socket) =>
      socket
        .on('error', () => undefined)
        .resume()
        .end('220 mail.example ESMTP\r\n'),
    );
    await new Promise<void>((resolve) => {
      garbage.listen(0, '127.0.0.1', resolve);
    });
    garbagePort = (garbage.address() as AddressInfo).port;
  });
  after(async () => {
    await site.close();
    await new Promise((resolve) => {
      garbage.close(resolve);
    });
  });

  test('a host that does not exist', async () => {
    assert.match(
      await complaintAbout('https://no-such-host.invalid/'),
      /^(The host no-such-host\.invalid does not exist\.|The host no-such-host\.invalid cannot be looked up\. Check your connection\.)$/,
    );
  });

  test('a port where nothing listens', async () => {
    const host = `localhost:${await findFreePort()}`;
    assert.equal(await complaintAbout(`http://${host}/`), `${host} refused the connection.`);
  });

  test('a page that is not there, with its status', async () => {
    assert.equal(await complaintAbout(`${site.origin}/nothing`), `${site.origin}/nothing returns 404 (Not Found).`);
    assert.equal(await complaintAbout(`${site.origin}/gone`), `${site.origin}/gone returns 410 (Gone).`);
  });

  test('a server in trouble', async () => {
    assert.equal(
      await complaintAbout(`${site.origin}/broken`),
      `${site.origin}/broken returns 500 (Internal Server Error).`,
    );
  });

  test('more than 5 MB, and no byte less', async () => {
    assert.equal(await complaintAbout(`${site.origin}/large`), `${site.origin}/large sends more than 5 MB.`);
    assert.equal((await checkManifest(`${site.origin}/just-right`)).code, 1);
  });

  test('an answer that never ends', async () => {
    assert.equal(await complaintAbout(`${site.origin}/endless`), `${site.origin}/endless sends more than 5 MB.`);
  });

  test('no answer within 10 seconds', async () => {
    assert.equal(
      await complaintAbout(`${site.origin}/silent`),
      `${site.origin}/silent did not respond within 10 seconds.`,
    );
  });

  test('a connection that is closed before or amid the answer', async () => {
    const { host } = new URL(site.origin);
    assert.equal(await complaintAbout(`${site.origin}/hang-up`), `${host} closed the connection without a response.`);
    assert.equal(await complaintAbout(`${site.origin}/cut-off`), `${host} closed the connection without a response.`);
  });

  test('an answer that is not compressed as it says', async () => {
    for (const path of ['/no-gzip', '/no-brotli'])
      assert.equal(
        await complaintAbout(site.origin + path),
        `The response of ${site.origin}${path} cannot be decompressed: its content does not match its Content-Encoding header.`,
      );
  });

  test('a status that would take over the terminal', async () => {
    assert.equal(
      await complaintAbout(`${site.origin}/loud`),
      `${site.origin}/loud returns 404 (\\u001b]0;owned\\u0007).`,
    );
  });

  test('something that is no web server', async () => {
    assert.equal(
      await complaintAbout(`http://127.0.0.1:${garbagePort}/`),
      `127.0.0.1:${garbagePort} did not respond with HTTP.`,
    );
  });

  test('https where only http is spoken', async () => {
    const { host } = new URL(site.origin);
    assert.equal(await complaintAbout(`https://${host}/`), `${host} does not support https.`);
  });

  test('redirects without end, to another protocol or to no address', async () => {
    assert.equal(await complaintAbout(`${site.origin}/round`), `${site.origin}/round redirected more than 20 times.`);
    assert.equal(
      await complaintAbout(`${site.origin}/to-ftp`),
      `${site.origin}/to-ftp redirects to ftp://files.example/manifest.json, which is not http or https.`,
    );
    assert.equal(
      await complaintAbout(`${site.origin}/to-nowhere`),
      `${site.origin}/to-nowhere redirects to http://[, which is not a valid URL.`,
    );
  });

  test('protocols other than http and https', async () => {
    for (const target of [
      'ftp://files.example/m.json',
      'file:///m.json',
      'data:application/json,{}',
      'javascript:alert()',
    ])
      assert.equal(
        await complaintAbout(target),
        `Only files and URLs that begin with http: or https: can be checked, not ${target.split(':')[0]}:.`,
      );
  });

  test('an address with a password in it, which is not repeated', async () => {
    assert.equal(await complaintAbout('http://me:secret@[::1]:1/'), '[::1]:1 refused the connection.');
  });

  test('addresses that are none, or not complete', async () => {
    assert.equal(await complaintAbout('https://[/'), 'https://[/ is not a valid URL.');
    assert.equal(
      await complaintAbout('localhost:3000/app'),
      'localhost:3000/app is not a URL. Begin it with http:// or https://.',
    );
    for (const address of ['https:/app.example', 'HTTPS:app.example'])
      assert.equal(await complaintAbout(address), `${address} is not a URL. Begin it with http:// or https://.`);
    assert.equal(
      await complaintAbout('app.example'),
      'The file app.example does not exist. To check the URL, write https://app.example',
    );
  });
});

describe('a file that cannot be checked is reported in one sentence, with code 2:', { concurrency: true }, () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'latchkey-cli-'));
    await mkdir(join(folder, 'empty'));
    await writeFile(join(folder, 'index.html'), '\n<!DOCTYPE html><title>Notes</title>');
    await writeFile(join(folder, 'large.json'), ' '.repeat(5_000_001));
    await writeFile(join(folder, 'sound.json'), '{}');
  });
  after(() => rm(folder, { recursive: true }));

  const complaints: Array<[file: string, complaint: string]> = [
    ['missing.webmanifest', 'The file PATH does not exist.'],
    ['sound.json/below', 'The file PATH does not exist.'],
    ['empty', 'PATH is a folder. Name the manifest in it.'],
    ['index.html', 'PATH is a page. Name its manifest, or the URL of the page.'],
    ['large.json', 'PATH is larger than 5 MB.'],
  ];
  for (const [file, complaint] of complaints)
    test(complaint.replace('PATH', file), async () =>
      assert.equal(await complaintAbout(join(folder, file)), complaint.replace('PATH', join(folder, file))),
    );

  test('a device that never ends', { skip: process.platform === 'win32' }, async () => {
    assert.equal(await complaintAbout('/dev/zero'), '/dev/zero is larger than 5 MB.');
  });

  test('also if it is the manifest that people have installed', async () => {
    assert.equal(
      await complaintAbout(join(folder, 'sound.json'), '--installed', join(folder, 'missing.json')),
      `The file ${join(folder, 'missing.json')} does not exist.`,
    );
  });
});
