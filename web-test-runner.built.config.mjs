import sourceConfig from './web-test-runner.config.mjs';

/**
 * Tests of the built files as a plain page loads them: without esbuild, which lowers plain JavaScript too and so would
 * hide a broken build.
 */
export default {
  ...sourceConfig,
  files: 'test/built/**/*.test.js',
  plugins: sourceConfig.plugins.filter((plugin) => plugin.name !== 'esbuild'),
};
