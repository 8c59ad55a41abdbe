import { basename } from 'node:path';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { defineConfig, minify, type Plugin, type UserConfig } from 'vite';
import { listExports } from './scripts/public-modules.mjs';
import { ofScriptTags } from './scripts/file-groups.js';
import { noDefaultDecoders, packData } from './scripts/pack-data.js';
import { splitMessages } from './scripts/split-messages.js';

interface Package {
  version: string;
  license: string;
  dependencies: Record<string, string>;
}

const { version, license, dependencies } = JSON.parse(
  readFileSync(new URL('./package.json', import.meta.url), 'utf8'),
) as Package;

/** The file in `dist` of each public module. */
const publicModules = listExports()
  .map(([, target]) => (typeof target === 'string' ? '' : target.default))
  .filter((file) => file.endsWith('.js') && !file.startsWith('./dist/cdn/'));

/** What `custom-elements.json` names: editors and documentation tools open these files. */
const describedModules = (
  JSON.parse(readFileSync(new URL('./custom-elements.json', import.meta.url), 'utf8')) as {
    modules: { path: string }[];
  }
).modules.map(({ path }) => `./${path}`);

/** What `package.json#imports` names. */
const languageTables = ['./dist/messages/shipped.js', './dist/messages/none.js'];

/** An entry for each file `./dist/….js`, from the file of the same name in `src`. */
const entriesFor = (files: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    files.map((file) => file.slice('./dist/'.length, -'.js'.length)).map((name) => [name, `src/${name}.ts`]),
  );

/** Workbox's parts for service workers come along, in their production build: as they are, Node cannot load them. */
const external = Object.keys(dependencies).filter(
  (name) => name !== 'workbox-routing' && name !== 'workbox-strategies',
);

/** What is not bundled: the application has it, or Node. */
const isExternal = (id: string): boolean =>
  id.startsWith('node:') || external.some((name) => id === name || id.startsWith(`${name}/`));

const production = { 'process.env.NODE_ENV': '"production"' };

const compact = (sheet: string): string =>
  sheet
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,]|: ) ?/g, (mark) => mark.trim())
    .replace(/(?<=[ ,:(])0\./g, '.')
    .replace(/ (?=!important)| (?=>)|(?<=>) /g, '')
    .replace(/;}/g, '}');

/** Takes the white space out of the style sheets of elements: minifiers leave the text of templates alone. */
const compactStyles: Plugin = {
  name: 'compact-styles',
  transform: {
    filter: { id: /\/src\/.*\.ts$/, code: /css`/ },
    handler: (code) => ({ code: code.replace(/css`[^`]*`/g, compact), map: null }),
  },
};

/**
 * Has the bundler's helper for the exports of a module go through its own members alone: on a page that extends
 * `Object.prototype` it would take the page's for exports, and throw. No other `for…in` may be in these files.
 */
const ownMembersOnly: Plugin = {
  name: 'own-members-only',
  renderChunk: (code, { fileName }) => withOwnMembers(code, fileName),
};

