import { checkInstallability, processManifest, type Engine, type InstallabilityFacts } from '../../manifest/index.js';
import { places, type PlaceVerdict } from '../../manifest/places.js';
import { isRegistrable, isSameSite } from './same-site.js';
import type { Source } from './source.js';

/** How one engine reads a manifest, on one kind of device. */
export type Verdict = PlaceVerdict;

/** Processes the manifest of `source` as each of `engines` does, and checks the installability with the `facts`. */
export function judge(
  { text = '', manifestUrl, documentUrl }: Source,
  engines: readonly Engine[],
  facts: InstallabilityFacts,
): Verdict[] {
  return places
    .filter(({ engine }) => engines.includes(engine))
    .map((place) => {
      const { engine, platform } = place;
      const processed = processManifest(text, {
        manifestUrl,
        documentUrl,
        engine,
        platform,
        sameSite: isSameSite,
        isRegistrable,
      });
      return { ...place, processed, installability: checkInstallability(processed, facts) };
    });
}
