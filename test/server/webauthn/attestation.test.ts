import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { SettingsService } from '@simplewebauthn/server';
import type { LogEntry } from '../../../server/src/log.js';
import { openAttestationPolicy, type AttestationPolicy } from '../../../server/src/webauthn/attestation-policy.js';
import type { AttestationSettings } from '../../../server/src/webauthn/attestation-settings.js';
import { AttestationRefused } from '../../../server/src/webauthn/verification-error.js';
import { verifyRegistration } from '../../../server/src/webauthn/verify-registration.js';
import { createAuthenticator } from '../../../src/conformance/index.js';
import {
  attest,
  attestAsTpm,
  attestAsU2f,
  base64Of,
  derOf,
  issue,
  issueForTpm,
  keyIdentifierOf,
  signMetadata,
  type Differences,
  type Holder,
  type Model,
} from '../../support/node/attestation.js';
import vectors from '../../vectors/webauthn-level-3.json' with { type: 'json' };
import { assertRefused, creationOptions, origin, register } from './ceremonies.js';

const aaguid = '01020304-0506-0708-090a-0b0c0d0e0f10';
const otherAaguid = '11020304-0506-0708-090a-0b0c0d0e0f10';
const noAaguid = '00000000-0000-0000-0000-000000000000';

type Vector = (typeof vectors.registrations)[number];
const vectorSite = { rpId: vectors.rpId, origins: [vectors.origin], embedders: [], automatic: false };
const responseOf = ({ credentialId, clientDataJSON, attestationObject }: Omit<Vector, 'aaguid'>) => ({
  id: credentialId,
  rawId: credentialId,
  type: 'public-key',
  response: { clientDataJSON, attestationObject },
});

let folder: string;
let file: string;
let signer: Holder;
let signerRoot: Holder;
let root: Holder;
let leaf: Holder;
const logs: LogEntry[] = [];

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-attestation-'));
  file = join(folder, 'blob.jwt');
  signerRoot = await issue();
  signer = await issue(signerRoot, { name: 'CN=Metadata' });
  root = await issue();
  leaf = await issue(root, { aaguid });
});
after(() => rm(folder, { recursive: true }));

const rootsOfMetadata = () => [signerRoot.certificate.toString('pem')];

/** Opens a policy over metadata of these models. */
async function policyOf(
  models: readonly Model[],
  settings: Partial<AttestationSettings> = {},
): Promise<AttestationPolicy> {
  await writeFile(file, signMetadata(models, [signer]));
  logs.length = 0;
  return openAttestationPolicy({ metadata: file, roots: rootsOfMetadata(), ...settings }, (entry) => logs.push(entry));
}

/** Creates a passkey on a model of authenticators that attests with these certificates. */
async function attested(...chain: readonly Holder[]) {
  const made = await createAuthenticator({ aaguid }).create(creationOptions, { origin });
  return chain.length === 0 ? made : attest(made, ...chain);
}

const accepted = async (attestation: AttestationPolicy, ...chain: readonly Holder[]) =>
  (await register(await attested(...chain), { attestation })).aaguid;

async function refused(attestation: AttestationPolicy, reason: RegExp, ...chain: readonly Holder[]): Promise<void> {
  const verification = register(await attested(...chain), { attestation });
  await assertRefused(verification, 400, reason);
  await assert.rejects(verification, AttestationRefused);
}

describe('the test vectors of WebAuthn Level 3', () => {
  let apple: string[];
  before(() => {
    apple = SettingsService.getRootCertificates({ identifier: 'apple' });
    const certificate = new Uint8Array(Buffer.from(vectors.root, 'base64'));
    SettingsService.setRootCertificates({ identifier: 'apple', certificates: [certificate] });
  });
  after(() => SettingsService.setRootCertificates({ identifier: 'apple', certificates: apple }));

  /** What the library demands beyond the specification, and these vectors do not have. */
  const demanded: Readonly<Record<string, RegExp>> = {
    'tpm-es256': /Could not match TPM manufacturer/,
    'fido-u2f-es256': /AAGUID .* was not expected value/,
  };
  const modelsOf = (): Model[] =>
    vectors.registrations.map(({ aaguid: model }) => ({ aaguid: model, roots: [vectors.root] }));
  const verify = (vector: Vector, attestation: AttestationPolicy | undefined) =>
    verifyRegistration({ ...vectorSite, challenge: vector.challenge, attestation, response: responseOf(vector) });

  for (const vector of vectors.registrations) {
    const isAttested = !/^(?:none|packed-self)/.test(vector.name);
    const reason = demanded[vector.name];
    test(`${vector.name} is ${isAttested && !reason ? 'accepted' : 'refused'} where attestation is required`, async () => {
      const policy = await policyOf(modelsOf());
      if (reason)
        await assert.rejects(verify(vector, policy), ({ cause }: Error) => reason.test((cause as Error).message));
      else if (isAttested) assert.equal((await verify(vector, policy)).credentialId, vector.credentialId);
      else await assert.rejects(verify(vector, policy), AttestationRefused);
    });

    test(`${vector.name} is ${isAttested ? 'refused' : 'accepted'} where it is not`, async () => {
      if (isAttested) await assertRefused(verify(vector, undefined), 400, /attestation/);
      else assert.equal((await verify(vector, undefined)).credentialId, vector.credentialId);
    });

    if (isAttested)
      test(`${vector.name} is refused where the metadata of its model has another root`, async () => {
        const policy = await policyOf(modelsOf().map((model) => ({ ...model, roots: [base64Of(root)] })));
        await assert.rejects(verify(vector, policy), AttestationRefused);
      });
  }
});

