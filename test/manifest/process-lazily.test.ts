import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readColorWord } from '../../src/manifest/color-words.js';
import { provideColorWords } from '../../src/manifest/color.js';
import { processManifest } from '../../src/manifest/index.js';
import { processManifestLazily } from '../../src/manifest/process-lazily.js';

const options = (engine: 'chromium' | 'webkit' | 'gecko' | 'spec') => ({
  engine,
  manifestUrl: 'https://app.example/manifest.webmanifest',
  documentUrl: 'https://app.example/',
});

/** Processes a text in a page that has not loaded words for colors yet. */
async function processWithoutWords(text: string, engine: 'chromium' | 'gecko' = 'chromium') {
  provideColorWords(undefined);
  const result = await processManifestLazily(text, options(engine));
  provideColorWords(readColorWord);
  return result;
}

for (const text of [
  '{"name": "A", "theme_color": "rebeccapurple"}',
  '{"name": "A", "background_color":"Red"}',
  '{"theme_color" :\n " white "}',
  '{"theme_color": "/* why */ white"}',
  '{"theme_color": "\\u0077hite"}',
  '{"theme\\u005fcolor": "white"}',
  '{"theme_color": "\\twhite"}',
  '{"theme_color": "#369", "background_color": "rgb(1 2 3)"}',
  '{"theme_color": 7}',
  '{"theme_color": "greygrey"}',
  '{"user_preferences": {"color_scheme": {"dark": {"theme_color": "navy"}}}}',
  '{"theme_color": "white", "theme_color": "#000"}',
  'no JSON, "theme_color": "white"',
  '',
])
  for (const engine of ['chromium', 'gecko'] as const)
    test(`${JSON.stringify(text)} is processed by ${engine} as if the words for colors were there before`, async () => {
      assert.deepEqual(await processWithoutWords(text, engine), processManifest(text, options(engine)));
    });

test('a manifest without words for colors loads none', async () => {
  provideColorWords(undefined);
  await processManifestLazily('{"theme_color": "#369", "name": "Red"}', options('spec'));
  const { manifest } = await import('../../src/manifest/process-text.js').then(({ processText }) =>
    processText('{"theme_color": "red"}', options('spec')),
  );
  provideColorWords(readColorWord);
  assert.equal(manifest.theme_color, undefined);
});

test('a wrong option is a TypeError that names it', async () => {
  await assert.rejects(processManifestLazily('{}', { engine: 'opera' } as never), /engine/);
});
