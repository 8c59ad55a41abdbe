import assert from 'node:assert/strict';
import { env } from 'node:process';
import { before, describe, test } from 'node:test';
import { checkInstallability, processManifest, type ProcessedResult } from '../../src/manifest/index.js';
import { isRegistrable } from '../../src/cli/check-manifest/same-site.js';
import { isSoak, runsEverything } from '../support/node/quick.js';
import { areAlike } from './alike.js';
import { cases, type Case } from './cases.js';
import { describeAsChromium } from './chromium-report.js';
import { generateCases } from './generated.js';
import { askChromium, isServed, type Verdict } from './live-chromium.js';
import { mutateCases } from './mutated.js';
import { oddCases } from './odd-cases.js';
import { realManifests } from './real-manifests.js';

/** Where we mean to differ from Chromium: by the name of the case, and why. */
const intended = new Map<RegExp, string>([
  [/^comment/, 'JSON with comments is tolerated by Chromium alone; we call it an empty manifest, and say so'],
  [/calc\(/, 'we do not calculate in colours'],
  [/hwb\(370/, 'half a shade is rounded down by Chromium, which computes it in single precision'],
  [/origin.*exa mple/, 'Chromium escapes a space in the name of a host, which no other parser of URLs takes'],
  [/(?:filesystem|chrome):/, 'these schemes mean something to Chromium alone'],
]);
const commented: Case[] = [
  { name: 'comment of a line', text: '{"name": "A", // the name\n "start_url": "page"}' },
  { name: 'comment in between', text: '{"name": /* the name */ "A", "start_url": "page"}' },
];

/** Of the odd manifests one in so many is compared, unless there is time for all. */
const step = isSoak ? 1 : runsEverything ? 16 : 40;
const generated = isSoak ? 20_000 : runsEverything ? 150 : 40;
const seed = Number(env.SEED ?? 20_261_121);

describe('beside a live Chromium', { timeout: 900_000 }, () => {
  const all = [
    ...cases.filter((_, index) => runsEverything || index % 6 === 0),
    ...commented,
    ...realManifests
      .filter((_, index) => runsEverything || index % 4 === 0)
      .map(({ name, text }) => ({ name: `real: ${name}`, text })),
    ...oddCases.filter((_, index) => index % step === 0),
    ...generateCases(generated, seed),
    ...mutateCases(runsEverything ? generated * 2 : 0, seed),
  ];
  let verdicts: Map<Case, Verdict>;
  before(async () => {
    verdicts = await askChromium(all);
  });

  function process(example: Case): ProcessedResult {
    const { documentUrl, manifestUrl } = verdicts.get(example)!;
    return processManifest(example.text, {
      engine: 'chromium',
      manifestUrl,
      documentUrl,
      sameSite: areSameSite,
      isRegistrable,
    });
  }

  function compareAll(compare: (example: Case, verdict: Verdict) => void): void {
    const differences: string[] = [];
    for (const example of all) {
      if (isIntended(example, verdicts.get(example)!)) continue;
      try {
        compare(example, verdicts.get(example)!);
      } catch (error) {
        differences.push(`${example.name}\n${(error as Error).message}`);
      }
    }
    assert.deepEqual(differences.slice(0, 20), [], `${differences.length} of ${all.length} differ`);
  }

  test('there are at least 300 manifests to compare', () => {
    assert.ok(cases.length >= 300, `${cases.length}`);
  });

  // Not in the report of the protocol: short_name (but in whether the app has a name), dir, lang, localized members,
  // categories, file handlers, note taking, tab strip, migrations, purposes, shortcuts beyond name and URL,
  // files of a share target. Its enctype is, but holds the action. For file handlers and migrations the number of
  // complaints is compared.
  test('every processed value that Chromium reports is ours', () => {
    compareAll((example, { report }) => {
      const ours = describeAsChromium(process(example), parse(example.text));
      if (!areAlike(JSON.stringify(ours), JSON.stringify(report))) assert.deepEqual(ours, report);
    });
  });

  test('the app id is the same', () => {
    compareAll((example, { appId }) => assert.equal(process(example).appId, appId));
  });

  test('the obstacles to installation are the same, in the same order', () => {
    compareAll((example, { errorIds }) => {
      const processed = process(example);
      const icons = Object.fromEntries(
        processed.manifest.icons.map(({ src }) => [
          src,
          { ok: isServed(src), type: 'image/png', width: 192, height: 192 },
        ]),
      );
      const { reasons, installable } = checkInstallability(processed, { icons });
      assert.deepEqual(
        reasons.filter(({ effect }) => effect === 'blocks-install').map(({ id }) => id),
        errorIds,
      );
      assert.equal(installable, errorIds.length === 0);
    });
  });

  test('comments are the one thing that Chromium takes and we do not', () => {
    for (const example of commented) {
      assert.equal(verdicts.get(example)!.report.name, 'A');
      const { manifest, findings } = process(example);
      assert.equal(manifest.name, undefined);
      assert.deepEqual(
        findings.map(({ level, code }) => [level, code]),
        [['error', 'json-comment']],
      );
    }
  });
});

function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return undefined;
  }
}

/**
 * Names of the examples that something odd has cut short: only the list of public suffixes knows that there are none of
 * them.
 */
const cutTopLevel = /\.(?:ex(?:a(?:mp?l?)?)?|lo(?:ca?)?|on(?:io?)?|tes?)(?![a-z])/i;

/**
 * Of generated manifests those are left out that have hosts of which every parser of URLs thinks differently (with
 * spaces, escapes, capitals that few languages have, characters without a width, `localhost` in a file's URL), or quotes in the query of a scheme that none knows.
 */
function isIntended({ name, page }: Case, { report }: Verdict): boolean {
  if (page === undefined) return [...intended.keys()].some((pattern) => pattern.test(name));
  return (
    /:\/\/[^/"]*(?:%|xn--)|"(?!https?:)[a-z+.-]+:[^"]*%27/.test(JSON.stringify(report)) ||
    /\/\/[^/"]*[ſKİ\u00ad\u200b]|file:\/\/localhost/.test(name) ||
    cutTopLevel.test(name)
  );
}

/** For the hosts of the examples, of which none is below a suffix of two labels. */
function areSameSite(one: URL, other: URL): boolean {
  const [site, otherSite] = [one, other].map(({ hostname }) =>
    /^\[|^[\d.]+$/.test(hostname) ? hostname : hostname.split('.').slice(-2).join('.'),
  );
  return (
    one.protocol === other.protocol && (one.hostname === other.hostname || (site === otherSite && site!.includes('.')))
  );
}
