import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Engine, ProcessedResult } from '../../src/manifest/index.js';
import { process } from './processing.js';

const repeat = <Value>(count: number, make: (index: number) => Value): Value[] =>
  Array.from({ length: count }, (_, index) => make(index));
const has = ({ findings }: ProcessedResult, code: string): boolean => findings.some((finding) => finding.code === code);
const asChromium = (manifest: object, platform: 'desktop' | 'mobile' = 'desktop'): ProcessedResult =>
  process(manifest, { engine: 'chromium', platform });

describe('limits, each at the last that passes and the first that does not', () => {
  test('Chromium reads 10 shortcuts', () => {
    const shortcuts = (count: number): object => ({
      shortcuts: repeat(count, (index) => ({ name: 'A', url: `u${index}` })),
    });
    assert.deepEqual(
      [asChromium(shortcuts(10)).manifest.shortcuts.length, has(asChromium(shortcuts(10)), 'too-many')],
      [10, false],
    );
    assert.deepEqual(
      [asChromium(shortcuts(11)).manifest.shortcuts.length, has(asChromium(shortcuts(11)), 'too-many')],
      [10, true],
    );
    assert.equal(process(shortcuts(11), { engine: 'webkit' }).manifest.shortcuts.length, 11);
    assert.deepEqual(
      [has(asChromium(shortcuts(4), 'mobile'), 'too-many'), has(asChromium(shortcuts(5), 'mobile'), 'too-many')],
      [false, true],
    );
  });

  test('Chromium reads 10 scope extensions, of 2000 characters each', () => {
    const extensions = (count: number): object => ({
      scope_extensions: repeat(count, (index) => ({ type: 'origin', origin: `https://e${index}.example.com` })),
    });
    assert.deepEqual(
      [asChromium(extensions(10)).manifest.scope_extensions.length, has(asChromium(extensions(10)), 'too-many')],
      [10, false],
    );
    assert.deepEqual(
      [asChromium(extensions(11)).manifest.scope_extensions.length, has(asChromium(extensions(11)), 'too-many')],
      [10, true],
    );
    const long = (length: number): object => ({
      scope_extensions: [{ type: 'origin', origin: 'https://example.com/'.padEnd(length, 'a') }],
    });
    assert.equal(asChromium(long(2000)).manifest.scope_extensions.length, 1);
    assert.deepEqual(
      [asChromium(long(2001)).manifest.scope_extensions.length, has(asChromium(long(2001)), 'too-long')],
      [0, true],
    );
  });

  test('file extensions have 16 characters by the specification, and there are 300 in Chromium', () => {
    const handlers = (extensions: string[]): object => ({
      file_handlers: [{ action: 'open', accept: { 'image/png': extensions } }],
    });
    const taken = (extensions: string[], engine: Engine): number =>
      process(handlers(extensions), { engine }).manifest.file_handlers[0]?.accept['image/png']!.length ?? 0;
    assert.deepEqual(
      [
        taken([`.${'x'.repeat(15)}`], 'spec'),
        taken([`.${'x'.repeat(16)}`], 'spec'),
        taken([`.${'x'.repeat(16)}`], 'chromium'),
      ],
      [1, 0, 1],
    );
    const many = (count: number): string[] => repeat(count, (index) => `.e${index}`);
    assert.deepEqual(
      [taken(many(300), 'chromium'), taken(many(301), 'chromium'), taken(many(301), 'spec')],
      [300, 300, 301],
    );
    assert.deepEqual(
      [has(asChromium(handlers(many(300))), 'too-many'), has(asChromium(handlers(many(301))), 'too-many')],
      [false, true],
    );
  });

  test('a text has three bytes and a thousand levels in Chromium', () => {
    assert.deepEqual([asChromium({}).readable, process('{ }', { engine: 'chromium' }).readable], [false, true]);
    const nested = (count: number): string => '{"x":'.repeat(count) + '{}' + '}'.repeat(count);
    assert.deepEqual(
      [process(nested(999), { engine: 'chromium' }).readable, process(nested(1000), { engine: 'chromium' }).readable],
      [true, false],
    );
  });
});
