import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'puppeteer-core';
import { findDifferences, whyNotComparable } from './accepted.js';
import { comparedColumns, launchCamera, readFingerprint, takeSheets } from './take-sheets.js';

/** Declares a test for each of these elements, which fails if it does not look as accepted. */
export function expectAccepted(...tags: readonly string[]): void {
  describe('looks as accepted in all states and themes', () => {
    let browser: Browser;
    let obstacle: string | undefined;
    before(async () => {
      browser = await launchCamera();
      obstacle = whyNotComparable(await readFingerprint(browser));
    });
    after(() => browser.close());

    for (const tag of tags)
      test(tag, async (context) => {
        if (obstacle) return context.skip(`the looks are not compared: ${obstacle}`);
        const { sheets, problems } = await takeSheets(browser, [tag], comparedColumns);
        const found = [...problems, ...findDifferences(sheets)];
        assert.ok(
          found.length === 0,
          `${found.join('\n')}\nThe pictures are in sheets/differences. To accept the present looks: npm run sheet -- --accept`,
        );
      });
  });
}
