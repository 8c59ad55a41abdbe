import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { Asset } from '../../server/src/http/assets.js';
import { root } from '../support/node/program.js';
import { serveBeside, type Site } from './framework-app.js';

const asset = (body: Uint8Array<ArrayBuffer> | string, contentType: string): Asset => ({
  body: typeof body === 'string' ? new TextEncoder().encode(body) : body,
  contentType,
  immutable: false,
});

/** A page with `head` and `body`, or a whole one. */
export const pageOf = (head: string, body?: string): Asset =>
  asset(
    body === undefined
      ? head
      : `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Page</title><link rel="icon" href="data:,">${head}</head>${body}`,
    'text/html; charset=utf-8',
  );

/** A file of a package, as it is. */
export const fileOf = async (path: string): Promise<Asset> =>
  asset(
    new Uint8Array(await readFile(join(root, path))),
    path.endsWith('.css') ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8',
  );

/** A module with all that it imports: of the project by `./`, of other packages and of this one by name. */
export async function bundle(contents: string): Promise<Asset> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: root },
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    logLevel: 'error',
    conditions: ['browser'],
  });
  return asset(outputFiles[0]!.contents as Uint8Array<ArrayBuffer>, 'text/javascript; charset=utf-8');
}

/** Serves `files`, with the reference server beside them. */
export const serveFiles = (files: Readonly<Record<string, Asset>>): Promise<Site> =>
  serveBeside(async (path) => files[path]);
