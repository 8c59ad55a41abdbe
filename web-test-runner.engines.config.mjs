import sourceConfig from './web-test-runner.config.mjs';
import { devtoolsPlugin } from './test/support/runner/devtools-plugin.mjs';
import { createLauncher, engines } from './test/support/runner/engines.mjs';

const launcher = createLauncher(engines[process.env.ENGINE]);
const plugins = sourceConfig.plugins.filter((plugin) => plugin.name !== 'devtools');

/** The component tests in another engine, which `ENGINE` names: Firefox or WebKit. */
export default {
  ...sourceConfig,
  browsers: [launcher],
  // WebKitGTK draws without a graphics card: it opens and runs pages several times slower than Chromium
  browserStartTimeout: 180_000,
  testFramework: { config: { timeout: 3 * sourceConfig.testFramework.config.timeout } },
  plugins: process.env.ENGINE === 'firefox' ? [...plugins, devtoolsPlugin(launcher)] : plugins,
};
