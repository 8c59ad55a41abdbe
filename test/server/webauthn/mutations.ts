import fc from 'fast-check';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import { encodeCbor, encodeHead, type CborValue } from '../../../src/conformance/cbor.js';

/** A response as JSON. */
export type Json = null | boolean | number | string | Json[] | { [member: string]: Json };

/** Something that changes a response; which, says the name. */
export interface Mutation {
  readonly name: string;
  apply(response: Json): Json;
}

type Path = readonly string[];

/** Where the bytes of a response are. */
const bytePaths: readonly Path[] = [
  ['id'],
  ['rawId'],
  ['response', 'clientDataJSON'],
  ['response', 'attestationObject'],
  ['response', 'authenticatorData'],
  ['response', 'signature'],
  ['response', 'userHandle'],
];

function replaceAt(json: Json, [member, ...rest]: Path, change: (value: Json | undefined) => Json | undefined): Json {
  if (member === undefined || typeof json !== 'object' || json === null) return json;
  const entries = Object.entries(json).filter(([name]) => name !== member);
  const old = Object.getOwnPropertyDescriptor(json, member)?.value as Json | undefined;
  const value = rest.length > 0 && old !== undefined ? replaceAt(old, rest, change) : change(old);
  return Object.fromEntries(value === undefined ? entries : [...entries, [member, value]]) as Json;
}

function onBytes(path: Path, change: (bytes: Buffer) => Uint8Array): (response: Json) => Json {
  return (response) =>
    replaceAt(response, path, (value) =>
      typeof value === 'string' ? Buffer.from(change(Buffer.from(value, 'base64url'))).toString('base64url') : value,
    );
}

const path = fc.constantFrom(...bytePaths);

const flipBit = fc.record({ path, at: fc.nat(), bit: fc.nat(7) }).map(({ path, at, bit }): Mutation => ({
  name: `flips bit ${bit} of byte ${at} of ${path.join('.')}`,
  apply: onBytes(path, (bytes) => {
    const index = at % Math.max(1, bytes.length);
    return Buffer.concat([
      bytes.subarray(0, index),
      Buffer.of((bytes[index] ?? 0) ^ (1 << bit)),
      bytes.subarray(index + 1),
    ]);
  }),
}));

const splice = fc
  .record({ path, at: fc.nat(), remove: fc.nat(40), insert: fc.uint8Array({ maxLength: 40 }) })
  .map(({ path, at, remove, insert }): Mutation => ({
    name: `puts ${insert.length} bytes instead of ${remove} at ${at} of ${path.join('.')}`,
    apply: onBytes(path, (bytes) => {
      const index = at % (bytes.length + 1);
      return Buffer.concat([bytes.subarray(0, index), insert, bytes.subarray(index + remove)]);
    }),
  }));

const truncate = fc.record({ path, length: fc.nat(600) }).map(({ path, length }): Mutation => ({
  name: `cuts ${path.join('.')} to ${length} bytes`,
  apply: onBytes(path, (bytes) => bytes.subarray(0, length)),
}));

const rewriteText = fc
  .record({ path, change: fc.constantFrom('=', '==', ' ', '\n', '\0', '+', '/', 'A', '.', 'É'), at: fc.nat() })
  .map(({ path, change, at }): Mutation => ({
    name: `puts ${JSON.stringify(change)} into the text of ${path.join('.')}`,
    apply: (response) =>
      replaceAt(response, path, (value) => {
        if (typeof value !== 'string') return value;
        const index = at % (value.length + 1);
        return value.slice(0, index) + change + value.slice(index);
      }),
  }));

const hostileValue: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json>(
    null,
    true,
    false,
    0,
    -1,
    1e308,
    '',
    'AAAA',
    '\0',
    'A\0',
    '__proto__',
    'null',
    [],
    {},
    [[]],
    { length: 1 },
    { toString: 'x' },
  ),
  fc.constantFrom<Json>(
    JSON.parse('{"__proto__": {"id": "AAAA", "type": "public-key"}}'),
    JSON.parse('{"constructor": {"prototype": {}}}'),
  ),
  fc.nat(20_000).map((length): Json => Array.from({ length }, () => 0)),
  fc.nat(20_000).map((length): Json => 'A'.repeat(length)),
  fc.jsonValue({ maxDepth: 4 }).map((value) => value as Json),
);

const jsonPath = fc.constantFrom<Path>(
  [],
  ['type'],
  ['response'],
  ['clientExtensionResults'],
  ['authenticatorAttachment'],
  ['response', 'transports'],
  ['response', 'publicKey'],
  ['response', 'publicKeyAlgorithm'],
  ['more'],
  ['response', 'more'],
  ['__proto__'],
  ['response', '__proto__'],
  ...bytePaths,
);

const replaceMember = fc.record({ path: jsonPath, value: hostileValue }).map(({ path, value }): Mutation => ({
  name: `puts ${JSON.stringify(value).slice(0, 60)} at ${path.join('.') || 'the top'}`,
  apply: (response) => (path.length === 0 ? value : replaceAt(response, path, () => value)),
}));

