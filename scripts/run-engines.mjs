// Runs the component tests in every engine of this machine, asks each what it supports, and writes both into
// scripts/engine-runs.json, from which docs/browser-support.md is written. Takes about ten minutes. Words choose engines
// by their names, and the entries of the others stay.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { argv, exit, stderr } from 'node:process';
import { launch } from 'puppeteer-core';
import { engines, listComponentTests, testsFor } from '../test/support/runner/engines.mjs';
import { chromiumFlags } from './chromium.mjs';
import { provideChromium } from './provide-chromium.mjs';
import { root, run } from './run.mjs';

/** How a page finds out what a browser supports, by the names of features in src/base/browser/support.ts. */
const probes = {
  'Passkeys: create and get': `'PublicKeyCredential' in globalThis`,
  'Passkeys in autofill (conditional mediation)': `(await globalThis.PublicKeyCredential?.isConditionalMediationAvailable?.()) === true`,
  'authenticatorAttachment of a credential': `'authenticatorAttachment' in (globalThis.PublicKeyCredential?.prototype ?? {})`,
  'JSON helpers (parse…FromJSON, toJSON)': `'parseCreationOptionsFromJSON' in (globalThis.PublicKeyCredential ?? {})`,
  getClientCapabilities: `'getClientCapabilities' in (globalThis.PublicKeyCredential ?? {})`,
  'Related origins': `(await globalThis.PublicKeyCredential?.getClientCapabilities?.())?.relatedOrigins === true`,
  'Automatic passkey upgrade (conditional create)': `(await globalThis.PublicKeyCredential?.getClientCapabilities?.())?.conditionalCreate === true`,
  'Signal API': `'signalUnknownCredential' in (globalThis.PublicKeyCredential ?? {})`,
  'Immediate mode (uiMode)': `(await globalThis.PublicKeyCredential?.getClientCapabilities?.())?.immediateGet === true`,
  'PRF extension': `(await globalThis.PublicKeyCredential?.getClientCapabilities?.())?.['extension:prf'] === true`,
  'Password and federated credential objects': `'PasswordCredential' in globalThis`,
  'Federated Credential Management (FedCM)': `'IdentityCredential' in globalThis`,
  WebOTP: `'OTPCredential' in globalThis`,
  'Digital Credentials': `'DigitalCredential' in globalThis`,
  'Secure Payment Confirmation': `'securePaymentConfirmationAvailability' in (globalThis.PaymentRequest ?? {})`,
};

const openChromium = async () =>
  launch({ executablePath: await provideChromium(), args: chromiumFlags, protocolTimeout: 60_000 });
const all = [
  { name: 'Chromium', config: 'web-test-runner.config.mjs', open: openChromium, files: listComponentTests() },
  ...Object.entries(engines).map(([engine, { name, isHere, open }]) => ({
    name,
    isHere,
    config: 'web-test-runner.engines.config.mjs',
    open,
    files: testsFor(engine, listComponentTests()),
    environment: { ENGINE: engine },
  })),
];

const words = argv.slice(2).map((word) => word.toLowerCase());
const chosen = all.filter(({ name }) => words.length === 0 || words.some((word) => name.toLowerCase().includes(word)));
if (chosen.length === 0) {
  stderr.write(`No engine has such a name: ${all.map(({ name }) => name).join(', ')}.\n`);
  exit(2);
}
const runsFile = `${root}scripts/engine-runs.json`;
const scratch = mkdtempSync(join(tmpdir(), 'latchkey-engines-'));
for (const { name, isHere, config, open, files, environment } of chosen) {
  if (isHere && !isHere()) {
    stderr.write(`${name} is not on this machine: its entry stays.\n`);
    exit(1);
  }
  const { version, supports } = await ask(open);
  const countsFile = join(scratch, `${name}.json`);
  stderr.write(`${files.length} test files in ${name} ${version} …\n`);
  const { output } = await run('wtr', ['--config', config, '--files', ...files], {
    environment: { ...environment, TEST_COUNTS_FILE: countsFile },
  });
  const outcomes = JSON.parse(readFileSync(countsFile, 'utf8'));
  const sum = (kind) => outcomes.reduce((total, { counts }) => total + counts[kind], 0);
  if (sum('failed') > 0) {
    console.error(output);
    exit(1);
  }
  // Each at once, so that a failure in the next engine does not cost this one.
  const entry = { name, version, files: outcomes.length, tests: sum('passed'), supports };
  const runs = JSON.parse(readFileSync(runsFile, 'utf8')).map((run) => (run.name === name ? entry : run));
  writeFileSync(runsFile, `${JSON.stringify(runs, undefined, 2)}\n`);
}
rmSync(scratch, { recursive: true });
console.log('Written to scripts/engine-runs.json. Next: npm run describe');
exit();

/** Asks a browser for its version, and which features it supports in a page at localhost. */
async function ask(open) {
  const server = createServer((_request, response) => response.end('<!doctype html><title>Probes</title>'));
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  const browser = await open();
  const page = await browser.newPage();
  await page.goto(`http://localhost:${server.address().port}/`);
  const entries = Object.entries(probes).map(([name, probe]) => `${JSON.stringify(name)}: ${probe}`);
  const supports = await page.evaluate(`(async () => ({ ${entries.join(', ')} }))()`);
  const version = (await browser.version()).replace(/^[^\d]*/, '');
  await browser.close();
  server.close();
  return { version, supports };
}
