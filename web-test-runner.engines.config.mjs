import sourceConfig from './web-test-runner.config.mjs';
import { createLauncher, engines } from './test/support/runner/engines.mjs';

/** The component tests in another engine, which `ENGINE` names: Firefox or WebKit. */
export default {
  ...sourceConfig,
  browsers: [createLauncher(engines[process.env.ENGINE])],
  plugins: sourceConfig.plugins.filter((plugin) => plugin.name !== 'devtools'),
};
