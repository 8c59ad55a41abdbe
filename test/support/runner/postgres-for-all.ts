// Starts one PostgreSQL for all test files of a run, prints its URL in one line, and ends it when its own input ends.
// Where there is none it fails, and says why.
import { startCluster } from '../node/postgres.js';

process.stdout.write(`${await startCluster()}\n`);
process.stdin.resume().once('end', () => process.exit());
