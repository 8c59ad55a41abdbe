import { defineConfig } from 'vite';

/** The reference server as one file that plain Node starts; packages stay packages, for some load native code or rely on the order of their modules. */
export default defineConfig({
  publicDir: false,
  build: {
    ssr: 'demo/server/main.ts',
    outDir: 'dist/server',
    emptyOutDir: false,
    target: 'node20',
    minify: false,
    sourcemap: true,
  },
});
