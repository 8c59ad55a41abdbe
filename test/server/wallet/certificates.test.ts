import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import 'reflect-metadata';
import {
  BasicConstraintsExtension,
  ExtendedKeyUsageExtension,
  Extension,
  KeyUsageFlags,
  KeyUsagesExtension,
  X509CertificateGenerator,
  type X509Certificate,
} from '@peculiar/x509';
import { readRoot, signsMdocs, trustChain } from '../../../server/src/wallet/certificates.js';

const now = Date.UTC(2030, 0, 1);
const day = 86_400_000;
const p256 = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

/** A user with a certificate. */
interface Holder {
  certificate: X509Certificate;
  keys: CryptoKeyPair;
  name: string;
}

/** How a certificate differs from one that is in order. */
interface Differences {
  name?: string;
  /** Null leaves the extension out. */
  ca?: { ca: boolean; pathLength?: number } | null;
  usages?: KeyUsageFlags | null;
  notBefore?: number;
  notAfter?: number;
  more?: Extension[];
  algorithm?: typeof p256;
  /** The name of the issuer that it claims. */
  issuerName?: string;
}

async function issue(issuer: Holder | undefined, differences: Differences = {}): Promise<Holder> {
  const {
    ca = { ca: issuer === undefined },
    usages = issuer ? KeyUsageFlags.digitalSignature : KeyUsageFlags.keyCertSign,
    algorithm = p256,
  } = differences;
  const name = `CN=${differences.name ?? (issuer ? 'Signer' : 'Root')}`;
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const certificate = await X509CertificateGenerator.create({
    subject: name,
    issuer: differences.issuerName ?? issuer?.name ?? name,
    publicKey: keys.publicKey,
    signingKey: (issuer?.keys ?? keys).privateKey,
    signingAlgorithm: issuer ? p256 : algorithm,
    notBefore: new Date(differences.notBefore ?? now - day),
    notAfter: new Date(differences.notAfter ?? now + day),
    extensions: [
      ...(ca ? [new BasicConstraintsExtension(ca.ca, ca.pathLength, true)] : []),
      ...(usages === null ? [] : [new KeyUsagesExtension(usages, true)]),
      ...(differences.more ?? []),
    ],
  });
  return { certificate, keys, name };
}

const meantFor = (critical: boolean, ...purposes: string[]): Differences => ({
  more: [new ExtendedKeyUsageExtension(purposes, critical)],
});
const purpose = {
  licences: '1.0.18013.5.1.2',
  documents: '1.3.6.1.5.5.7.3.36',
  anything: '2.5.29.37.0',
  servers: '1.3.6.1.5.5.7.3.1',
  clients: '1.3.6.1.5.5.7.3.2',
  revocation: '1.3.6.1.5.5.7.3.9',
  asking: '1.0.18013.5.1.6',
};
const authority: Differences = { name: 'Between', ca: { ca: true }, usages: KeyUsageFlags.keyCertSign };
const der = ({ certificate }: Holder) => new Uint8Array(certificate.rawData);

