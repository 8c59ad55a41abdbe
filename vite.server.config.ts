import { defineConfig } from 'vite';

/** The reference server as one file that starts at once; the database drivers stay packages, for they load native code. */
export default defineConfig({
  publicDir: false,
  ssr: { noExternal: true, external: ['libsql', 'pg'] },
  build: {
    ssr: 'demo/server/main.ts',
    outDir: 'dist/server',
    emptyOutDir: false,
    target: 'node20',
    minify: false,
    sourcemap: true,
  },
});
