import { cpus } from 'node:os';
import { argv, exit, version } from 'node:process';
import { clickToRequest } from './click-to-request.js';
import { firstRender } from './first-render.js';
import { manifest } from './manifest.js';
import { keepsTarget, type Measurement } from './measurement.js';
import { navigationToAutofill } from './navigation-to-autofill.js';
import { passwordHash } from './password-hash.js';
import { serverStart } from './server-start.js';
import { layOut } from './table.js';
import { vault } from './vault.js';
import { verifyProcessorTime } from './verify-processor-time.js';

const measurements: readonly Measurement[] = [
  clickToRequest,
  navigationToAutofill,
  verifyProcessorTime,
  passwordHash,
  firstRender,
  serverStart,
  manifest,
  vault,
];

const words = argv.slice(2);
const chosen = measurements.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));
if (chosen.length === 0) {
  console.error(
    `No measurement has ${words.join(' or ')} in its name: ${measurements.map(({ name }) => name).join(', ')}.`,
  );
  exit(1);
}

console.log(
  `Medians, with the 95th percentile in brackets. Node ${version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}.\n`,
);
let missed = 0;
let failed = 0;
for (const measurement of chosen) {
  try {
    const figures = await measurement.measure();
    missed += figures.filter((figure) => keepsTarget(figure) === false).length;
    console.log(layOut(measurement, figures));
  } catch (error) {
    failed += 1;
    console.error(
      `${measurement.title} could not be measured: ${error instanceof Error ? error.stack : String(error)}\n`,
    );
  }
}
console.log(`${missed} targets missed, ${failed} measurements impossible`);
// Times depend on the machine and on what else it does, so a missed target is news and not a failure.
exit(failed > 0 ? 1 : 0);
