import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  checkInstallability,
  isInScope,
  type Installability,
  type InstallabilityFacts,
  type ProcessOptions,
} from '../../src/manifest/index.js';
import { process } from './processing.js';

const icon = { src: '/icon.png', sizes: '512x512', type: 'image/png' };
const sound = { id: '/app/', name: 'Sound', start_url: '/app/', display: 'standalone', icons: [icon] };

function check(
  manifest: object,
  facts: InstallabilityFacts = {},
  options: Partial<ProcessOptions> = {},
): Installability {
  return checkInstallability(process({ ...sound, ...manifest }, { engine: 'chromium', ...options }), facts);
}
const ids = ({ reasons }: Installability, effect: string): string[] =>
  reasons.filter((reason) => reason.effect === effect).map(({ id }) => id);

describe('in Chromium', () => {
  test('the type of an SVG may be in capitals for the icon of the app, but not for what makes it installable', () => {
    assert.deepEqual(ids(check({ icons: [{ ...icon, type: 'image/SVG+XML' }] }), 'blocks-install'), [
      'manifest-missing-suitable-icon',
    ]);
  });

  test('an icon behind a user name or a password is not fetched', () => {
    for (const user of ['me', 'me:secret', ':secret'])
      assert.deepEqual(
        ids(check({ icons: [{ ...icon, src: `https://${user}@a.example/icon.png` }] }), 'blocks-install'),
        ['no-acceptable-icon'],
      );
  });

  test('a sound manifest is installable and offered', () => {
    const { installable, promotable, effectiveDisplay, reasons } = check({});
    assert.deepEqual([installable, promotable, effectiveDisplay], [true, true, 'standalone']);
    assert.deepEqual(reasons, [
      {
        id: 'manifest-contributes',
        effect: 'notes',
        message: 'The manifest gives id, name, start_url, display, icons.',
      },
    ]);
  });

  for (const [what, image, fact] of [
    [
      'by what was fetched',
      { src: '/icon.svg', sizes: 'any' },
      { ok: true, type: 'image/svg+xml', width: 32, height: 32 },
    ],
    [
      'by what the manifest says',
      { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
      { ok: true, width: 32, height: 32 },
    ],
  ] as const) {
    test(`a drawing is large enough whatever size it gives itself, ${what}`, () => {
      assert.equal(check({ icons: [image] }, { icons: { 'https://a.example/icon.svg': fact } }).installable, true);
    });
  }

  test('a picture that only calls itself a drawing is measured', () => {
    const facts = { icons: { 'https://a.example/icon.svg': { ok: true, type: 'image/png', width: 32, height: 32 } } };
    assert.deepEqual(
      ids(check({ icons: [{ src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' }] }, facts), 'blocks-install'),
      ['no-acceptable-icon'],
    );
  });

  const obstacles: Array<[string, object, InstallabilityFacts, Partial<ProcessOptions>?]> = [
    ['no-manifest', {}, { linked: false }],
    ['in-incognito', {}, { privateWindow: true }],
    ['not-from-secure-origin', {}, { secureOrigin: false }],
    ['not-from-secure-origin', {}, {}, { documentUrl: 'http://a.example/app/', manifestUrl: 'http://a.example/m' }],
    ['start-url-not-valid', { start_url: 'https://b.example/' }, {}],
    ['manifest-missing-name-or-short-name', { name: ' ' }, {}],
    ['manifest-display-not-supported', { display: 'browser' }, {}],
    ['manifest-display-not-supported', { display: 'window-controls-overlay' }, {}],
    ['manifest-display-override-not-supported', { display_override: ['browser', 'standalone'] }, {}],
    ['no-acceptable-icon', {}, { icons: { 'https://a.example/icon.png': { ok: false } } }],
    ['no-acceptable-icon', {}, { icons: { 'https://a.example/icon.png': { ok: true, width: 143, height: 143 } } }],
  ];
  for (const [id, manifest, facts, options] of obstacles) {
    test(`${JSON.stringify({ ...manifest, ...facts, ...options })} is ${id}`, () => {
      const result = check(manifest, facts, options);
      assert.deepEqual([ids(result, 'blocks-install'), result.installable, result.promotable], [[id], false, false]);
    });
  }

  test('a manifest that cannot be had is every obstacle at once', () => {
    const all = [
      'manifest-parsing-or-network-error',
      'start-url-not-valid',
      'manifest-missing-name-or-short-name',
      'manifest-display-not-supported',
      'manifest-missing-suitable-icon',
      'no-acceptable-icon',
    ];
    assert.deepEqual(ids(check({}, { status: 404 }), 'blocks-install'), all);
    assert.deepEqual(ids(checkInstallability(process('{', { engine: 'chromium' })), 'blocks-install'), all);
    assert.deepEqual(ids(check({}, { allowedByPolicy: false }), 'blocks-install'), [
      'manifest-parsing-or-network-error',
      'no-manifest',
    ]);
  });

  const icons: Array<[object, boolean]> = [
    [{ ...icon, sizes: '144x144' }, true],
    [{ ...icon, sizes: '143x143' }, false],
    [{ ...icon, sizes: '1024x1024' }, true],
    [{ ...icon, purpose: 'maskable' }, false],
    [{ ...icon, purpose: 'maskable any' }, true],
    [{ ...icon, sizes: undefined }, false],
    [{ src: '/i.svg', sizes: 'any' }, true],
    [{ src: '/i.webp', sizes: '192x192' }, true],
    [{ src: '/i.jpg', sizes: '192x192' }, false],
    [{ src: '/i', sizes: '192x192' }, false],
    [{ ...icon, sizes: '192X192' }, true],
  ];
  for (const [image, isEnough] of icons) {
    test(`an icon ${JSON.stringify(image)} is ${isEnough ? '' : 'not '}enough`, () =>
      assert.equal(check({ icons: [image] }).installable, isEnough));
  }

  test('an icon beyond 1024 pixels is too large on desktop, and not on mobile', () => {
    const large = { icons: [{ ...icon, sizes: '1025x1025' }] };
    assert.deepEqual(ids(check(large), 'blocks-install'), ['manifest-missing-suitable-icon']);
    assert.equal(check(large, {}, { platform: 'mobile' }).installable, true);
  });

  test('the start URL is needed on desktop only', () => {
    assert.equal(check({ start_url: undefined }, {}, { platform: 'mobile' }).installable, true);
  });

  test('a preference for another app keeps it from being offered, not from being installed', () => {
    const prefers = { prefer_related_applications: true, related_applications: [{ platform: 'play', id: 'x' }] };
    const mobile = check(prefers, {}, { platform: 'mobile' });
    assert.deepEqual(
      [mobile.installable, mobile.promotable, ids(mobile, 'blocks-promotion')],
      [true, false, ['prefer-related-applications']],
    );
    assert.equal(check(prefers).promotable, true);
    assert.equal(
      check({ ...prefers, related_applications: [{ platform: 'chrome_web_store', id: 'x' }] }).promotable,
      false,
    );
    assert.equal(check({ prefer_related_applications: 'true' }, {}, { platform: 'mobile' }).promotable, true);
  });

  for (const [what, manifest, elsewhere] of [
    ['start URL', { start_url: 'https://ada@a.example/app/' }, []],
    ['scope', { scope: 'https://ada:secret@a.example/app/' }, []],
    ['icon', { icons: [{ ...icon, src: 'https://:secret@cdn.example/icon.png' }] }, ['no-acceptable-icon']],
  ] as const) {
    test(`on Android a user name or a password in the URL of the ${what} keeps it from being installed`, () => {
      const refused = check(manifest, {}, { platform: 'mobile' });
      assert.deepEqual(
        [refused.installable, refused.promotable, ids(refused, 'blocks-install')],
        [false, false, [...elsewhere, 'url-not-supported-for-webapk']],
      );
      assert.deepEqual(ids(check(manifest), 'blocks-install'), elsewhere);
    });
  }

  test('on Android an @ in the path or the query of a URL is no user name', () => {
    const manifest = {
      start_url: '/app/@ada?mail=ada@a.example',
      icons: [{ ...icon, src: '//cdn.example//@2x/i.png' }],
    };
    assert.equal(check(manifest, {}, { platform: 'mobile' }).installable, true);
  });

  for (const [what, app, places] of [
    ['of Google Play', { platform: 'play', id: 'x' }, ['mobile', 'chromeos']],
    ['of the Chrome Web Store', { platform: 'chrome_web_store', id: 'x' }, ['desktop', 'chromeos']],
    ['of another platform', { platform: 'itunes', id: 'x' }, []],
    ['of the web', { platform: 'webapp', url: 'https://a.example/' }, []],
  ] as const)
    test(`a preferred app ${what} keeps the browser from offering this one on: ${places.join(', ') || 'nothing'}`, () => {
      const manifest = { prefer_related_applications: true, related_applications: [app] };
      const kept = (['desktop', 'mobile', 'chromeos'] as const).filter(
        (platform) => !check(manifest, {}, { platform }).promotable,
      );
      assert.deepEqual(kept.toSorted(), places.toSorted());
      assert.deepEqual(ids(check({ related_applications: [app] }), 'blocks-promotion'), []);
    });

  test('an app is preferred to none if the manifest names none', () => {
    assert.equal(check({ prefer_related_applications: true }, {}, { platform: 'mobile' }).promotable, true);
  });

  test('tabbed counts on ChromeOS alone', () => {
    const manifest = { display: 'browser', display_override: ['tabbed'] };
    assert.deepEqual(
      (['desktop', 'mobile', 'chromeos'] as const).map((platform) => {
        const { installable, effectiveDisplay } = check(manifest, {}, { platform });
        return [installable, effectiveDisplay];
      }),
      [
        [false, 'browser'],
        [false, 'browser'],
        [true, 'tabbed'],
      ],
    );
  });

  test('a manifest that could not be checked is neither installable nor not', () => {
    const { installable, promotable, reasons } = check({}, { obstacle: { message: 'It is secret.', fix: 'sign in' } });
    assert.deepEqual([installable, promotable], [null, null]);
    assert.deepEqual(reasons[0], { id: 'not-checked', effect: 'unchecked', message: 'It is secret.', fix: 'sign in' });
  });

  test('an icon that could not be checked leaves the decision open, unless something else decides', () => {
    const facts = { icons: { 'https://a.example/icon.png': { ok: 'It is too large.' } } };
    assert.equal(check({}, facts).installable, null);
    assert.deepEqual(ids(check({}, facts), 'unchecked'), ['icon-not-checked']);
    assert.equal(check({ name: '' }, facts).installable, false);
  });

  test('what keeps it from being installed says which condition failed', () => {
    const why = (manifest: object): string =>
      check(manifest).reasons.find(({ effect }) => effect === 'blocks-install')!.message;
    assert.equal(
      why({ icons: [{ ...icon, purpose: 'maskable' }] }),
      'No icon makes the app installable: the only icons are maskable.',
    );
    assert.equal(why({ icons: [] }), 'No icon makes the app installable: there is none.');
    assert.equal(
      why({ icons: [{ ...icon, sizes: undefined }] }),
      'No icon makes the app installable: none of purpose any has "sizes".',
    );
    assert.equal(
      why({ icons: [{ ...icon, sizes: '48x48 96x96' }] }),
      'No icon makes the app installable: none of purpose any has at least 144 and at most 1024 pixels, but 48, 96.',
    );
    assert.equal(
      why({ icons: [{ src: '/a.jpg', sizes: '512x512' }] }),
      'No icon makes the app installable: none of purpose any is a PNG, SVG or WebP.',
    );
    assert.equal(
      why({ display: undefined }),
      '"display" is missing or not valid, not standalone, fullscreen or minimal-ui.',
    );
  });

  for (const [facts, expected] of [
    [{ reached: false }, ['manifest-parsing-or-network-error', 'no-manifest']],
    [{ sandboxed: true }, ['manifest-parsing-or-network-error', 'no-acceptable-icon']],
  ] as const)
    test(`${JSON.stringify(facts)} is what Chromium calls ${expected.join(' and ')}`, () => {
      assert.deepEqual(ids(check({}, facts), 'blocks-install'), expected);
    });

  test('the first possible mode of display_override is how it opens', () => {
    const modes = ['tabbed', 'unframed', 'window-controls-overlay', 'minimal-ui'];
    assert.equal(check({ display_override: modes }).effectiveDisplay, 'window-controls-overlay');
    assert.equal(check({ display_override: modes }, {}, { platform: 'mobile' }).effectiveDisplay, 'minimal-ui');
    assert.equal(check({ display_override: ['unframed'] }).effectiveDisplay, 'standalone');
  });

  test('localhost is secure', () => {
    for (const host of ['localhost:8000', 'a.localhost', '127.0.0.1', '[::1]:3000'])
      assert.equal(
        check({}, {}, { documentUrl: `http://${host}/app/`, manifestUrl: `http://${host}/m` }).installable,
        true,
        host,
      );
  });

  test('what the network knows better than the manifest is reported', () => {
    const facts: InstallabilityFacts = {
      earlierId: 'https://a.example/earlier',
      associations: { 'https://b.example.com': false, 'https://c.example.com': true },
    };
    const result = check(
      {
        scope_extensions: ['b', 'c'].map((name) => ({ type: 'origin', origin: `https://${name}.example.com` })),
      },
      facts,
    );
    assert.deepEqual(ids(result, 'notes'), ['manifest-contributes', 'id-changed', 'scope-extension-unconfirmed']);
  });
});

describe('in WebKit', () => {
  test('anything can be added, and is never offered', () => {
    for (const manifest of [{}, { name: undefined, icons: undefined, start_url: undefined }]) {
      const { installable, promotable, effectiveDisplay } = check(manifest, {}, { engine: 'webkit' });
      assert.deepEqual([installable, promotable, effectiveDisplay], [true, false, 'standalone']);
    }
  });

  test('a touch icon goes before the icons of the manifest', () => {
    assert.deepEqual(ids(check({}, { touchIcon: 'https://a.example/touch.png' }, { engine: 'webkit' }), 'notes'), [
      'added-by-hand',
      'touch-icon-wins',
      'manifest-contributes',
    ]);
    assert.ok(
      ids(check({ icons: [{ ...icon, purpose: 'maskable' }] }, {}, { engine: 'webkit' }), 'notes').includes(
        'no-usable-icon',
      ),
    );
  });

  test('what opened in the browser before iOS 26 is reported', () => {
    assert.ok(
      ids(check({ display: 'minimal-ui' }, {}, { engine: 'webkit', platform: 'mobile' }), 'notes').includes(
        'opens-in-browser-before-26',
      ),
    );
    assert.ok(
      !ids(check({ display: 'fullscreen' }, {}, { engine: 'webkit', platform: 'mobile' }), 'notes').includes(
        'opens-in-browser-before-26',
      ),
    );
  });
});

test('in Gecko anything can be added, and opens as it says on mobile', () => {
  assert.deepEqual(
    [
      check({ display: 'fullscreen' }, {}, { engine: 'gecko', platform: 'mobile' }).effectiveDisplay,
      check({}, {}, { engine: 'gecko' }).effectiveDisplay,
    ],
    ['fullscreen', 'minimal-ui'],
  );
  assert.deepEqual(
    [check({}, {}, { engine: 'gecko' }).installable, check({}, {}, { engine: 'gecko' }).promotable],
    [true, false],
  );
});

test('by the specification anything can be installed', () => {
  const { installable, effectiveDisplay } = check({ icons: undefined, display: 'fullscreen' }, {}, { engine: 'spec' });
  assert.deepEqual([installable, effectiveDisplay], [true, 'fullscreen']);
});

describe('the scope', () => {
  const { manifest } = process({ start_url: '/app/start', scope: '/app' });
  const urls: Array<[string, boolean]> = [
    ['https://a.example/app', true],
    ['https://a.example/app/x?y#z', true],
    ['https://a.example/apple', true],
    ['https://a.example/App', false],
    ['https://a.example/', false],
    ['http://a.example/app', false],
    ['https://b.example/app', false],
    ['x', true],
    ['/', false],
    ['http://', false],
    ['data:,x', false],
  ];
  for (const [url, isInside] of urls)
    test(`of /app ${isInside ? 'has' : 'has not'} ${url}`, () => assert.equal(isInScope(url, { manifest }), isInside));
});