function withOwnMembers(code: string, fileName: string): { code: string; map: null } | null {
  const loop = /for \((?:var|let|const) (\w+) in (\w+)\)/g;
  const own = code.replace(loop, 'for (const $1 of Object.keys($2))');
  if (/\bfor\s*\([^;()'"`]*\sin\s/.test(own))
    throw new Error(`${fileName} has a for…in that this plugin does not know`);
  return own === code ? null : { code: own, map: null };
}

/** The same for the file of that helper alone: the kit and the command line have others, and run in no page. */
const ownMembersOfHelper: Plugin = {
  name: 'own-members-of-helper',
  renderChunk(code, chunk) {
    return chunk.name === 'rolldown-runtime' ? withOwnMembers(code, chunk.fileName) : null;
  },
};

/** The licenses of the packages that ended up in a chunk, not indented, as a comment that minifiers keep. */
function carryLicenses({ moduleIds }: { moduleIds: string[] }): string {
  const folders = new Set(moduleIds.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? []));
  return [...folders]
    .sort()
    .map(
      (folder) =>
        `/*!\n${readLicense(folder)
          .replaceAll(/^[ \t]+/gm, '')
          .replaceAll('*/', '* /')}\n*/`,
    )
    .join('\n');
}

const isLanguage = (id: string | null): boolean => /\/src\/messages\/languages\//.test(id ?? '');

/**
 * Our own license in a line, and those of the packages that ended up in a chunk, marked as what the minifier keeps. A language is
 * without: bundlers of applications would keep the line in every one.
 */
function carryMarkedLicenses(chunk: { moduleIds: string[]; facadeModuleId: string | null }): string {
  if (isLanguage(chunk.facadeModuleId)) return '';
  return `/*! @license latchkey ${version} | ${license} */\n${carryLicenses(chunk).replaceAll('/*!', '/*! @license')}`;
}

/** The license of the Internet Systems Consortium. */
const isc = `ISC License

Copyright (c)

Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby granted,
provided that the above copyright notice and this permission notice appear in all copies.

THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH REGARD TO THIS SOFTWARE INCLUDING ALL
IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT,
INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN
ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF
THIS SOFTWARE.`;

function readLicense(folder: string): string {
  const { name, version, license, author } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) as {
    name: string;
    version: string;
    license?: string;
    author?: string;
  };
  // Decoders that were compiled from other code have its license in a separate folder.
  const files = [folder, `${folder}/codec`].flatMap((place) =>
    existsSync(place)
      ? readdirSync(place)
          .filter((entry) => /^licen[cs]e(\.|$)/i.test(entry))
          .slice(0, 1)
          .map((entry) => `${place}/${entry}`)
      : [],
  );
  // It names the license and does not include it. Ours is the text of MIT.
  const texts: Record<string, string> = { MIT: readFileSync(new URL('./LICENSE', import.meta.url), 'utf8'), ISC: isc };
  const text = license && texts[license];
  if (files.length === 0 && text && author)
    return `${name} ${version}\n\n${text.replace(/^Copyright.*$/m, `Copyright (c) ${author}`).trim()}`;
  if (files.length === 0) throw new Error(`${name} has no license that a bundle could carry`);
  return [`${name} ${version}`, ...files.map((file) => readFileSync(file, 'utf8').trim())].join('\n\n');
}

/**
 * Leaves the choice of languages to the application: `package.json#imports` has `#languages`, and a condition under which it is
 * empty.
 */
const chosenLanguages: Plugin = {
  name: 'chosen-languages',
  enforce: 'pre',
  resolveId: {
    filter: { id: /^\.\/shipped\.js$/ },
    handler: () => ({ id: '#languages', external: true }),
  },
};

/** How much of a chunk is code of other packages, from 0 to 1. */
function shareOfPackages(modules: Readonly<Record<string, { renderedLength: number }>>): number {
  const lengthOf = (ids: string[]): number => ids.reduce((sum, id) => sum + modules[id]!.renderedLength, 0);
  const ids = Object.keys(modules);
  return lengthOf(ids.filter((id) => id.includes('/node_modules/'))) / Math.max(1, lengthOf(ids));
}

/**
 * Minifies what no application's developer steps into: the command line, and files that are packages of others for the most part.
 * What runs the conformance kit reads its names in errors: there it takes out white space alone.
 */
const minifyOthers: Plugin = {
  name: 'minify-others',
  // not in `renderChunk`, after which the code is printed again
  async generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') continue;
      const isKit = chunk.moduleIds.some((id) => id.includes('/src/conformance/'));
      if (!isKit && !chunk.fileName.startsWith('cli/') && shareOfPackages(chunk.modules) < 0.5) continue;
      const options = { module: true, ...(isKit && { compress: false, mangle: false }) };
      const { code, errors } = await minify(chunk.fileName, chunk.code, options);
      if (errors.length > 0) throw new Error(`${chunk.fileName}: ${errors[0]!.message}`);
      // it leaves out the licenses too
      chunk.code = [carryLicenses(chunk), code].filter(Boolean).join('\n');
    }
  },
};

/** Gives packages that run in Node its modules, which a build for browsers leaves out. */
const modulesOfNode: Plugin = {
  name: 'modules-of-node',
  enforce: 'pre',
  resolveId: {
    filter: { id: new RegExp(`^(?:${builtinModules.join('|')})$`) },
    handler: (id) => `\0module-of-node:${id}`,
  },
  load: {
    filter: { id: /^\0module-of-node:/ },
    handler: (id) => `module.exports = process.getBuiltinModule('${id.slice('\0module-of-node:'.length)}');`,
  },
};

/** Where the code lies that several modules share: its name follows from the bundler, but for what runs when it is loaded. */
function nameShared({ moduleIds }: { moduleIds: string[] }): string {
  if (moduleIds.some((id) => id.endsWith('/src/install/prompt.ts'))) return 'shared/install-prompt.js';
  return moduleIds.some((id) => id.includes('/src/cli/')) ? 'cli/[name].js' : 'shared/[name].js';
}

/**
 * What a bundler, a package-aware runtime or `npx latchkey` loads: a file for each public module and for what some of them share, readable
 * and so without a source map, dependencies left to the application. What `src` imports from development dependencies
 * comes along.
 */
const library: UserConfig = {
  publicDir: false,
  define: production,
  json: { stringify: true },
  plugins: [
    compactStyles,
    splitMessages,
    chosenLanguages,
    languagesOfScriptTags(),
    packData,
    noDefaultDecoders,
    modulesOfNode,
    ownMembersOfHelper,
    minifyOthers,
  ],
  build: {
    outDir: 'dist',
    emptyOutDir: false,
    target: 'es2022',
    minify: false,
    lib: {
      entry: entriesFor([...publicModules, ...describedModules, ...languageTables, './dist/cli/main.js']),
      formats: ['es'],
    },
    rolldownOptions: {
      external: isExternal,
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: nameShared,
        banner: (chunk) => `${chunk.name === 'cli/main' ? '#!/usr/bin/env node\n' : ''}${carryLicenses(chunk)}`,
        comments: { jsdoc: false }, // they are in the declarations
      },
    },
  },
};

