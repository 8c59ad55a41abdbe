import { engines } from './engine.js';
import type { Finding } from './finding.js';
import type { ProcessedResult } from './types.js';

/**
 * Lists the findings of several engines in one manifest, in the order of the text. Equal findings at one place are
 * listed once, with all engines in `engines`. What is written already is no fix.
 */
export function mergeFindings(results: readonly ProcessedResult[]): Finding[] {
  const merged = new Map<string, Finding>();
  for (const { engine, findings } of results)
    for (const { fix, ...finding } of findings) {
      const key = JSON.stringify([finding.line, finding.column, finding.path, finding.code, finding.message]);
      const found = [...(merged.get(key)?.engines ?? []), engine];
      merged.set(key, {
        ...finding,
        engines: engines.filter((one) => found.includes(one)),
        ...(fix !== undefined && fix !== JSON.stringify(finding.value) && { fix }),
      });
    }
  return [...merged.values()].sort((one, other) => one.line - other.line || one.column - other.column);
}
