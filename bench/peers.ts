import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { installDependencies } from '../scripts/dependencies.mjs';
import { root } from '../scripts/run.mjs';

/** The packages that are compared with this one and are not its dependencies, with their pages. */
export const peersFolder = 'bench/peers';

let installing: Promise<string | undefined> | undefined;

/** Installs the peers on first use, without install scripts, and returns the reason if that fails. */
export function whyWithoutPeers(): Promise<string | undefined> {
  return (installing ??= installDependencies({ folder: peersFolder, scripts: false }).then(
    () => undefined,
    (error: Error) => `the peers could not be installed into ${peersFolder}: ${shorten(error.message)}`,
  ));
}

/** What npm says first, without its warnings, in one line. */
function shorten(message: string): string {
  const lines = message.split('\n').filter((line) => !line.startsWith('npm warn'));
  return lines.slice(0, 3).join(' ');
}

/**
 * Makes sure that the peers are there.
 *
 * @throws {Error} with the reason why not.
 */
export async function expectPeers(): Promise<void> {
  const reason = await whyWithoutPeers();
  if (reason) throw new Error(reason);
}

/** Imports a module of the peers' folder, which the type checker does not see, since it may not be installed. */
export async function importPeer(module: string): Promise<unknown> {
  await expectPeers();
  return import(pathToFileURL(join(root, peersFolder, module)).href);
}
