import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** A site with one page and its script, a page at `/plain` without script, and no backend. */
export interface VaultSite {
  readonly origin: string;
  stop(): Promise<void>;
}

/** The document of a page whose script is at `/page.js`. */
export const pageDocument =
  '<!doctype html><title>Vault</title><link rel="icon" href="data:,"><script type="module" src="/page.js"></script>';

const plainDocument = '<!doctype html><title>Plain</title><link rel="icon" href="data:,">';

/** Bundles one of the scripts in test/support/browser. */
export async function buildPage(script: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(`../support/browser/${script}`, import.meta.url))],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    conditions: ['browser'],
  });
  return outputFiles[0]!.text;
}

/** Serves a page that runs one of the scripts in test/support/browser. */
export async function startVaultSite(script: string): Promise<VaultSite> {
  const source = await buildPage(script);
  const server = createServer(({ url }, response) => {
    if (url === '/page.js') return void response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(source);
    response.writeHead(200, { 'Content-Type': 'text/html' }).end(url === '/plain' ? plainDocument : pageDocument);
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
