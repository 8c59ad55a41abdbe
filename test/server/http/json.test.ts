import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { parseJson } from '../../../server/src/http/json.js';
import { Refusal } from '../../../server/src/http/refusal.js';
import { assertQuick } from '../../support/node/quick.js';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('JSON from outside', () => {
  test('is what JSON.parse makes of it', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8 }), (value) =>
        assert.deepEqual(JSON.stringify(parseJson(encode(JSON.stringify(value)))), JSON.stringify(value)),
      ),
    );
  });

  test('comes as objects without a prototype, at every level', () => {
    const value = parseJson(encode('{"__proto__":{"polluted":true},"list":[{"constructor":1}]}')) as Record<
      string,
      never
    >;
    assert.equal(Object.getPrototypeOf(value), null);
    assert.equal(Object.getPrototypeOf(value['list']![0]!), null);
    assert.deepEqual(Object.keys(value), ['__proto__', 'list']);
    assert.equal(({} as Record<string, unknown>)['polluted'], undefined);
  });

  test('may be nested 16 levels deep and no deeper', () => {
    assert.ok(parseJson(encode('['.repeat(16) + ']'.repeat(16))));
    assert.throws(() => parseJson(encode('['.repeat(17) + ']'.repeat(17))), Refusal);
    assert.throws(() => parseJson(encode('{"a":'.repeat(17) + '1' + '}'.repeat(17))), Refusal);
  });

  test('is refused or parsed, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        try {
          parseJson(bytes);
        } catch (error) {
          assert.ok(error instanceof Refusal && error.status === 400);
        }
      }),
    );
  });

  test('32 kB of anything take less than 20 ms', async () => {
    for (const text of [
      '['.repeat(32_768),
      `"${'\\'.repeat(32_766)}`,
      '{"a":'.repeat(6553),
      '9'.repeat(32_768),
      `[${'{},'.repeat(10_900)}{}]`,
    ]) {
      const parse = (): void => {
        try {
          parseJson(encode(text));
        } catch (error) {
          assert.ok(error instanceof Refusal);
        }
      };
      await assertQuick(20, parse, text.slice(0, 10));
    }
  });
});
