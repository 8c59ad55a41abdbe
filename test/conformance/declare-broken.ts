import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { BrokenServer } from './broken-servers.js';
import { brokenRules, checkBroken } from './start-broken.js';

/**
 * Declares a test for each of these servers: the kit must name the rule that the server breaks, and no other. With
 * `only`, by these cases alone.
 */
export function declareBroken(servers: readonly BrokenServer[], only?: string[]): void {
  describe('a reference server', () => {
    for (const server of servers) {
      test(`that ${server.what} gets that finding, and no other`, async () => {
        const broken = brokenRules(await checkBroken(server, only));
        const said = [...broken].map(([rule, shown]) => `${rule} (${shown})`).join('\n');
        assert.ok(broken.has(server.rules[0]), `${server.rules[0]} is not named:\n${said}`);
        assert.deepEqual(
          [...broken.keys()].filter((rule) => !server.rules.some((allowed) => allowed === rule)),
          [],
          said,
        );
      });
    }
  });
}
