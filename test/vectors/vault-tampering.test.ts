import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromBase64Url } from '../../src/base/bytes.js';
import { LatchError } from '../../src/base/client/errors.js';
import { open, seal } from '../../src/vault/envelope.js';
import { checkKeyRecord, crossBridges, type KeyRecord } from '../../src/vault/key-record.js';
import { emptyLedger } from '../../src/vault/ledger.js';
import { adopt, recordContext } from '../../src/vault/opened.js';
import { openSlot, type VaultScope } from '../../src/vault/slots.js';
import { scaled } from '../support/node/engines.js';
import { presentKey, secretOfPasskey, storedLedger, storedRecord, vectors } from '../support/node/vault-vectors.js';

const rounds = scaled(1_000_000);
/** How many are tried side by side. */
const width = 100;

/** Numbers that are the same in every run: what fails can be tried again. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0;
    return ((state ^ (state >>> 12)) >>> 0) % below;
  };
}

/** Nothing but one of these may come of what was tampered with. */
async function assertRefused(what: string, attempt: () => Promise<unknown>): Promise<void> {
  try {
    await attempt();
  } catch (error) {
    assert.ok(
      error instanceof LatchError && /^vault_(damaged|unsupported|wrong_key)$/.test(error.code),
      `${what}: ${String(error)}`,
    );
    return;
  }
  assert.fail(`${what} was accepted`);
}

async function repeat(count: number, attempt: (round: number) => Promise<void>): Promise<void> {
  for (let round = 0; round < count; round += width)
    await Promise.all(Array.from({ length: Math.min(width, count - round) }, (_, index) => attempt(round + index)));
}

const flip = (bytes: Uint8Array<ArrayBuffer>, random: (below: number) => number) => {
  const changed = bytes.slice();
  changed[random(changed.length)]! ^= 1 << random(8);
  return changed;
};

test(`none of ${rounds} records that were changed, cut, lengthened, moved, swapped or rolled back is accepted`, async () => {
  const random = createRandom(1);
  const scope: VaultScope = storedRecord();
  const generation = await presentKey();
  const other = { ...scope, vaultId: flip(scope.vaultId, random) };
  const context = (place: VaultScope, store: string, id: string, version: number) =>
    recordContext(place, store, id, version, 2);
  const { sealed } = { sealed: fromBase64Url(vectors.records[0]!.sealed) };
  const right = context(scope, 'notes', 'first', 1);
  const later = await seal(generation, context(scope, 'notes', 'first', 2), new TextEncoder().encode('later'));
  const ways: Array<[string, () => [Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>]]> = [
    ['a bit flipped', () => [right, flip(sealed, random)]],
    ['cut', () => [right, sealed.slice(0, random(sealed.length))]],
    ['lengthened', () => [right, Uint8Array.of(...sealed, random(256))]],
    [
      'the middle taken out',
      () => [right, Uint8Array.of(...sealed.subarray(0, 20 + random(60)), ...sealed.subarray(90))],
    ],
    ['in another store', () => [context(scope, `notes${random(1000)}`, 'first', 1), sealed]],
    ['under another id', () => [context(scope, 'notes', `first${random(1000)}`, 1), sealed]],
    ['parted elsewhere', () => [context(scope, 'note', 'sfirst', 1), sealed]],
    ['as another version', () => [context(scope, 'notes', 'first', 2 + random(1000)), sealed]],
    ['rolled back', () => [context(scope, 'notes', 'first', 1), later]],
    ['of another vault', () => [context(other, 'notes', 'first', 1), sealed]],
    [
      'of another person',
      () => [context({ ...scope, userHandleHash: flip(scope.userHandleHash, random) }, 'notes', 'first', 1), sealed],
    ],
    ['of another site', () => [context({ ...scope, rpId: 'example.org' }, 'notes', 'first', 1), sealed]],
    [
      'with the salt of another',
      () => [right, Uint8Array.of(...sealed.subarray(0, 12), ...later.subarray(12, 44), ...sealed.subarray(44))],
    ],
    [
      'with the commitment of another',
      () => [right, Uint8Array.of(...sealed.subarray(0, 44), ...later.subarray(44, 76), ...sealed.subarray(76))],
    ],
    ['with the ciphertext of another', () => [right, Uint8Array.of(...sealed.subarray(0, 76), ...later.subarray(76))]],
  ];
  await repeat(rounds, async (round) => {
    const [what, make] = ways[round % ways.length]!;
    const [place, bytes] = make();
    await assertRefused(`round ${round}, ${what}`, () => open(generation, place, bytes));
  });
});