describe('required attestation', () => {
  const known = (): Model => ({ aaguid, roots: [base64Of(root)] });

  test('accepts a model whose certificates lead to a root in its metadata, by way of others too', async () => {
    const between = await issue(root, { name: 'CN=Between', ca: true });
    const below = await issue(between, { aaguid });
    const policy = await policyOf([known()]);
    assert.equal(await accepted(policy, leaf), aaguid);
    assert.equal(await accepted(policy, below, between), aaguid);
    assert.equal(await accepted(policy, below, between, root), aaguid);
  });

  test('accepts a certificate that the metadata itself names, and any of several roots', async () => {
    const another = await issue();
    assert.equal(await accepted(await policyOf([{ aaguid, roots: [base64Of(leaf)] }]), leaf), aaguid);
    const roots = [base64Of(another), base64Of(root)];
    assert.equal(await accepted(await policyOf([{ aaguid, roots }]), leaf), aaguid);
  });

  test('accepts authenticators of U2F, known by the key of their certificate, and named by an AAGUID of zeros', async () => {
    const u2f = await issue(root);
    const make = async () =>
      attestAsU2f(await createAuthenticator({ algorithms: [-7] }).create(creationOptions, { origin }), u2f);
    const models = [{ keyIdentifiers: [keyIdentifierOf(u2f)], roots: [base64Of(root)] }];
    const attestation = await policyOf(models, { allowed: [noAaguid] });
    assert.equal((await register(await make(), { attestation })).aaguid, noAaguid);
    for (const policy of [
      await policyOf(models, { denied: [noAaguid] }),
      await policyOf([{ keyIdentifiers: [keyIdentifierOf(leaf)], roots: [base64Of(root)] }]),
      await policyOf([{ ...models[0]!, roots: [base64Of(await issue())] }]),
    ])
      await assert.rejects(register(await make(), { attestation: policy }), AttestationRefused);
  });

  test('accepts a TPM of a registered manufacturer', async () => {
    const { aaguid: model, ...vector } = vectors.registrations.find(({ name }) => name === 'tpm-es256')!;
    const attestation = await policyOf([{ aaguid: model, roots: [base64Of(root)], types: ['attca'] }]);
    const verify = async (holder: Holder) =>
      verifyRegistration({
        ...vectorSite,
        challenge: vector.challenge,
        attestation,
        response: responseOf({ ...vector, attestationObject: attestAsTpm(vector.attestationObject, holder) }),
      });
    assert.equal((await verify(await issueForTpm(root))).aaguid, model);
    await assert.rejects(verify(await issueForTpm(await issue())), AttestationRefused);
    await assertRefused(verify({ ...(await issueForTpm(root)), keys: leaf.keys }), 400);
  });

  test('refuses a passkey without attestation, and one that attests itself', async () => {
    const policy = await policyOf([known()]);
    await refused(policy, /without attestation/);
    const itself = await createAuthenticator({ aaguid }).create(creationOptions, { origin, attestation: 'packed' });
    await assert.rejects(register(itself, { attestation: policy }), AttestationRefused);
  });

  const chains: [what: string, chain: () => Promise<readonly Holder[]>][] = [
    ['another root', async () => [await issue(await issue(), { aaguid })]],
    [
      'a root that only has the name of the right one',
      async () => [await issue({ ...(await issue()), name: root.name }, { aaguid })],
    ],
    [
      'a certificate that has expired',
      async () => [await issue(root, { aaguid, notAfter: new Date(Date.now() - 1000) })],
    ],
    [
      'an issuer that has expired',
      async () => {
        const between = await issue(root, { name: 'CN=Between', ca: true, notAfter: new Date(Date.now() - 1000) });
        return [await issue(between, { aaguid }), between];
      },
    ],
    [
      'an issuer that is an authenticator',
      async () => {
        const between = await issue(root, { name: 'CN=Between', ca: false });
        return [await issue(between, { aaguid }), between];
      },
    ],
    [
      'certificates in the wrong order',
      async () => [leaf, await issue(root, { name: 'CN=Stranger', ca: true }), root, leaf],
    ],
  ];
  for (const [what, chain] of chains)
    test(`refuses ${what}`, async () => {
      await refused(await policyOf([known()]), /certificate/, ...(await chain()));
    });

  const leaves: [what: string, differences: Differences][] = [
    ['names another model', { aaguid: otherAaguid }],
    ['may issue others', { aaguid, ca: true }],
    ['is not that of an authenticator', { aaguid, name: 'C=DE, O=Latchkey tests, OU=Servers, CN=A model' }],
  ];
  for (const [what, differences] of leaves)
    test(`refuses a certificate that ${what}`, async () => {
      const policy = await policyOf([known()]);
      await assertRefused(register(await attested(await issue(root, differences)), { attestation: policy }), 400);
    });

  test('refuses a signature by another key than that of the certificate', async () => {
    const policy = await policyOf([known()]);
    const stranger = { ...leaf, keys: (await issue()).keys };
    await assertRefused(register(await attested(stranger), { attestation: policy }), 400);
  });

  test('refuses a model that the metadata does not know, or knows without a root or this kind of attestation', async () => {
    await refused(await policyOf([{ ...known(), aaguid: otherAaguid }]), /does not know/, leaf);
    await refused(await policyOf([{ aaguid, roots: [] }]), /root/, leaf);
    const surrogate = await policyOf([{ ...known(), types: ['basic_surrogate'] }]);
    await assertRefused(register(await attested(leaf), { attestation: surrogate }), 400);
  });

  test('accepts the allowed models only, and never a denied one', async () => {
    assert.equal(await accepted(await policyOf([known()], { allowed: [aaguid] }), leaf), aaguid);
    await refused(await policyOf([known()], { allowed: [otherAaguid] }), /not accepted/, leaf);
    await refused(await policyOf([known()], { denied: [aaguid] }), /not accepted/, leaf);
    await refused(await policyOf([known()], { allowed: [aaguid], denied: [aaguid] }), /not accepted/, leaf);
  });

  for (const status of [
    'REVOKED',
    'USER_VERIFICATION_BYPASS',
    'ATTESTATION_KEY_COMPROMISE',
    'USER_KEY_REMOTE_COMPROMISE',
    'USER_KEY_PHYSICAL_COMPROMISE',
  ])
    test(`refuses a model after the report ${status}, also before a later one, and not ahead of its date`, async () => {
      const certified = { status: 'FIDO_CERTIFIED_L1', effectiveDate: '2026-01-01' };
      for (const statusReports of [[{ status }], [{ status, effectiveDate: '2025-01-01' }, certified]])
        await refused(await policyOf([{ ...known(), statusReports }]), new RegExp(status), leaf);
      const ahead = await policyOf([{ ...known(), statusReports: [{ status, effectiveDate: '2999-01-01' }] }]);
      assert.equal(await accepted(ahead, leaf), aaguid);
    });

  test('refuses the certificate that a report names, and no other of the model', async () => {
    const statusReports = [{ status: 'ATTESTATION_KEY_COMPROMISE', certificate: base64Of(leaf) }];
    const policy = await policyOf([{ ...known(), statusReports }]);
    await refused(policy, /ATTESTATION_KEY_COMPROMISE/, leaf);
    assert.equal(await accepted(policy, await issue(root, { aaguid })), aaguid);
  });

  test('ignores reports that do not concern the security of passkeys, and unknown ones', async () => {
    const statusReports = ['NOT_FIDO_CERTIFIED', 'UPDATE_AVAILABLE', 'SOMETHING_NEW'].map((status) => ({ status }));
    assert.equal(await accepted(await policyOf([{ ...known(), statusReports }]), leaf), aaguid);
  });

  test('is judged by the metadata of its own server, of many at once too', async () => {
    const policy = await policyOf([known()]);
    const second = join(folder, 'second.jwt');
    const stranger = await issue();
    await writeFile(second, signMetadata([{ aaguid, roots: [base64Of(stranger)] }], [signer]));
    const other = await openAttestationPolicy({ metadata: second, roots: rootsOfMetadata() }, () => {});
    const theirs = await issue(stranger, { aaguid });
    const rounds = Array.from({ length: 20 }, async (_none, index) => {
      const [mine, own] = index % 2 === 0 ? [policy, leaf] : [other, theirs];
      assert.equal(await accepted(mine, own), aaguid);
      await refused(mine, /root/, own === leaf ? theirs : leaf);
    });
    await Promise.all(rounds);
  });
});

