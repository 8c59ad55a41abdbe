import { adviseOn } from '../advice.js';
import { checkScreenshots } from '../check-screenshots.js';
import type { FindingWith } from '../finding.js';
import { forecastIdentity, type IdentityForecast } from '../forecast-identity.js';
import { checkInstallability } from '../installability/index.js';
import { mergeFindings } from '../merge-findings.js';
import { predictUpdate, type UpdateForecast } from '../predict-update.js';
import { processManifest } from '../process.js';
import type { Engine, Platform } from '../engine.js';
import type { Installability, ProcessedResult } from '../types.js';

export type { IdentityForecast } from '../forecast-identity.js';
export type { MemberChange, UpdateForecast } from '../predict-update.js';
export type { Engine, Platform } from '../engine.js';
export type { FindingWith } from '../finding.js';
export type { FindingLevel } from '../finding-codes.js';
export type {
  ImageResource,
  Installability,
  ProcessedManifest,
  ProcessedResult,
  Screenshot,
  Shortcut,
} from '../types.js';

/** What a manifest is to one engine. */
export interface EngineView {
  readonly engine: Engine;
  readonly processed: ProcessedResult;
  readonly installability: Installability;
}

/** The findings of one line of the text. */
export interface LineFindings {
  /** From 1. */
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
  readonly views: readonly EngineView[];
  /** In the order of the text. */
  readonly lines: readonly LineFindings[];
  /** What an update changes for an app that is installed with another manifest, if one is given. */
  readonly update?: { readonly identity: IdentityForecast; readonly chromium: UpdateForecast };
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

const engines: readonly Engine[] = ['spec', 'chromium', 'webkit', 'gecko'];

/** Inspects a manifest by the rules of all engines. Never throws because of the text. */
export function inspect({ text, installedText = '', contentType, ...options }: InspectionSubject): Inspection {
  const views = engines.map((engine) => {
    const processed = processManifest(text, { ...options, engine, ...(contentType !== undefined && { contentType }) });
    return { engine, processed, installability: checkInstallability(processed) };
  });
  const results = views.map(({ processed }) => processed);
  const found = [
    ...mergeFindings(results),
    ...checkScreenshots(text, options.manifestUrl),
    ...adviseOn(text, results[0]!),
  ];
  const lines = groupByLine(
    text,
    found.toSorted((one, other) => one.line - other.line),
  );
  if (installedText.trim() === '') return { text, platform: options.platform, views, lines };
  const installed = processManifest(installedText, { ...options, engine: 'chromium' });
  const next = views.find(({ engine }) => engine === 'chromium')!.processed;
  const update = {
    identity: forecastIdentity(installed, next),
    chromium: predictUpdate(installed, next, { engine: 'chromium', platform: options.platform }),
  };
  return { text, platform: options.platform, views, lines, update };
}

function groupByLine(text: string, findings: readonly FindingWith<string>[]): LineFindings[] {
  const sources = text.split(/\r\n?|\n/);
  const lines = new Map<number, FindingWith<string>[]>();
  for (const finding of findings) lines.set(finding.line, [...(lines.get(finding.line) ?? []), finding]);
  return [...lines].map(([line, found]) => ({ line, source: sources[line - 1] ?? '', findings: found }));
}
