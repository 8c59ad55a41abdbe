import type { Engine, InstallabilityFacts } from '../../manifest/index.js';
import { judgeIn, places, type PlaceVerdict } from '../../manifest/places.js';
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
  const wanted = places.filter(({ engine }) => engines.includes(engine));
  return judgeIn(wanted, text, { manifestUrl, documentUrl, sameSite: isSameSite, isRegistrable }, facts);
}
