import { printableJson } from '../terminal.js';
import type { Arguments } from './arguments.js';
import { isMeasured } from './images.js';
import { isSound, type Report } from './report.js';

/** Writes the report for programs, as one JSON document. */
export function writeJson(report: Report, given: Pick<Arguments, 'strict'>): string {
  const { source, verdicts, findings, images, update } = report;
  const document = {
    target: source.name,
    ok: isSound(report, given),
    manifestUrl: source.text === undefined && !source.page?.linked ? null : source.manifestUrl,
    documentUrl: source.documentUrl,
    /** Whether the addresses are made up, because the manifest is a file. */
    assumed: source.folder !== undefined,
    findings,
    engines: verdicts.map(({ label, engine, platform, processed, installability }) => ({
      label,
      engine,
      platform,
      appId: processed.appId,
      readable: processed.readable,
      withoutEffect: processed.withoutEffect,
      manifest: processed.manifest,
      ...installability,
    })),
    images: [...images].map(([url, result]) => {
      if (!isMeasured(result)) return { url, ok: false, reason: result.reason };
      const { type, contentType, width, height, bytes, shown, barrier } = result;
      const reason = barrier?.message ?? (shown === true ? undefined : 'fault' in shown ? shown.fault : shown.unknown);
      return { url, ok: reason === undefined, reason, type, contentType, width, height, bytes };
    }),
    update,
  };
  return `${printableJson(document)}\n`;
}
