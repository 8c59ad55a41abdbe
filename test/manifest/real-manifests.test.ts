import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Engine } from '../../src/manifest/index.js';
import { process } from './processing.js';
import { realManifests } from './real-manifests.js';

const broken = ['elk-docs', 'portainer'];
const skip = realManifests.length === 0 && 'The manifests of real sites are not beside this checkout.';

test('manifests of real sites have no errors, but for those that are none', { skip }, () => {
  for (const engine of ['spec', 'chromium', 'webkit', 'gecko'] as const satisfies Engine[]) {
    const found = realManifests
      .filter(({ text }) => process(text, { engine }).findings.some(({ level }) => level === 'error'))
      .map(({ name }) => name);
    assert.deepEqual(
      found.filter((name) => !broken.includes(name)),
      [],
      engine,
    );
  }
});
