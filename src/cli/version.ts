import { readFileSync } from 'node:fs';

// The package's own description is two folders up, from this file as from the bundle in dist/cli.
const description = JSON.parse(
  readFileSync(new URL(/* @vite-ignore */ '../../package.json', import.meta.url), 'utf8'),
) as {
  version: string;
};

/** The version of the package. */
export const { version } = description;
