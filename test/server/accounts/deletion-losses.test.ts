import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeLosses } from '../../../server/src/accounts/deletion-losses.js';
import { shipped } from '../../../src/messages/shipped.js';

const losses = { notes: 0, passkeys: 2, name: 'ada' };
const languageOf = (header?: string) => describeLosses(losses, header)[0];

test('says what is lost, and nothing of what is not there', () => {
  assert.deepEqual(describeLosses({ notes: 3, passkeys: 1, name: '$& {}' }), [
    'All your notes are deleted (3).',
    'Your passkeys stop working here (1).',
    'Someone else can take the name “$& {}”.',
  ]);
  assert.deepEqual(describeLosses({ ...losses, passkeys: 0 }, 'en'), ['Someone else can take the name “ada”.']);
});

test('says it in each language that the elements speak', () => {
  const english = languageOf('en');
  const missing = Object.keys(shipped).filter((language) => languageOf(language) === english);
  assert.deepEqual(missing, []);
});

test('puts the numbers and the name into the sentences of every language', () => {
  for (const language of ['en', ...Object.keys(shipped)]) {
    const texts = describeLosses({ notes: 31, passkeys: 42, name: 'ada' }, language);
    for (const [index, value] of ['31', '42', 'ada'].entries()) assert.ok(texts[index]!.includes(value), language);
    assert.doesNotMatch(texts.join(''), /[{}]/, language);
  }
});

test('says it in the preferred language that is known, whatever the region, and else in English', () => {
  const english = 'Your passkeys stop working here (2).';
  const german = 'Ihre Passkeys funktionieren hier nicht mehr (2).';
  assert.equal(languageOf('de-AT,de;q=0.9,en;q=0.8'), german);
  assert.equal(languageOf('eo, en;q=0.5, de;q=0.7'), german);
  assert.equal(languageOf('de;q=0, en'), english);
  assert.equal(languageOf('zh-TW'), '您的密碼金鑰在此處將失效（2）。');
  assert.equal(languageOf('zh'), '您的通行密钥在此处将失效（2）。');
  for (const header of [undefined, '', '*', 'constructor', 'x;q=z,,;', 'de_DE', `${'x'.repeat(1_000_000)},de`])
    assert.equal(languageOf(header), english);
});
