import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { backendCases } from '../../src/conformance/backend/check-backend.js';
import type { BrokenServer } from './broken-servers.js';
import { brokenRules, checkBroken } from './start-broken.js';
import { isSoak } from '../support/node/quick.js';

/**
 * Declares a test for each of these servers: the kit must name the rule that the server breaks, and no other. With
 * `only`, by these cases alone.
 */
export function declareBroken(
  servers: readonly BrokenServer[],
  only?: (server: BrokenServer, index: number) => string[] | undefined,
): void {
  describe('a reference server', () => {
    for (const [index, server] of servers.entries()) {
      test(`that ${server.what} gets that finding, and no other`, async () => {
        const broken = brokenRules(await checkBroken(server, only?.(server, index)));
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

/** How many servers share the other cases of the chapters that they break something in, and those of all others. */
const [sharesNear, sharesFar] = [48, 480];

/**
 * The cases of the rules that a server breaks, and a share of the others, which differs from server to server: a larger
 * one in the same chapters. The soak tries every server with every case.
 */
export function shareOf({ rules }: BrokenServer, index: number): string[] | undefined {
  if (isSoak) return undefined;
  const chapters = new Set(backendCases.filter(({ rule }) => rules.includes(rule)).map(({ chapter }) => chapter));
  return backendCases
    .filter(({ chapter, rule }, position) => {
      const shares = chapters.has(chapter) ? sharesNear : sharesFar;
      return rules.includes(rule) || position % shares === index % shares;
    })
    .map(({ id }) => id);
}