test(`none of ${rounds / 10} lists of keys that were changed is accepted`, async () => {
  const random = createRandom(2);
  const secret = await secretOfPasskey(0);
  const byteNames = ['prfSalt1', 'prfSalt2', 'hkdfSalt', 'iv', 'wrapped', 'commitment'] as const;
  const changeSlot = (
    record: KeyRecord,
    change: (slot: KeyRecord['slots'][number]) => Partial<KeyRecord['slots'][number]>,
  ) => {
    const at = random(record.slots.length);
    record.slots[at] = { ...record.slots[at]!, ...change(record.slots[at]!) };
  };
  const ways: Array<[string, (record: KeyRecord) => void]> = [
    [
      'a byte of a slot',
      (record) =>
        changeSlot(record, (slot) => {
          const name = byteNames[random(byteNames.length)]!;
          return { [name]: flip(slot[name], random) };
        }),
    ],
    [
      'a slot cut',
      (record) =>
        changeSlot(record, (slot) => {
          const name = byteNames[random(byteNames.length)]!;
          return { [name]: slot[name].slice(1) };
        }),
    ],
    ['a slot taken away', (record) => record.slots.splice(1 + random(2), 1)],
    ['slots in another order', (record) => record.slots.splice(1, 2, record.slots[2]!, record.slots[1]!)],
    ['a slot twice', (record) => record.slots.push(record.slots[random(3)]!)],
    [
      'a slot of another generation',
      (record) => changeSlot(record, ({ generation }) => ({ generation: generation + 1 })),
    ],
    ['another name', (record) => changeSlot(record, () => ({ credentialId: `AAAA${random(10)}AAA` }))],
    ['another kind', (record) => changeSlot(record, ({ kind }) => ({ kind: kind === 'code' ? 'passkey' : 'code' }))],
    ['another time', (record) => changeSlot(record, ({ createdAt }) => ({ createdAt: createdAt + 1 }))],
    ['synced or not', (record) => changeSlot(record, ({ backedUp }) => ({ backedUp: !backedUp }))],
    ['other transports', (record) => changeSlot(record, ({ transports }) => ({ transports: [...transports, 'nfc'] }))],
    [
      'another revision',
      (record) => {
        record.revision += 1 + random(5);
      },
    ],
    [
      'another generation',
      (record) => {
        record.generation += 1;
      },
    ],
    [
      'no bridges',
      (record) => {
        record.bridges = [];
      },
    ],
    [
      'another bridge',
      (record) => {
        record.bridges[0] = { ...record.bridges[0]!, sealed: flip(record.bridges[0]!.sealed, random) };
      },
    ],
    [
      'the signature',
      (record) => {
        record.mac = flip(record.mac, random);
      },
    ],
    [
      'another site',
      (record) => {
        record.rpId = 'example.org';
      },
    ],
    [
      'another person',
      (record) => {
        record.userHandleHash = flip(record.userHandleHash, random);
      },
    ],
    [
      'another vault',
      (record) => {
        record.vaultId = flip(record.vaultId, random);
      },
    ],
  ];
  await repeat(rounds / 10, async (round) => {
    const [what, change] = ways[round % ways.length]!;
    const record = storedRecord();
    change(record);
    await assertRefused(`round ${round}, ${what}`, async () => {
      const checked = checkKeyRecord(record);
      const slot = checked.slots.find(({ credentialId }) => credentialId === vectors.record.slots[0]!.credentialId);
      if (!slot) throw new LatchError('vault_wrong_key', 'The passkey is not asked for.');
      const generation = await crossBridges(checked, await openSlot(checked, slot, secret));
      if (!generation) throw new LatchError('vault_damaged', 'There is no way.');
      return adopt(checked, generation);
    });
  });
});

test(`none of ${rounds / 10} ledgers that were changed is accepted`, async () => {
  const random = createRandom(3);
  const { codec } = await adopt(storedRecord(), await presentKey());
  const wanted = vectors.pages.map(([page]) => page);
  const next = await codec.enter(await codec.read(emptyLedger, storedLedger().cover, storedLedger().pages, wanted), [
    { store: 'notes', id: 'first', isDeleted: false },
  ]);
  const ways: Array<[string, (ledger: ReturnType<typeof storedLedger>) => void, typeof emptyLedger?]> = [
    [
      'the cover',
      ({ cover }) => {
        cover.mac = flip(cover.mac, random);
      },
    ],
    [
      'another change',
      ({ cover }) => {
        cover.change += 1 + random(9);
      },
    ],
    [
      'other keys',
      ({ cover }) => {
        cover.keys += 1;
      },
    ],
    [
      'a page that is said to be empty',
      ({ cover }) => {
        cover.pages[wanted[0]!] = 0;
      },
    ],
    [
      'a page that is said to be newer',
      ({ cover }) => {
        cover.pages[wanted[random(2)]!]! += 1;
      },
    ],
    [
      'a page missing',
      ({ pages }) => {
        pages.delete(wanted[random(2)]!);
      },
    ],
    [
      'an older version',
      ({ pages }) => {
        pages.get(wanted[random(2)]!)!.entries[0]![2] = 0;
      },
    ],
    [
      'a record taken away',
      ({ pages }) => {
        pages.get(wanted[random(2)]!)!.entries.pop();
      },
    ],
    [
      'a record added',
      ({ pages }) => {
        pages.get(wanted[random(2)]!)!.entries.push(['notes', `${random(100)}`, 1]);
      },
    ],
    [
      'pages swapped',
      ({ pages }) => {
        const [one, two] = wanted.map((page) => pages.get(page)!);
        pages.set(wanted[0]!, two!).set(wanted[1]!, one!);
      },
    ],
    [
      'the signature of a page',
      ({ pages }) => {
        const row = pages.get(wanted[random(2)]!)!;
        row.mac = flip(row.mac, random);
      },
    ],
    [
      'no rows at all',
      ({ cover }) => {
        Object.assign(cover, { pages: 'x', mac: null });
      },
    ],
    ['an older state, after a newer one was seen', () => {}, next.ledger],
  ];
  await repeat(rounds / 10, async (round) => {
    const [what, change, known = emptyLedger] = ways[round % ways.length]!;
    const ledger = structuredClone(storedLedger());
    change(ledger);
    await assertRefused(`round ${round}, ${what}`, () => codec.read(known, ledger.cover, ledger.pages, wanted));
  });
});

test(`no salt and no nonce of ${rounds} seals comes twice`, async () => {
  const generation = await presentKey();
  const context = recordContext(storedRecord(), 'notes', 'first', 1, 2);
  const seen = new Set<string>();
  await repeat(rounds, async () => {
    const sealed = Buffer.from(await seal(generation, context, Uint8Array.of(1)));
    seen.add(`salt ${sealed.toString('base64', 12, 44)}`).add(`nonce ${sealed.toString('base64', 76, 88)}`);
  });
  assert.equal(seen.size, rounds * 2);
});