const minified = {
  outDir: 'dist/cdn',
  emptyOutDir: false,
  target: 'es2022',
  minify: 'terser',
  terserOptions: { module: true, compress: { keep_fargs: false }, format: { comments: /@license/ } },
} as const;

const fileNames = {
  entryFileNames: '[name].js',
  chunkFileNames: ({ facadeModuleId }: { facadeModuleId: string | null }) =>
    `${isLanguage(facadeModuleId) ? 'languages/' : ''}[name]-[hash].js`,
  banner: carryMarkedLicenses,
};
const checks = { bundlerTimings: false }; // terser takes its time

/** What script tags load: the modules `entry` with everything included; what is imported lazily lies beside them. */
const forScriptTags = (
  entry: Record<string, string>,
  more: Plugin[],
  codeSplitting?: typeof ofScriptTags | false,
): UserConfig => ({
  publicDir: false,
  plugins: [compactStyles, splitMessages, ownMembersOnly, ...more],
  define: production,
  build: {
    ...minified,
    lib: { entry, formats: ['es'] },
    rolldownOptions: { checks, output: { ...fileNames, ...(codeSplitting !== undefined && { codeSplitting }) } },
  },
});

/** Has a script name what its files import, so that a page requests all of them at once. */
const importAtOnce: Plugin = {
  name: 'import-at-once',
  generateBundle(_options, bundle) {
    const followed = (fileName: string, found = new Set<string>()): Set<string> => {
      const chunk = bundle[fileName];
      for (const imported of chunk?.type === 'chunk' ? chunk.imports : [])
        if (!found.has(imported)) followed(imported, found.add(imported));
      return found;
    };
    for (const chunk of Object.values(bundle))
      if (chunk.type === 'chunk' && chunk.isEntry)
        for (const file of followed(chunk.fileName))
          if (!chunk.imports.includes(file)) chunk.code += `import"./${file}";`;
  },
};

/** The name of the file in `folder` that script tags load for a language: it is built before what takes it from there. */
function findLanguage(folder: string, name: string): string {
  const file = readdirSync(folder).find((each) => each.startsWith(`${name}-`) && each.length === name.length + 12);
  if (!file) throw new Error(`There is no file for ${name} in ${folder} yet: build the scripts for script tags before`);
  return file;
}

/** Has the single file load languages from the files that lie beside it already. */
function languagesBeside(): Plugin {
  let folder: string;
  return {
    name: 'languages-beside',
    enforce: 'pre',
    configResolved: ({ build }) => void (folder = `${build.outDir}/languages`),
    resolveId: {
      filter: { id: /^\.\/languages\// },
      handler: (id) => ({ id: `./languages/${findLanguage(folder, basename(id, '.js'))}`, external: true }),
    },
  };
}

/** Has the modules of languages pass on what lies in the files for script tags, so that each language is in the package once. */
function languagesOfScriptTags(): Plugin {
  let folder: string;
  return {
    name: 'languages-of-script-tags',
    enforce: 'pre',
    configResolved: ({ build }) => void (folder = `${build.outDir}/cdn/languages`),
    resolveId: { filter: { id: /^\.\.\/\.\.\/cdn\// }, handler: (id) => ({ id, external: true }) },
    load: {
      filter: { id: /\/src\/messages\/languages\// },
      handler: (id) =>
        `export { default, consequences } from '../../cdn/languages/${findLanguage(folder, basename(id, '.ts'))}';`,
    },
  };
}

/**
 * The ready-made service worker: one classic script with everything in it, which every browser that has service workers
 * can run.
 */
const serviceWorker: UserConfig = {
  publicDir: false,
  plugins: [ownMembersOnly],
  define: production,
  build: {
    outDir: 'dist/worker',
    emptyOutDir: false,
    target: 'es2022',
    lib: {
      entry: 'src/worker/service-worker.ts',
      formats: ['iife'],
      name: 'latchkey',
      fileName: () => 'service-worker.js',
    },
    minify: 'terser',
    terserOptions: { compress: { keep_fargs: false } },
    rolldownOptions: { output: { banner: carryLicenses } },
  },
};

const all = 'src/define/all.ts';

const configurations: Record<string, UserConfig> = {
  cdn: forScriptTags({ latchkey: all, autoload: 'src/define/autoload.ts' }, [importAtOnce], ofScriptTags),
  'cdn-backends': forScriptTags({ backends: 'src/cdn-backends.ts' }, []),
  // what an English page can load from one address, or check by one hash
  'cdn-single': forScriptTags({ 'latchkey.single': all }, [languagesBeside()], false),
  worker: serviceWorker,
};

export default defineConfig(({ mode }) => configurations[mode] ?? library);
