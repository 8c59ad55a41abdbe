import { readFileSync } from 'node:fs';
import { defineConfig, type UserConfig } from 'vite';

const { dependencies } = JSON.parse(readFileSync(new URL('server/package.json', import.meta.url), 'utf8')) as {
  dependencies: Record<string, string>;
};

const forNode = { ssr: true, emptyOutDir: false, target: 'node20', minify: false } as const;

/** The package `latchkey-server`: what is imported, and what is run. Its dependencies are installed with it. */
const library: UserConfig = {
  publicDir: false,
  ssr: { external: Object.keys(dependencies) },
  build: {
    ...forNode,
    outDir: 'server/dist',
    rolldownOptions: {
      input: { index: 'server/src/index.ts', main: 'server/src/main.ts', program: 'server/src/program.ts' },
      output: {
        chunkFileNames: '[name].js',
        banner: ({ name, isEntry }) => (isEntry && name === 'main' ? '#!/usr/bin/env node' : ''),
      },
    },
  },
};

/**
 * Programs that hold the packages that they need, because Node reads one large file in a fraction of the time that it
 * takes for many small ones. Not native code; nor a package that reads its own files.
 */
const bundled = (outDir: string, input: Record<string, string>, names = {}): UserConfig => ({
  publicDir: false,
  ssr: { noExternal: true, external: ['libsql', 'oidc-provider'] },
  build: {
    ...forNode,
    outDir,
    sourcemap: true,
    // Else tsyringe would be evaluated before reflect-metadata.
    rolldownOptions: { input, output: { strictExecutionOrder: true, ...names } },
  },
});

/** The provider and the wallet for development. */
const development = bundled('dist/development', {
  provider: 'demo/provider/open-provider.ts',
  authority: 'demo/wallet/kept-authority.ts',
  wallet: 'demo/wallet/main.ts',
});

/** The server as one program, for `npm run pack-server`. */
const packed = bundled(
  'dist/packed',
  { server: 'server/src/main.ts' },
  { entryFileNames: '[name].mjs', sourcemapExcludeSources: true },
);

const configurations: Record<string, UserConfig> = { development, packed };

export default defineConfig(({ mode }) => configurations[mode] ?? library);
