import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { compareApi, listPublicApi, nextVersion } from '../../scripts/public-api.mjs';

describe('the report of the public API', () => {
  const before = { '<latch-a>': 'tag', 'latchkey signIn': 'function signIn(): void;' };

  test('asks for a breaking version when something is gone or declared otherwise', () => {
    assert.equal(compareApi(before, { '<latch-a>': 'tag' }).level, 'major');
    const changed = compareApi(before, { ...before, 'latchkey signIn': 'function signIn(name: string): void;' });
    assert.deepEqual([changed.changed, changed.level], [['latchkey signIn'], 'major']);
  });

  test('asks for less when something is new, or nothing is different', () => {
    const more = compareApi(before, { ...before, constructor: 'tag' });
    assert.deepEqual([more.added, more.level], [['constructor'], 'minor']);
    assert.equal(compareApi(before, before).level, 'patch');
  });

  test('raises the second number for what breaks before 1.0', () => {
    assert.deepEqual(
      (['major', 'minor', 'patch'] as const).map((level) => nextVersion('0.1.2', level)),
      ['0.2.0', '0.1.3', '0.1.3'],
    );
    assert.deepEqual(
      (['major', 'minor', 'patch'] as const).map((level) => nextVersion('1.4.2', level)),
      ['2.0.0', '1.5.0', '1.4.3'],
    );
  });

  test('names tags with their parts and events, exports with their declarations, and endpoints', () => {
    const api: Record<string, string> = listPublicApi();
    assert.equal(api['<latch-passkey-field> part button'], 'part');
    assert.match(api['latchkey LatchErrorCode']!, /'cancelled' \|/);
    assert.match(api['latchkey/passkey signIn']!, /^function signIn\(/);
    assert.equal(api['contract GET /session'], 'endpoint');
  });
});
