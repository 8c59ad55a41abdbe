import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'puppeteer-core';
import { findDifferences, whyNotComparable } from './accepted.js';
import { states } from './states.js';
import { launchCamera, readFingerprint, takeSheets } from './take-sheets.js';

describe('the elements look as accepted', () => {
  let browser: Browser;
  let obstacle: string | undefined;
  before(async () => {
    browser = await launchCamera();
    obstacle = whyNotComparable(await readFingerprint(browser));
  });
  after(() => browser.close());

  for (const tag of Object.keys(states))
    test(`in all states, themes, widths and directions: ${tag}`, async (context) => {
      if (obstacle) return context.skip(`Not compared: ${obstacle}.`);
      const { sheets, problems } = await takeSheets(browser, [tag]);
      const found = [...problems, ...findDifferences(sheets)];
      assert.deepEqual(
        found,
        [],
        `${found.join('\n')}\nLook into sheets/differences. To accept the present looks: npm run sheet -- --accept`,
      );
    });
});
