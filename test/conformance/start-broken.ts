import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { findFreePort } from '../../scripts/free-port.mjs';
import { checkBackend, type BackendReport } from '../../src/conformance/index.js';
import { createRunningClock } from '../support/node/clock.js';
import { startLyingProvider } from '../support/node/lying-provider.js';
import type * as providerVisit from '../support/node/provider-visit.js';
import type { BrokenServer } from './broken-servers.js';

const root = join(import.meta.dirname, '../..');

/** The sources that have been read. */
const sources: Record<string, Promise<string>> = {};

/** Checks the reference server with the changes of `broken` in its sources; with `only`, by these cases alone. */
export async function checkBroken(
  { what, changes, config: own }: Pick<BrokenServer, 'what' | 'changes' | 'config'>,
  only?: string[],
): Promise<BackendReport> {
  const folder = await mkdtemp(join(root, 'dist.tests-broken-'));
  try {
    await build({
      absWorkingDir: root,
      entryPoints: ['test/support/node/provider-visit.ts'],
      outfile: join(folder, 'server.mjs'),
      bundle: true,
      packages: 'external',
      platform: 'node',
      format: 'esm',
      target: 'node20',
      logLevel: 'error',
      plugins: [
        {
          name: 'break a rule',
          setup({ onLoad }) {
            onLoad({ filter: /\.(?:ts|mjs)$/ }, async ({ path }) => {
              let contents = await (sources[path] ??= readFile(path, 'utf8'));
              for (const [, from, to] of changes.filter(([file]) => path === join(root, file))) {
                assert.ok(contents.includes(from), `${what}: ${path} no longer has ${from}`);
                contents = contents.replace(from, () => to);
              }
              contents = contents
                .replaceAll('import.meta.dirname', JSON.stringify(join(path, '..')))
                .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href));
              return { contents, loader: path.endsWith('.ts') ? 'ts' : 'js' };
            });
          },
        },
      ],
    });
    const { startCompleteServer } = (await import(
      pathToFileURL(join(folder, 'server.mjs')).href
    )) as typeof providerVisit;
    const { config, oidcPort } = await kitProvider();
    const server = await startCompleteServer({
      // outside of the bundle, where its keys stay for the next server
      provider: await startLyingProvider(),
      listens: true,
      config: { ...config, ...own },
      clock: createRunningClock(),
    });
    try {
      return await checkBackend({
        url: server.origin,
        rate: Infinity,
        oidcPort,
        emailIssuer: server.emailIssuer,
        ...(only && { only }),
      });
    } finally {
      await server.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The rules that a report names as broken, each with the first case that shows it. */
export function brokenRules({ results }: BackendReport): Map<string, string> {
  const broken = new Map<string, string>();
  for (const { outcome, rule, id, reason } of results)
    if (outcome === 'failed' && !broken.has(rule)) broken.set(rule, `${id}: ${reason}`);
  return broken;
}

/** The configuration of a server whose provider is the kit's, on a free port. */
export async function kitProvider() {
  const oidcPort = await findFreePort();
  const issuer = `http://localhost:${oidcPort}`;
  const client = { issuer, clientId: 'latchkey-check' };
  return {
    oidcPort,
    config: {
      providers: [
        { ...client, id: 'kit', name: 'Kit', clientSecret: 'latchkey-check-secret', scope: 'openid profile email' },
        {
          id: 'second',
          name: 'Second',
          issuer: `${issuer}/second`,
          clientId: 'latchkey-check',
          clientSecret: 'latchkey-check-secret',
          scope: 'openid profile email',
        },
      ],
      fedcm: [{ ...client, configURL: `${issuer}/fedcm.json`, jwksUri: undefined }],
    },
  };
}
