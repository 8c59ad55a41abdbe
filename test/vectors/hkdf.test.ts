import assert from 'node:assert/strict';
import { createDecipheriv, createHmac } from 'node:crypto';
import { test } from 'node:test';
import { deriveKey, deriveMacKey, importMaster, sign } from '../../src/vault/secrets.js';

const bytes = (hexadecimal: string) => new Uint8Array(Buffer.from(hexadecimal, 'hex'));
const count = (from: number, length: number) => Uint8Array.from({ length }, (_, index) => from + index);

/** RFC 5869, appendix A: the cases with SHA-256. */
const cases = [
  {
    name: 'a basic case',
    secret: new Uint8Array(22).fill(0x0b),
    salt: count(0x00, 13),
    info: count(0xf0, 10),
    output: bytes('3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865'),
  },
  {
    name: 'long inputs',
    secret: count(0x00, 80),
    salt: count(0x60, 80),
    info: count(0xb0, 80),
    output: bytes(
      'b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c59045a99cac7827271cb41c65e590e09da3275600c2f09b8367793a9aca3db71cc30c58179ec3e87c14c01d5c1f3434f1d87',
    ),
  },
  {
    name: 'no salt and no info',
    secret: new Uint8Array(22).fill(0x0b),
    salt: new Uint8Array(),
    info: new Uint8Array(),
    output: bytes('8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8'),
  },
];

for (const { name, secret, salt, info, output } of cases) {
  test(`a key and its commitment are the first 64 bytes that RFC 5869 has for ${name}`, async () => {
    const { key, commitment } = await deriveKey(await importMaster(secret.slice()), salt, info, 'encrypt');
    const known = output.subarray(32, 64);
    assert.deepEqual(Buffer.from(commitment.subarray(0, known.length)), Buffer.from(known));
    assert.equal(commitment.length, 32);

    const iv = new Uint8Array(12);
    const sealed = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, Uint8Array.of(1, 2, 3)));
    const decipher = createDecipheriv('aes-256-gcm', output.subarray(0, 32), iv).setAuthTag(sealed.subarray(-16));
    assert.deepEqual(Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]), Buffer.of(1, 2, 3));
  });
}

test('a key that authenticates is what RFC 5869 has for the same secret without a salt', async () => {
  const { secret, info, output } = cases[2]!;
  const mac = await sign(await deriveMacKey(await importMaster(secret.slice()), info), Uint8Array.of(1, 2, 3));
  assert.deepEqual(
    Buffer.from(mac),
    createHmac('sha256', output.subarray(0, 32))
      .update(Uint8Array.of(1, 2, 3))
      .digest(),
  );
});
