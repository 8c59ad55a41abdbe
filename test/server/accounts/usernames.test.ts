import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { nameAsCompared, nameAsWritten, nameFrom, skeletonOf } from '../../../server/src/accounts/usernames.js';

const lookOf = (name: string): string => skeletonOf(nameAsCompared(name));

describe('names of accounts', () => {
  for (const name of [
    'ada',
    'Ada Lovelace',
    'ada@example.com',
    'o’brien-2',
    'José Núñez',
    'Анна Каренина',
    'Ελένη',
    'محمد',
    'עדה',
    'ada 愛',
    '山田たろう',
    'ジョン・スミス',
    '김철수',
    'நிலா',
    'नीलम',
    '😀',
  ])
    test(`may be "${name}"`, () => assert.equal(nameAsWritten(` ${name} `), name.normalize('NFC')));

  for (const [what, name] of [
    ['a zero-width space', 'ad\u200ba'],
    ['a zero-width joiner', 'ad\u200da'],
    ['a soft hyphen', 'ad\u00ada'],
    ['a right-to-left override', 'ad\u202ea'],
    ['a right-to-left isolate', 'ad\u2067a'],
    ['a byte order mark within', 'ad\ufeffa'],
    ['a Hangul filler', 'ad\u3164a'],
    ['a variation selector', 'ad\ufe0fa'],
    ['a tag character', 'ad\u{e0041}a'],
    ['a private character', 'ad\ue000a'],
    ['an unassigned character', 'ad\u0378a'],
    ['a line separator', 'ad\u2028a'],
    ['Latin with a Cyrillic letter', 'p\u0430ypal'],
    ['Latin with a Greek letter', 'g\u03bfogle'],
    ['Latin and Cyrillic words', 'Ada Анна'],
    ['Hiragana and Hangul', 'たろう김'],
    ['a script that is not recommended', '\u{10330}\u{10331}'],
  ] as const)
    test(`hold no mixture and nothing invisible: ${what}`, () => {
      assert.throws(() => nameAsWritten(name), { status: 400 });
      assert.throws(() => nameAsCompared(name), { status: 400 });
    });

  for (const [one, other] of [
    ['coca', 'соса'],
    ['paypal', 'paypa1'],
    ['bob', 'b0b'],
    ['modern', 'modem'],
    ['vvendy', 'wendy'],
    ['o', 'օ'],
    ['ADA', 'ada'],
  ] as const)
    test(`that look alike are compared as one: "${one}" and "${other}"`, () => {
      assert.equal(lookOf(other), lookOf(one));
    });

  test('that people can tell apart stay apart', () => {
    const names = ['ada', 'ida', 'adá', 'ada2', 'ada-2', 'анна', 'ada lovelace'];
    assert.equal(new Set(names.map(lookOf)).size, names.length);
  });

  test('of a provider are made fit, or left', () => {
    assert.deepEqual(['ad\u200ba', ' \u202eada ', 'p\u0430ypal', '\u200b', 'Ada'].map(nameFrom), [
      'ada',
      'ada',
      '',
      '',
      'Ada',
    ]);
  });
});
