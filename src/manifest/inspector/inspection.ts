import { adviseOn } from '../advice.js';
import { checkScreenshots } from '../check-screenshots.js';
import type { FindingWith } from '../finding.js';
import { forecastIdentity, type IdentityForecast } from '../forecast-identity.js';
import { mergeFindings } from '../merge-findings.js';
import { listObstacles } from '../obstacles.js';
import { judgeIn, places, type Place, type PlaceVerdict } from '../places.js';
import { predictUpdate, type UpdateForecast } from '../predict-update.js';
import type { Engine, Platform } from '../engine.js';

export type { PlaceVerdict } from '../places.js';
export type { Platform } from '../engine.js';
export type { FindingWith } from '../finding.js';
export type { ImageResource, ProcessedManifest } from '../types.js';

/** What an update of a manifest does in one engine. */
export interface EngineForecast extends UpdateForecast {
  readonly engine: Engine;
}

/** The findings of one line of the text. */
export interface LineFindings {
  /** From 1; 0 for what is about no line. */
  readonly line: number;
  /** The line as it stands in the text. */
  readonly source: string;
  /** Each once; `engines` names all that it was found for. */
  readonly findings: readonly FindingWith<string>[];
}

/** A manifest as every engine sees it. */
export interface Inspection {
  readonly text: string;
  readonly platform: Platform;
  /** One per engine, the specification first. */
  readonly views: readonly PlaceVerdict[];
  /** In the order of the text; what is about no line comes first. */
  readonly lines: readonly LineFindings[];
  /** What an update changes in each browser for an app that is installed with another manifest, if one is given. */
  readonly update?: { readonly identity: IdentityForecast; readonly forecasts: readonly EngineForecast[] };
}

/** What is to be inspected. */
export interface InspectionSubject {
  readonly text: string;
  readonly manifestUrl: string;
  readonly documentUrl: string;
  readonly platform: Platform;
  readonly contentType?: string | undefined;
  /** The text of the manifest that users have installed. Empty if there is none, or it is unknown. */
  readonly installedText?: string;
}

/** Inspects a manifest by the rules of all engines. Never throws because of the text. */
export function inspect({ text, installedText = '', contentType, platform, ...urls }: InspectionSubject): Inspection {
  const options = { ...urls, ...(contentType !== undefined && { contentType }) };
  const onPlatform = findPlaces(platform);
  const views = judgeIn(onPlatform, text, options);
  const inChromium = views.findIndex(({ engine }) => engine === 'chromium');
  const { processed } = views[inChromium]!;
  const { obstacles, others } = listObstacles(
    [
      ...mergeFindings(views.map((view) => view.processed)),
      ...checkScreenshots(text, urls.manifestUrl),
      ...adviseOn(text, processed),
    ],
    views,
    text,
  );
  const found = [...others, ...obstacles].sort((one, other) => one.line - other.line);
  const inspection = { text, platform, views, lines: groupByLine(text, found) };
  if (installedText.trim() === '') return inspection;
  const installed = judgeIn(onPlatform, installedText, urls);
  const forecasts = views.map((view, index): EngineForecast => ({
    engine: view.engine,
    ...predictUpdate(installed[index]!.processed, view.processed, { engine: view.engine, platform }),
  }));
  return {
    ...inspection,
    update: {
      identity: forecastIdentity(installed[inChromium]!.processed, processed),
      forecasts: forecasts.filter(({ engine }) => engine !== 'spec'),
    },
  };
}

/** Where the engines run on a platform, the specification first: engines that are not on ChromeOS are judged on desktops. */
function findPlaces(platform: Platform): Place[] {
  return places
    .filter(
      (place) =>
        place.engine === 'spec' ||
        place.platform === (platform === 'chromeos' && place.engine !== 'chromium' ? 'desktop' : platform),
    )
    .sort((one, other) => Number(other.engine === 'spec') - Number(one.engine === 'spec'));
}

function groupByLine(text: string, findings: readonly FindingWith<string>[]): LineFindings[] {
  const sources = text.split(/\r\n?|\n/);
  const lines = new Map<number, FindingWith<string>[]>();
  for (const finding of findings) lines.set(finding.line, [...(lines.get(finding.line) ?? []), finding]);
  return [...lines].map(([line, found]) => ({ line, source: sources[line - 1] ?? '', findings: found }));
}
