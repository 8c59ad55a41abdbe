import type { Arguments } from './arguments.js';
import type { ReportedFinding } from './findings.js';
import type { ImageResult } from './images.js';
import type { Source } from './source.js';
import type { UpdateReport } from './update.js';
import type { Verdict } from './verdicts.js';
import type { Engine } from '../../manifest/index.js';

/** Everything that the command has found out. */
export interface Report {
  source: Source;
  verdicts: Verdict[];
  findings: ReportedFinding[];
  /** By address. */
  images: ReadonlyMap<string, ImageResult>;
  update: UpdateReport | undefined;
}

/**
 * Whether there is nothing to repair: no error, nothing that keeps a browser from installing the app, and if it is to be
 * strict no warning.
 */
export function isSound({ findings, verdicts }: Report, { strict }: Pick<Arguments, 'strict'>): boolean {
  return (
    verdicts.every(({ installability }) => installability.installable !== false) &&
    !findings.some(({ level }) => level === 'error' || (strict && level === 'warning'))
  );
}

const engineNames: Record<Engine, string> = {
  chromium: 'Chromium',
  webkit: 'WebKit',
  gecko: 'Gecko',
  spec: 'the specification',
};

/** The engines that a finding is about, in parentheses; empty if it is about all. */
export function nameEngines(engines: readonly Engine[]): string {
  return engines.length > 0 && engines.length < 4
    ? ` (${engines.map((engine) => engineNames[engine]).join(', ')})`
    : '';
}
