import { checkInstallability } from '../installability/index.js';
import { mergeFindings } from '../merge-findings.js';
import { placeOf } from '../text.js';
import { processManifest } from '../process.js';
import type { Engine } from '../engine.js';
import type { Finding } from '../finding.js';
import type { FindingLevel } from '../finding-codes.js';
import type { ProcessOptions } from '../types.js';
import type { LocalImage } from './images.js';

/** A message about a manifest. */
export interface Complaint {
  readonly level: FindingLevel;
  readonly message: string;
  /** From 1; undefined for the manifest as a whole. */
  readonly place?: { readonly line: number; readonly column: number };
}

const engines: readonly Engine[] = ['spec', 'chromium', 'webkit', 'gecko'];

/**
 * Everything that is wrong with a manifest in any engine, that keeps Chromium from installing it, and pictures that are
 * not there. Advice is left out.
 */
export function checkManifest(
  text: string,
  options: Pick<ProcessOptions, 'manifestUrl' | 'documentUrl'>,
  images: readonly LocalImage[],
): Complaint[] {
  const results = engines.map((engine) => processManifest(text, { ...options, engine }));
  const findings = mergeFindings(results).filter(({ level }) => level !== 'info');
  const { reasons } = checkInstallability(results[1]!);
  return [
    ...findings.map(describeFinding),
    ...images
      .filter(({ file }) => file === undefined)
      .map(({ path, written, start }): Complaint => ({
        level: 'error',
        message: `${path}: the file ${JSON.stringify(written)} is not beside the manifest, in the public folder or below the root.`,
        place: placeOf(text, start),
      })),
    // A text that is not a manifest has only this finding.
    ...(results[1]!.readable ? reasons.filter(({ effect }) => effect === 'blocks-install') : []).map(
      ({ message, fix }): Complaint => ({
        level: 'warning',
        message: `Chromium does not install it: ${message}${fix ? ` Better: ${fix}` : ''}`,
      }),
    ),
  ];
}

function describeFinding({ level, message, fix, engines: of, line, column }: Finding): Complaint {
  const where = of.length < engines.length ? ` (${of.join(', ')})` : '';
  return { level, message: `${message}${fix ? ` Better: ${fix}` : ''}${where}`, place: { line, column } };
}
