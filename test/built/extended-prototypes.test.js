import { expect } from '@open-wc/testing';

const folder = '/dist/cdn/';
const entries = ['latchkey.js', 'latchkey.single.js', 'autoload.js', 'backends.js'];
const tags = [
  'latch-passkey-field',
  'latch-sign-in',
  'latch-account',
  'latch-manifest-inspector',
  'latch-offline-status',
];

/** What old libraries add to every object and list: it shows up in `for…in`. */
const members = { each() {}, version: 5, meta: null, names: ['a'], isPlain: false };

describe('on a page that extends Object.prototype and Array.prototype', () => {
  let frame;
  let problems;

  beforeEach(async () => {
    frame = document.createElement('iframe');
    // Any document of this origin will do: an empty frame has none.
    frame.src = `${folder}integrity.json`;
    const isLoaded = new Promise((resolve) => (frame.onload = resolve));
    document.body.append(frame);
    await isLoaded;
    const { contentWindow: page } = frame;
    for (const { prototype } of [page.Object, page.Array, page.Function]) Object.assign(prototype, members);
    problems = [];
    page.addEventListener('error', ({ message }) => problems.push(message));
    page.addEventListener('unhandledrejection', ({ reason }) => problems.push(String(reason)));
    page.console.error = (...said) => problems.push(said.join(' '));
  });

  afterEach(() => frame.remove());

  /** Runs a file in the page. A module that throws is reported there. */
  function load(file) {
    const script = frame.contentDocument.createElement('script');
    Object.assign(script, { type: 'module', src: folder + file });
    return new Promise((resolve, reject) => {
      script.addEventListener('load', resolve);
      script.addEventListener('error', () => reject(new Error(`${file} was not loaded`)));
      frame.contentDocument.head.append(script);
    });
  }

  for (const file of entries) {
    it(`${file} runs`, async () => {
      await load(file);
      expect(problems).to.deep.equal([]);
    });
  }

  for (const file of entries.slice(0, 3)) {
    it(`the tags of ${file} draw themselves, in another language too`, async () => {
      const { contentDocument: page, contentWindow } = frame;
      page.documentElement.lang = 'de';
      await load(file);
      for (const tag of tags) {
        const element = page.createElement(tag);
        page.body.append(element);
        await contentWindow.customElements.whenDefined(tag);
        await element.updateComplete;
        expect(element.shadowRoot.childElementCount, tag).to.be.greaterThan(0);
      }
      expect(problems).to.deep.equal([]);
    });
  }

  it('every chunk beside them runs', async () => {
    const hashes = await (await fetch(`${folder}integrity.json`)).json();
    const chunks = Object.keys(hashes).filter((file) => file.endsWith('.js') && !entries.includes(file));
    expect(chunks.length).to.be.greaterThan(20);
    await Promise.all(chunks.map(load));
    expect(problems).to.deep.equal([]);
  });
});
