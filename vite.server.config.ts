import { defineConfig } from 'vite';

/**
 * The reference server and the development provider as files that plain Node starts. They hold the packages that they
 * need, because Node reads one large file in a fraction of the time that it takes for many small ones. The `packed`
 * mode writes the server alone.
 */
export default defineConfig(({ mode }) => ({
  publicDir: false,
  // Native code; and a package that reads its own files.
  ssr: { noExternal: true, external: ['libsql', 'oidc-provider'] },
  build: {
    ssr: true,
    rolldownOptions: {
      input:
        mode === 'packed'
          ? { server: 'demo/server/main.ts' }
          : {
              main: 'demo/server/main.ts',
              provider: 'demo/provider/open-provider.ts',
              authority: 'demo/wallet/kept-authority.ts',
              wallet: 'demo/wallet/main.ts',
            },
      output: {
        // Else tsyringe would be evaluated before reflect-metadata.
        strictExecutionOrder: true,
        ...(mode === 'packed' && { entryFileNames: '[name].mjs', sourcemapExcludeSources: true }),
      },
    },
    outDir: 'dist/server',
    emptyOutDir: false,
    target: 'node20',
    minify: false,
    sourcemap: true,
  },
}));
