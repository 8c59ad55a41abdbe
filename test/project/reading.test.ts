import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findSentences, gradeOf, listPages, readPage, targets } from '../../scripts/reading.mjs';

describe('the reading grade', () => {
  const pages = listPages();
  const readings = new Map(pages.map((page) => [page, readPage(page)]));

  test('is taken of the documents and of the English messages', () => {
    for (const page of ['README.md', 'docs/vault.md', 'src/messages/en/sign-in.ts'])
      assert.ok(pages.includes(page), `${page} is not read`);
    const unread = pages.filter((page) => readings.get(page)!.hardest.length === 0);
    assert.deepEqual(unread, []);
  });

  for (const page of pages)
    test(`of ${page} is within its target`, () => {
      const { grade, target, hardest } = readings.get(page)!;
      assert.ok(
        grade <= target,
        `${page} has grade ${grade.toFixed(1)}. Begin with:\n${hardest.slice(0, 5).join('\n')}`,
      );
    });

  test('is above the target for a sentence that needs a second reading', () => {
    const hard = findSentences(
      'What for is the backend’s decision, which whoever implements the contract, in consideration of the ' +
        'possibilities that the environment of the installation offers, is unconditionally responsible for.',
    );
    assert.equal(hard.length, 1);
    assert.ok(gradeOf(hard) > targets.page);
  });

  test('follows Flesch and Kincaid', () => {
    // 10 words in 2 sentences, 14 syllables
    const grade = gradeOf(['The user opens the page.', 'The browser shows a passkey.']);
    assert.equal(grade.toFixed(2), (0.39 * 5 + 11.8 * 1.4 - 15.59).toFixed(2));
  });

  test('counts one of the field’s terms, and a piece of code, as a word of two syllables', () => {
    const grade = gradeOf(['The passkey opens the page.']);
    assert.equal(gradeOf(['The authenticators opens the page.']), grade);
    assert.equal(gradeOf(findSentences('The `navigator.credentials` opens the page.')), grade);
  });

  test('takes paragraphs, list items and cells apart, without headings, code blocks and addresses', () => {
    const sentences = findSentences(
      [
        '# A heading that is not counted here',
        'One sentence of the text. Then\nanother [sentence of it](https://example.com/a.html).',
        '```ts\nconst left = out, of = this;\n```',
        '- the first of two items\n- the second of two items',
        '| `only-code` | one cell with some prose |\n|---|---|',
      ].join('\n\n'),
    );
    assert.deepEqual(sentences, [
      'One sentence of the text.',
      'Then another sentence of it.',
      'the first of two items',
      'the second of two items',
      'one cell with some prose',
    ]);
  });
});
