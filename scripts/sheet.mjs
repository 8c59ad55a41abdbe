// `npm run sheet [-- word …]`: contact sheets of all elements in all states. Finds Chromium, and leaves the
// rest to test/sheet/main.ts. Nothing has to be built before: the pages of the sheets are bundled from the sources.
import { argv, chdir, env, execPath, exit } from 'node:process';
import { installDependencies } from './dependencies.mjs';
import { provideChromium } from './provide-chromium.mjs';
import { root, run } from './run.mjs';

chdir(root);
try {
  await installDependencies();
  env.CHROME_PATH = await provideChromium();
} catch (error) {
  console.error(error.message);
  exit(1);
}
const { code } = await run(execPath, ['--import=tsx', 'test/sheet/main.ts', ...argv.slice(2)], { stdio: 'inherit' });
exit(code);
