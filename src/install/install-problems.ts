import type { InstallInstructions } from './instructions.js';
import { checkInstallability } from '../manifest/installability/index.js';
import { processManifestLazily } from '../manifest/process-lazily.js';
import {
  documentUrlOf,
  fetchManifest,
  findManifest,
  type ManifestAddress,
} from '../manifest/inspector/page-manifest.js';

/**
 * Finds out what of the page's own making keeps the browser from offering to install it: one sentence per reason, none
 * if its manifest is fine.
 *
 * @throws {LatchError} `network` if the manifest could not be fetched.
 */
export async function findInstallProblems({
  engine,
  platform,
}: Pick<InstallInstructions, 'engine' | 'platform'>): Promise<readonly string[]> {
  return problemsOf(findManifest(), { engine, platform }, () => document.URL);
}

/**
 * Finds out the same of another app, by its manifest. The server of the app must allow other origins to read it.
 *
 * @throws {LatchError} `network` if the manifest could not be fetched.
 */
export function findProblemsOf(manifestUrl: string): Promise<readonly string[]> {
  const link = { url: new URL(manifestUrl, document.baseURI).href };
  return problemsOf(link, { engine: 'chromium', platform: 'desktop' }, (url) => documentUrlOf(url, document.URL));
}

async function problemsOf(
  link: ManifestAddress | undefined,
  { engine, platform }: Pick<InstallInstructions, 'engine' | 'platform'>,
  pageOf: (manifestUrl: string) => string,
): Promise<readonly string[]> {
  const protocol = link && new URL(link.url).protocol;
  if (protocol && !/^https?:$/.test(protocol))
    return [`The page links its manifest by a ${protocol} URL. Publish the manifest at an http or https URL.`];
  const fetched = link ? await fetchManifest(link) : { text: '', url: document.URL };
  const processed = await processManifestLazily(fetched.text, {
    manifestUrl: fetched.url,
    documentUrl: pageOf(fetched.url),
    engine,
    platform,
  });
  const { reasons } = checkInstallability(processed, { linked: link !== undefined, secureOrigin: isSecureContext });
  return reasons
    .filter(({ effect }) => effect !== 'notes')
    .map(({ message, fix }) => (fix ? `${message} ${fix}` : message));
}
