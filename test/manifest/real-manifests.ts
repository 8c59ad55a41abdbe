import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where manifests of real sites lie beside a checkout that has them. */
const folder = fileURLToPath(new URL('../../../shared/data/real-manifests', import.meta.url));

/** The manifests of real sites, by their names; none if they are not there. */
export const realManifests: ReadonlyArray<{ name: string; text: string }> = existsSync(folder)
  ? readdirSync(folder)
      .filter((file) => file.endsWith('.webmanifest'))
      .sort()
      .map((file) => ({ name: file.slice(0, -'.webmanifest'.length), text: readFileSync(join(folder, file), 'utf8') }))
  : [];
