import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { ConfigError } from '../../../server/src/config/config.js';
import { readIdentitySettings } from '../../../server/src/wallet/settings.js';
import { createAuthority } from '../../../demo/wallet/authority.js';

describe('what is asked of wallets', () => {
  let folder: string;
  let roots: string[];
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'latchkey-roots-'));
    roots = [(await createAuthority({ name: 'A' })).root, (await createAuthority({ name: 'B' })).root];
    await writeFile(join(folder, 'a.pem'), `A comment\n${roots[0]}`);
    await writeFile(join(folder, 'b.pem'), roots[1]!);
    await writeFile(join(folder, 'both.txt'), roots.join('\n'));
    await writeFile(join(folder, 'key.txt'), '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----');
    await writeFile(join(folder, 'query.json'), '{"credentials": []}');
  });
  after(() => rm(folder, { recursive: true }));

  const refused = (environment: Record<string, string>, sentence: RegExp) =>
    assert.throws(
      () => readIdentitySettings(environment),
      (error) => error instanceof ConfigError && sentence.test(error.message),
    );

  test('is nothing without roots', () => {
    assert.equal(readIdentitySettings({}), undefined);
    assert.equal(readIdentitySettings({ IDENTITY_ROOTS: '', IDENTITY_QUERY: '' }), undefined);
    refused({ IDENTITY_QUERY: '{}' }, /^IDENTITY_ROOTS is required together with IDENTITY_QUERY/);
  });

  test('trusts the certificates of a file, or of every .pem file of a folder', () => {
    assert.deepEqual(readIdentitySettings({ IDENTITY_ROOTS: join(folder, 'both.txt') }), {
      roots: roots.map((root) => root.trim()),
      query: undefined,
    });
    assert.deepEqual(
      readIdentitySettings({ IDENTITY_ROOTS: folder })!.roots,
      roots.map((root) => root.trim()),
    );
  });

  test('trusts nothing that is missing, or holds no certificate', () => {
    refused({ IDENTITY_ROOTS: join(folder, 'missing') }, /^IDENTITY_ROOTS .*missing cannot be read/);
    refused({ IDENTITY_ROOTS: join(folder, 'key.txt') }, /^IDENTITY_ROOTS .*key\.txt holds none/);
  });

  test('is a query as text or in a file', () => {
    for (const query of ['{"credentials": []}', join(folder, 'query.json')]) {
      assert.deepEqual(readIdentitySettings({ IDENTITY_ROOTS: folder, IDENTITY_QUERY: query })!.query, {
        credentials: [],
      });
    }
    for (const query of ['{', join(folder, 'missing.json'), join(folder, 'a.pem')])
      refused({ IDENTITY_ROOTS: folder, IDENTITY_QUERY: query }, /^IDENTITY_QUERY must be/);
  });
});
