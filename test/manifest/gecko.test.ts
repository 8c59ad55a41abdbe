import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { processManifest, type ProcessedManifest, type ProcessedResult } from '../../src/manifest/index.js';
import { skipWithoutFirefox } from '../support/node/firefox-path.js';
import { cases, type Case } from './cases.js';
import { launchFirefox, type Firefox } from './firefox.js';
import { oddCases } from './odd-cases.js';
import { realManifests } from './real-manifests.js';

const manifestUrl = 'http://localhost:8000/app/manifest.json';
const documentUrl = 'http://localhost:8000/app/page?q=1#part';
const batch = 200;

/** What the manifest processor of Gecko answers, for each text. */
const ask = `
  const { ManifestProcessor } = ChromeUtils.importESModule('resource://gre/modules/ManifestProcessor.sys.mjs');
  return args.texts.map((jsonText) => {
    try {
      return ManifestProcessor.process({ jsonText, manifestURL: args.manifestUrl, docURL: args.documentUrl });
    } catch (error) {
      return String(error);
    }
  });`;

/** The members that Gecko looks at; the others it leaves out. */
const looksAt = ['id', 'start_url', 'scope', 'display', 'dir', 'lang', 'orientation', 'name', 'short_name', 'icons', 'theme_color', 'background_color'] as const satisfies ReadonlyArray<keyof ProcessedManifest>;

/** Where we mean to differ from Gecko: by the name of the case, and why. */
const intended = new Map<RegExp, string>([
  [/color\((?:a98|prophoto|rec2020|xyz)/, 'of the spaces of color() we know those of screens; the others are called no colour'],
  [/color-mix|rgb\(from/, 'Gecko mixes colours; we leave colours out that have to be computed from others'],
  [/calc\(|65 d|red\/\*/, 'we neither calculate in colours, nor look for escapes and comments without an end'],
  [/lab\(50 none none\)/, 'Gecko takes the missing chroma of a grey for black'],
  [/chrome:/, 'this scheme means something to browsers alone'],
  [/Canvas|ButtonFace|light-dark/, "Gecko's processor throws at colours that depend on the system; we leave the colour out and go on"],
  [/image\/png\u0085/, 'Gecko passes over a control character of Latin-1 behind a media type; we take the whole for no type'],
]);

describe('beside a live Firefox', { skip: skipWithoutFirefox, timeout: 120_000 }, () => {
  const all: Case[] = [...cases, ...oddCases, ...realManifests];
  let firefox: Firefox;
  let answers: unknown[];

  before(async () => {
    firefox = await launchFirefox();
    answers = [];
    for (let from = 0; from < all.length; from += batch) {
      const texts = all.slice(from, from + batch).map(({ text }) => text.replace(/^\ufeff/, '')); // fetch() takes the mark away before Gecko sees the text
      answers.push(...((await firefox.run(ask, { texts, manifestUrl, documentUrl })) as unknown[]));
    }
  });
  after(() => firefox?.close());

  function compareAll(pick: (manifest: Partial<ProcessedManifest>) => unknown): void {
    const differences = all.flatMap((example, index) => {
      if ([...intended.keys()].some((pattern) => pattern.test(example.name))) return [];
      const theirs = answers[index];
      if (typeof theirs !== 'object' || theirs === null) return isGivenUp(example, theirs) ? [] : [`${example.name}: ${theirs}`];
      const [ours, gecko] = [pick(process(example).manifest), pick(dropNulls(theirs))].map((value) => JSON.stringify(value));
      return areAlike(ours!, gecko!) ? [] : [`${example.name.slice(0, 120)}\n  ours   ${ours}\n  Gecko's ${gecko}`];
    });
    assert.equal(differences.slice(0, 20).join('\n'), '', `${differences.length} of ${all.length} differ`);
  }

  test('every processed value is Gecko’s', () => {
    compareAll((manifest) => Object.fromEntries(looksAt.filter((name) => name !== 'id' && manifest[name] !== undefined).map((name) => [name, name === 'icons' ? manifest.icons!.map(({ src, purpose, type, sizes }) => ({ src, purpose, type, sizes })) : manifest[name]])));
  });

  test('the app id is the same', () => compareAll(({ id }) => id));
});

function process({ text }: Case): ProcessedResult {
  return processManifest(text, { engine: 'gecko', manifestUrl, documentUrl });
}

/** Gecko answers null to the text `null`, where we have a manifest of defaults. */
function isGivenUp({ text }: Case, answer: unknown): boolean {
  return answer === null && text.trim() === 'null';
}

/** What the remote control sends as null is missing; an empty name is as good as none, and we leave it out. */
function dropNulls(value: object): object {
  return JSON.parse(JSON.stringify(value), (_, member: unknown) => (member === null || member === '' ? undefined : member)) as object;
}

/** Equal, but for colours whose halves are rounded down by Gecko, which computes them in single precision. */
function areAlike(ours: string, theirs: string): boolean {
  const colors = /"#([\da-f]{8})"/g;
  const channels = (text: string): number[] => [...text.matchAll(colors)].flatMap(([, digits]) => digits!.match(/../g)!.map((pair) => parseInt(pair, 16)));
  const [one, other] = [channels(ours), channels(theirs)];
  return ours.replace(colors, '') === theirs.replace(colors, '') && one.length === other.length && one.every((value, index) => Math.abs(value - other[index]!) <= 1);
}
