import assert from 'node:assert/strict';
import { test } from 'node:test';
import { members } from '../../src/manifest/members.js';
import {
  storePlatforms,
  systemPlatforms,
  safelistedSchemes,
  schemesOfChromium,
  orientations,
  displayModes,
  overrideModes,
  knownCategories,
} from '../../src/manifest/tables/known-values.js';
import { listSupport, supportNotes } from '../../src/manifest/tables/support-table.js';
import {
  findSupport,
  supportedMembers,
  supportPlaces,
  supportSince,
} from '../../src/manifest/tables/support-versions.js';

test('lists hold everything once, and in small letters', () => {
  const sizes: Array<[readonly string[], number]> = [
    [knownCategories, 53],
    [displayModes, 4],
    [overrideModes, 7],
    [orientations, 8],
    [systemPlatforms, 8],
    [storePlatforms, 5],
    [safelistedSchemes, 24],
    [schemesOfChromium, 10],
  ];
  for (const [list, size] of sizes) {
    assert.deepEqual([list.length, new Set(list).size], [size, size], list.join());
    assert.deepEqual(
      list.map((word) => word.toLowerCase()),
      list,
    );
  }
});

test('every member that some browser reads has its versions, and no other', () => {
  const read = [...members].filter(([, { readers }]) => readers.length > 1).map(([name]) => name);
  const without = ['lock_screen', 'permissions_policy', 'gcm_sender_id']; // whose first versions are not documented, or which should not be used
  assert.deepEqual(supportedMembers.toSorted(), read.filter((name) => !without.includes(name)).sort());
  for (const name of supportedMembers)
    assert.ok(
      supportPlaces.some((place) => supportSince(name, place)! >= 0),
      name,
    );
  for (const name of Object.keys(supportNotes)) assert.ok(members.has(name), name);
});

test('a member has an effect where its row of the table does not say no', () => {
  const where = [
    ['chromium', 'desktop'],
    ['chromium', 'chromeos'],
    ['chromium', 'mobile'],
    ['webkit', 'desktop'],
    ['webkit', 'mobile'],
    ['gecko', 'mobile'],
  ] as const;
  for (const [cell, ...cells] of listSupport())
    for (const [index, [engine, platform]] of where.entries()) {
      const name = /`(.+)`/.exec(cell!)![1]!;
      const says = cells[index] !== 'no';
      assert.deepEqual(
        [name, engine, platform, !Number.isNaN(findSupport(name, engine, platform))],
        [name, engine, platform, says],
      );
    }
  assert.deepEqual([findSupport('dir', 'gecko', 'desktop'), findSupport('dir', 'spec', 'desktop')], [NaN, undefined]);
});

test('every member has a link to its definition', () => {
  for (const [name, { spec }] of members) assert.doesNotMatch(new URL(spec).href, /\*/, name);
});
