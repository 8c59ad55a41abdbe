import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { root } from './stranger.js';

const { modules } = JSON.parse(readFileSync(join(root, 'custom-elements.json'), 'utf8')) as {
  modules: { declarations: { tagName?: string; events?: { name: string }[] }[] }[];
};
const declarations = modules.flatMap((module) => module.declarations);
const listed = (tag: string): string[] =>
  (declarations.find(({ tagName }) => tagName === tag)?.events ?? []).map(({ name }) => name);

/** What does not get out, and why. */
const kept: Record<string, Record<string, string>> = {
  'latch-sign-in': { 'latch-next-step': 'the card shows the step' },
  'latch-account': { 'latch-signed-in': 'the user of the settings is signed in: a code verifies their address' },
};

/** The text of a tag's file, and of the files beside it that it imports and that are no tags. */
function sourceOf(file: string, seen = new Set<string>()): string {
  if (seen.has(file)) return '';
  seen.add(file);
  const text = readFileSync(join(root, 'src', file), 'utf8');
  const beside = [...text.matchAll(/'\.\/(?!latch-)([\w-]+)\.js'/g)].map(([, name]) =>
    join(dirname(file), `${name}.ts`),
  );
  return [text, ...beside.map((other) => sourceOf(other, seen))].join('\n');
}

describe('events bubble out of the elements around them', () => {
  const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  );
  for (const file of files) {
    const [, folder, parent] = /^(.*)\/(latch-[\w-]+)\.ts$/.exec(file) ?? [];
    if (!folder || listed(parent!).length === 0) continue;
    const source = sourceOf(file);
    const children = [...source.matchAll(/define\('(latch-[\w-]+)'|^ *'?[\w-]+'?: \['(latch-[\w-]+)', /gm)].map(
      ([, defined, part]) => (defined ?? part)!,
    );
    for (const child of new Set(children))
      test(`and are in the list of ${parent}: those of ${child}`, () => {
        const missing = listed(child).filter((name) => !listed(parent!).includes(name) && !kept[parent!]?.[name]);
        assert.deepEqual(missing, []);
      });
  }
});

describe('docs/errors.md', () => {
  const rows = [
    ...readFileSync(join(root, 'docs/errors.md'), 'utf8').matchAll(/^\| `(latch-[\w-]+-failed)` *\| (.*) \|$/gm),
  ];
  const events = new Set(declarations.flatMap(({ events = [] }) => events.map(({ name }) => name)));

  for (const event of [...events].filter((name) => name.endsWith('-failed') && name !== 'latch-replay-failed'))
    test(`names each tag that dispatches ${event}`, () => {
      const [, , tags = ''] = rows.find(([, name]) => name === event) ?? [];
      const dispatching = declarations.flatMap(({ tagName, events: own = [] }) =>
        tagName && own.some(({ name }) => name === event) ? [tagName] : [],
      );
      assert.deepEqual(
        dispatching.filter((tag) => !tags.includes(`\`${tag}\``)),
        [],
      );
    });
});
