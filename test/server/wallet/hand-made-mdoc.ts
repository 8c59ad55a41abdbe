import { encodeCbor } from '../../../server/src/wallet/encode-cbor.js';
import { readRoot } from '../../../server/src/wallet/certificates.js';
import { digest } from '../../../server/src/wallet/ecdsa.js';
import type { MdocContext } from '../../../server/src/wallet/mdoc.js';
import { CborTag, type CborMap, type CborValue } from '../../../server/src/webauthn/cbor.js';
import { createAuthority, type Authority } from '../../../demo/wallet/authority.js';
import { signBytes } from '../../../demo/wallet/device-key.js';

export const now = Date.UTC(2030, 0, 1);
export const transcript: CborValue = [null, null, ['test', new Uint8Array(32)]];

type Bytes = Uint8Array<ArrayBuffer>;

/** Makes every part of an mdoc, so that each can be another. What is signed is signed after the change. */
export interface Changes {
  /** The claims, which are hashed as they are here. */
  items?: CborMap[];
  /** The claims as they are shown. */
  shown?: (items: CborTag[]) => CborValue[];
  object?: (members: CborMap) => CborMap;
  issuerHeader?: CborMap;
  issuerOpenHeader?: (certificate: Bytes) => CborMap;
  issuerAuth?: (parts: CborValue[]) => CborValue[];
  deviceNameSpaces?: CborMap;
  deviceHeader?: CborMap;
  deviceAuth?: (parts: CborValue[]) => CborMap;
  document?: (members: CborMap) => CborMap;
  response?: (members: CborMap) => CborMap;
}

/** An issuer, and a wallet of whose every signature is in order. */
export interface MdocMaker {
  authority: Authority;
  context: MdocContext;
  make(changes?: Changes): Promise<Bytes>;
}

export const dateTime = (time: number) => new CborTag(0, new Date(time).toISOString());
export const item = (digestID: CborValue, elementIdentifier: CborValue, elementValue: CborValue): CborMap =>
  new Map<string, CborValue>([
    ['digestID', digestID],
    ['random', new Uint8Array(16)],
    ['elementIdentifier', elementIdentifier],
    ['elementValue', elementValue],
  ]);

const es256: CborMap = new Map([[1, -7]]);

async function sign(key: CryptoKey, header: CborMap, payload: Bytes): Promise<Bytes> {
  return signBytes(key, encodeCbor(['Signature1', encodeCbor(header), new Uint8Array(), payload]));
}

export async function createMdocMaker(): Promise<MdocMaker> {
  const authority = await createAuthority({ now });
  const device = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify']);
  const { x, y } = await crypto.subtle.exportKey('jwk', device.publicKey);
  const decode = (text: string | undefined) => new Uint8Array(Buffer.from(text!, 'base64url'));
  const deviceKey = new Map<number, CborValue>([
    [1, 2],
    [-1, 1],
    [-2, decode(x)],
    [-3, decode(y)],
  ]);

  return {
    authority,
    context: { roots: [readRoot(authority.root)], transcripts: [transcript], asked: 1, now },

    async make(changes = {}) {
      const items = (changes.items ?? [item(0, 'family_name', 'Quillfeather'), item(1, 'age_over_18', true)]).map(
        (members) => new CborTag(24, encodeCbor(members)),
      );
      const digests = new Map(
        await Promise.all(
          items.map(async (tagged, index): Promise<[number, CborValue]> => [index, await digest(encodeCbor(tagged))]),
        ),
      );
      const members: CborMap = new Map<string, CborValue>([
        ['version', '1.0'],
        ['digestAlgorithm', 'SHA-256'],
        ['docType', 'type'],
        ['valueDigests', new Map([['space', digests]])],
        ['deviceKeyInfo', new Map([['deviceKey', deviceKey]])],
        [
          'validityInfo',
          new Map([
            ['signed', dateTime(now)],
            ['validFrom', dateTime(now)],
            ['validUntil', dateTime(now + 1000)],
          ]),
        ],
      ]);
      const payload = encodeCbor(new CborTag(24, encodeCbor(changes.object?.(members) ?? members)));
      const header = changes.issuerHeader ?? es256;
      const issuerAuth: CborValue[] = [
        encodeCbor(header),
        changes.issuerOpenHeader?.(authority.certificate) ?? new Map([[33, authority.certificate]]),
        payload,
        await sign(authority.key, header, payload),
      ];

      const nameSpaces = new CborTag(24, encodeCbor(changes.deviceNameSpaces ?? new Map()));
      const deviceHeader = changes.deviceHeader ?? es256;
      const content = encodeCbor(new CborTag(24, encodeCbor(['DeviceAuthentication', transcript, 'type', nameSpaces])));
      const deviceSignature: CborValue[] = [
        encodeCbor(deviceHeader),
        new Map(),
        null,
        await sign(device.privateKey, deviceHeader, content),
      ];

      const document: CborMap = new Map<string, CborValue>([
        ['docType', 'type'],
        [
          'issuerSigned',
          new Map<string, CborValue>([
            ['nameSpaces', new Map([['space', changes.shown?.(items) ?? items]])],
            ['issuerAuth', changes.issuerAuth?.(issuerAuth) ?? issuerAuth],
          ]),
        ],
        [
          'deviceSigned',
          new Map<string, CborValue>([
            ['nameSpaces', nameSpaces],
            ['deviceAuth', changes.deviceAuth?.(deviceSignature) ?? new Map([['deviceSignature', deviceSignature]])],
          ]),
        ],
      ]);
      const response: CborMap = new Map<string, CborValue>([
        ['version', '1.0'],
        ['documents', [changes.document?.(document) ?? document]],
        ['status', 0],
      ]);
      return encodeCbor(changes.response?.(response) ?? response);
    },
  };
}
