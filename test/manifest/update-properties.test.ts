import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { compareIcons, forecastIdentity, predictUpdate, type Engine, type Platform } from '../../src/manifest/index.js';
import { base, processed } from './processed.js';

const places: Array<[engine: Engine, platform: Platform]> = [
  ['spec', 'desktop'],
  ['chromium', 'desktop'],
  ['chromium', 'mobile'],
  ['webkit', 'desktop'],
  ['webkit', 'mobile'],
  ['gecko', 'desktop'],
  ['gecko', 'mobile'],
];

const manifest = fc.record(
  {
    id: fc.constantFrom('/app', '/other', 5),
    name: fc.constantFrom('Field notes', 'Log', ''),
    short_name: fc.constantFrom('Notes', 'Log'),
    start_url: fc.constantFrom('/', '/home', 'https://other.example/'),
    scope: fc.constantFrom('/', '/home'),
    display: fc.constantFrom('standalone', 'browser', 'fullscreen', 'tabbed'),
    theme_color: fc.constantFrom('red', '#102030', 'sky'),
    description: fc.constantFrom('One.', 'Two.'),
    orientation: fc.constantFrom('any', 'portrait'),
    icons: fc.array(fc.record({ src: fc.constantFrom('/1.png', '/2.png'), sizes: fc.constantFrom('192x192', 'any') }), {
      maxLength: 2,
    }),
    shortcuts: fc.array(
      fc.record({ name: fc.constantFrom('New', ''), url: fc.constantFrom('/new', 'https://other.example/') }),
      { maxLength: 2 },
    ),
    categories: fc.array(fc.constantFrom('news', 'music'), { maxLength: 2 }),
    migrate_from: fc.array(fc.constantFrom('/app', '/other'), { maxLength: 1 }),
  },
  { requiredKeys: [] },
);
const place = fc.constantFrom(...places);
const difference = fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: undefined });

describe('whatever changes in a manifest', () => {
  test('each change has exactly one outcome, and only changes have one', () => {
    fc.assert(
      fc.property(manifest, manifest, place, difference, (old, next, [engine, platform], iconDifference) => {
        const [installed, published] = [
          processed({ ...base, ...old }, engine, platform),
          processed({ ...base, ...next }, engine, platform),
        ];
        const { silent, asks, never } = predictUpdate(installed, published, {
          engine,
          platform,
          ...(iconDifference !== undefined && { iconDifference }),
        });
        const members = [...silent, ...asks, ...never].map(({ member }) => member);
        assert.equal(new Set(members).size, members.length);
        for (const member of new Set([...Object.keys(installed.manifest), ...Object.keys(published.manifest)]) as Set<
          (typeof members)[number]
        >) {
          const differs = JSON.stringify(installed.manifest[member]) !== JSON.stringify(published.manifest[member]);
          assert.equal(members.includes(member), differs || (member === 'icons' && (iconDifference ?? 0) > 0), member);
        }
      }),
      { numRuns: 500 },
    );
  });

  test('another app gets nothing of it, and people are moved by nothing but migrate_from', () => {
    fc.assert(
      fc.property(manifest, manifest, (old, next) => {
        const [installed, published] = [processed({ ...base, ...old }), processed({ ...base, ...next })];
        const { sameApp, silent, asks } = predictUpdate(installed, published, { engine: 'chromium' });
        const identity = forecastIdentity(installed, published);
        assert.equal(identity.sameApp, sameApp);
        if (!sameApp) assert.deepEqual([silent, asks], [[], []]);
        const isNamed = published.manifest.migrate_from.some(({ id }) => id === installed.appId);
        assert.equal(['suggested', 'forced'].includes(identity.migration), !sameApp && isNamed);
      }),
      { numRuns: 500 },
    );
  });

  test('the manifests that are compared stay as they are', () => {
    fc.assert(
      fc.property(manifest, manifest, place, (old, next, [engine, platform]) => {
        const [installed, published] = [
          processed({ ...base, ...old }, engine, platform),
          processed({ ...base, ...next }, engine, platform),
        ];
        const before = JSON.stringify([installed, published]);
        predictUpdate(installed, published, { engine, platform });
        forecastIdentity(installed, published);
        assert.equal(JSON.stringify([installed, published]), before);
      }),
      { numRuns: 200 },
    );
  });
});

describe('whatever two icons look like', () => {
  const pixels = fc
    .tuple(fc.integer({ min: 1, max: 7 }), fc.integer({ min: 1, max: 7 }))
    .chain(([width, height]) =>
      fc
        .uint8Array({ minLength: width * height * 4, maxLength: width * height * 4 })
        .map((data) => ({ width, height, data })),
    );

  test('their difference is a share, the same from either side, and none of an icon from itself', () => {
    fc.assert(
      fc.property(pixels, pixels, (one, other) => {
        const share = compareIcons(one, other);
        assert.ok(share >= 0 && share <= 1, `${share}`);
        assert.equal(compareIcons(other, one), share);
        assert.equal(compareIcons(one, one), 0);
      }),
      { numRuns: 500 },
    );
  });
});
