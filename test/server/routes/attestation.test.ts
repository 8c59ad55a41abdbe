import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { ConfigError, readConfig } from '../../../server/src/config/config.js';
import type { PasskeyCreationOptions } from '../../../src/base/contract/types.js';
import type { RegistrationResponseJSON } from '../../../src/conformance/index.js';
import { attest, base64Of, issue, openPolicy, signMetadata, type Holder } from '../../support/node/attestation.js';
import { createPerson, signUp } from '../../support/node/people.js';
import { runServer } from '../../support/node/processes.js';
import { startServer, type TestServer } from '../../support/node/server.js';

const aaguid = '01020304-0506-0708-090a-0b0c0d0e0f10';
const password = 'correct horse battery';

describe('a server that requires attestation', () => {
  let server: TestServer;
  let leaf: Holder;
  before(async () => {
    const root = await issue();
    leaf = await issue(root, { aaguid });
    server = await startServer({ attestation: await openPolicy([{ aaguid, roots: [base64Of(root)] }]) });
  });
  after(() => server.stop());
  const attested = (made: unknown) => attest(made as RegistrationResponseJSON, leaf);

  test('asks for it when a passkey is created, with an account and without', async () => {
    const ada = await signUp(server, 'ada', undefined, { aaguid });
    const added = await ada.browser.post<PasskeyCreationOptions>('/webauthn/register/options');
    const first = await server.visitor().post<PasskeyCreationOptions>('/signup/options', { username: 'first' });
    assert.deepEqual([added.body.attestation, first.body.attestation], ['direct', 'direct']);
  });

  test('stores the passkey of an accepted model, which then signs in as any other', async () => {
    const bo = await signUp(server, 'bo', undefined, { aaguid });
    const added = await bo.browser.post('/webauthn/register/verify', attested(await bo.createPasskey()));
    assert.deepEqual([added.status, added.body['verified']], [200, true]);
    await bo.signOut();
    assert.equal((await bo.signIn()).status, 200);
    const cy = createPerson(server, 'cy', { aaguid });
    assert.equal((await cy.browser.post('/signup/verify', attested(await cy.beginSignUp()))).status, 201);
  });

  test('refuses any other with 400 and a reason, and stores nothing', async () => {
    const di = await signUp(server, 'di', undefined, { aaguid });
    const refused = await di.addPasskey();
    assert.deepEqual(
      [refused.status, refused.body],
      [400, { error: 'attestation_refused', message: 'the passkey has no other attestation than its own' }],
    );
    assert.deepEqual((await di.browser.get('/webauthn/credentials')).body['credentials'], []);
    const ed = createPerson(server, 'ed', { aaguid });
    const { status, body } = await ed.signUpByPasskey();
    assert.deepEqual([status, body['error']], [400, 'attestation_refused']);
    assert.equal(await server.store.findAccountByUsername('ed'), undefined);
  });

  test('has no passkey created silently after a password', async () => {
    const flo = await signUp(server, 'flo', password);
    await flo.browser.post('/login', { username: 'flo', password });
    const { status, body } = await flo.browser.post('/webauthn/register/options?auto=1');
    assert.deepEqual([status, body['error']], [400, 'bad_request']);
  });
});

describe('the settings of attestation', () => {
  let folder: string;
  let blob: string;
  let roots: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'latchkey-attestation-'));
    blob = join(folder, 'blob.jwt');
    roots = join(folder, 'roots.pem');
    const root = await issue();
    await writeFile(roots, root.certificate.toString('pem'));
    await writeFile(blob, signMetadata([], [await issue(root, { name: 'CN=Metadata' })]));
  });
  after(() => rm(folder, { recursive: true }));

  test('are off unless it is required, and lists of models are read in any case', () => {
    for (const environment of [{}, { ATTESTATION: '' }, { ATTESTATION: 'off' }])
      assert.equal(readConfig(environment).attestation, undefined);
    const { attestation } = readConfig({
      ATTESTATION: 'required',
      ATTESTATION_METADATA: '/var/lib/blob.jwt',
      ATTESTATION_AAGUIDS: ` ${aaguid.toUpperCase()} , ${aaguid}`,
      ATTESTATION_DENIED_AAGUIDS: aaguid,
    });
    assert.deepEqual(attestation, { metadata: '/var/lib/blob.jwt', allowed: [aaguid, aaguid], denied: [aaguid] });
  });

  const wrong: [environment: () => Record<string, string>, sentence: RegExp][] = [
    [() => ({ ATTESTATION: 'on' }), /^ATTESTATION must be "off" or "required", not "on"/],
    [() => ({ ATTESTATION: 'required' }), /^ATTESTATION_METADATA is required/],
    [() => ({ ATTESTATION_METADATA: blob }), /^ATTESTATION must be "required" together with ATTESTATION_METADATA/],
    [() => ({ ATTESTATION_AAGUIDS: aaguid }), /^ATTESTATION must be "required" together with ATTESTATION_AAGUIDS/],
    [() => required({ ATTESTATION_AAGUIDS: 'yubikey' }), /^ATTESTATION_AAGUIDS must be .*not "yubikey"/],
    [() => required({ ATTESTATION_DENIED_AAGUIDS: ',' }), /^ATTESTATION_DENIED_AAGUIDS must be/],
    [
      () => required({ ATTESTATION_METADATA_ROOTS: join(folder, 'none') }),
      /^ATTESTATION_METADATA_ROOTS .*cannot be read/,
    ],
    [() => required({ ATTESTATION_METADATA_ROOTS: blob }), /^ATTESTATION_METADATA_ROOTS .*holds none/],
  ];
  const required = (more: Record<string, string>) => ({ ATTESTATION: 'required', ATTESTATION_METADATA: blob, ...more });
  for (const [environment, sentence] of wrong)
    test(`are refused in one sentence: ${sentence.source}`, () => {
      assert.throws(
        () => readConfig(environment()),
        (error) => error instanceof ConfigError && sentence.test(error.message),
      );
    });

  test('start a program that requires it, or end it in one sentence where the metadata is not signed by a root', async () => {
    const place = { PORT: '0', DATA_DIR: join(folder, 'data'), PAGES_DIR: folder };
    const program = await runServer({ ...place, ...required({ ATTESTATION_METADATA_ROOTS: roots }) });
    const answer = await fetch(`http://localhost:${await program.port}/signup/options`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' },
      body: '{"username":"ada"}',
    });
    assert.equal(((await answer.json()) as PasskeyCreationOptions).attestation, 'direct');
    assert.equal(await program.end('SIGTERM'), 0);
    const ending = await runServer({ ...place, ...required({}) });
    assert.equal(await ending.ended, 1);
    assert.match(
      ending.stderr.join('\n'),
      /^The metadata BLOB .*blob\.jwt cannot be used \(.+\); check ATTESTATION_METADATA/,
    );
  });
});
