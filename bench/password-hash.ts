import { createPasswords, productionCost } from '../server/src/accounts/passwords.js';
import { contestant, type Measurement } from './measurement.js';
import { sampleInTurns } from './sampling.js';

const { N, r, p } = productionCost;

/** What looking at one password costs the server. */
export const passwordHash: Measurement = {
  name: 'password-hash',
  title: `One password compared with its hash: scrypt with N = ${N}, r = ${r}, p = ${p}, ${(128 * N * r) / 2 ** 20} MiB`,
  notes: [
    'Every sign-in compares exactly one password. Without an account or a password for the name it compares with a dummy hash.',
  ],
  async measure({ quick }) {
    const passwords = createPasswords();
    const stored = await passwords.hash('correct horse battery', 'bench');
    const { wrong, unknown } = await sampleInTurns(['wrong', 'unknown'], quick ? 3 : 15, async (name) => {
      const started = performance.now();
      await passwords.matches('wrong horse battery', name === 'wrong' ? stored : undefined, 'bench');
      return performance.now() - started;
    });
    return [
      { what: 'wrong password', unit: 'ms', contestants: [contestant('reference server', wrong, (time) => time)] },
      { what: 'unknown name', unit: 'ms', contestants: [contestant('reference server', unknown, (time) => time)] },
    ];
  },
};
