import { readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import type { Plugin } from 'vite';

const pack = (data: Uint8Array | string): string => brotliCompressSync(data).toString('base64');

/** An expression that unpacks what {@link pack} has made, where the module imports `brotliDecompressSync`. */
const unpack = (packed: string): string => `brotliDecompressSync(Buffer.from('${packed}', 'base64'))`;

const begin = `import { brotliDecompressSync } from 'node:zlib';\n`;

/** Compresses what only the command line reads, when a command needs it: the decoders of images, and the list of public suffixes. */
export const packData: Plugin = {
  name: 'pack-data',
  enforce: 'pre',
  load: {
    filter: { id: [/\.wasm\?url&inline$/, /\/tldts\/.*\/data\/trie\.js$/] },
    async handler(id) {
      if (id.endsWith('.js')) return `${begin}${packExports((await import(id)) as Readonly<Record<string, unknown>>)}`;
      const packed = pack(readFileSync(id.replace(/\?.*/, '')));
      return `${begin}export default 'data:application/wasm;base64,' + ${unpack(packed)}.toString('base64');`;
    },
  },
};

/**
 * Keeps the decoders out of the modules beside them, which would fetch them there by default: {@link packData} has them.
 */
export const noDefaultDecoders: Plugin = {
  name: 'no-default-decoders',
  enforce: 'pre',
  transform: {
    filter: { id: /\/@jsquash\/\w+\/codec\// },
    handler: (code) => ({ code: code.replace(/new URL\((?="\w+\.wasm")/g, 'new URL(/* @vite-ignore */ '), map: null }),
  },
};

/** The code of a module with the same exports, which are numbers, texts or typed arrays. */
function packExports(module: Readonly<Record<string, unknown>>): string {
  const values = Object.entries(module).map(([name, value]) =>
    ArrayBuffer.isView(value) ? [name, [...(value as Uint8Array)]] : [name, value],
  );
  const exported = Object.entries(module).map(([name, value]) => {
    const read = `data.${name}`;
    return `export const ${name} = ${ArrayBuffer.isView(value) ? `new ${value.constructor.name}(${read})` : read};`;
  });
  return [`const data = JSON.parse(${unpack(pack(JSON.stringify(Object.fromEntries(values))))});`, ...exported].join(
    '\n',
  );
}
