import { Failure } from '../failure.js';
import { loadAddress } from './address.js';
import { loadFile } from './file.js';
import type { Source } from './source.js';

/** Loads what the person named: a file, the address of a manifest, or that of a page that links one. */
export async function loadSource(target: string): Promise<Source> {
  if (/^https?:\/\//i.test(target)) {
    if (!URL.canParse(target)) throw new Failure(`${target} is not a valid URL.`);
    return loadAddress(target);
  }
  if (/^[\w.-]+:\d+(\/|$)/.test(target))
    throw new Failure(`${target} is not a URL. Begin it with http:// or https://.`);
  const scheme = /^([a-z][a-z\d+.-]+):/i.exec(target)?.[1];
  if (scheme)
    throw new Failure(
      `Only files and URLs that begin with http: or https: can be checked, not ${scheme.toLowerCase()}:.`,
    );
  return loadFile(target);
}
