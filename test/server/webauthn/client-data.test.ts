import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseClientData } from '../../../server/src/webauthn/client-data.js';

function parse(text: string): unknown {
  return parseClientData(Buffer.from(text).toString('base64url'));
}

test('members of every kind are read, also in another order and with white space', () => {
  const text = ' {\n "origin" : "o" , "type":"t","a":[{"b":1,"b2":":"}],"c":{"d":{},"e":"{"},"f":null , "":"\\"" }\t';
  assert.deepEqual(parse(text), JSON.parse(text));
});

for (const text of [
  '{"a":1,"a":1}',
  '{"a":1,"b":{},"a":2}',
  '{"a":1,"\\u0061":2}',
  '{"":1,"":2}',
  '{"a":":","a":"\\\\"}',
]) {
  test(`${text} names a member twice`, () => {
    assert.throws(() => parse(text), { reason: 'clientDataJSON names a member twice' });
  });
}

test('members inside members may repeat the names outside', () => {
  assert.doesNotThrow(() => parse('{"a":{"a":1},"b":[{"a":1},{"a":2}]}'));
});

test('a member named __proto__ is a member like any other', () => {
  assert.deepEqual(Object.keys(parse('{"__proto__":1}') as object), ['__proto__']);
});