describe('a chain of certificates', () => {
  let root: Holder;
  before(async () => {
    root = await issue(undefined);
  });

  const follow = (holders: readonly Holder[], roots: readonly Holder[] = [root], needed?: string) =>
    trustChain(
      holders.map(der),
      roots.map(({ certificate }) => certificate),
      now,
      needed,
    );
  const assertUntrusted = (chain: Promise<unknown>) =>
    assert.rejects(chain, { name: 'IdentityFailure', reason: 'issuer_untrusted' });

  test('leads from the signer to a root', async () => {
    const { algorithm, notBefore, notAfter } = await follow([await issue(root)]);
    assert.deepEqual([algorithm.jose, notBefore, notAfter], ['ES256', now - day, now + day]);
  });

  test('must name the purpose of signing mdocs where one is to be verified', async () => {
    for (const signer of [
      await issue(root),
      await issue(root, meantFor(true, purpose.documents)),
      await issue(root, meantFor(true, purpose.anything)),
    ])
      await assertUntrusted(follow([signer], [root], signsMdocs));
    await follow([await issue(root, meantFor(true, purpose.licences))], [root], signsMdocs);
    await follow([await issue(root, meantFor(false, purpose.documents, purpose.licences))], [root], signsMdocs);
  });

  test('may hold the root, and authorities between', async () => {
    const between = await issue(root, authority);
    const signer = await issue(between);
    await follow([signer, between]);
    await follow([signer, between, root]);
  });

  test('gives the key of the signer, on its curve', async () => {
    for (const [namedCurve, jose] of [
      ['P-384', 'ES384'],
      ['P-521', 'ES512'],
    ] as const) {
      const { key, algorithm } = await follow([await issue(root, { algorithm: { ...p256, namedCurve } })]);
      assert.deepEqual([algorithm.jose, (key.algorithm as EcKeyAlgorithm).namedCurve], [jose, namedCurve]);
    }
  });

  test('finds its root among several, also of one name', async () => {
    await follow([await issue(root)], [await issue(undefined), await issue(undefined, { name: 'Other' }), root]);
  });

  test('is refused when it leads to another root, also of the same name', async () => {
    const signer = await issue(root);
    await assertUntrusted(follow([signer], [await issue(undefined)]));
    await assertUntrusted(follow([signer], []));
    await assertUntrusted(follow([signer, await issue(undefined)]));
  });

  test('is refused when it is empty, too long, or no certificates', async () => {
    await assertUntrusted(follow([]));
    await assertUntrusted(follow(Array<Holder>(5).fill(root)));
    for (const bytes of [[], [0x30], [0x30, 0x80, 0, 0], [...der(root).subarray(0, 100)]])
      await assertUntrusted(trustChain([Uint8Array.from(bytes)], [root.certificate], now));
  });

  test('is refused when its certificates are in another order, or one is missing', async () => {
    const between = await issue(root, authority);
    const deeper = await issue(between, { ...authority, name: 'Deeper' });
    const signer = await issue(deeper);
    await follow([signer, deeper, between]);
    await assertUntrusted(follow([signer, between, deeper]));
    await assertUntrusted(follow([signer, between]));
    await assertUntrusted(follow([signer, deeper]));
  });

  const wrong: Record<string, Differences> = {
    'has ended': { notAfter: now - 1000 },
    'has not begun': { notBefore: now + 1000 },
    'may issue certificates itself': { ca: { ca: true } },
    'may only encrypt': { usages: KeyUsageFlags.keyEncipherment },
    'has an unknown critical extension': { more: [new Extension('1.2.3.4', true, Uint8Array.of(5, 0))] },
    'names another issuer': { issuerName: 'CN=Someone' },
    'is for a web server': meantFor(true, purpose.servers, purpose.clients),
    'is for a web server, not critically': meantFor(false, purpose.servers),
    'is for lists of what was revoked': meantFor(true, purpose.revocation),
    'is for asking wallets': meantFor(true, purpose.asking),
  };
  for (const [what, differences] of Object.entries(wrong)) {
    test(`is refused when the certificate of the signer ${what}`, async () =>
      assertUntrusted(follow([await issue(root, differences)])));
  }

  test('is accepted when the signer has no more than a key, or an extension that is not critical', async () => {
    await follow([
      await issue(root, { ca: null, usages: null, more: [new Extension('1.2.3.4', false, Uint8Array.of(5, 0))] }),
    ]);
  });

  test('is accepted when the signer is for credentials, or for anything', async () => {
    for (const purposes of [
      [purpose.licences],
      [purpose.documents],
      [purpose.anything],
      [purpose.servers, purpose.licences],
      ['1.2.3.4'],
    ])
      await follow([await issue(root, meantFor(true, ...purposes))]);
  });

  test('is refused when an authority limits the names that it issues, which are not compared here', async () => {
    for (const critical of [true, false]) {
      const between = await issue(root, {
        ...authority,
        more: [new Extension('2.5.29.30', critical, Uint8Array.of(0x30, 0))],
      });
      await assertUntrusted(follow([await issue(between), between]));
    }
  });

  test('is refused when a part of it is written in another way than DER has it, or something follows', async () => {
    const bytes = der(await issue(root));
    const signatureStart = bytes.lastIndexOf(0x03, bytes.length - 60);
    // The tag of the signature, and that of the pair of numbers in it.
    for (const [at, flip] of [
      [1, 2],
      [signatureStart, 0x20],
      [signatureStart + 3, 0x7b],
    ] as const) {
      const changed = Uint8Array.from(bytes);
      changed[at]! ^= flip;
      await assertUntrusted(trustChain([changed], [root.certificate], now));
    }
    await assertUntrusted(trustChain([Uint8Array.from([...bytes, 0])], [root.certificate], now));
  });

  const powerless: Record<string, Differences> = {
    'is no authority': { ...authority, ca: { ca: false } },
    'does not say that it is an authority': { ...authority, ca: null },
    'may sign, but no certificates': { ...authority, usages: KeyUsageFlags.digitalSignature },
    'does not say what it may do': { ...authority, usages: null },
    'has ended': { ...authority, notAfter: now - 1000 },
  };
  for (const [what, differences] of Object.entries(powerless)) {
    test(`is refused when a certificate between ${what}`, async () => {
      const between = await issue(root, differences);
      await assertUntrusted(follow([await issue(between), between]));
    });
  }

  test('is refused when it is longer than an authority allows', async () => {
    const strict = await issue(undefined, { ca: { ca: true, pathLength: 0 } });
    const between = await issue(strict, authority);
    await follow([await issue(strict)], [strict]);
    await assertUntrusted(follow([await issue(between), between], [strict]));
  });

  test('is refused when the root has ended', async () => {
    const old = await issue(undefined, { notAfter: now - 1000 });
    await assertUntrusted(follow([await issue(old)], [old]));
  });

  test('is refused when the signer is the root', async () => assertUntrusted(follow([root])));
});

describe('a root', () => {
  test('is a certificate in PEM of an authority with a key on a curve', async () => {
    assert.equal(readRoot((await issue(undefined)).certificate.toString('pem')).subject, 'CN=Root');
  });

  test('is nothing else', async () => {
    const root = await issue(undefined);
    const rsa = await X509CertificateGenerator.createSelfSigned({
      name: 'CN=Root',
      keys: await crypto.subtle.generateKey(
        { name: 'RSASSA-PKCS1-v1_5', modulusLength: 2048, publicExponent: Uint8Array.of(1, 0, 1), hash: 'SHA-256' },
        true,
        ['sign', 'verify'],
      ),
      extensions: [new BasicConstraintsExtension(true), new KeyUsagesExtension(KeyUsageFlags.keyCertSign)],
    });
    assert.throws(() => readRoot(rsa.toString('pem')), /none of the curves/);
    assert.throws(() => readRoot('-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----'));
    for (const differences of [{ ca: null }, { ca: { ca: false } }, { usages: null }]) {
      const { certificate } = await issue(undefined, differences);
      assert.throws(() => readRoot(certificate.toString('pem')), /may not/);
    }
    assert.equal(root.certificate.issuer, 'CN=Root');
  });
});
