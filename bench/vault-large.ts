import { createStage } from './browser.js';
import { contestant, type Measurement } from './measurement.js';
import type { LargeVaultTimes } from './pages/vault-large.js';
import { startPageServer, type BenchPage } from './page-server.js';
import { sampleInTurns } from './sampling.js';

/** A hundred thousand records take a starved machine longer than any other sample takes. */
const patience = 400_000;

const pages = {
  large: { body: '', module: 'bench/pages/vault-large.ts', loads: true },
} satisfies Record<string, BenchPage>;

/** What a vault of a hundred thousand records costs. */
export const vaultLarge: Measurement = {
  name: 'vault-large',
  title: 'Vault: 100,000 records of 1,000 bytes, on the disk',
  notes: [
    'Per record, in writes of 1,000 records, of which ten are begun at once: the time to encrypt and store them, until the transaction is complete. By hand: one AES-GCM key and idb, without any binding.',
    'New log: how long the first vault of a page waits in Chromium, after as much was written.',
    'Unlocking: from the response of the passkey to a vault that can be read. First record: the first one that is read after that. One record: a random one of 100,000 by its id. A list: the 100 records whose ids have the same beginning; the first list after unlocking reads the ledger of all records.',
    'Memory: the most that the JavaScript heap has grown, with the 10,000 records that are being written in it.',
  ],
  async measure({ quick }) {
    const server = await startPageServer(pages);
    const stage = createStage({ onDisk: true, patience });
    const take = <Sample>(expression: string) =>
      stage.sample<Sample>(async ({ page, evaluate }) => {
        await page.goto(server.address('large'));
        return evaluate(expression);
      });
    try {
      const expressions = { ours: 'sampleOurs()', byHand: 'sampleByHand()' } as const;
      const series = await sampleInTurns(['ours', 'byHand'] as const, quick ? 1 : 3, (name) =>
        take<LargeVaultTimes>(expressions[name]),
      );
      const ours = (pick: (times: LargeVaultTimes) => number) => contestant('latchkey/vault', series.ours, pick);
      return [
        {
          what: 'vault of 100,000, seal and store one record',
          unit: 'µs',
          contestants: [ours(({ seal }) => seal), contestant('by hand', series.byHand, ({ seal }) => seal)],
          target: { atMost: 1.67, times: 'by hand' },
        },
        {
          what: 'vault of 100,000, new log',
          unit: 'ms',
          contestants: [ours(({ newLog }) => newLog)],
        },
        {
          what: 'vault of 100,000, unlock after PRF',
          unit: 'ms',
          contestants: [ours(({ unlock }) => unlock)],
          target: { atMost: 100 },
        },
        {
          what: 'vault of 100,000, first record',
          unit: 'ms',
          contestants: [ours(({ first }) => first)],
          target: { atMost: 30 },
        },
        {
          what: 'vault of 100,000, one record by its id',
          unit: 'ms',
          contestants: [ours(({ read }) => read)],
          target: { atMost: 5 },
        },
        {
          what: 'vault of 100,000, first list of 100 records',
          unit: 'ms',
          contestants: [ours(({ firstList }) => firstList)],
        },
        {
          what: 'vault of 100,000, a list of 100 records',
          unit: 'ms',
          contestants: [ours(({ list }) => list)],
          target: { atMost: 30 },
        },
        {
          what: 'vault of 100,000, JS heap',
          unit: 'MB',
          contestants: [ours(({ heap }) => heap)],
        },
      ];
    } finally {
      await stage.close();
      await server.stop();
    }
  },
};
