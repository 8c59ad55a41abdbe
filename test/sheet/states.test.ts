import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { root } from '../support/node/program.js';
import { states, withoutRow } from './states.js';

interface Description {
  modules: { declarations?: { tagName?: string; cssStates?: { name: string }[] }[] }[];
}

const { modules } = JSON.parse(readFileSync(join(root, 'custom-elements.json'), 'utf8')) as Description;
const elements = modules.flatMap(({ declarations = [] }) =>
  declarations.flatMap(({ tagName, cssStates = [] }) =>
    tagName ? [{ tag: tagName, names: cssStates.map(({ name }) => name) }] : [],
  ),
);

/** The custom states that the rows of an element bring it into. */
const shown = (tag: string): Set<string> => new Set(Object.values(states[tag] ?? {}).flatMap(({ is = [] }) => is));

describe('the contact sheets', () => {
  test('show every element that custom-elements.json describes, and no other', () => {
    assert.ok(elements.length > 10, `only ${elements.length} elements are described`);
    assert.deepEqual(Object.keys(states).sort(), elements.map(({ tag }) => tag).sort());
  });

  test('show every custom state of every element, or say why not', () => {
    const missing = elements.flatMap(({ tag, names }) =>
      names.filter((name) => !shown(tag).has(name) && !withoutRow[tag]?.[name]).map((name) => `${tag}: ${name}`),
    );
    assert.deepEqual(missing, []);
  });

  test('name no custom state that the element does not have, and give no reason for a state that they show', () => {
    const wrong = elements.flatMap(({ tag, names }) => [
      ...[...shown(tag)].filter((name) => !names.includes(name)).map((name) => `${tag} has no state ${name}`),
      ...Object.keys(withoutRow[tag] ?? {})
        .filter((name) => !names.includes(name) || shown(tag).has(name))
        .map((name) => `${tag} needs no reason for ${name}`),
    ]);
    assert.deepEqual(wrong, []);
  });

  test('show every element before anything is done with it, unless it shows nothing then', () => {
    const shy = ['latch-account', 'latch-offline-status', 'latch-passkey-list', 'latch-session-list'];
    assert.deepEqual(
      Object.keys(states).filter((tag) => !states[tag]!['initial']),
      Object.keys(states).filter((tag) => shy.includes(tag)),
    );
  });
});