describe('the metadata of authenticators', () => {
  const model = (more: Partial<Model> = {}): Model => ({ aaguid, roots: [base64Of(root)], ...more });
  const revoked = () => model({ statusReports: [{ status: 'REVOKED', effectiveDate: '2025-01-01' }] });
  const events = () => logs.map(({ event }) => event);

  test('is read again when its file changes, without a restart', async () => {
    const policy = await policyOf([model()]);
    assert.equal(await accepted(policy, leaf), aaguid);
    await writeFile(file, signMetadata([revoked()], [signer], { no: 2 }));
    await refused(policy, /REVOKED/, leaf);
    await writeFile(file, signMetadata([model({ statusReports: [] })], [signer], { no: 3 }));
    assert.equal(await accepted(policy, leaf), aaguid);
    assert.deepEqual(events(), ['attestation-metadata', 'attestation-metadata']);
  });

  test('stays as it was, and says so once, where the new file is older, changed, cut off, by someone else or gone', async () => {
    const wrongSigner = await issue(await issue(), { name: 'CN=Metadata' });
    const policy = await policyOf([model()]);
    await writeFile(file, signMetadata([model()], [signer], { no: 5 }));
    assert.equal(await accepted(policy, leaf), aaguid);
    const blob = signMetadata([revoked()], [signer], { no: 6 });
    const [header, , signature] = blob.split('.') as [string, string, string];
    const [, payload] = signMetadata([revoked()], [signer], { no: 7 }).split('.') as [string, string];
    for (const content of [
      signMetadata([revoked()], [signer], { no: 4 }),
      [header, payload, signature].join('.'),
      blob.slice(0, -200),
      signMetadata([revoked()], [wrongSigner], { no: 6 }),
      '',
    ]) {
      logs.length = 0;
      await writeFile(file, content);
      assert.equal(await accepted(policy, leaf), aaguid);
      assert.equal(await accepted(policy, leaf), aaguid);
      assert.deepEqual(events(), ['attestation-metadata-failed'], content.slice(0, 40));
    }
    await rm(file);
    assert.equal(await accepted(policy, leaf), aaguid);
    await writeFile(file, blob);
    await refused(policy, /REVOKED/, leaf);
  });

  test('is missed when it should have been replaced, and used nevertheless', async () => {
    await writeFile(file, signMetadata([model()], [signer], { nextUpdate: '2025-01-01' }));
    logs.length = 0;
    const settings = { metadata: file, roots: rootsOfMetadata() };
    const policy = await openAttestationPolicy(settings, (entry) => logs.push(entry));
    assert.deepEqual(events(), ['attestation-metadata-stale']);
    assert.equal(await accepted(policy, leaf), aaguid);
  });

  test('is not taken from another than the FIDO Alliance unless the operator says so', async () => {
    await writeFile(file, signMetadata([model()], [signer]));
    await assert.rejects(
      openAttestationPolicy({ metadata: file }, () => {}),
      /could not be validated/,
    );
    const roots = SettingsService.getRootCertificates({ identifier: 'mds' });
    try {
      // As if one of FIDO's roots had signed the certificate of somebody else.
      SettingsService.setRootCertificates({ identifier: 'mds', certificates: rootsOfMetadata() });
      await assert.rejects(
        openAttestationPolicy({ metadata: file }, () => {}),
        /signer is not mds\.fidoalliance\.org/,
      );
      const fido = await issue(signerRoot, { name: 'CN=mds.fidoalliance.org' });
      await writeFile(file, signMetadata([model()], [fido]));
      assert.equal(await accepted(await openAttestationPolicy({ metadata: file }, () => {}), leaf), aaguid);
      assert.deepEqual(SettingsService.getRootCertificates({ identifier: 'mds' }), rootsOfMetadata());
    } finally {
      SettingsService.setRootCertificates({ identifier: 'mds', certificates: roots });
    }
  });

  test('cannot be anything else than a signed list', async () => {
    for (const content of ['', 'a.b.c', '{}', derOf(root).toString('base64')]) {
      await writeFile(file, content);
      const settings = { metadata: file, roots: rootsOfMetadata() };
      await assert.rejects(openAttestationPolicy(settings, () => {}));
    }
    await assert.rejects(
      openAttestationPolicy({ metadata: join(folder, 'missing') }, () => {}),
      /ENOENT/,
    );
  });
});
