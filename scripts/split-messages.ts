import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Plugin } from 'vite';

const english = readFileSync(new URL('../src/messages/en.ts', import.meta.url), 'utf8');
/** The statement that declares each section of the English sentences. */
const sections = new Map(
  [...english.matchAll(/^export const (\w+) = \{\n[^]*?^\};$/gm)].map(([code, name]) => [name!, code] as const),
);

/** `import { a, b } from "…/en.js"` as one import of a section each, in the same line. */
const importEach = (names: string, folder: string): string =>
  names
    .split(',')
    .map((name) => name.trim())
    .map((name) => `import { ${name} } from "${folder}/${name.split(' as ')[0]}.js";`)
    .join(' ');

/**
 * Makes each section of `src/messages/en.ts` a module of its own, `messages/en/<section>`: a bundler keeps a module
 * whole, and a page would carry the English sentences of all elements.
 */
export const splitMessages: Plugin = {
  name: 'split-messages',
  apply: 'build',
  transform: {
    filter: { id: /\/src\/.*\.ts$/, code: /\/en\.js["']/ },
    handler(code, id) {
      const split = code.replace(/import \{([^}]*)\} from ["']([./]+(?:messages\/)?en)\.js["'];/g, (_, names, folder) =>
        importEach(names as string, folder as string),
      );
      if (/\/en\.js["']/.test(split)) throw new Error(`${id} must import the sections of en.js by their names`);
      return { code: split, map: null };
    },
  },
  resolveId: {
    filter: { id: /(?:\.|\/messages)\/en\/\w+\.js$/ },
    handler: (id, importer) => resolve(dirname(importer!), id.replace(/js$/, 'ts')),
  },
  load: {
    filter: { id: /\/src\/messages\/en\/\w+\.ts$/ },
    handler(id) {
      const code = sections.get(/(\w+)\.ts$/.exec(id)![1]!);
      if (!code) throw new Error(`src/messages/en.ts has no section for ${id}`);
      return code;
    },
  },
};
