import assert from 'node:assert/strict';
import { test } from 'node:test';
import { kindOf, pathOf, plainValue, type JsonNode } from '../../src/manifest/json-node.js';
import { readJson } from '../../src/manifest/json-reader.js';
import { cases } from './cases.js';

/** The node at the end of a path of keys. */
function find(root: JsonNode | undefined, ...keys: Array<string | number>): JsonNode {
  let node = root!;
  for (const key of keys)
    node = Array.isArray(node.value)
      ? node.value[key as number]!
      : (node.value as Map<string, JsonNode>).get(key as string)!;
  return node;
}

test('what JSON.parse takes is taken, and nothing else', () => {
  for (const { text } of cases) {
    const body = text.replace(/^\ufeff+/, '');
    let expected: unknown;
    let isJson = true;
    try {
      expected = JSON.parse(body);
    } catch {
      isJson = false;
    }
    const { root } = readJson(body);
    assert.equal(root !== undefined, isJson, text);
    assert.equal(readJson(`\ufeff${body}`).root !== undefined, isJson, 'behind a byte order mark');
    if (root && text.length < 1000) assert.deepEqual(plainValue(root, 64, Infinity), expected, text);
  }
});

test('every value knows where it starts and ends, and its path', () => {
  const text = '{ "icons": [ {"src": "a\\u0041"}, true ], "a b": -1.5e3 }';
  const { root } = readJson(text);
  const source = ({ start, end }: JsonNode): string => text.slice(start, end);
  assert.equal(source(root!), text);
  assert.deepEqual(
    [source(find(root, 'icons')), pathOf(find(root, 'icons'))],
    ['[ {"src": "a\\u0041"}, true ]', 'icons'],
  );
  assert.deepEqual(
    [source(find(root, 'icons', 0, 'src')), pathOf(find(root, 'icons', 0, 'src'))],
    ['"a\\u0041"', 'icons[0].src'],
  );
  assert.deepEqual([source(find(root, 'icons', 1)), pathOf(find(root, 'icons', 1))], ['true', 'icons[1]']);
  assert.deepEqual([source(find(root, 'a b')), pathOf(find(root, 'a b'))], ['-1.5e3', '["a b"]']);
  assert.deepEqual([find(root, 'icons', 0, 'src').value, find(root, 'a b').value], ['aA', -1500]);
});

const refusals: Array<[text: string, code: string, start: number, message: RegExp]> = [
  ['', 'not-json', 0, /a value is missing before the end/],
  ['{"a": 1, // one\n}', 'json-comment', 9, /comment/],
  ['{"a": /* one */ 1}', 'json-comment', 6, /comment/],
  ['{"a": [1, 2,]}', 'trailing-comma', 11, /comma/],
  ['{"a": 1 , }', 'trailing-comma', 8, /comma/],
  ['{"a": 1 "b": 2}', 'not-json', 8, /a comma or } is missing before "\\""/],
  ['[1 2]', 'not-json', 3, /a comma or ] is missing before 2/],
  ['{a: 1}', 'not-json', 1, /a name in double quotes is missing before a/],
  ["{'a': 1}", 'not-json', 1, /missing before "'"/],
  ['{"a" 1}', 'not-json', 5, /a colon is missing before 1/],
  ['{"a": 01}', 'not-json', 6, /before 01/],
  ['{"a": True}', 'not-json', 6, /before True/],
  ['{"a": "b}', 'not-json', 6, /not closed/],
  ['{"a": "b\n"}', 'not-json', 8, /line break/],
  ['{"a": "\\x41"}', 'not-json', 7, /\\x is not an escape/],
  ['{"a": 1} 2', 'not-json', 9, /2 stands behind its end/],
  ['<html>', 'not-json', 0, /before "<"/],
];
for (const [text, code, start, message] of refusals) {
  test(`${JSON.stringify(text)} is refused as ${code} at ${start}`, () => {
    const { root, problems } = readJson(text);
    assert.equal(root, undefined);
    assert.deepEqual(
      problems.map((problem) => [problem.code, problem.start]),
      [[code, start]],
    );
    assert.match(problems[0]!.message, message);
  });
}

