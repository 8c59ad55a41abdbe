import { fileURLToPath } from 'node:url';
import { defaultReporter } from '@web/test-runner';
import { chromeLauncher } from '@web/test-runner-chrome';
import { esbuildPlugin } from '@web/dev-server-esbuild';
import { chromiumFlags, findChromium } from './scripts/chromium.mjs';
import { findFreePort } from './scripts/free-port.mjs';
import { componentFolders } from './test/support/runner/component-folders.mjs';
import { backend } from './test/support/runner/backend.mjs';
import { serveBundles } from './test/support/runner/bundle.mjs';
import { countsReporter } from './test/support/runner/browser-counts.mjs';
import { devtoolsPlugin } from './test/support/runner/devtools-plugin.mjs';
import { orderPlugin } from './test/support/runner/order-plugin.mjs';
import { policyPlugin, testRunnerHtml } from './test/support/runner/policy-plugin.mjs';
import { secondCopyPlugin } from './test/support/runner/second-copy-plugin.mjs';

const soak = process.env.SOAK === '1';
const everything = process.env.TEST_ALL === '1';
const countsFile = process.env.TEST_COUNTS_FILE;
const order = process.env.TEST_ORDER;

const chromium = chromeLauncher({
  // WebAuthn refuses a page without focus, and of several tabs in one window only one has it
  createPage: async ({ context }) => withFewSteps(await context.newPage({ type: 'window' })),
  launchOptions: {
    executablePath: findChromium(),
    // the pages of all files in a few processes, because starting one for each takes time
    args: [...chromiumFlags, '--disable-features=BackForwardCache,ProactivelySwapBrowsingInstance'],
  },
});

/** The runner would give the page its size, and an empty document, once more for each file. */
function withFewSteps(page) {
  let size;
  const { goto, setViewport } = page;
  page.goto = async (url) => (url === 'about:blank' ? null : goto.call(page, url)); // the next file comes in its place
  page.setViewport = async (next) => {
    const isNew = size?.width !== next.width || size.height !== next.height;
    size = next;
    if (isNew) await setViewport.call(page, next);
  };
  return page;
}

const server = backend();
/** The test files that the command line names, which are served as one file each. */
const named = process.argv.slice(process.argv.indexOf('--files') + 1).filter((word) => word.endsWith('.test.ts'));
// The runner knows only SIGINT; on SIGTERM it would start another browser in place of the one that the signal has ended.
process.on('SIGTERM', () => process.emit('SIGINT'));

/** The component tests: `src` and `test` straight through esbuild, in Chromium. `built` is the same without esbuild. */
export default {
  files: componentFolders.map((folder) => `${folder}/**/*.test.ts`),
  hostname: 'localhost', // an IP address is no valid RP ID
  port: await findFreePort(), // the runner would look for one from 8000 on, so that two runs would collide
  nodeResolve: { exportConditions: ['development', 'browser'] },
  concurrency: 1, // all pages share one profile, and so one session cookie
  browsers: [chromium],
  browserStartTimeout: 120_000, // the first page waits for the bundles of all files, and on a busy machine for more
  middleware: [server.middleware, ...(order ? [] : [serveBundles(named)])],
  plugins: [
    // without the tsconfig esbuild would emit class fields that shadow Lit's reactive properties
    esbuildPlugin({ ts: true, target: 'es2022', tsconfig: fileURLToPath(new URL('./tsconfig.json', import.meta.url)) }),
    devtoolsPlugin(chromium),
    policyPlugin,
    secondCopyPlugin,
    server.plugin,
    ...(order ? [orderPlugin(order)] : []),
  ],
  testRunnerHtml: (testFramework) => testRunnerHtml(testFramework, soak ? 1 : everything ? 0.01 : 0.002),
  // against tests that hang; a busy machine may be many times slower than a quiet one
  testFramework: { config: { timeout: soak ? 600_000 : 60_000 } },
  testsFinishTimeout: soak ? 3_600_000 : 600_000,
  filterBrowserLogs: ({ args }) => !/^(Lit is in dev mode|Multiple versions of Lit|Latchkey:)/.test(args[0]),
  reporters: [defaultReporter({ reportTestProgress: false }), ...(countsFile ? [countsReporter(countsFile)] : [])],
};
