import { readFileSync } from 'node:fs';
import { defineConfig, type Plugin, type UserConfig } from 'vite';

interface Package {
  dependencies: Record<string, string>;
  exports: Record<string, string | { default: string }>;
}

const { dependencies, exports } = JSON.parse(readFileSync(new URL('./package.json', import.meta.url), 'utf8')) as Package;

/** One entry per public module: the file in `dist` that `package.json#exports` names, from the file of the same name in `src`. */
const entries = Object.fromEntries(
  Object.values(exports)
    .map((target) => (typeof target === 'string' ? '' : target.default))
    .filter((file) => file.endsWith('.js') && !file.startsWith('./dist/cdn/'))
    .map((file) => file.slice('./dist/'.length, -'.js'.length))
    .map((name) => [name, `src/${name}.ts`]),
);

const isDependency = (id: string): boolean => Object.keys(dependencies).some((name) => id === name || id.startsWith(`${name}/`));

const compact = (sheet: string): string =>
  sheet
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,]|: ) ?/g, (mark) => mark.trim())
    .replace(/;}/g, '}');

/** Takes the white space out of the style sheets in `*.styles.ts`: minifiers leave the text of templates alone. */
const compactStyles: Plugin = {
  name: 'compact-styles',
  transform: {
    filter: { id: /\.styles\.ts$/ },
    handler: (code) => ({ code: code.replace(/css`[^`]*`/g, compact), map: null }),
  },
};

/** What a bundler or a package-aware runtime imports: one file per source file, dependencies left to the application. */
const library: UserConfig = {
  publicDir: false,
  plugins: [compactStyles],
  build: {
    outDir: 'dist',
    emptyOutDir: false,
    target: 'es2022',
    minify: false,
    sourcemap: true,
    lib: { entry: entries, formats: ['es'] },
    rolldownOptions: { external: isDependency, output: { preserveModules: true, preserveModulesRoot: 'src', entryFileNames: '[name].js' } },
  },
};

/** What one script tag loads: every tag registered, everything included; what is imported lazily lies beside it. */
const singleFile: UserConfig = {
  publicDir: false,
  plugins: [compactStyles],
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    outDir: 'dist/cdn',
    emptyOutDir: false,
    target: 'es2022',
    sourcemap: true,
    lib: { entry: { latchkey: 'src/define/all.ts' }, formats: ['es'] },
    minify: 'terser',
    terserOptions: { module: true, compress: { passes: 3, keep_fargs: false }, format: { comments: /@license/ } },
    rolldownOptions: {
      checks: { bundlerTimings: false }, // terser takes its time
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
};

export default defineConfig(({ mode }) => (mode === 'cdn' ? singleFile : library));
