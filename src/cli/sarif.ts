import { printableJson, printableLines } from './terminal.js';
import { version } from './version.js';

/** A rule that results break, with a link to what explains it. */
export interface SarifRule {
  id: string;
  sentence: string;
  source: string;
}

/** One thing that is wrong, and where: a URL, or the path of a file relative to the working directory. */
export interface SarifResult {
  rule: string;
  level: 'error' | 'warning' | 'note';
  message: string;
  uri: string;
  /** Counted from 1; omitted if the whole file is meant. */
  position?: { line: number; column: number };
  /** What makes two results of one rule different ones, also after the file has changed. */
  fingerprint: string;
}

/**
 * A message that makes no link: brackets would, and backslashes before them would undo what is done about it.
 *
 * @see {@link https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html SARIF 2.1.0, 3.11.6}
 */
const plainText = (message: string): string => printableLines(message).replaceAll(/(\\*)([[\]])/g, String.raw`$1$1\$2`);

/**
 * A report for code scanning, in SARIF 2.1.0.
 *
 * @see {@link https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html SARIF 2.1.0}
 */
export function writeSarif(command: string, rules: readonly SarifRule[], results: readonly SarifResult[]): string {
  const sarif = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: `latchkey ${command}`,
            version,
            rules: rules.map(({ id, sentence, source }) => ({
              id,
              shortDescription: { text: sentence },
              help: { text: `See ${source}` },
            })),
          },
        },
        results: results.map(({ rule, level, message, uri, position, fingerprint }) => ({
          ruleId: rule,
          level,
          message: { text: plainText(message) },
          locations: [
            {
              physicalLocation: {
                artifactLocation: { uri },
                ...(position && { region: { startLine: position.line, startColumn: position.column } }),
              },
            },
          ],
          partialFingerprints: { case: fingerprint },
        })),
      },
    ],
  };
  return `${printableJson(sarif)}\n`;
}
