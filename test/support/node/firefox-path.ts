import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { env } from 'node:process';

/** The Firefox of this machine: `FIREFOX_PATH`, or one on the `PATH`; undefined if there is none. */
export const firefoxPath: string | undefined =
  env.FIREFOX_PATH ??
  ['firefox-esr', 'firefox']
    .flatMap((name) => (env.PATH ?? '').split(delimiter).map((folder) => join(folder, name)))
    .find(existsSync);

/** Why tests in Firefox are skipped, or false where they are not. */
export const skipWithoutFirefox: string | false = firefoxPath ? false : 'There is no Firefox on this machine.';
