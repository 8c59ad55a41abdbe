import { execFileSync } from 'node:child_process';
import { cpus } from 'node:os';
import { argv, exit, version } from 'node:process';
import { findChromium } from '../scripts/chromium.mjs';
import { checkManifest } from './check-manifest.js';
import { clickToRequest } from './click-to-request.js';
import { areDrawn, replaceFigures, writeFigures, type Outcome } from './document.js';
import { firstRender } from './first-render.js';
import { firstView } from './first-view.js';
import { manifest } from './manifest.js';
import { reached, type Figure, type Measurement } from './measurement.js';
import { navigationToAutofill } from './navigation-to-autofill.js';
import { passwordHash } from './password-hash.js';
import { whyWithoutPeers } from './peers.js';
import { firstLine } from './sampling.js';
import { serverStart } from './server-start.js';
import { sizes } from './sizes.js';
import { layOut } from './table.js';
import { vault } from './vault.js';
import { vaultLarge } from './vault-large.js';
import { verifyProcessorTime } from './verify-processor-time.js';

const measurements: readonly Measurement[] = [
  sizes,
  clickToRequest,
  navigationToAutofill,
  firstRender,
  firstView,
  vault,
  vaultLarge,
  manifest,
  checkManifest,
  verifyProcessorTime,
  passwordHash,
  serverStart,
];
const options = ['--quick', '--write'];

const words = argv.slice(2).filter((word) => !word.startsWith('-'));
const unknown = argv.slice(2).find((word) => word.startsWith('-') && !options.includes(word));
const quick = argv.includes('--quick');
const write = argv.includes('--write');
const chosen = measurements.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));
if (unknown) end(`${unknown} is not an option of npm run bench: there are ${options.join(' and ')}.`);
const isPart = words.length > 0;
if (chosen.length === 0)
  end(`No measurement has ${words.join(' or ')} in its name: ${measurements.map(({ name }) => name).join(', ')}.`);

if (write && isPart && areDrawn(chosen))
  end('Some of these are in the charts, which only a run of everything draws: leave the words out.');

const started = performance.now();
const conditions = describeConditions();
console.log(`${conditions}\n`);
const withoutPeers = await whyWithoutPeers();
if (withoutPeers) console.error(`Without peers: ${withoutPeers}\n`);

const outcomes: Outcome[] = [];
for (const measurement of chosen) {
  console.error(`Measuring ${measurement.name}`);
  const began = performance.now();
  const outcome = await measure(measurement);
  console.error(`… took ${Math.round((performance.now() - began) / 1000)} s`);
  outcomes.push(outcome);
  const { figures, reason } = outcome;
  console.log(`\n${layOut(measurement, figures)}${reason === undefined ? '' : `  not measured: ${reason}\n`}`);
}

const figures = outcomes.flatMap((outcome) => outcome.figures);
const missed = figures.filter((figure) => (reached(figure) ?? 0) > (figure.target?.atMost ?? Infinity));
const unmeasured = [
  ...outcomes.filter(({ reason }) => reason !== undefined).map(({ measurement }) => measurement.title),
  ...figures.filter(({ contestants: [ours] }) => ours.samples.length === 0).map(({ what }) => what),
];
console.log(
  `${Math.round((performance.now() - started) / 1000)} s, ${missed.length} targets missed, ${unmeasured.length} figures of ours not measured`,
);
if (write) {
  const command = `npm run bench -- ${argv.slice(2).join(' ')}`;
  const written = await (isPart ? replaceFigures(outcomes, conditions) : writeFigures(outcomes, conditions, command));
  console.log(`Written: ${written.join(', ')}`);
}
// Times depend on the machine and on what else it does, so a missed target is news and not a failure.
exit(unmeasured.length > 0 ? 1 : 0);

async function measure(measurement: Measurement): Promise<Outcome> {
  try {
    return { measurement, figures: await measurement.measure({ quick }) };
  } catch (error) {
    const none: Figure[] = [];
    return { measurement, figures: none, reason: firstLine(error) };
  }
}

function describeConditions(): string {
  const [processor] = cpus();
  const date = new Date().toISOString().slice(0, 10);
  return `Medians, measured on ${date} on ${cpus().length} cores (${processor?.model.trim() ?? 'unknown processor'}) with Node ${version} and ${describeBrowser()}${quick ? ', few samples' : ''}.`;
}

function describeBrowser(): string {
  const chromium = findChromium();
  if (!chromium) return 'no browser';
  return execFileSync(chromium, ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    .trim()
    .replace(/ built on.*$/, '');
}

function end(message: string): never {
  console.error(message);
  exit(2);
}
