import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { backendCases } from '../../src/conformance/backend/check-backend.js';
import { faults } from '../../src/conformance/index.js';
import { root } from '../support/node/program.js';

const read = (file: string) => readFileSync(join(root, 'docs', file), 'utf8');
const ids = new Set(backendCases.flatMap(({ id, rule }) => [id, rule]));
const codesIn = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, code]) => code!);

/** The part of a page below a heading, up to the next one of its level or above. */
function sectionOf(page: string, heading: string): string {
  const level = heading.indexOf(' ');
  const from = page.indexOf(`\n${heading}\n`);
  assert.ok(from >= 0, heading);
  const rest = page.slice(from + heading.length + 2);
  const end = rest.search(new RegExp(`^#{2,${level}} `, 'm'));
  return end < 0 ? rest : rest.slice(0, end);
}

describe('every check of docs/verify-passkeys.md names what check-backend tries', () => {
  const page = read('verify-passkeys.md');
  const rows = ['## Both ceremonies', '## Registration', '## Sign-in']
    .flatMap((heading) => sectionOf(page, heading).split('\n'))
    .filter((line) => line.startsWith('| ') && !/^\| (?:check|algorithm) +\|.*\| cases +\|$/.test(line))
    .filter((line) => !line.startsWith('| -'));

  for (const row of rows) {
    const cells = row.split('|').slice(1, -1);
    test(cells[0]!.trim(), () => {
      const named = codesIn(cells.at(-1)!);
      assert.ok(named.length > 0, row);
      for (const name of named)
        assert.ok(ids.has(name) || ids.has(`registration-${name}`) || ids.has(`sign-in-${name}`), name);
    });
  }

  test('and every fault is named', () => {
    const known = new Set(codesIn(page.replaceAll(/^```[^]*?^```/gm, '')));
    // Right although unusual, and the copies of what the rows name.
    const others = [
      'byte-order-mark',
      'user-not-verified',
      'malleated-ecdsa-signature',
      'other-user-handle',
      'no-user-handle',
      'token-binding',
    ];
    assert.deepEqual(
      Object.keys(faults).filter((name) => !known.has(name) && !others.includes(name)),
      [],
    );
  });
});

describe('every rule of docs/backend.md names that of check-backend', () => {
  const page = read('backend.md');
  const [, relied = ''] = page.split('The elements also rely on this:');
  const [optional = ''] = sectionOf(page, '## What a good backend also does').split('### Optional endpoints');
  const parts = [
    relied.split('\n## ')[0]!,
    optional,
    ...['### Challenges', '### Sessions', '### Passkeys'].map((heading) => sectionOf(page, heading)),
  ];
  for (const item of parts.flatMap((part) => part.split(/^- /m).slice(1)))
    test(item.trim().split('\n')[0]!, () => {
      const [, said] = /\(([^()]+)\)$/.exec(item.trim().split('\n\n')[0]!.trim()) ?? [];
      assert.ok(said, 'no rule stands at its end');
      for (const name of said === 'not checked' ? [] : codesIn(said))
        assert.ok(ids.has(name) || ['schema'].includes(name), name);
    });
});
