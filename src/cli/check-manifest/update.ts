import {
  compareIcons,
  forecastIdentity,
  predictUpdate,
  type Engine,
  type IdentityForecast,
  type UpdateForecast,
} from '../../manifest/index.js';
import { findPrimaryIcon } from '../../manifest/installability/primary-icon.js';
import { allReaders } from '../../manifest/images/all-readers.js';
import { decodeIcon, type DecodedIcon } from '../../manifest/images/decode.js';
import { readResource } from './resource.js';
import type { Source } from './source.js';
import { judge, type Verdict } from './verdicts.js';

/** What a new manifest changes for people who have the app installed. */
export interface UpdateReport {
  /** What to call the manifest that they have. */
  installed: string;
  identity: IdentityForecast;
  /**
   * How much the icon changes, from 0 to 1; undefined if that could not be measured, for the reason that `iconNote`
   * gives.
   */
  iconDifference: number | undefined;
  iconNote: string;
  places: Array<Pick<Verdict, 'label' | 'engine' | 'platform'> & { forecast: UpdateForecast }>;
}

/**
 * Gives a manifest that is a file the addresses of the other one, and two files the same addresses: they are versions
 * of one manifest.
 */
export function locateTogether(next: Source, installed: Source): [next: Source, installed: Source] {
  const relocate = (file: Source, { manifestUrl, documentUrl }: Source): Source => ({
    ...file,
    manifestUrl,
    documentUrl,
  });
  if (installed.folder !== undefined) return [next, relocate(installed, next)];
  return [next.folder === undefined ? next : relocate(next, installed), installed];
}

/** Compares the manifest that people have `installed` with the `next` one, engine by engine. */
export async function reportUpdate(
  next: Source,
  installed: Source,
  engines: readonly Engine[],
  verdicts: readonly Verdict[],
): Promise<UpdateReport> {
  const before = judge(installed, engines, {});
  const icons = await compareVersions(next, installed, verdicts[0]!, before[0]!);
  const difference = icons.iconDifference === undefined ? {} : { iconDifference: icons.iconDifference };
  return {
    installed: installed.name,
    identity: forecastIdentity(before[0]!.processed, verdicts[0]!.processed),
    ...icons,
    places: verdicts.map(({ label, engine, platform, processed }, index) => ({
      label,
      engine,
      platform,
      forecast: predictUpdate(before[index]!.processed, processed, { engine, platform, ...difference }),
    })),
  };
}

async function compareVersions(
  next: Source,
  installed: Source,
  now: Verdict,
  before: Verdict,
): Promise<Pick<UpdateReport, 'iconDifference' | 'iconNote'>> {
  const newIcon = findPrimaryIcon(now.processed.manifest.icons)?.src;
  const oldIcon = findPrimaryIcon(before.processed.manifest.icons)?.src;
  if (!newIcon || !oldIcon)
    return {
      iconDifference: undefined,
      iconNote: 'No icon of the old version can be compared with one of the new version.',
    };
  const [one, other] = [await readResource(oldIcon, installed), await readResource(newIcon, next)];
  if ('bytes' in one && 'bytes' in other && Buffer.from(one.bytes).equals(other.bytes))
    return { iconDifference: 0, iconNote: 'The icon is the same.' };
  const [first, second]: [DecodedIcon, DecodedIcon] = [
    'bytes' in one ? await decodeIcon(one, allReaders) : one,
    'bytes' in other ? await decodeIcon(other, allReaders) : other,
  ];
  if ('reason' in first)
    return { iconDifference: undefined, iconNote: `The old icon was not compared. ${first.reason}` };
  if ('reason' in second)
    return { iconDifference: undefined, iconNote: `The new icon was not compared. ${second.reason}` };
  const iconDifference = compareIcons(first.pixels, second.pixels);
  return { iconDifference, iconNote: `The icon differs by ${(iconDifference * 100).toFixed(1)} %.` };
}
