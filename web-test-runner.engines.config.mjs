import sourceConfig from './web-test-runner.config.mjs';
import { devtoolsPlugin } from './test/support/runner/devtools-plugin.mjs';
import { createLauncher, engines } from './test/support/runner/engines.mjs';

const launcher = createLauncher(engines[process.env.ENGINE]);
const plugins = sourceConfig.plugins.filter((plugin) => plugin.name !== 'devtools');

// These engines take several times longer than Chromium to open and run pages, WebKitGTK also for want of a graphics
// card: their limits, which are against tests that hang, are longer.
const slowness = 3;

/** The component tests in another engine, which `ENGINE` names: Firefox or WebKit. */
export default {
  ...sourceConfig,
  browsers: [launcher],
  browserStartTimeout: slowness * sourceConfig.browserStartTimeout,
  testFramework: { config: { timeout: slowness * sourceConfig.testFramework.config.timeout } },
  testsFinishTimeout: slowness * sourceConfig.testsFinishTimeout,
  plugins: process.env.ENGINE === 'firefox' ? [...plugins, devtoolsPlugin(launcher)] : plugins,
};
