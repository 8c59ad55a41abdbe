import { createStage } from './browser.js';
import { contestant, type Measurement } from './measurement.js';
import type { OutboxTimes } from './pages/outbox-person.js';
import { startPageServer, type BenchPage } from './page-server.js';
import type { RecordTimes } from './pages/vault-records.js';
import { sampleInTurns } from './sampling.js';

/** Ten thousand writes, one after the other, take a starved machine longer than any other sample takes. */
const patience = 400_000;

const pages = {
  ours: { body: '', module: 'bench/pages/vault-ours.ts', loads: true },
  raw: { body: '', module: 'bench/pages/vault-raw.ts', loads: true },
  outbox: { body: '', module: 'bench/pages/outbox-ours.ts', loads: true },
  rawOutbox: { body: '', module: 'bench/pages/outbox-fetch.ts', loads: true },
  age: { body: '', module: 'bench/peers/pages/vault-age.ts', loads: true },
} satisfies Record<string, BenchPage>;
const vaults = ['ours', 'raw', 'age'] as const;
type Vault = (typeof vaults)[number];
const outboxes = ['outbox', 'rawOutbox'] as const;

/** What a round took; ours has two more times, in ms. */
interface Round extends RecordTimes {
  newLog?: number;
  unlock?: number;
}

/** What sealing costs. */
export const vault: Measurement = {
  name: 'vault',
  title: 'Vault: 10,000 records of 1,000 bytes, on the disk',
  notes: [
    'Per record, with all records in one write: the time to encrypt and store them, until the transaction is complete, and the time to read and decrypt them.',
    'Latchkey derives a key for each record, bound to its place and version, and protects the versions by the ledger. By hand: one AES-GCM key and idb, without any binding. age-encryption: X25519 and idb, 500 records.',
    'New log: how long the first vault of a page waits in Chromium, so that a crash cannot delete the vault later.',
    'Unlocking: from the response of the passkey to a vault that can be read, with 10,000 records in it.',
    'Outbox: 10,000 writes of 1,000 bytes, or 1,000 with few samples, are enqueued offline, each after the previous one is on the disk, and 1,000 more in one batch. Then the first 300 are sent to the reference server while the rest wait. By hand: the same without encryption, with idb, and the same two requests for each write.',
  ],
  async measure({ quick }) {
    const server = await startPageServer(pages);
    const stage = createStage({ onDisk: true, patience });
    const writeCount = quick ? 1_000 : 10_000;
    const take = <Sample>(name: keyof typeof pages) =>
      stage.sample<Sample>(async ({ page, evaluate }) => {
        await page.goto(server.address(name));
        return evaluate(`sample(${writeCount})`);
      });
    try {
      const series = await sampleInTurns(vaults, quick ? 1 : 7, take<Round>);
      const queues = await sampleInTurns(outboxes, quick ? 1 : 3, take<OutboxTimes>);
      const seal = (name: string, key: Vault) => contestant(name, series[key], (round) => round.seal);
      const open = (name: string, key: Vault) => contestant(name, series[key], (round) => round.open);
      return [
        {
          what: 'vault, seal and store one record',
          unit: 'µs',
          contestants: [seal('latchkey/vault', 'ours'), seal('by hand', 'raw'), seal('age-encryption', 'age')],
          target: { atMost: 1.67, times: 'by hand' },
        },
        {
          what: 'vault, read and open one record',
          unit: 'µs',
          contestants: [open('latchkey/vault', 'ours'), open('by hand', 'raw'), open('age-encryption', 'age')],
          target: { atMost: 2, times: 'by hand' },
        },
        {
          what: 'new log',
          unit: 'ms',
          contestants: [contestant('latchkey/vault', series.ours, ({ newLog }) => newLog!)],
        },
        {
          what: 'unlock after PRF',
          unit: 'ms',
          contestants: [contestant('latchkey/vault', series.ours, ({ unlock }) => unlock!)],
          target: { atMost: 30 },
        },
        {
          what: 'outbox, enqueue one write',
          unit: 'ms',
          contestants: [
            contestant('latchkey/offline', queues.outbox, ({ enqueue }) => enqueue / 1000),
            contestant('by hand', queues.rawOutbox, ({ enqueue }) => enqueue / 1000),
          ],
        },
        {
          what: 'outbox, enqueue one write of a batch of 1,000',
          unit: 'ms',
          contestants: [contestant('latchkey/offline', queues.outbox, ({ batch }) => batch! / 1000)],
        },
        {
          what: 'outbox, send one write',
          unit: 'ms',
          contestants: [
            contestant('latchkey/offline', queues.outbox, ({ replay }) => replay / 1000),
            contestant('by hand', queues.rawOutbox, ({ replay }) => replay / 1000),
          ],
          target: { atMost: 2, times: 'by hand' },
        },
      ];
    } finally {
      await stage.close();
      await server.stop();
    }
  },
};
