import { expect, fixture, html, oneEvent } from '@open-wc/testing';
import '../../src/define/manifest-inspector.js';
import type { LatchManifestInspector } from '../../src/elements.js';
import { click } from '../support/browser/click.js';
import { settled, stopClock } from '../support/browser/clock.js';
import { statesOf, statusOf } from '../support/browser/elements.js';
import { answerManifests, linkManifest, manifestPath } from '../support/browser/manifests.js';

const sound = {
  id: '/',
  name: 'Ladder',
  start_url: '/',
  display: 'standalone',
  theme_color: '#123456',
  icons: [
    { src: '/demo/public/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/demo/public/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
};
const write = (manifest: object) => JSON.stringify(manifest, null, 2);

/** What the page has loaded once it shows an empty inspector, before any test. */
let loadedFirst: string[];
before(async () => {
  await fixture(html`<latch-manifest-inspector></latch-manifest-inspector>`);
  await settled();
  loadedFirst = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
});

describe('<latch-manifest-inspector>', () => {
  const undo: (() => void)[] = [];
  const during = (...changes: (() => void)[]) => undo.push(...changes);
  afterEach(() => undo.splice(0).forEach((change) => change()));

  const all = (inspector: Element, selector: string) => [
    ...inspector.shadowRoot!.querySelectorAll<HTMLElement>(selector),
  ];
  const textsOf = (inspector: Element, selector: string) =>
    all(inspector, selector).map(({ textContent }) => textContent!.replace(/\s+/g, ' ').trim());
  const area = (inspector: Element, id = 'text') =>
    inspector.shadowRoot!.querySelector<HTMLTextAreaElement>(`textarea#${id}`)!;
  const cells = (inspector: Element, member: string) => {
    const row = all(inspector, 'tbody tr').find(
      (candidate) => candidate.querySelector('th')!.textContent!.trim() === member,
    );
    return row && [...row.querySelectorAll('td')].map(({ textContent }) => textContent!.replace(/\s+/g, ' ').trim());
  };

  /** An element that has inspected `manifest`: its text, or an object. */
  async function inspect(manifest: string | object): Promise<LatchManifestInspector> {
    const inspector = await fixture<LatchManifestInspector>(
      html`<latch-manifest-inspector></latch-manifest-inspector>`,
    );
    await change(inspector, typeof manifest === 'string' ? manifest : write(manifest));
    return inspector;
  }

  /** Types a text in the place of the present one. */
  async function change(
    inspector: LatchManifestInspector,
    text: string,
    id = 'text',
  ): Promise<{ errors: number; warnings: number }> {
    const inspected = oneEvent(inspector, 'latch-manifest-inspected');
    area(inspector, id).value = text;
    area(inspector, id).dispatchEvent(new InputEvent('input'));
    const { detail } = await inspected;
    await inspector.updateComplete;
    return detail;
  }

  /** An element that has fetched and shown what `answer` says. */
  async function load(answer: (url: URL) => Response | Promise<Response>): Promise<LatchManifestInspector> {
    during(answerManifests(answer));
    const inspected = new Promise((resolve) => addEventListener('latch-manifest-inspected', resolve, { once: true }));
    const inspector = await fixture<LatchManifestInspector>(
      html`<latch-manifest-inspector src=${manifestPath}></latch-manifest-inspector>`,
    );
    await inspected;
    await inspector.updateComplete;
    return inspector;
  }

  /** An element that has failed to fetch what is at `address`. */
  async function fail(
    answer: (url: URL) => Response | Promise<Response>,
    address = manifestPath,
  ): Promise<LatchManifestInspector> {
    during(answerManifests(answer));
    const inspector = await fixture<LatchManifestInspector>(
      html`<latch-manifest-inspector src=${address}></latch-manifest-inspector>`,
    );
    await settled();
    return inspector;
  }

  it('shows an empty place for a manifest, and loads nothing that judges any', async () => {
    const inspector = await fixture<LatchManifestInspector>(
      html`<latch-manifest-inspector></latch-manifest-inspector>`,
    );
    expect([statusOf(inspector), all(inspector, '.report').length, area(inspector).placeholder]).to.deep.equal([
      '',
      0,
      'Paste a manifest here, or load one by its address.',
    ]);
    expect(loadedFirst.filter((path) => /\/src\/manifest\/(?!inspector\/)|inspection|report/.test(path))).to.deep.equal(
      [],
    );
    await expect(inspector).to.be.accessible();
  });

  it('runs from left to right on every page, because its texts are English', async () => {
    document.dir = 'rtl';
    during(() => document.documentElement.removeAttribute('dir'));
    const inspector = await load(() => new Response(write(sound)));
    const directions = all(inspector, 'h2, h3, label').map((part) => getComputedStyle(part).direction);
    expect(new Set(directions)).to.deep.equal(new Set(['ltr']));
  });

  it('shows the manifest at src as each engine sees it', async () => {
    const inspector = await load(
      () => new Response(write(sound), { headers: { 'content-type': 'application/manifest+json' } }),
    );
    expect(area(inspector).value).to.equal(write(sound));
    expect(textsOf(inspector, '.engine h3')).to.deep.equal(['Chromium', 'WebKit', 'Gecko']);
    expect(textsOf(inspector, '.engine .verdict')).to.deep.equal([
      'Installable, and the browser offers it',
      'Can be added manually',
      'Can be added manually',
    ]);
    expect(textsOf(inspector, '.engine dd')[0]).to.equal(`${location.origin}/`);
    expect(cells(inspector, 'theme_color')).to.deep.equal(['#123456ff', '#123456ff', '#123456ff', '#123456ff']);
    expect([statusOf(inspector), statesOf(inspector)]).to.deep.equal([
      'Errors: 0. Warnings: 0. Chromium can install it.',
      ['done'],
    ]);
    await expect(inspector).to.be.accessible();
  });

  it('says that it loads, and that it has failed, in words and in states', async () => {
    let refuse!: () => void;
    during(
      answerManifests(() => new Promise((resolve) => (refuse = () => resolve(new Response('', { status: 404 }))))),
    );
    const inspector = await fixture<LatchManifestInspector>(
      html`<latch-manifest-inspector src=${manifestPath}></latch-manifest-inspector>`,
    );
    expect([statusOf(inspector), statesOf(inspector)]).to.deep.equal(['Loading…', ['pending', 'loading']]);
    await expect(inspector).to.be.accessible();
    refuse();
    await settled();
    expect([statusOf(inspector), statesOf(inspector)]).to.deep.equal([
      'There is no manifest at this address.',
      ['failed'],
    ]);
    await expect(inspector).to.be.accessible();
  });

  for (const [what, address, sentence] of [
    [
      'another site that does not allow it',
      manifestPath,
      'The manifest couldn’t be loaded. If it is on another site, paste its text.',
    ],
    ['an invalid address', 'http://', 'Enter a web address.'],
    ['a script', 'javascript:alert(1)', 'Enter a web address.'],
    ['a file', 'file:///etc/passwd', 'Enter a web address.'],
  ] as const) {
    it(`says in a sentence that it cannot load ${what}`, async () => {
      const inspector = await fail(() => Promise.reject(new TypeError('Failed to fetch')), address);
      expect([statusOf(inspector), statesOf(inspector), all(inspector, '.report').length]).to.deep.equal([
        sentence,
        ['failed'],
        0,
      ]);
    });
  }

  it('gives up on a manifest that has not come after fifteen seconds', async () => {
    const clock = stopClock();
    during(
      () => clock.restore(),
      answerManifests((_url, signal) => new Promise((_, reject) => (signal.onabort = () => reject(signal.reason)))),
    );
    const inspector = await fixture<LatchManifestInspector>(
      html`<latch-manifest-inspector src=${manifestPath}></latch-manifest-inspector>`,
    );
    await clock.pass(14_999);
    expect(statesOf(inspector)).to.deep.equal(['pending', 'loading']);
    await clock.pass(1);
    await settled();
    expect([statusOf(inspector), statesOf(inspector)]).to.deep.equal([
      'The manifest couldn’t be loaded. If it is on another site, paste its text.',
      ['failed'],
    ]);
  });

  it('says that there is no connection, and loads when there is one again', async () => {
    Object.defineProperty(navigator, 'onLine', { configurable: true, value: false });
    during(() => Reflect.deleteProperty(navigator, 'onLine'));
    let isBack = false;
    const inspector = await fail(() =>
      isBack ? new Response(write(sound)) : Promise.reject(new TypeError('Failed to fetch')),
    );
    expect(statusOf(inspector)).to.equal('You’re offline. Paste the manifest, or load it when you’re online.');
    isBack = true;
    const inspected = oneEvent(inspector, 'latch-manifest-inspected');
    dispatchEvent(new Event('online'));
    await inspected;
    expect(statusOf(inspector)).to.match(/^Errors: 0\. /);
  });

  it('loads what is typed as an address, and without one the manifest of the page itself', async () => {
    const asked: string[] = [];
    during(
      linkManifest(),
      answerManifests(({ href }) => (asked.push(href), new Response(write(sound)))),
    );
    const inspector = await fixture<LatchManifestInspector>(
      html`<latch-manifest-inspector></latch-manifest-inspector>`,
    );
    const button = inspector.shadowRoot!.querySelector('button')!;
    for (const address of ['', ' https://elsewhere.example/app.webmanifest ']) {
      inspector.shadowRoot!.querySelector('input')!.value = address;
      const inspected = oneEvent(inspector, 'latch-manifest-inspected');
      await click(button);
      await inspected;
    }
    expect(asked).to.deep.equal([`${location.origin}${manifestPath}`, 'https://elsewhere.example/app.webmanifest']);
    expect(textsOf(inspector, '.engine dd')[0]).to.equal('https://elsewhere.example/');
  });

  it('shows the later of two that were requested, whichever comes last', async () => {
    const answers: ((response: Response) => void)[] = [];
    during(answerManifests(() => new Promise((resolve) => answers.push(resolve))));
    const inspector = await fixture<LatchManifestInspector>(
      html`<latch-manifest-inspector src="/a.webmanifest"></latch-manifest-inspector>`,
    );
    inspector.src = '/b.webmanifest';
    await inspector.updateComplete;
    const inspected = oneEvent(inspector, 'latch-manifest-inspected');
    answers[1]!(new Response(write({ ...sound, name: 'Second' })));
    await inspected;
    answers[0]!(new Response(write({ ...sound, name: 'First' })));
    await settled();
    expect(cells(inspector, 'name')![0]).to.equal('Second');
  });

  it('keeps what was typed while another one was being fetched', async () => {
    let answer!: (response: Response) => void;
    during(answerManifests(() => new Promise((resolve) => (answer = resolve))));
    const inspector = await fixture<LatchManifestInspector>(
      html`<latch-manifest-inspector src=${manifestPath}></latch-manifest-inspector>`,
    );
    await change(inspector, write({ ...sound, name: 'Typed' }));
    answer(new Response(write({ ...sound, name: 'Fetched' })));
    await settled();
    expect([cells(inspector, 'name')![0], JSON.parse(inspector.text).name]).to.deep.equal(['Typed', 'Typed']);
  });

  it('ends what it fetches when it is removed, and begins again in another place', async () => {
    const requests: Request[] = [];
    const own = globalThis.fetch;
    globalThis.fetch = (input, init) =>
      new Promise((_resolve, reject) => {
        requests.push(new Request(input, init));
        init!.signal!.addEventListener('abort', () => reject(init!.signal!.reason as Error));
      });
    during(() => (globalThis.fetch = own));
    const inspector = await fixture<LatchManifestInspector>(
      html`<latch-manifest-inspector src=${manifestPath}></latch-manifest-inspector>`,
    );
    const { parentElement } = inspector;
    inspector.remove();
    await settled();
    expect([requests.length, requests[0]!.signal.aborted, statesOf(inspector)]).to.deep.equal([1, true, []]);
    parentElement!.append(inspector);
    await settled();
    expect(requests.length).to.equal(2);
  });

  it('puts each finding below the line that it is about, once for all engines that share it', async () => {
    const inspector = await inspect(
      `{\n  "name": "Ladder",\n  "display": "window-controls-overlay",\n  "theme_color": "no colour"\n}`,
    );
    const lines = all(inspector, '.lines > li');
    const about = lines.find(
      (line) => line.querySelector('pre')!.textContent === '"display": "window-controls-overlay",',
    )!;
    expect(about.querySelector('button')!.textContent).to.equal('Line 3');
    expect(about.querySelector('.finding code')!.textContent).to.equal('display');
    const messages = textsOf(inspector, '.finding p:first-child');
    expect(new Set(messages).size).to.equal(messages.length);
    expect(textsOf(inspector, '.gutter .error')).to.include('3');
    expect(textsOf(inspector, '.gutter .warning')).to.include('4');
    await expect(inspector).to.be.accessible();
  });

  it('shows the line of a finding in the text, and selects it', async () => {
    const inspector = await inspect(write({ ...sound, theme_color: 'no colour' }));
    const lines = area(inspector).value.split('\n');
    const about = all(inspector, '.lines > li').find((line) =>
      line.querySelector('pre')!.textContent!.includes('no colour'),
    )!;
    await click(about.querySelector('button')!);
    expect(inspector.shadowRoot!.activeElement === area(inspector)).to.equal(true);
    const { selectionStart, selectionEnd, value } = area(inspector);
    expect(value.slice(selectionStart, selectionEnd)).to.equal(lines.find((line) => line.includes('no colour')));
  });

  it('judges again with every change of the text, and counts what is wrong', async () => {
    const inspector = await inspect(sound);
    expect((await change(inspector, write({ ...sound, display: 'stand-alone' }))).errors).to.equal(1);
    expect(textsOf(inspector, '.verdict')[0]).to.equal('Not installable');
    expect(statusOf(inspector)).to.match(/Chromium can’t install it\.$/);
    expect(all(inspector, '.error > [part=status]').length).to.equal(1);
    expect((await change(inspector, '{"name": "Ladder",}')).errors).to.equal(1);
    expect(statusOf(inspector)).to.match(/^Errors: 1\. /);
    expect(textsOf(inspector, '.finding.error strong')[0]).to.equal('Error');
    await expect(inspector).to.be.accessible();
    area(inspector).value = '';
    area(inspector).dispatchEvent(new InputEvent('input'));
    await settled();
    expect(all(inspector, '.report').length).to.equal(0);
  });

  it('marks in words where an engine makes something else of a member', async () => {
    const inspector = await inspect({ ...sound, display: 'minimal-ui', lang: 'de' });
    const [spec, ...engines] = cells(inspector, 'display')!;
    expect(spec).to.equal('minimal-ui');
    expect(engines.filter((cell) => cell !== 'minimal-ui').every((cell) => cell.startsWith('differs '))).to.equal(true);
  });

  it('marks nothing where engines make the same of a member', async () => {
    const inspector = await inspect({
      ...sound,
      shortcuts: [{ name: 'New list', url: '/new', icons: [{ src: '/new.png', sizes: '96x96', type: 'image/png' }] }],
    });
    const [, ...engines] = cells(inspector, 'shortcuts')!;
    expect(engines.slice(0, 2).filter((cell) => cell.startsWith('differs '))).to.deep.equal([]);
  });

  it('never takes anything in a manifest for markup', async () => {
    const evil = '<img src=x onerror=alert(1)><script>alert(1)</script>';
    const inspector = await inspect({
      ...sound,
      name: evil,
      description: evil,
      icons: [{ src: evil, sizes: evil, type: evil, purpose: evil }],
      shortcuts: [{ name: evil, url: '/?<b>' }],
      [evil]: evil,
    });
    expect(all(inspector, 'script, b, img[src=x], [onerror]').length).to.equal(0);
    expect(cells(inspector, 'name')![0]).to.equal(evil);
  });

  it('shows icons, with the circle that nothing is cut off from around what may be masked', async () => {
    const inspector = await inspect(sound);
    expect(
      all(inspector, '#images + ul > li').map((icon) => [
        icon.querySelectorAll('img').length,
        icon.querySelectorAll('svg.zone circle[r="40"]').length,
      ]),
    ).to.deep.equal([
      [1, 0],
      [2, 1],
    ]);
    expect(
      all(inspector, '.pictures img').every(
        (picture) => (picture as HTMLImageElement).referrerPolicy === 'no-referrer',
      ),
    ).to.equal(true);
  });

  it('loads pictures from the web only, and says which could not be loaded', async () => {
    const sources = ['javascript:alert(1)', 'data:image/svg+xml,<svg/>', 'blob:x', '/contract/no-such-icon.png'];
    const inspector = await inspect({
      ...sound,
      icons: sources.map((src) => ({ src, sizes: '192x192', type: 'image/png' })),
    });
    expect(all(inspector, 'img').map((picture) => (picture as HTMLImageElement).getAttribute('src'))).to.deep.equal([
      `${location.origin}/contract/no-such-icon.png`,
    ]);
    const picture = inspector.shadowRoot!.querySelector('img')!;
    picture.dispatchEvent(new Event('error'));
    await inspector.updateComplete;
    const said = textsOf(inspector, '.missing');
    expect([...new Set(said)]).to.deep.equal(['Only images on the web are shown.', 'This image couldn’t be loaded.']);
    expect(said).to.have.length(all(inspector, '.pictures > li').length);
  });

  it('shows shortcuts and screenshots, and neither where there are none', async () => {
    const inspector = await inspect(sound);
    expect(all(inspector, '#shortcuts, #screenshots').length).to.equal(0);
    await change(
      inspector,
      write({
        ...sound,
        shortcuts: [{ name: 'New list', url: '/new', description: 'Begins one' }],
        screenshots: [
          { src: '/wide.png', sizes: '1280x720', type: 'image/png', form_factor: 'wide', label: 'All lists' },
        ],
      }),
    );
    expect(textsOf(inspector, '.shortcuts li')).to.deep.equal([`New list Begins one ${location.origin}/new`]);
    expect(all(inspector, '.wide img').map((picture) => (picture as HTMLImageElement).alt)).to.deep.equal([
      'All lists',
    ]);
    expect(all(inspector, '.wide').map(({ offsetWidth }) => offsetWidth)).to.deep.equal([320]);
    await expect(inspector).to.be.accessible();
  });

  it('shows so many pictures as a user may look at, and tells how many more there are', async () => {
    const sources = Array.from({ length: 1000 }, (_, index) => ({
      src: `/contract/${index}.png`,
      sizes: '96x96',
      type: 'image/png',
    }));
    const inspector = await inspect({ ...sound, icons: sources });
    expect(all(inspector, '#images ~ ul > li').length).to.equal(50);
    expect(textsOf(inspector, '#images ~ p')).to.deep.equal(['And 950 more.']);
    expect(all(inspector, '*').length).to.be.below(3000);
    await change(inspector, write({ ...sound, icons: sources.slice(0, 50) }));
    expect([all(inspector, '#images ~ ul > li').length, all(inspector, '#images ~ p').length]).to.deep.equal([50, 0]);
  });

  it('shows the beginning of what is too long to be read', async () => {
    const long = 'x'.repeat(1_000_000);
    const inspector = await inspect(
      JSON.stringify({
        ...sound,
        id: `/${long}`,
        name: long,
        description: long,
        theme_color: 'no colour',
        shortcuts: [{ name: long, url: `/${long}` }],
      }),
    );
    await change(inspector, write(sound), 'installed');
    const report = inspector.shadowRoot!.querySelector('.report')!;
    expect(report.textContent!.length).to.be.below(100_000);
    expect(cells(inspector, 'name')![0]).to.equal(`${'x'.repeat(1000)}…`);
    expect(textsOf(inspector, '.lines pre').join('')).to.include('"theme_color":"no colour"');
  });

  it('judges a manifest for the web in a page that has no address there', async () => {
    Object.defineProperty(document, 'URL', { configurable: true, value: 'about:srcdoc' });
    during(() => Reflect.deleteProperty(document, 'URL'));
    const inspector = await inspect(sound);
    expect(textsOf(inspector, '.engine dd')[0]).to.equal(`${location.origin}/`);
    Object.defineProperty(document, 'baseURI', { configurable: true, value: 'about:blank' });
    during(() => Reflect.deleteProperty(document, 'baseURI'));
    await change(inspector, write({ ...sound, name: 'Ladders' }));
    expect(textsOf(inspector, '.engine dd')[0]).to.equal('https://localhost/');
  });

  it('foretells what reaches those who have another manifest installed', async () => {
    const inspector = await inspect({ ...sound, name: 'Ladders', theme_color: '#654321' });
    await change(inspector, write(sound), 'installed');
    const [silent, asks] = all(inspector, '.forecast ul').map((list) =>
      [...list.querySelectorAll('code')].map(({ textContent }) => textContent),
    );
    expect(silent).to.include('theme_color');
    expect(asks).to.include('name');
    await expect(inspector).to.be.accessible();
    await change(inspector, write({ ...sound, id: '/other' }), 'installed');
    expect(textsOf(inspector, '.forecast p.error')[0]).to.match(/second app/);
  });

  it('foretells it for every browser, those without updates too', async () => {
    const inspector = await inspect({ ...sound, name: 'Ladders', theme_color: '#654321' });
    await change(inspector, write(sound), 'installed');
    expect(textsOf(inspector, '.forecast h3')).to.deep.equal(['Chromium', 'WebKit', 'Gecko']);
    expect(textsOf(inspector, '.forecast .quiet').slice(1)).to.deep.equal([
      'There are no updates; only removing the app and adding it again brings a change.',
      'There are no updates; only removing the app and adding it again brings a change.',
    ]);
    expect(textsOf(inspector, '.forecast li').at(-1)).to.match(/^name .*It is fixed when the app is added\.$/);
    await click(all(inspector, 'fieldset input')[1]!);
    await inspector.updateComplete;
    expect(textsOf(inspector, '.forecast .quiet').at(-1)).to.match(/while the app is open/);
    await change(inspector, write({ ...sound, name: 'Ladders', theme_color: '#654321' }), 'installed');
    expect(textsOf(inspector, '.forecast p').filter((text) => text === 'Nothing changes.')).to.have.length(3);
  });

  it('tells once, and as an error, what keeps Chromium from installing the app', async () => {
    const inspector = await inspect({ ...sound, icons: [{ ...sound.icons[0], purpose: 'maskable' }] });
    expect(textsOf(inspector, '.finding.error p:first-child')).to.deep.equal([
      'Error No icon makes the app installable: the only icons are maskable.',
    ]);
    expect(statusOf(inspector)).to.match(/^Errors: 1\. /);
    expect((await change(inspector, write({ ...sound, start_url: undefined }))).errors).to.equal(1);
    expect(textsOf(inspector, '.finding').filter((text) => /start_url/.test(text))).to.have.length(1);
  });

  it('fetches the installed manifest too', async () => {
    during(
      answerManifests(
        ({ search }) => new Response(write(search === '?old.webmanifest' ? sound : { ...sound, name: 'Ladders' })),
      ),
    );
    const inspector = await fixture<LatchManifestInspector>(
      html`<latch-manifest-inspector src=${manifestPath} installed="/package.json?old.webmanifest"></latch-manifest-inspector>`,
    );
    while (all(inspector, '.forecast').length === 0)
      await oneEvent(inspector, 'latch-manifest-inspected').then(() => inspector.updateComplete);
    expect(area(inspector, 'installed').value).to.equal(write(sound));
    expect(textsOf(inspector, '.forecast li code')).to.include('name');
  });

  it('judges for phones when asked to', async () => {
    const inspector = await inspect({ ...sound, start_url: undefined });
    expect(textsOf(inspector, '.verdict')[0]).to.equal('Not installable');
    const inspected = oneEvent(inspector, 'latch-manifest-inspected');
    await click(all(inspector, 'fieldset input')[1]!);
    await inspected;
    await inspector.updateComplete;
    expect(textsOf(inspector, '.verdict')[0]).to.equal('Installable, and the browser offers it');
    expect(all(inspector, 'fieldset input').map((radio) => (radio as HTMLInputElement).checked)).to.deep.equal([
      false,
      true,
      false,
    ]);
  });

  it('fits into a narrow place', async () => {
    const inspector = await inspect({
      ...sound,
      name: 'x'.repeat(2000),
      theme_color: 'no colour at all, but a very long text',
    });
    inspector.style.inlineSize = '288px';
    expect(inspector.scrollWidth).to.be.at.most(288);
    expect(all(inspector, 'section').every((section) => section.scrollWidth <= 288)).to.equal(true);
    await expect(inspector).to.be.accessible();
  });

  it('lets the lines of its editor grow with the text of the page, beside their numbers', async () => {
    const inspector = await inspect(sound);
    document.documentElement.style.fontSize = '200%';
    during(() => document.documentElement.style.removeProperty('font-size'));
    const line = all(inspector, '.gutter span')[0]!;
    const { fontSize, lineHeight } = getComputedStyle(area(inspector));
    expect(parseFloat(lineHeight)).to.be.at.least(parseFloat(fontSize));
    expect(line.getBoundingClientRect().height).to.be.closeTo(parseFloat(lineHeight), 0.1);
  });
});
