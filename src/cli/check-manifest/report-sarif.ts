import { isAbsolute, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { writeSarif, type SarifResult, type SarifRule } from '../sarif.js';
import { nameEngines, type Report } from './report.js';
import type { ReportedFinding, Subject } from './findings.js';
import type { Source } from './source.js';

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
