import { execFileSync } from 'node:child_process';
import { test } from 'node:test';

test('contract/openapi.yaml passes the recommended rules of Redocly', () => {
  execFileSync(
    'node_modules/.bin/redocly',
    ['lint', '--extends=recommended-strict', '--max-problems=1', 'contract/openapi.yaml'],
    {
      stdio: 'pipe',
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', CI: 'true' },
    },
  );
});
