// `npm run bench [-- word] [--quick] [--write]`: installs and builds what is missing, then measures. With words: only
// the measurements that have one of them in their name. `--quick` takes few samples, `--write` writes docs/figures.md.
import { chdir, execPath, exit } from 'node:process';
import { installDependencies } from '../scripts/dependencies.mjs';
import { root, run } from '../scripts/run.mjs';

chdir(root);
try {
  await installDependencies();
} catch (error) {
  console.error(error.message);
  exit(1);
}
const { code } = await run(execPath, ['scripts/build.mjs', '--if-needed'], { stdio: ['ignore', 2, 2] });
if (code !== 0) exit(1);

const { register } = await import('tsx/esm/api');
register();
await import('./main.ts');
