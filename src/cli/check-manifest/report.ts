import { isAbsolute, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Engine } from '../../manifest/index.js';
import { type SarifResult, type SarifRule, writeSarif } from '../sarif.js';
import { printableJson } from '../terminal.js';
import type { Arguments } from './arguments.js';
import type { ReportedFinding, Subject } from './findings.js';
import { type ImageResult, isMeasured } from './images.js';
import type { Source } from './source.js';
import type { UpdateReport } from './update.js';
import type { Verdict } from './verdicts.js';

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

const levels = { error: 'error', warning: 'warning', info: 'note', advice: 'note' } as const;

/** The findings for code scanning. */
export function reportSarif({ source, findings }: Report): string {
  const rules = new Map(findings.map((finding) => [finding.code, describeRule(finding)]));
  const results = findings.map((finding): SarifResult => {
    const { code, level, message, engines, fix, path, about, line, column } = finding;
    const advice = fix === undefined ? '' : `\nFix: ${fix}`;
    return {
      rule: code,
      level: levels[level],
      message: `${message}${nameEngines(engines)}${advice}`,
      uri: locate(source, about),
      ...(line > 0 && { position: { line, column } }),
      fingerprint: `${about} ${path}`,
    };
  });
  return writeSarif('check-manifest', [...rules.values()], results);
}

/** The code in words: `invalid-color` is an invalid color. */
function describeRule({ code, spec }: ReportedFinding): SarifRule {
  const words = code.replaceAll('-', ' ');
  return { id: code, sentence: words[0]!.toUpperCase() + words.slice(1), source: spec };
}

/** Where the text is that a finding is about. */
function locate({ name, folder, page, manifestUrl }: Source, about: Subject): string {
  if (folder === undefined) return about === 'page' && page ? page.url : manifestUrl;
  const path = relative('.', name);
  if (path.startsWith('..') || isAbsolute(path)) return pathToFileURL(resolve(name)).href;
  return path.split(sep).map(encodeURIComponent).join('/');
}
