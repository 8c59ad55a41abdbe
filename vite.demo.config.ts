import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const root = fileURLToPath(new URL('.', import.meta.url));
const { exports } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { exports: Record<string, string | { default: string }> };

/** The demo imports `latchkey/…` as a stranger does; here the same modules are read from `src`, so that a change shows at once. */
const alias = Object.entries(exports).flatMap(([name, target]) => {
  const file = typeof target === 'string' ? '' : target.default;
  if (!file.endsWith('.js') || file.startsWith('./dist/cdn/')) return [];
  const source = file.replace('./dist/', `${root}src/`).replace(/\.js$/, '.ts');
  return [{ find: new RegExp(`^latchkey${name.slice(1)}$`), replacement: source }];
});

export default defineConfig({
  root: `${root}demo`,
  resolve: { alias },
  build: {
    outDir: `${root}dist/demo`,
    emptyOutDir: true,
    target: 'es2022',
    sourcemap: true,
    // the pages run under `default-src 'self'`, which refuses data: addresses
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: readdirSync(`${root}demo`, { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.html'))
        .map((file) => `${root}demo/${file}`),
    },
  },
});
