import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { Asset, Assets } from '../../server/src/http/assets.js';
import { assetsIn } from '../../server/src/http/assets.js';
import { root } from '../support/node/program.js';
import { demoPages } from './demo-site.js';

const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const page = (body: string): Asset => ({
  body: encode(
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>A user's page</title><link rel="icon" href="/favicon.svg">${body}`,
  ),
  contentType: 'text/html; charset=utf-8',
  immutable: false,
});

/**
 * Bundles the package's own modules as an application does: a second copy of everything that the single file holds, Lit
 * included.
 */
async function bundleSecondCopy(): Promise<string> {
  const { outputFiles } = await build({
    stdin: {
      contents: `import { LatchPasskeyField } from './dist/elements.js';
        customElements.define('other-passkey-field', class extends LatchPasskeyField {});`,
      resolveDir: root,
    },
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    logLevel: 'error',
  });
  return outputFiles[0]!.text;
}

/**
 * The demo, and beside it pages as a developer writes them who has only the single file: `/plain` and
 * `/plain-sign-in`, and `/two-copies`, whose application brings the package once more.
 */
export async function plainPages(): Promise<Assets> {
  const singleFile = assetsIn(join(root, 'dist/cdn'));
  const { 'latchkey.js': integrity } = JSON.parse(
    await readFile(join(root, 'dist/cdn/integrity.json'), 'utf8'),
  ) as Record<string, string>;
  const script = `<script type="module" src="/cdn/latchkey.js" integrity="${integrity}"></script>`;
  const field = (tag: string) => `<${tag}><label>Username <input name="username"></label></${tag}>`;
  const files: Record<string, Asset> = {
    '/plain': page(`${script}<h1>Sign in</h1>${field('latch-passkey-field')}`),
    '/plain-sign-in': page(`${script}<latch-sign-in methods="passkey password sign-up"></latch-sign-in>`),
    '/two-copies': page(
      `${script}<script type="module" src="/second-copy.js"></script><h1>Sign in</h1>${field('latch-passkey-field')}${field('other-passkey-field')}`,
    ),
    '/second-copy.js': {
      body: encode(await bundleSecondCopy()),
      contentType: 'text/javascript; charset=utf-8',
      immutable: false,
    },
  };
  return async (path) =>
    files[path] ?? (path.startsWith('/cdn/') ? singleFile(path.slice('/cdn'.length)) : demoPages(path));
}
