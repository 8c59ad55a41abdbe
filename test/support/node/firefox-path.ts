import { findFirefox } from '../runner/firefox.mjs';

/** The Firefox of this machine. */
export const firefoxPath: string | undefined = findFirefox();

/** Why tests in Firefox are skipped, or false where they are not. */
export const skipWithoutFirefox: string | false = firefoxPath
  ? false
  : 'There is no Firefox on this machine that may read the profiles of tests.';
