import { Aes128Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from '@hpke/core';
import { cborEncode } from '@owf/mdoc';
import { CompactEncrypt, importJWK, type JWK } from 'jose';

/** Encrypts a response by OpenID4VP to the first key of the request, as a compact JWE. */
export async function sealForOpenid4vp(content: object, [key]: readonly JWK[], enc: string): Promise<string> {
  const header = { alg: 'ECDH-ES', enc, ...(key!.kid && { kid: key!.kid }) };
  return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(content)))
    .setProtectedHeader(header)
    .encrypt(await importJWK(key!, 'ECDH-ES'));
}

/** Encrypts a response by `org-iso-mdoc`, as an `EncryptedResponse` in base64url. `info` is the encoded transcript. */
export async function sealForMdoc(
  content: Uint8Array<ArrayBuffer>,
  recipient: { x: Uint8Array; y: Uint8Array },
  info: Uint8Array,
): Promise<string> {
  const suite = new CipherSuite({ kem: new DhkemP256HkdfSha256(), kdf: new HkdfSha256(), aead: new Aes128Gcm() });
  const recipientPublicKey = await suite.kem.deserializePublicKey(Uint8Array.from([4, ...recipient.x, ...recipient.y]));
  const { enc, ct } = await suite.seal({ recipientPublicKey, info: new Uint8Array(info) }, content);
  return Buffer.from(
    cborEncode([
      'dcapi',
      new Map([
        ['enc', new Uint8Array(enc)],
        ['cipherText', new Uint8Array(ct)],
      ]),
    ]),
  ).toString('base64url');
}
