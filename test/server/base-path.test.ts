import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { ConfigError, readConfig } from '../../server/src/config/config.js';
import { StartError } from '../../server/src/start-error.js';
import { startServer as start } from '../../server/src/start.js';
import { startFederatedServer, type FederatedServer } from '../support/node/provider-visit.js';
import { startBoundServer } from './sessions/bound-server.js';

describe('a server below a path', () => {
  let server: FederatedServer;
  before(async () => {
    server = await startFederatedServer({ config: { basePath: '/api' } });
  });
  after(() => server.stop());

  test('answers the endpoints there and at the root, and nothing below a path that only begins alike', async () => {
    for (const path of ['/api/session', '/session'])
      assert.deepEqual((await server.visitor().get(path)).body, { signedIn: false });
    for (const path of ['/apisession', '/api/api/session', '/apis/session'])
      assert.equal((await server.visitor().get(path)).status, 404);
  });

  test('keeps what is about one person out of every cache there too', async () => {
    for (const path of ['/api/session', '/api/account'])
      assert.match((await server.visitor().get(path)).headers.get('Cache-Control') ?? '', /no-store/);
  });

  test('signs users up, with a cookie for the whole site', async () => {
    const visitor = server.visitor();
    const { status } = await visitor.post('/api/signup', { username: 'ada', password: 'correct horse battery' });
    assert.equal(status, 201);
    assert.equal((await visitor.get('/session')).body['signedIn'], true);
  });

  test('has the provider lead back to it', async () => {
    const { headers } = await server.visitor().get('/api/auth/start');
    const address = new URL(headers.get('Location')!);
    assert.equal(new URL(address.searchParams.get('redirect_uri')!).pathname, '/api/auth/callback/lying');
  });

  test('has browsers bind their sessions there', async () => {
    const bound = await startBoundServer({ config: { basePath: '/api' } });
    const { headers } = await bound.visitor().post('/signup', { username: 'ada', password: 'correct horse battery' });
    assert.match(headers.get('Secure-Session-Registration')!, /;path="\/api\/session\/bind";/);
    await bound.stop();
  });

  for (const wrong of ['api', '/api?x', '//evil.example', '/a/../b', 'https://app.example/api', '/a b'])
    test(`does not start with the path ${wrong}`, () => {
      assert.throws(
        () => readConfig({ BASE_PATH: wrong }),
        (error) => error instanceof ConfigError && error.message.startsWith('BASE_PATH must be a path'),
      );
    });
});

describe('the folder of the pages', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'latchkey-no-pages-'));
    await writeFile(join(folder, 'file'), '');
  });
  after(() => rm(folder, { recursive: true }));

  for (const name of ['missing', 'file'])
    test(`must be a folder: the server does not start when it is ${name === 'file' ? 'a file' : 'not there'}, and says where it looked`, async () => {
      const config = readConfig({ PORT: '0', DATA_DIR: join(folder, 'data'), PAGES_DIR: join(folder, name) });
      await assert.rejects(
        start(config, () => {}),
        (error) =>
          error instanceof StartError &&
          error.message === `PAGES_DIR must be a folder. There is none at ${join(folder, name)}.`,
      );
    });
});
