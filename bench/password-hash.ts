import { createPasswords, productionCost } from '../demo/server/accounts/passwords.js';
import type { Measurement } from './measurement.js';

const rounds = 15;
const { N, r, p } = productionCost;

/** What looking at one password costs the server. */
export const passwordHash: Measurement = {
  name: 'password-hash',
  title: `One password compared with its hash: scrypt with N = ${N}, r = ${r}, p = ${p}, ${(128 * N * r) / 2 ** 20} MiB`,
  notes: [
    'A sign-in looks at one password exactly, also when there is no account or no password of that name: then at one that nobody has.',
  ],
  async measure() {
    const passwords = createPasswords();
    const stored = await passwords.hash('correct horse battery', 'bench');
    const timeEach = async (hash: string | undefined): Promise<number[]> => {
      const times: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const started = performance.now();
        await passwords.matches('wrong horse battery', hash, 'bench');
        times.push(performance.now() - started);
      }
      return times;
    };
    return [
      { what: 'wrong password', unit: 'ms', ours: await timeEach(stored) },
      { what: 'unknown name', unit: 'ms', ours: await timeEach(undefined) },
    ];
  },
};
