import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { installDependencies } from '../../scripts/dependencies.mjs';
import { root } from '../support/node/program.js';

/** The backends of other projects, unmodified, with what they need. Not among the dependencies of the package. */
const folder = 'bench/backends';

/** Installs the packages on first use, without install scripts. */
export function installPackages(): Promise<void> {
  return installDependencies({ folder, scripts: false });
}

/** Imports a file of an installed package, which the type checker does not see. */
export async function importPackage(file: string): Promise<Record<string, unknown>> {
  return (await import(pathToFileURL(join(root, folder, 'node_modules', file)).href)) as Record<string, unknown>;
}
