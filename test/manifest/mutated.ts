import fc from 'fast-check';
import type { Case } from './cases.js';
import { parts } from './generated-parts.js';
import { realManifests } from './real-manifests.js';

/** Values that are wrong in most places, and right in a few. */
const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: parts.wrong },
  { weight: 3, arbitrary: parts.url },
  { weight: 2, arbitrary: parts.color },
  { weight: 2, arbitrary: parts.sizes },
  { weight: 2, arbitrary: parts.purpose },
  { weight: 2, arbitrary: parts.mediaType },
  { weight: 2, arbitrary: parts.phrase },
  { weight: 1, arbitrary: parts.languageMap },
  {
    weight: 2,
    arbitrary: fc.constantFrom<unknown>(
      '',
      ' ',
      '/',
      '.',
      '..',
      '?',
      '#',
      '//',
      'http:',
      'https://',
      '\\',
      'data:,x',
      'blob:x',
      'javascript:void 0',
      [],
      [[]],
      {},
      [{}],
      [null],
      0,
      -0,
      1e300,
      true,
      false,
      null,
      'null',
    ),
  },
);

/** Where something is in a manifest. */
type Path = readonly (string | number)[];

/** All places of a value, the value itself excluded. */
function placesIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => {
    const place = [...path, Array.isArray(value) ? Number(key) : key];
    return [place, ...placesIn(member, place)];
  });
}

interface Mutation {
  /** Which place of the manifest, from 0 to 1. */
  at: number;
  kind: 'replace' | 'remove' | 'repeat' | 'wrap' | 'pad' | 'capitals' | 'move';
  value: unknown;
  /** Another place, for `move`. */
  to: number;
}

const mutation: fc.Arbitrary<Mutation> = fc.record({
  at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  to: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  kind: fc.constantFrom(
    'replace',
    'replace',
    'replace',
    'replace',
    'remove',
    'repeat',
    'wrap',
    'pad',
    'capitals',
    'move',
  ),
  value: oddValue,
});

/** What stands at a place. */
const lookUp = (value: unknown, path: Path): unknown =>
  path.reduce((object, key) => (object as Record<string, unknown>)[key], value);

/** Changes one place. `all` is the manifest itself, which is changed. */
function mutate(all: unknown, { at, to, kind, value }: Mutation): void {
  const places = placesIn(all);
  const path = places[Math.floor(at * places.length)];
  if (!path) return;
  const parent = lookUp(all, path.slice(0, -1)) as Record<string, unknown>;
  const key = path.at(-1)!;
  const old: unknown = parent[key];
  if (kind === 'remove') {
    if (Array.isArray(parent)) parent.splice(Number(key), 1);
    else delete parent[key];
  } else if (kind === 'repeat' && Array.isArray(parent)) parent.push(structuredClone(old));
  else if (kind === 'wrap') parent[key] = [old];
  else if (kind === 'pad' && typeof old === 'string') parent[key] = ` ${old}\t`;
  else if (kind === 'capitals' && typeof old === 'string') parent[key] = old.toUpperCase();
  else if (kind === 'move') {
    const other = places[Math.floor(to * places.length)]!;
    parent[key] = structuredClone(lookUp(all, other));
  } else parent[key] = structuredClone(value);
}

const readable = realManifests.flatMap(({ name, text }) => {
  try {
    return [{ name, value: JSON.parse(text.replace(/^\ufeff/, '')) as unknown }];
  } catch {
    return [];
  }
});

/** As many manifests of real sites with one to four changes in each, the same ones for the same seed. */
export function mutateCases(count: number, seed: number): Case[] {
  if (readable.length === 0) return [];
  const which = fc.tuple(fc.nat(readable.length - 1), fc.array(mutation, { minLength: 1, maxLength: 4 }));
  return fc.sample(which, { numRuns: count, seed }).map(([index, mutations], number) => {
    const { name, value } = readable[index]!;
    const changed = structuredClone(value);
    for (const each of mutations) mutate(changed, each);
    const text = JSON.stringify(changed);
    return {
      name: `${seed}/${number} of ${name} ${text}`,
      text,
      page: 'http://localhost/app/page?q=1#part',
      from: '/app/manifest.json',
    };
  });
}
