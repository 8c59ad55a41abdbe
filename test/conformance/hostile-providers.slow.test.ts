import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { root } from '../../scripts/run.mjs';

test('docs/hostile-providers.md says what the three pages do beside hostile providers in Chromium', async () => {
  const command = ['--import=tsx', 'scripts/describe-providers.ts', '--check'];
  await assert.doesNotReject(promisify(execFile)(process.execPath, command, { cwd: root }));
});
