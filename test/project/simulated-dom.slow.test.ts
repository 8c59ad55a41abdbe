import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { after, before, describe, test } from 'node:test';
import { createStranger, root, type Stranger } from './stranger.js';

const locate = (file: string): string => JSON.stringify(pathToFileURL(join(root, 'node_modules', file)).href);

/** What gives Node the globals of a page, as test runners do. */
const windows: Record<string, string> = {
  jsdom: `const { default: { JSDOM } } = await import(${locate('jsdom/lib/api.js')});
    const { window } = new JSDOM('<!doctype html><html lang="en"><body>', { url: 'http://localhost/', pretendToBeVisual: true });`,
  'happy-dom': `const { Window } = await import(${locate('happy-dom/lib/index.js')});
    const window = new Window({ url: 'http://localhost/' });`,
};

/** Connects one element of each tag, removes it, and prints what went wrong and what each has shown. */
const connectAll = `
  const replaced = ['Event', 'EventTarget', 'CustomEvent', 'AbortController', 'AbortSignal', 'navigator'];
  for (const name of Object.getOwnPropertyNames(window))
    if (!(name in globalThis) || replaced.includes(name))
      Object.defineProperty(globalThis, name, { configurable: true, writable: true, value: window[name] });
  for (const name of ['addEventListener', 'removeEventListener', 'dispatchEvent'])
    globalThis[name] = window[name].bind(window);
  globalThis.window = globalThis.self = globalThis.parent = globalThis;
  const problems = [];
  const shown = {};
  for (const event of ['uncaughtException', 'unhandledRejection'])
    process.on(event, (error) => problems.push(String(error?.stack ?? error)));
  await import('latchkey/define/all');
  for (const tag of process.argv.slice(2)) {
    const element = document.createElement(tag);
    document.body.append(element);
    await element.updateComplete;
    for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setTimeout(resolve));
    shown[tag] = [...element.shadowRoot.querySelectorAll('[part]')].map((part) => part.getAttribute('part'));
    if (tag === 'latch-otp-input') shown.input = element.querySelector('input').autocomplete;
    if (tag === 'latch-passkey-button') {
      element.focus();
      shown.focused = document.activeElement.localName;
    }
    element.remove();
  }
  console.log(JSON.stringify({ problems, shown }));
  process.exit();
`;

const { modules } = JSON.parse(readFileSync(join(root, 'custom-elements.json'), 'utf8')) as {
  modules: { declarations: { tagName?: string }[] }[];
};
const tags = modules.flatMap(({ declarations }) => declarations.flatMap(({ tagName }) => tagName ?? []));

describe('in a DOM that is simulated in Node', () => {
  let stranger: Stranger;
  before(async () => {
    stranger = await createStranger();
  });
  after(() => stranger.remove());

  for (const [name, window] of Object.entries(windows))
    test(`every element can be connected and removed in ${name}, and shows its parts`, async () => {
      await stranger.write(`${name}.mjs`, window + connectAll);
      const { code, output } = await stranger.run('node', [`${name}.mjs`, ...tags]);
      assert.equal(code, 0, output);
      assert.notEqual(output.trim(), '', 'it ended early');
      const { problems, shown } = JSON.parse(output.trim().split('\n').at(-1)!) as {
        problems: string[];
        shown: Record<string, string[] | string>;
      };
      assert.deepEqual(problems, []);
      for (const tag of tags) assert.ok(shown[tag]!.includes('status'), `${tag} shows ${String(shown[tag])}`);
      assert.equal(shown['input'], 'one-time-code');
      assert.match(String(shown['focused']), /button$/); // in jsdom the element itself
    });
});
