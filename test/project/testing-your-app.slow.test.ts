import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { assetsIn, type Asset } from '../../server/src/http/assets.js';
import { findChromium } from '../../scripts/chromium.mjs';
import { serveBeside } from '../journeys/framework-app.js';
import { extractSnippets } from './snippets.js';
import { createStranger, root, type Stranger } from './stranger.js';

/** The page that the tests in docs/testing-your-app.md visit: of a user who has just signed up. */
const account: Asset = {
  body: new TextEncoder().encode(`<!doctype html><html lang="en"><title>Account</title><link rel="icon" href="data:,">
    <latch-passkey-create></latch-passkey-create>
    <script type="module">
      const headers = { 'content-type': 'application/json' };
      await fetch('/signup', { method: 'POST', headers, body: '{"username":"ada","password":"correct horse battery"}' });
      await import('/cdn/latchkey.js');
    </script>`),
  contentType: 'text/html; charset=utf-8',
  immutable: false,
};

describe('docs/testing-your-app.md', () => {
  let stranger: Stranger;
  let programs: string[];
  before(async () => {
    stranger = await createStranger();
    const text = await readFile(join(root, 'docs/testing-your-app.md'), 'utf8');
    programs = extractSnippets(text, '').flatMap((snippet) => (snippet.language === 'ts' ? snippet.text : []));
  });
  after(() => stranger.remove());

  const find = (word: string): string => {
    const found = programs.find((program) => program.includes(word));
    assert.ok(found, `no program contains ${word}`);
    return found;
  };

  test('shows a test in Node that passes', async () => {
    await stranger.write('vitest/button.test.ts', find("'vitest'"));
    const { code, output } = await stranger.run('vitest', ['run', '--root', 'vitest']);
    assert.equal(code, 0, output);
    assert.match(output, /1 passed/);
  });

  test('shows a test in a browser that passes', async () => {
    const cdn = assetsIn(join(root, 'dist/cdn'));
    const site = await serveBeside(async (path) =>
      path === '/account' ? account : path.startsWith('/cdn/') ? cdn(path.slice('/cdn'.length)) : undefined,
    );
    const use = { baseURL: site.origin, launchOptions: { executablePath: findChromium(), args: ['--no-sandbox'] } };
    await stranger.write('playwright/passkey.spec.ts', find("'@playwright/test'"));
    await stranger.write(
      'playwright/playwright.config.mjs',
      `export default ${JSON.stringify({ use, reporter: 'line' })};`,
    );
    const { code, output } = await stranger.run('playwright', ['test', '--config', 'playwright/playwright.config.mjs']);
    await site.stop();
    assert.equal(code, 0, output);
    assert.match(output, /1 passed/);
  });

  test('shows a program with the software authenticator that runs', async () => {
    await stranger.write('authenticator.mjs', find('createAuthenticator'));
    const { code, output } = await stranger.run('node', ['authenticator.mjs']);
    assert.equal(code, 0, output);
  });
});
