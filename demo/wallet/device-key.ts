/** The key that a wallet holds a credential with, on P-256. */
export interface DeviceKey {
  privateKey: CryptoKey;
  publicJwk: { kty: string; crv: string; x: string; y: string };
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };

/** Makes a key that never leaves the wallet. */
export async function createDeviceKey(): Promise<DeviceKey> {
  const { privateKey, publicKey } = await crypto.subtle.generateKey(algorithm, false, ['sign', 'verify']);
  const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', publicKey);
  return { privateKey, publicJwk: { kty: kty!, crv: crv!, x: x!, y: y! } };
}

/** Signs as JOSE and COSE have it: r and s, one after the other. */
export async function signBytes(key: CryptoKey, data: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, key, new Uint8Array(data)));
}
