import type { Output } from '../output.js';
import { help, readArguments } from './arguments.js';
import { examine } from './examine.js';
import { printReport } from './print-report.js';
import { isSound } from './report.js';
import { writeJson } from './write-json.js';

/** Runs `latchkey check-manifest` with what follows these words, and answers the exit code. */
export async function checkManifest(parameters: string[], { stdout, stderr }: Output): Promise<number> {
  const given = readArguments(parameters);
  if (!given) {
    stdout.write(help);
    return 0;
  }
  const report = await examine(given, stderr);
  stdout.write(given.json ? writeJson(report, given) : printReport(report, given));
  return isSound(report, given) ? 0 : 1;
}