test('of members of one name the last one counts, and each replaced one is reported', () => {
  const { root, problems } = readJson('{"a": 1, "a": 2, "a": 3}');
  assert.equal(find(root, 'a').value, 3);
  assert.deepEqual(
    problems.map(({ code, start }) => [code, start]),
    [
      ['duplicate-member', 6],
      ['duplicate-member', 14],
    ],
  );
});

test('names like __proto__ and constructor are names', () => {
  const { root } = readJson('{"__proto__": {"x": 1}, "constructor": 2}');
  assert.deepEqual([...(root!.value as Map<string, JsonNode>).keys()], ['__proto__', 'constructor']);
  assert.equal(({} as { x?: number }).x, undefined);
  assert.equal(Object.getPrototypeOf(plainValue(root!)), Object.prototype);
});

test('thousands of brackets exhaust nothing', () => {
  for (const text of [
    '['.repeat(32_000),
    `${'['.repeat(16_000)}${']'.repeat(16_000)}`,
    '{"a":'.repeat(6000),
    `${'{"a":'.repeat(6000)}1${'}'.repeat(6000)}`,
  ]) {
    const { root } = readJson(text);
    if (root) assert.ok(JSON.stringify(plainValue(root)).length < 100);
  }
});

test('Chromium reads 1000 values within one another, and not 1001', () => {
  const nest = (count: number): string => '['.repeat(count) + ']'.repeat(count);
  const chromium = { engine: 'chromium', deepest: 1000 } as const;
  assert.ok(readJson(nest(1000), chromium).root);
  assert.deepEqual(
    readJson(nest(1001), chromium).problems.map(({ code }) => code),
    ['nested-too-deep'],
  );
  assert.ok(readJson(nest(1001)).root);
});

test('Chromium refuses numbers that overflow and half characters, and takes a vertical tab', () => {
  const chromium = { engine: 'chromium' } as const;
  for (const text of ['1e999', '"\\uD800"', '"\\uDC00\\uD800"']) {
    assert.ok(readJson(text).root, text);
    assert.equal(readJson(text, chromium).root, undefined, text);
  }
  assert.ok(readJson('"\\ud83d\\ude00"', chromium).root);
  assert.equal(readJson('"\\v"').root, undefined);
  assert.equal(readJson('"\\v"', chromium).root?.value, '\v');
  assert.deepEqual(
    readJson('"\\v"', chromium).problems.map(({ code }) => code),
    ['lax-string'],
  );
});

test('WebKit minds neither control characters nor escapes of two digits, and nesting one later than Chromium', () => {
  const read = (text: string): unknown => readJson(text, { engine: 'webkit' }).root?.value;
  assert.deepEqual(
    [read('"a\tb\n\0"'), read('"\\x41\\v\\u0041"'), read('"\\uD800"'), read('1e999')],
    ['a\tb\n\0', 'A\vA', '\ud800', Infinity],
  );
  assert.deepEqual(['"\\x4"', '"\\a"', '"', '"\n', '"\n\\'].map(read), [
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  assert.deepEqual(
    readJson('["\n\n", "\\v"]', { engine: 'webkit' }).problems.map(({ code, start, message }) => [
      code,
      start,
      message,
    ]),
    [
      ['lax-string', 2, 'a line break or control character stands in a string'],
      ['lax-string', 8, '\\v is not an escape'],
    ],
  );
  for (const engine of ['spec', 'chromium', 'gecko'] as const)
    for (const text of ['"a\tb"', '"\\x41"'])
      assert.equal(readJson(text, { engine }).root, undefined, `${engine} ${text}`);
});

test('long and deep values are cut for showing', () => {
  const { root } = readJson(`[${'0,'.repeat(99)}0]`);
  assert.equal((plainValue(root!) as unknown[]).length, 33);
  assert.deepEqual(plainValue(readJson('[[[[[[1]]]]]]').root!), [[[['…']]]]);
});

test('kinds are called by what people call them', () => {
  assert.deepEqual(
    ['1', '"a"', 'true', 'null', '[]', '{}'].map((text) => kindOf(readJson(text).root!)),
    ['a number', 'a string', 'a boolean', 'null', 'an array', 'an object'],
  );
});
