import { defineConfig } from 'vite';

/**
 * The reference server and the development provider as files that plain Node starts; packages stay packages, for some
 * load native code or rely on the order of their modules.
 */
export default defineConfig({
  publicDir: false,
  build: {
    ssr: true,
    rollupOptions: {
      input: {
        main: 'demo/server/main.ts',
        provider: 'demo/provider/open-provider.ts',
        authority: 'demo/wallet/kept-authority.ts',
        wallet: 'demo/wallet/main.ts',
      },
    },
    outDir: 'dist/server',
    emptyOutDir: false,
    target: 'node20',
    minify: false,
    sourcemap: true,
  },
});
