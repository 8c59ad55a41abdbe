import assert from 'node:assert/strict';
import { env } from 'node:process';
import { after, before, describe, test } from 'node:test';
import { processManifest, type ProcessedManifest, type ProcessedResult } from '../../src/manifest/index.js';
import { skipWithoutFirefox } from '../support/node/firefox-path.js';
import { areAlike } from './alike.js';
import { cases, type Case } from './cases.js';
import { launchFirefox, type Firefox } from './firefox.js';
import { generateCases } from './generated.js';
import { mutateCases } from './mutated.js';
import { oddCases } from './odd-cases.js';
import { realManifests } from './real-manifests.js';
import { isSoak } from '../support/node/quick.js';

const batch = 200;
const generated = isSoak ? 20_000 : 600;
const mutated = Number(env.MUTATED ?? generated);
const seed = Number(env.SEED ?? 20_261_121);

/** What the manifest processor of Gecko answers, for each text. */
const ask = `
  const { ManifestProcessor } = ChromeUtils.importESModule('resource://gre/modules/ManifestProcessor.sys.mjs');
  return args.map(({ text, manifestUrl, documentUrl }) => {
    try {
      return ManifestProcessor.process({ jsonText: text, manifestURL: manifestUrl, docURL: documentUrl });
    } catch (error) {
      return String(error);
    }
  });`;

/** The members that Gecko looks at; the others it leaves out. */
const looksAt = [
  'id',
  'start_url',
  'scope',
  'display',
  'dir',
  'lang',
  'orientation',
  'name',
  'short_name',
  'icons',
  'theme_color',
  'background_color',
] as const satisfies ReadonlyArray<keyof ProcessedManifest>;

/** Where we mean to differ from Gecko: by the name of the case, and why. */
const intended = new Map<RegExp, string>([
  [/color-mix|rgb\(from/, 'Gecko mixes colours; we leave colours out that have to be computed from others'],
  [/calc\(|65 d/, 'we neither calculate in colours, nor look for escapes'],
  [/chrome:/, 'this scheme means something to browsers alone'],
  [
    /Canvas|ButtonFace|light-dark/,
    "Gecko's processor throws at colours that depend on the system; we leave the colour out and go on",
  ],
  [
    /image\/png\u0085/,
    'Gecko passes over a control character of Latin-1 behind a media type; we take the whole for no type',
  ],
]);

describe('beside a live Firefox', { skip: skipWithoutFirefox, timeout: 600_000 }, () => {
  const all: Case[] = [
    ...cases,
    ...oddCases,
    ...realManifests,
    ...generateCases(generated, seed),
    ...mutateCases(mutated, seed),
  ];
  let firefox: Firefox;
  let answers: unknown[];

  before(async () => {
    firefox = await launchFirefox();
    answers = [];
    for (let from = 0; from < all.length; from += batch) {
      const questions = all
        .slice(from, from + batch)
        .map((example) => ({ text: example.text.replace(/^\ufeff/, ''), ...placesOf(example) })); // fetch() removes the mark before Gecko sees the text
      answers.push(...((await firefox.run(ask, questions)) as unknown[]));
    }
  });
  after(() => firefox?.close());

  function compareAll(pick: (manifest: Partial<ProcessedManifest>) => unknown): void {
    const differences = all.flatMap((example, index) => {
      const theirs = answers[index];
      if (isIntended(example, theirs)) return [];
      if (typeof theirs !== 'object' || theirs === null)
        return isGivenUp(example, theirs) ? [] : [`${example.name}: ${theirs}`];
      const [ours, gecko] = [pick(process(example).manifest), pick(dropNulls(theirs))].map((value) =>
        JSON.stringify(value).replace(/\\ud[89a-f][\da-f]{2}/g, '\ufffd'),
      ); // half characters do not outlive Gecko's UTF-8
      return areAlike(ours!, gecko!) ? [] : [`${example.name.slice(0, 120)}\n  ours   ${ours}\n  Gecko's ${gecko}`];
    });
    assert.equal(
      differences.slice(0, Number(env.MOST ?? 20)).join('\n'),
      '',
      `${differences.length} of ${all.length} differ`,
    );
  }

  test('every processed value is Gecko’s', () => {
    compareAll((manifest) =>
      Object.fromEntries(
        looksAt
          .filter((name) => name !== 'id' && manifest[name] !== undefined)
          .map((name) => [
            name,
            name === 'icons'
              ? manifest.icons!.map(({ src, purpose, type, sizes }) => ({ src, purpose, type, sizes }))
              : manifest[name],
          ]),
      ),
    );
  });

  test('the app id is the same', () => compareAll(({ id }) => id));
});

function placesOf({ page = 'http://localhost:8000/app/page?q=1#part', from = '/app/manifest.json' }: Case): {
  documentUrl: string;
  manifestUrl: string;
} {
  return { documentUrl: page, manifestUrl: new URL(from, page).href };
}

function process(example: Case): ProcessedResult {
  return processManifest(example.text, { engine: 'gecko', ...placesOf(example) });
}

/**
 * Of generated manifests those are left out at which Gecko's processor throws, that have colours to be computed from
 * others, Lab colours beyond all numbers, the darkest ones of ProPhoto, or hosts of which every parser of URLs thinks
 * differently.
 */
function isIntended({ name, text, page }: Case, answer: unknown): boolean {
  if (page === undefined) return [...intended.keys()].some((pattern) => pattern.test(name));
  const unescaped = text.replace(/\\u00([2-7][\da-f])/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
  return (
    /property "r"|URL constructor: \. is not/.test(String(answer)) ||
    /contrast-color|color-mix|\(from|light-dark|prophoto|l(?:ab|ch)\([^)"]*e(?:30|39|400)/i.test(unescaped) ||
    /[/\\]{2}[^/\\"]*[^\w.:@%/\\"[\]-]/.test(unescaped)
  );
}

/** Gecko answers null to the text `null`, where we have a manifest of defaults. */
function isGivenUp({ text }: Case, answer: unknown): boolean {
  return answer === null && text.trim() === 'null';
}

/** What the remote control sends as null is missing; an empty name is as good as none, and we leave it out. */
function dropNulls(value: object): object {
  return JSON.parse(JSON.stringify(value), (_, member: unknown) =>
    member === null || member === '' ? undefined : member,
  ) as object;
}
