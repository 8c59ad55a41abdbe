import { launchBrowser } from './browser.js';
import { sampleInTurns, type Measurement } from './measurement.js';
import { startPageServer, type BenchPage } from './page-server.js';
import type { RecordTimes } from './pages/vault-records.js';

const rounds = 5;

const pages = {
  ours: { body: '', module: 'bench/pages/vault-ours.ts', loads: true },
  raw: { body: '', module: 'bench/pages/vault-raw.ts', loads: true },
  peer: { body: '', module: 'bench/pages/vault-age.ts', loads: true },
} satisfies Record<string, BenchPage>;
type Name = keyof typeof pages;

/** What sealing costs. */
export const vault: Measurement = {
  name: 'vault',
  title: 'Vault: 10,000 records of 1,000 bytes, on the disk',
  notes: [
    'For each record, when all are written at once: sealing and storing, until the transaction is complete; reading and opening, until all are there.',
    'Ours: a key for each record, bound to its place and version, vouched for by the ledger. Raw: one AES-GCM key and idb, bound to nothing. Peer: age-encryption with X25519 and idb, 500 records.',
    'New log: what the first vault of a page waits for, in Chromium, so that a crash costs nothing later.',
    'Unlocking: from the answer of the passkey to a vault that can be read, with 10,000 records in it.',
  ],
  async measure() {
    const server = await startPageServer(pages);
    const browser = await launchBrowser();
    try {
      // The default profile is on the disk; others keep their databases in memory.
      const sample = async (name: Name): Promise<RecordTimes & { newLog?: number; unlock?: number }> => {
        const page = await browser.newPage();
        await page.goto(`${server.origin}/${name}`);
        const times = (await page.evaluate('sample()')) as RecordTimes;
        await page.close();
        return times;
      };
      const { ours, raw, peer } = await sampleInTurns(Object.keys(pages) as Name[], rounds, sample);
      const seals = (times: readonly RecordTimes[]) => times.map(({ seal }) => seal);
      const opens = (times: readonly RecordTimes[]) => times.map(({ open }) => open);
      return [
        {
          what: 'seal and store',
          unit: 'µs',
          ours: seals(ours),
          raw: seals(raw),
          peer: seals(peer),
          target: { atMost: 1.67, times: 'raw' },
        },
        {
          what: 'read and open',
          unit: 'µs',
          ours: opens(ours),
          raw: opens(raw),
          peer: opens(peer),
          target: { atMost: 2, times: 'raw' },
        },
        { what: 'new log', unit: 'ms', ours: ours.map(({ newLog }) => newLog!) },
        { what: 'unlock after PRF', unit: 'ms', ours: ours.map(({ unlock }) => unlock!), target: { atMost: 30 } },
      ];
    } finally {
      await browser.close();
      await server.stop();
    }
  },
};
