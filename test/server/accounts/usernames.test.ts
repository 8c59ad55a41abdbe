import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  nameAsCompared,
  nameAsTyped,
  nameAsWritten,
  nameFrom,
  skeletonOf,
} from '../../../server/src/accounts/usernames.js';
import { marks, spaces, twoSpelled } from '../../base/text/spelled.js';
import { runsEverything } from '../../support/node/quick.js';

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
    'علی\u200cرضا',
    'می\u200cخواهم',
    'क्\u200dष',
    'क्\u200cष',
    'ශ්\u200dරී',
  ])
    test(`may be "${name}"`, () => assert.equal(nameAsWritten(` ${name} `), name.normalize('NFC')));

  for (const [what, name] of [
    ['a zero-width space', 'ad\u200ba'],
    ['a zero-width joiner', 'ad\u200da'],
    ['a zero-width non-joiner', 'ad\u200ca'],
    ['a joiner between Arabic letters', 'عل\u200dی'],
    ['a joiner without a virama', 'क\u200dष'],
    ['two non-joiners', 'علی\u200c\u200cرضا'],
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
    ['علی\u200cرضا', 'علیرضا'],
    ['क्\u200dष', 'क्ष'],
    ['علی۲', 'علی2'],
  ] as const)
    test(`that look alike are compared as one: "${one}" and "${other}"`, () => {
      assert.equal(lookOf(other), lookOf(one));
    });

  test('may come with invisible marks around them, and with non-joiners that change nothing', () => {
    assert.deepEqual(
      ['ada\u200b', '\ufeff ada', '\u202aada\u202c', '\u200fعلی\u200cرضا\u200c', 'محمد\u200cرضا'].map((name) =>
        nameAsWritten(name),
      ),
      ['ada', 'ada', 'ada', 'علی\u200cرضا', 'محمدرضا'],
    );
  });

  const joined = (unit: string[], joiner: string) =>
    fc
      .array(fc.tuple(fc.constantFrom(...unit), fc.constantFrom('', joiner)), { minLength: 2, maxLength: 5 })
      .map((parts) =>
        parts
          .map((part) => part.join(''))
          .join('')
          .replace(/[\u200c\u200d]$/, ''),
      );
  const numbered = (names: fc.Arbitrary<string>) =>
    fc.tuple(names, fc.stringMatching(/^\d{0,3}$/)).map((parts) => parts.join(''));
  for (const [writing, names] of Object.entries({
    Latin: fc.stringMatching(/^[a-z]{2,6}$/),
    Persian: joined(['ع', 'ل', 'ی', 'م', 'ه', 'خ'], '\u200c'),
    Devanagari: joined(['क्', 'श्', 'र्', 'ष्'], '\u200d').map((name) => `${name}म`),
  }))
    test(`in ${writing} letters sign in with any digits, marks and width, and as nobody else`, () => {
      fc.assert(
        fc.property(twoSpelled(numbered(names), marks, [...marks, ...spaces]), (pair) => {
          const [one, two] = pair.map(({ typed }) => nameAsTyped(typed));
          const [first, second] = pair.map(({ value }) => nameAsCompared(value));
          assert.deepEqual([one, two], [first, second]);
          const bare = pair.map(({ value }) => value.replace(/[\u200c\u200d]/g, ''));
          assert.equal(one === two, bare[0] === bare[1]);
        }),
        { numRuns: runsEverything ? 10_000 : 1_000, seed: 20260901 },
      );
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