const removeMember = jsonPath.map((path): Mutation => ({
  name: `leaves ${path.join('.') || 'nothing'} out`,
  apply: (response) => replaceAt(response, path, () => undefined),
}));

const clientDataMember = fc.constantFrom(
  'type',
  'challenge',
  'origin',
  'crossOrigin',
  'topOrigin',
  'tokenBinding',
  'androidPackageName',
  '__proto__',
  '',
);

const changeClientData = fc
  .record({ member: clientDataMember, value: fc.option(hostileValue, { nil: undefined }) })
  .map(({ member, value }): Mutation => ({
    name: `puts ${JSON.stringify(value)?.slice(0, 60)} at ${member} of the client data`,
    apply: onBytes(['response', 'clientDataJSON'], (bytes) =>
      Buffer.from(JSON.stringify(replaceAt(JSON.parse(bytes.toString()) as Json, [member], () => value))),
    ),
  }));

const hostileCbor: fc.Arbitrary<CborValue> = fc.oneof(
  fc.constantFrom<CborValue>(
    null,
    true,
    false,
    0,
    -1,
    2 ** 53 - 1,
    '',
    'none',
    'packed',
    [],
    new Map<number, number>(),
    new Map([[1, 2]]),
  ),
  fc.integer(),
  fc.uint8Array({ maxLength: 300 }),
  fc.nat(3000).map((length) => new Uint8Array(length)),
);

/** Walks to one item of the tree and lets `change` replace it, remove it or double it. */
function mutateTree(
  value: CborValue,
  choices: readonly number[],
  change: (item: CborValue) => CborValue | undefined,
): CborValue | undefined {
  const [choice = 0, ...rest] = choices;
  if (value instanceof Map && value.size > 0 && rest.length > 0) {
    const entries = [...(value as ReadonlyMap<number | string, CborValue>)];
    const index = choice % entries.length;
    const mutated = entries.flatMap(([key, item], at): Array<[number | string, CborValue]> => {
      if (at !== index) return [[key, item]];
      const next = mutateTree(item, rest, change);
      return next === undefined ? [] : [[key, next]];
    });
    return new Map(mutated);
  }
  return change(value);
}

const changeCbor = fc
  .record({
    choices: fc.array(fc.nat(5), { minLength: 1, maxLength: 4 }),
    value: fc.option(hostileCbor, { nil: undefined }),
  })
  .map(({ choices, value }): Mutation => ({
    name: `replaces the item at ${choices.join('/')} of the attestation object`,
    apply: onBytes(['response', 'attestationObject'], (bytes) => {
      const tree = isoCBOR.decodeFirst<CborValue>(new Uint8Array(bytes));
      return encodeCbor(mutateTree(tree, choices, () => value) ?? null);
    }),
  }));

const changeKey = fc
  .record({ label: fc.constantFrom(1, 3, -1, -2, -3, -4, 4), value: fc.option(hostileCbor, { nil: undefined }) })
  .map(({ label, value }): Mutation => ({
    name: `replaces member ${label} of the public key`,
    apply: onBytes(['response', 'attestationObject'], (bytes) => {
      const tree = isoCBOR.decodeFirst<Map<string, CborValue>>(new Uint8Array(bytes));
      const authenticatorData = Buffer.from(tree.get('authData') as Uint8Array);
      const keyStart = 55 + authenticatorData.readUInt16BE(53);
      const key = isoCBOR.decodeFirst<Map<number, CborValue>>(new Uint8Array(authenticatorData.subarray(keyStart)));
      if (value === undefined) key.delete(label);
      else key.set(label, value);
      return encodeCbor(
        new Map([...tree, ['authData', Buffer.concat([authenticatorData.subarray(0, keyStart), encodeCbor(key)])]]),
      );
    }),
  }));

const relabelHead = fc
  .record({
    path: fc.constantFrom<Path>(['response', 'attestationObject'], ['response', 'authenticatorData']),
    major: fc.nat(7),
    argument: fc.constantFrom(0, 1, 3, 23, 24, 255, 2 ** 16, 2 ** 32 - 1, 2 ** 32, 2 ** 53),
    at: fc.nat(),
  })
  .map(({ path, major, argument, at }): Mutation => ({
    name: `puts a CBOR head ${major}/${argument} at ${at} of ${path.join('.')}`,
    apply: onBytes(path, (bytes) => {
      const index = at % Math.max(1, bytes.length);
      return Buffer.concat([bytes.subarray(0, index), encodeHead(major, argument), bytes.subarray(index + 1)]);
    }),
  }));

/** One change to a response: of single bits, of runs of bytes, of text, of JSON, of CBOR. */
export const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  flipBit,
  splice,
  truncate,
  rewriteText,
  replaceMember,
  removeMember,
  changeClientData,
  changeCbor,
  changeKey,
  relabelHead,
);
