import assert from 'node:assert/strict';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test, type TestContext } from 'node:test';
import { launch } from 'puppeteer-core';
import { chromiumFlags, findChromium } from '../../scripts/chromium.mjs';
import { run } from '../../scripts/run.mjs';
import { componentFolders } from '../support/runner/component-folders.mjs';
import { fontRoles, writeFontConfiguration } from '../support/runner/fonts.mjs';
import { root } from '../support/node/program.js';
import { isSoak } from '../support/node/quick.js';

/** Families that systems have as their default: the widest one first, then those with higher and lower lines. */
const families = ['DejaVu', 'Noto', 'Liberation'];
/** What a test file contains that measures what a browser has laid out. */
const measures = /getBoundingClientRect|(?:offset|client|scroll)(?:Width|Height)|layout-shift/;

/** Where the component tests are that lay elements out. */
const folders = componentFolders.filter((name) => !name.startsWith('test/support/'));

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-fonts-'));
});
after(() => rm(folder, { recursive: true }));

/** The fonts in which Chromium draws text without a font, and text in `sans-serif`. */
async function readDefaults(configuration?: string): Promise<string[]> {
  const browser = await launch({
    executablePath: findChromium()!,
    args: chromiumFlags,
    env: { ...process.env, ...(configuration && { FONTCONFIG_FILE: configuration }) },
  });
  try {
    const [page] = await browser.pages();
    await page!.setContent('<p>Text</p><p style="font-family: sans-serif">Text</p>');
    const devtools = await page!.createCDPSession();
    await devtools.send('DOM.enable');
    await devtools.send('CSS.enable');
    const { root: top } = await devtools.send('DOM.getDocument', {});
    const { nodeIds } = await devtools.send('DOM.querySelectorAll', { nodeId: top.nodeId, selector: 'p' });
    const fonts = nodeIds.map((nodeId) => devtools.send('CSS.getPlatformFontsForNode', { nodeId }));
    return (await Promise.all(fonts)).map((answer) => answer.fonts[0]!.familyName);
  } finally {
    await browser.close();
  }
}

/** The component tests of `npm test` that measure. */
async function listMeasuringTests(): Promise<string[]> {
  const names = await Promise.all(folders.map((path) => readdir(join(root, path), { recursive: true })));
  const files = names
    .flatMap((list, index) => list.map((file) => `${folders[index]}/${file}`))
    .filter((file) => file.endsWith('.test.ts') && !file.endsWith('.slow.test.ts'));
  const texts = await Promise.all(files.map((file) => readFile(join(root, file), 'utf8')));
  return files.filter((_file, index) => measures.test(texts[index]!));
}

describe('npm test', { skip: !isSoak && 'It is part of the soak; a full run uses DejaVu.' }, () => {
  for (const family of families)
    test(`passes where ${family} is the default serif and sans-serif`, async (context: TestContext) => {
      const wanted = Object.keys(fontRoles).map((kind) => `${family} ${kind}`);
      if ((await readDefaults()).join() === wanted.join())
        return context.skip(`${family} is the default here, so the component tests themselves prove it.`);
      const configuration = writeFontConfiguration(folder, family);
      const found = await readDefaults(configuration);
      if (found.join() !== wanted.join())
        return context.skip(`${wanted.join(' and ')} are not on this machine, or it has no fontconfig.`);
      const files = await listMeasuringTests();
      assert.ok(files.length > 15, files.join());
      const { code, output } = await run(process.execPath, ['scripts/test.mjs', ...files], {
        environment: { FONTCONFIG_FILE: configuration },
      });
      assert.equal(code, 0, output);
    });
});
