import type { Output } from '../output.js';
import { help, readArguments, type Arguments } from './arguments.js';
import { examine } from './examine.js';
import { printReport } from './print-report.js';
import { reportSarif } from './report-sarif.js';
import { isSound, type Report } from './report.js';
import { writeJson } from './write-json.js';

const write: Readonly<Record<Arguments['format'], (report: Report, given: Arguments) => string>> = {
  text: printReport,
  json: writeJson,
  sarif: reportSarif,
};

/** Runs `latchkey check-manifest` with what follows these words, and answers the exit code. */
export async function checkManifest(parameters: string[], { stdout, stderr }: Output): Promise<number> {
  const given = readArguments(parameters);
  if (!given) {
    stdout.write(help);
    return 0;
  }
  const report = await examine(given, stderr);
  stdout.write(write[given.format](report, given));
  return isSound(report, given) ? 0 : 1;
}
