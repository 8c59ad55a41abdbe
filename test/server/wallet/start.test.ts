import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { createAuthority, type Authority } from '../../../demo/wallet/authority.js';
import { createWallet } from '../../../demo/wallet/wallet.js';
import type { IdentityRequest } from '../../../src/base/contract/types.js';
import { runServer } from '../../support/node/processes.js';

describe('a server that asks for credentials, as a program', () => {
  let folder: string;
  let authority: Authority;
  let roots: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'latchkey-identity-'));
    authority = await createAuthority();
    roots = join(folder, 'root.pem');
    await writeFile(roots, authority.root);
  });
  after(() => rm(folder, { recursive: true }));

  test('verifies what a wallet shows', async () => {
    const server = await runServer({ PORT: '0', DATA_DIR: join(folder, 'data'), IDENTITY_ROOTS: roots });
    const origin = `http://localhost:${await server.port}`;
    const asked = await fetch(`${origin}/identity/request?protocol=org-iso-mdoc`);
    const wallet = await createWallet({ authority });
    const response = await wallet.answerRequest({ ...((await asked.json()) as IdentityRequest), origin });
    const headers = {
      Origin: origin,
      'Content-Type': 'application/json',
      Cookie: asked.headers.getSetCookie()[0]!.split(';')[0]!,
    };
    const answer = await fetch(`${origin}/identity/verify`, {
      method: 'POST',
      headers,
      body: JSON.stringify(response),
    });
    assert.deepEqual(await answer.json(), {
      verified: true,
      claims: { mdl: { 'org.iso.18013.5.1': { age_over_18: true } } },
    });
    assert.deepEqual(server.stderr, []);
    assert.equal(await server.end('SIGTERM'), 0);
  });

  test('asks for nothing without roots', async () => {
    const server = await runServer({ PORT: '0', DATA_DIR: join(folder, 'data') });
    assert.equal(
      (await fetch(`http://localhost:${await server.port}/identity/request?protocol=org-iso-mdoc`)).status,
      404,
    );
    await server.end('SIGTERM');
  });

  const wrong: Record<string, [environment: () => Record<string, string>, sentence: RegExp]> = {
    'an invalid query': [
      () => ({ IDENTITY_QUERY: '{"credentials":[]}' }),
      /^Digital credentials cannot be requested \(.+\); check IDENTITY_QUERY and IDENTITY_ROOTS\.$/,
    ],
    'a query that is not JSON': [() => ({ IDENTITY_QUERY: '{' }), /^IDENTITY_QUERY must be/],
    'roots that are missing': [() => ({ IDENTITY_ROOTS: join(folder, 'missing') }), /^IDENTITY_ROOTS must be/],
    'a root that is no certificate': [
      () => ({ IDENTITY_ROOTS: join(folder, 'bad.pem') }),
      /^Digital credentials cannot be requested/,
    ],
  };
  for (const [what, [environment, sentence]] of Object.entries(wrong)) {
    test(`ends in one sentence with ${what}`, async () => {
      await writeFile(join(folder, 'bad.pem'), '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----');
      const server = await runServer({
        PORT: '0',
        DATA_DIR: join(folder, 'data'),
        IDENTITY_ROOTS: roots,
        ...environment(),
      });
      assert.equal(await server.ended, 1);
      assert.equal(server.stderr.length, 1, server.stderr.join('\n'));
      assert.match(server.stderr[0]!, sentence);
    });
  }
});
