import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { launchBrowser, releaseBrowser } from '../support/node/browser.js';
import { pageScenarios, type PageScenario } from './page-scenarios.js';
import { askAboutPages, serveScenarios, type PageVerdict, type ScenarioServer } from './pages-in-chromium.js';
import { checkAsJson } from './run-cli.js';

/** Where the command means to differ from Chromium, by the name of the scenario, and why. */
const intended = new Map<string, string>([
  [
    'manifest: closed in the middle',
    'Chromium tells a response that breaks off from none; nothing can be installed from either',
  ],
  ['icon: an SVG with a prefix twice', 'XML forbids it, and Chromium alone lets it pass'],
]);

/** Scenarios that are asked about at a time. */
const atOnce = 4;

interface Answered {
  verdict: PageVerdict;
  appId: string;
  errorIds: string[];
  installable: boolean | null;
}

describe('check-manifest beside a live Chromium', { timeout: 900_000 }, () => {
  let server: ScenarioServer;
  const answered = new Map<PageScenario, Answered>();

  before(async () => {
    server = await serveScenarios(pageScenarios);
    const browser = await launchBrowser([]);
    const verdicts = await askAboutPages(browser, pageScenarios, server);
    await releaseBrowser(browser);
    const queue = pageScenarios.values();
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        for (const scenario of queue) {
          const verdict = verdicts.get(scenario)!;
          const { engines } = await checkAsJson(verdict.url, '--engine', 'chromium');
          const { appId, installable, reasons } = engines[0]!;
          const errorIds = reasons.filter(({ effect }) => effect === 'blocks-install').map(({ id }) => id);
          answered.set(scenario, { verdict, appId, errorIds, installable });
        }
      }),
    );
  });
  after(() => server.close());

  function compareAll(compare: (answer: Answered) => [ours: unknown, theirs: unknown]): void {
    const differences = [...answered].flatMap(([{ name }, answer]) => {
      const [ours, theirs] = compare(answer).map((value) => JSON.stringify(value));
      return ours === theirs || intended.has(name) ? [] : `${name}: ${ours} here, ${theirs} in Chromium`;
    });
    assert.deepEqual(differences, []);
  }

  test('there are at least 150 pages', () => {
    assert.ok(pageScenarios.length >= 150, `${pageScenarios.length}`);
  });

  test('an app is installable here where it is there', () => {
    compareAll(({ installable, verdict }) => [installable, verdict.errorIds.length === 0]);
  });

  test('what keeps it from being installed has the same ids, in the same order', () => {
    compareAll(({ errorIds, verdict }) => [errorIds, verdict.errorIds]);
  });

  test('the id of an app that can be installed is the same', () => {
    compareAll(({ appId, verdict }) =>
      verdict.errorIds.length === 0 ? [appId, verdict.appId] : [undefined, undefined],
    );
  });
});
