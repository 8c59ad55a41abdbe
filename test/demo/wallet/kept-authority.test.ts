import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { authorityFolder, keepAuthority } from '../../../demo/wallet/kept-authority.js';
import { createVerifier } from '../../../server/src/wallet/verifier.js';
import { createWallet } from '../../../demo/wallet/wallet.js';
import type { IdentityRequest } from '../../../src/base/contract/types.js';
import { startServer } from '../../support/node/server.js';
import { createRunningClock } from '../../support/node/clock.js';

describe('a development authority', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'latchkey-authority-'));
  });
  after(() => rm(folder, { recursive: true }));

  test('is founded once and kept, with a root that verifiers read and a key for its owner alone', async () => {
    const place = authorityFolder({ DATA_DIR: folder });
    const founded = await keepAuthority(place);
    const found = await keepAuthority(place);
    assert.deepEqual([found.root, found.certificate], [founded.root, founded.certificate]);
    assert.equal(await readFile(join(place, 'root.pem'), 'utf8'), founded.root);
    assert.equal((await stat(join(place, 'authority.json'))).mode & 0o777, 0o600);
  });

  test('is one, of however many are founded at once', async () => {
    const place = join(folder, 'at-once');
    const founded = await Promise.all(Array.from({ length: 5 }, () => keepAuthority(place)));
    assert.equal(new Set(founded.map(({ root }) => root)).size, 1);
    assert.deepEqual((await readdir(place)).sort(), ['authority.json', 'root.pem']);
  });

  test('issues after it was found what counted when it was founded', async () => {
    const { root } = await keepAuthority(authorityFolder({ DATA_DIR: folder }));
    const server = await startServer({ clock: createRunningClock(), identity: createVerifier({ roots: [root] }) });
    const wallet = await createWallet({ authority: await keepAuthority(authorityFolder({ DATA_DIR: folder })) });
    const visitor = server.visitor();
    const { body } = await visitor.get<IdentityRequest>('/identity/request?protocol=org-iso-mdoc');
    assert.equal(
      (await visitor.post('/identity/verify', await wallet.answerRequest({ ...body, origin: server.origin }))).status,
      200,
    );
    await server.stop();
  });
});
