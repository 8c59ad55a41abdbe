import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Engine, ProcessedManifest } from '../../src/manifest/index.js';
import { process } from './processing.js';

/** One member as the specification has it. */
function read<Name extends keyof ProcessedManifest>(
  name: Name,
  value: unknown,
  rest: object = {},
): ProcessedManifest[Name] {
  return process({ ...rest, [name]: value }).manifest[name];
}

/** What every manifest needs, so that nothing is found about it. */
const home = { start_url: '/app/' };

describe('by the specifications', () => {
  test('an id drops its fragment, and so does the start URL in its place', () => {
    assert.equal(read('id', 'x#y', { start_url: '/app/' }), 'https://a.example/x');
    assert.equal(read('id', undefined, { start_url: '/app/?q#part' }), 'https://a.example/app/?q');
    assert.equal(process({ start_url: '/app/#part' }, { engine: 'gecko' }).appId, 'https://a.example/app/#part');
  });

  test('a start URL outside the scope discards the scope, not itself', () => {
    const { manifest, findings } = process({ start_url: '/app/x', scope: '/other/' });
    assert.deepEqual([manifest.start_url, manifest.scope], ['https://a.example/app/x', 'https://a.example/app/']);
    assert.match(findings.find(({ code }) => code === 'start-url-outside-scope')!.message, /takes its place\.$/);
  });

  test('an empty start URL is nothing, and in Chromium the manifest itself', () => {
    assert.equal(read('start_url', ''), 'https://a.example/app/page');
    assert.equal(
      process({ start_url: '' }, { engine: 'chromium' }).manifest.start_url,
      'https://a.example/app/manifest.json',
    );
    for (const engine of ['spec', 'chromium', 'webkit', 'gecko'] as const)
      assert.ok(
        process({ start_url: '', scope: '' }, { engine }).findings.filter(({ code }) => code === 'empty-url').length ===
          2,
        engine,
      );
  });

  test('languages are canonical, and directions words', () => {
    assert.deepEqual(
      ['de-de', ' EN-latn-gb ', 'de_DE', '', 3].map((lang) => read('lang', lang)),
      ['de-DE', 'en-Latn-GB', undefined, undefined, undefined],
    );
    assert.deepEqual(
      ['rtl', ' LTR ', 'up', 3, undefined].map((dir) => read('dir', dir)),
      ['rtl', 'ltr', 'auto', 'auto', 'auto'],
    );
  });

  test('localized texts are completed with their language and direction', () => {
    assert.deepEqual(
      read(
        'name_localized',
        {
          de: ' Schlüssel ',
          'en-us': { value: 'Key', dir: 'ltr' },
          ar: { value: 'مفتاح', lang: 'ar-EG' },
          d_e: 'x',
          fr: 3,
          it: {},
          es: { value: ' ' },
        },
        { dir: 'rtl' },
      ),
      {
        de: { value: 'Schlüssel', lang: 'de', dir: 'rtl' },
        'en-us': { value: 'Key', lang: 'en-us', dir: 'ltr' },
        ar: { value: 'مفتاح', lang: 'ar-EG', dir: 'rtl' },
        es: { value: '', lang: 'es', dir: 'rtl' },
      },
    );
    const chromium = process({ name_localized: { 'en-us': 'Key', es: { value: ' ' } } }, { engine: 'chromium' });
    assert.deepEqual(chromium.manifest.name_localized, { 'en-us': { value: 'Key', lang: 'en-US', dir: 'auto' } });
    assert.equal(read('name_localized', 'Key'), undefined);
    const tags = { 'x-house': 'a', x: 'b', und: 'c', en: { value: 'd', lang: 'e_n' }, fr: { value: 'e', lang: ' ' } };
    assert.deepEqual(Object.keys(read('name_localized', tags) as object), ['und']);
    assert.deepEqual(Object.keys(process({ name_localized: tags }, { engine: 'chromium' }).manifest.name_localized!), [
      'x-house',
      'fr',
    ]);
    const icons = { de: [{ src: 'de.png' }], en: 3, fr: [{}] };
    const de = [{ src: 'https://a.example/app/de.png', purpose: ['any'] }];
    assert.deepEqual(read('icons_localized', icons), { de, en: [], fr: [] });
    assert.deepEqual(process({ icons_localized: icons }, { engine: 'chromium' }).manifest.icons_localized, { de });
    assert.deepEqual(
      Object.values(read('name_localized', { de: { value: 'a', dir: 'RTL' }, fr: { value: 'b', dir: ' rtl ' } })!).map(
        ({ dir }) => dir,
      ),
      ['auto', 'rtl'],
    );
  });

  test('Chromium keeps one text of a language, its last one, and no map without any', () => {
    const { manifest, findings, understood } = process(
      {
        name_localized: { 'en-us': 'a', de: 'b', 'en-US': 'c' },
        icons_localized: { de: [] },
        short_name_localized: {},
      },
      { engine: 'chromium' },
    );
    assert.deepEqual(
      Object.entries(manifest.name_localized!).map(([tag, { value }]) => [tag, value]),
      [
        ['de', 'b'],
        ['en-US', 'c'],
      ],
    );
    assert.equal(findings.find(({ code }) => code === 'duplicate-member')!.path, 'name_localized.en-us');
    assert.deepEqual([manifest.icons_localized, manifest.short_name_localized], [undefined, undefined]);
    assert.deepEqual(understood, ['name_localized']);
  });

  test('Chromium takes languages that Intl does not know', () => {
    const taken = [
      'i-klingon',
      'I-default',
      'zh-cmn',
      'zh-cmn-Hant',
      'abc-def-ghi-jkl',
      'abcd',
      'abcd-GB',
      'en-x-a',
      'und-GB',
      'en-GB-oed',
      'sgn-BE-FR',
      'sgn-CH-de',
      'i-TSU',
      'i-hak-nyn',
      'i-ami-abc-def-x-y',
      'i-default-a',
      'sgn-CH-DE-x-a',
      'en-GB-oed-x-a',
    ];
    const refused = [
      'a',
      'i',
      'i-',
      'en-',
      'abc-def-ghi-jkl-mno',
      'abcde-abc',
      'abcdefghi',
      'en-a',
      'en-GB-US',
      'zh-cmn_Hant',
      'de-1996-1996',
      'i-anything',
      'i-hak-1',
      'abcd-abc',
      'root',
      'Root',
    ];
    const names = process(
      { name_localized: Object.fromEntries([...taken, ...refused].map((tag) => [tag, 'x'])) },
      { engine: 'chromium' },
    ).manifest.name_localized!;
    assert.deepEqual(
      Object.values(names).map(({ lang }) => lang),
      taken,
    );
    assert.deepEqual(Object.keys(names), taken);
    assert.equal(process({ lang: 'i-klingon' }, { engine: 'chromium' }).manifest.lang, 'i-klingon');
    assert.equal(process({ lang: 'X-House' }, { engine: 'chromium' }).manifest.lang, 'x-house');
    for (const engine of ['spec', 'webkit', 'gecko'] as const)
      for (const lang of ['zh-cmn', 'x-house'])
        assert.equal(process({ lang }, { engine }).manifest.lang, undefined, `${engine} ${lang}`);
  });

  test('in Chromium texts without a language of their own go with that of the manifest', () => {
    const localized = {
      en: 'a',
      de: { value: 'b' },
      fr: { value: 'c', lang: 'fr' },
      it: { value: 'd', lang: '' },
      pt: { value: 'e', lang: 3 },
    };
    const keysWith = (lang: unknown, engine: 'chromium' | 'spec'): string[] =>
      Object.keys(
        process({ lang, name_localized: localized, description_localized: localized }, { engine }).manifest
          .description_localized!,
      );
    for (const lang of ['e_s', '\u00a0en', 'abcdefghi']) assert.deepEqual(keysWith(lang, 'chromium'), ['fr'], lang);
    for (const lang of [' en ', '', ' ', 3, null, 'und', 'i-klingon', undefined])
      assert.deepEqual(keysWith(lang, 'chromium'), Object.keys(localized), String(lang));
    assert.deepEqual(keysWith('e_s', 'spec'), ['en', 'de', 'fr', 'pt']);
    const { findings, manifest } = process(
      {
        lang: 'e_s',
        name_localized: localized,
        icons_localized: { en: [{ src: 'en.png' }] },
        shortcuts: [{ name: 'x', url: 'x', name_localized: localized }],
      },
      { engine: 'chromium' },
    );
    assert.deepEqual(
      findings.filter(({ code }) => code === 'invalid-language-tag').map(({ path }) => path),
      ['lang', 'name_localized.en', 'name_localized.de', 'name_localized.it', 'name_localized.pt'],
    );
    assert.deepEqual(Object.keys(manifest.icons_localized!), ['en']);
    const languages = (lang: unknown): unknown[] =>
      Object.values(process({ lang, name_localized: localized }, { engine: 'chromium' }).manifest.name_localized!).map(
        (text) => text.lang,
      );
    assert.deepEqual(languages(' sr '), ['sr', 'sr', 'fr', 'sr', 'sr']);
    assert.deepEqual(languages(undefined), ['en', 'de', 'fr', 'it', 'pt']);
  });

  test('colours for a dark system are colours', () => {
    assert.deepEqual(read('color_scheme_dark', { theme_color: 'black', background_color: 'nonsense' }), {
      theme_color: '#000000ff',
    });
    assert.equal(read('color_scheme_dark', []), undefined);
  });

  test('an empty purpose is any, and a purpose in capitals is ignored', () => {
    assert.deepEqual(
      read('icons', [
        { src: 'a', purpose: '' },
        { src: 'b', purpose: 'ANY' },
        { src: 'c', purpose: 'maskable nonsense' },
      ]).map(({ src, purpose }) => [src.slice(-1), purpose]),
      [
        ['a', ['any']],
        ['c', ['maskable']],
      ],
    );
  });

  test('display takes the basic modes, and display_override the others too', () => {
    for (const mode of ['window-controls-overlay', 'tabbed', 'unframed']) {
      const { manifest, findings } = process({ display: mode, display_override: [mode] });
      assert.deepEqual([manifest.display, manifest.display_override], ['browser', [mode]]);
      assert.equal(
        findings.find(({ code }) => code === 'display-needs-override')!.fix,
        `"display": "standalone"${mode === 'unframed' ? '' : `, "display_override": ["${mode}"]`}`,
      );
    }
    for (const few of ['unframed', 'borderless', 'unknown'])
      for (const { code, fix } of process({ display: few, display_override: [few] }).findings)
        assert.doesNotMatch(fix ?? '', /unframed/, `${few}: ${code} advises what the next run would object to`);
    assert.deepEqual(read('display_override', ['picture-in-picture', 'fullscreen', 3, 'browser']), [
      'fullscreen',
      'browser',
    ]);
    assert.deepEqual(
      process({ display_override: ['tabbed', 'minimal-ui'] }, { engine: 'chromium' }).manifest.display_override,
      ['minimal-ui'],
    );
  });

  test('a share target is all or nothing', () => {
    const target = {
      action: 'share',
      params: { title: 'title', text: ' ', files: { name: 'f', accept: '.png' } },
      method: 'post',
      enctype: 'Multipart/Form-Data',
    };
    assert.deepEqual(read('share_target', target), {
      action: 'https://a.example/app/share',
      method: 'POST',
      enctype: 'multipart/form-data',
      params: { title: 'title', text: '', files: [{ name: 'f', accept: ['.png'] }] },
    });
    assert.deepEqual(read('share_target', { action: 'share', params: {} }), {
      action: 'https://a.example/app/share',
      method: 'GET',
      enctype: 'application/x-www-form-urlencoded',
      params: {},
    });
    const mistakes = [
      { method: 'GET' },
      { enctype: 'application/x-www-form-urlencoded' },
      { action: '/elsewhere' },
      { params: undefined },
      { method: 'PUT' },
      { params: { files: [{ name: 'f', accept: ['nonsense'] }] } },
    ];
    for (const mistake of mistakes)
      assert.equal(read('share_target', { ...target, ...mistake }), undefined, JSON.stringify(mistake));
    for (const value of [[], 'share', null])
      assert.equal(
        process({ share_target: value }).findings.some(({ path }) => path === 'share_target'),
        true,
      );
  });

  test('the form of what is shared counts only if it is posted', () => {
    for (const enctype of ['multipart/form-data', 'nonsense', 3]) {
      assert.equal(
        read('share_target', { action: 'share', params: {}, enctype })?.enctype,
        'application/x-www-form-urlencoded',
      );
      assert.equal(
        process({ share_target: { action: 'share', params: {}, enctype } }, { engine: 'chromium' }).manifest
          .share_target,
        undefined,
      );
    }
  });

  test('file handlers take a type with all of its extensions or not at all, one by one in Chromium', () => {
    const handlers = [
      { action: 'open', accept: { 'image/*': ['.png', 'jpg'], 'text/plain': '.txt', 'text/csv': ['.csv'] } },
    ];
    assert.deepEqual(
      read('file_handlers', handlers).map(({ accept }) => accept),
      [{ 'text/csv': ['.csv'] }],
    );
    assert.deepEqual(
      process({ file_handlers: handlers }, { engine: 'chromium' }).manifest.file_handlers.map(({ accept }) => accept),
      [{ 'image/*': ['.png'], 'text/plain': ['.txt'], 'text/csv': ['.csv'] }],
    );
  });

  test('the type of an image is its essence, and an image with an invalid type is removed, but not in browsers', () => {
    const icons = [
      { src: 'a', type: ' Image/PNG; q=1' },
      { src: 'b', type: 'png' },
      { src: 'c', type: '' },
      { src: 'd', type: 3 },
    ];
    const typesOf = (engine: Engine): unknown[] =>
      process({ icons }, { engine }).manifest.icons.map(({ src, type }) => [src.slice(-1), type]);
    assert.deepEqual(typesOf('spec'), [
      ['a', 'image/png'],
      ['c', undefined],
      ['d', undefined],
    ]);
    assert.deepEqual(typesOf('webkit'), [
      ['a', 'Image/PNG; q=1'],
      ['b', 'png'],
      ['c', undefined],
      ['d', undefined],
    ]);
    assert.deepEqual(typesOf('gecko'), [
      ['a', 'image/png'],
      ['b', undefined],
      ['c', undefined],
      ['d', undefined],
    ]);
    assert.match(
      process({ icons }).findings.find(({ path, code }) => path === 'icons[1].type' && code === 'invalid-media-type')!
        .message,
      /"icons\[1\]" is dropped/,
    );
  });

  test('Gecko asks little of a type', () => {
    const typeOf = (type: string): unknown =>
      process({ icons: [{ src: 'a', type }] }, { engine: 'gecko' }).manifest.icons[0]!.type;
    for (const type of ['image/(png', 'image/p"ng', '\u007fimage/png', 'image/@', '/'])
      assert.equal(typeOf(type), type);
    for (const type of ['png', 'image/p ng', 'image/png,', 'ima\0ge/png', 'ima;ge/png'])
      assert.equal(typeOf(type), undefined, JSON.stringify(type));
    for (const parameters of [';', '; charset=utf-8', ';a="b;c"', ';a="b,c"', ' a;b', ';;a', '\0;'])
      assert.equal(typeOf(`image/png${parameters}`), 'image/png', JSON.stringify(parameters));
    for (const parameters of [';;', ';a=b;', '; ;', ';a,b', ' ;"a",', ' a'])
      assert.equal(typeOf(`image/png${parameters}`), undefined, JSON.stringify(parameters));
    assert.equal(typeOf('image/pn"g,"'), 'image/pn"g,"');
  });

  test('for Gecko a relative URL ends at a null character, and a fragment alone loses nothing', () => {
    const start = (start_url: string): string => process({ start_url }, { engine: 'gecko' }).manifest.start_url;
    assert.deepEqual(['a\0b', 'a#b \0c', '\0a', '#b\v', '# ', '#\ta'].map(start), [
      'https://a.example/app/a',
      'https://a.example/app/a#b',
      'https://a.example/app/a',
      'https://a.example/app/manifest.json#b%0B',
      'https://a.example/app/manifest.json#%20',
      'https://a.example/app/manifest.json#a',
    ]);
  });

  test('for Gecko an absolute URL keeps a null character, which it escapes', () => {
    const icon = (src: string): string | undefined =>
      process({ icons: [{ src }] }, { engine: 'gecko' }).manifest.icons[0]?.src;
    const icons = ['https://b.example/?a\0b', '\0 Ht\ntps://b.example/a\0b', 'http:/b.example/#\0c', 'data:,a\0b'];
    assert.deepEqual(icons.map(icon), [
      'https://b.example/?a%00b',
      'https://b.example/a%00b',
      'http://b.example/#%00c',
      'data:,a%00b',
    ]);
    // These are relative: to the same scheme, or to the scheme alone.
    assert.deepEqual(['https:a\0b', 'HTTPS:/a\0b', '//b.example/a\0b', '?a:\0b'].map(icon), [
      'https://a.example/app/a',
      'https://a.example/a',
      'https://b.example/a',
      'https://a.example/app/manifest.json?a:',
    ]);
  });

  test('what drops a shortcut does so where WebKit is not meant', () => {
    const shortcuts = [{ url: '/elsewhere', name: 'A' }, { url: 'b' }, { url: 'c', name: ' ' }];
    for (const engine of ['spec', 'chromium'] as const) {
      const dropped = process({ shortcuts }, { engine }).findings.filter(({ message }) =>
        message.includes('is dropped'),
      );
      assert.deepEqual(
        dropped.map(({ path, engines }) => [path, engines]),
        ['shortcuts[0].url', 'shortcuts[1].name', 'shortcuts[2].name'].map((path) => [path, ['spec', 'chromium']]),
      );
    }
    assert.equal(process({ shortcuts }, { engine: 'webkit' }).manifest.shortcuts.length, 3);
  });

  test('file handlers name what they take, and how they open it', () => {
    assert.deepEqual(
      read('file_handlers', [
        { action: 'open', accept: { 'image/*': ['.png'], 'text/plain': ['.txt'], nonsense: ['.x'] } },
        { action: 'open', accept: {} },
        { action: '/elsewhere', accept: { 'a/b': ['.c'] } },
      ]),
      [
        {
          action: 'https://a.example/app/open',
          icons: [],
          accept: { 'image/*': ['.png'], 'text/plain': ['.txt'] },
          launch_type: 'single-client',
        },
      ],
    );
    assert.equal(
      read('file_handlers', [
        { action: 'open', accept: { 'image/png': ['.png'] }, launch_type: ['x', 'multiple-clients'], name: ' N ' },
      ])[0]!.launch_type,
      'multiple-clients',
    );
  });

  test('protocol handlers are of the safelist or web+, in small letters but for Chromium', () => {
    const schemes = ['mailto', 'web+tea', 'web+Tea', 'WEB+tea', 'ipfs', 'https', 'web+', 'mailto:'];
    const handlers = { protocol_handlers: schemes.map((protocol) => ({ protocol, url: '?%s' })) };
    assert.deepEqual(
      process(handlers).manifest.protocol_handlers.map(({ protocol }) => protocol),
      ['mailto', 'web+tea'],
    );
    assert.deepEqual(
      process(handlers, { engine: 'chromium' }).manifest.protocol_handlers.map(({ protocol }) => protocol),
      ['mailto', 'web+tea', 'web+Tea', 'WEB+tea', 'ipfs'],
    );
    assert.deepEqual(read('protocol_handlers', [{ protocol: 'mailto', url: 'page' }]), []);
  });

  test('scope extensions are https origins that a site can own', () => {
    const origins = [
      'https://b.example.com/x',
      'http://b.example.com',
      'https://com',
      'https://localhost',
      'https://127.0.0.1:8443',
      'b.example.com',
      'https://b.test',
    ];
    assert.deepEqual(
      read(
        'scope_extensions',
        origins.map((origin) => ({ type: 'origin', origin })),
      ),
      [
        { type: 'origin', origin: 'https://b.example.com' },
        { type: 'origin', origin: 'https://127.0.0.1:8443' },
      ],
    );
    assert.deepEqual(
      read('scope_extensions', [{ type: 'site', origin: 'https://b.example.com' }, 'https://b.example.com']),
      [],
    );
  });

  test('an app that replaces another has an id', () => {
    const migrate_from = [
      '/old',
      { id: '/older', install_url: '/install', behavior: 'force' },
      { id: '/oldest', behavior: 'sometimes' },
      { id: '/x', install_url: 'https://other.example/' },
    ];
    assert.deepEqual(read('migrate_from', migrate_from, { id: '/' }), [
      { id: 'https://a.example/old', behavior: 'suggest' },
      { id: 'https://a.example/older', install_url: 'https://a.example/install', behavior: 'force' },
      { id: 'https://a.example/oldest', behavior: 'suggest' },
    ]);
    assert.deepEqual(read('migrate_from', migrate_from), []);
    assert.deepEqual(read('migrate_to', { id: '/new' }), { id: 'https://a.example/new' });
    assert.equal(process({ migrate_to: { id: '/new' } }, { engine: 'chromium' }).manifest.migrate_to, undefined);
  });

  test('a tab strip has a home tab and a button', () => {
    assert.deepEqual(
      read('tab_strip', {
        home_tab: { scope_patterns: [{ pathname: '/' }, 3], icons: 'auto' },
        new_tab_button: { url: 'new' },
      }),
      { home_tab: { scope_patterns: [{ pathname: '/' }] }, new_tab_button: { url: 'https://a.example/app/new' } },
    );
    assert.deepEqual(read('tab_strip', { home_tab: 'absent', new_tab_button: { url: '/elsewhere' } }), {
      home_tab: 'absent',
      new_tab_button: {},
    });
    assert.deepEqual(read('tab_strip', {}), { home_tab: 'auto', new_tab_button: {} });
  });

  test('related applications need a platform, and a URL or an id', () => {
    assert.deepEqual(
      read('related_applications', [
        { platform: 'play', id: 'x', min_version: '1', fingerprints: [{ type: 'sha256_cert', value: 'aa' }] },
        { platform: 'webapp' },
        { id: 'x' },
        { platform: 'windows', url: 'https://b.example/x' },
      ]),
      [
        { platform: 'play', id: 'x', min_version: '1', fingerprints: [{ type: 'sha256_cert', value: 'aa' }] },
        { platform: 'windows', url: 'https://b.example/x' },
      ],
    );
    for (const value of ['true', 'false', 1, null]) assert.equal(read('prefer_related_applications', value), false);
    assert.equal(read('prefer_related_applications', true), true);
  });

  test('members of one vendor keep their shape', () => {
    assert.deepEqual(read('edge_side_panel', { preferred_width: 400 }), { preferred_width: 400 });
    assert.deepEqual(read('edge_side_panel', { preferred_width: '400' }), {});
    assert.deepEqual(read('serviceworker', { src: '/sw.js', scope: '/', use_cache: false }), {
      src: 'https://a.example/sw.js',
      scope: 'https://a.example/',
      use_cache: false,
    });
    assert.equal(read('serviceworker', { scope: '/' }), undefined);
    assert.deepEqual(read('widgets', [{ name: 'x', data: { deep: [[[[[1]]]]] } }, 3]), [
      { name: 'x', data: { deep: [[[[[1]]]]] } },
    ]);
    assert.deepEqual(read('note_taking', { new_note_url: 'note' }), { new_note_url: 'https://a.example/app/note' });
    assert.deepEqual(
      ['auto', ' x ', 3].map((value) => read('handle_links', value)),
      ['auto', 'x', undefined],
    );
    assert.deepEqual([read('iarc_rating_id', 'e84b072d'), read('gcm_sender_id', ' 1 ')], ['e84b072d', '1']);
  });

  test('of related applications Chromium acts on five platforms, and one note names those it does nothing with', () => {
    const apps = ['play', 'itunes', 'windows', 'f-droid', 'amazon', 'chromeos_play', 'webapp', 'chrome_web_store'];
    const manifest = { ...home, related_applications: apps.map((platform) => ({ platform, id: 'x' })) };
    const found = process(manifest, { engine: 'chromium' });
    assert.equal(found.manifest.related_applications.length, apps.length);
    assert.deepEqual(
      found.findings.map(({ level, code, path, message }) => [level, code, path, message]),
      [
        [
          'info',
          'platform-not-used',
          'related_applications',
          'Chromium does nothing with apps of "itunes", "f-droid", "amazon" in "related_applications".',
        ],
      ],
    );
    assert.deepEqual(process(manifest).findings, []);
    assert.deepEqual(
      process(
        { ...home, related_applications: [{ platform: 'google-play', id: 'x' }] },
        { engine: 'chromium' },
      ).findings.map(({ level, code, fix }) => [level, code, fix]),
      [['info', 'unknown-value', 'play, windows, webapp, chrome_web_store, chromeos_play']],
    );
  });

  test('Chromium drops the platform of screenshots, which is for stores, and one note says so', () => {
    const screenshots = [1, 2].map((index) => ({ src: `${index}.png`, platform: 'ios' }));
    const { manifest, findings } = process({ ...home, screenshots }, { engine: 'chromium' });
    assert.deepEqual(
      manifest.screenshots.map((screenshot) => 'platform' in screenshot),
      [false, false],
    );
    assert.deepEqual(
      findings.map(({ level, code, path, message }) => [level, code, path, message]),
      [['info', 'member-for-few', 'screenshots[0].platform', 'Only a store uses "screenshots[0].platform".']],
    );
  });

  test('a GET with another encoding is read as one in the URL, with a note', () => {
    const target = { action: 'share', params: {}, method: 'GET', enctype: 'multipart/form-data' };
    const { manifest, findings } = process({ ...home, share_target: target });
    assert.equal(manifest.share_target?.enctype, 'application/x-www-form-urlencoded');
    assert.deepEqual(
      findings.map(({ level, code, path, message }) => [level, code, path, message]),
      [
        [
          'info',
          'invalid-combination',
          'share_target.enctype',
          '"share_target.enctype" needs POST and multipart/form-data; application/x-www-form-urlencoded takes its place.',
        ],
      ],
    );
  });

  test('members of trials that have ended are obsolete, and the finding names what took their place', () => {
    for (const [name, successor] of [
      ['url_handlers', 'scope_extensions'],
      ['capture_links', 'launch_handler'],
    ] as const)
      assert.deepEqual(
        process({ ...home, [name]: [] }, { engine: 'chromium' }).findings.map(({ code, fix }) => [code, fix]),
        [['obsolete-member', `"${successor}"`]],
      );
  });

  test('screenshots say for which shape and platform they are', () => {
    assert.deepEqual(
      read('screenshots', [
        { src: 's.png', form_factor: 'wide', platform: 'ios', label: 'Home' },
        { src: 't.png', form_factor: 'WIDE', platform: 'amiga' },
      ]),
      [
        { src: 'https://a.example/app/s.png', purpose: ['any'], label: 'Home', form_factor: 'wide', platform: 'ios' },
        { src: 'https://a.example/app/t.png', purpose: ['any'], platform: 'amiga' },
      ],
    );
  });

  test('the first known client mode counts', () => {
    assert.deepEqual(
      [['x', 'focus-existing'], 'navigate-new', 'x', [], 3].map(
        (client_mode) => read('launch_handler', { client_mode }).client_mode,
      ),
      ['focus-existing', 'navigate-new', 'auto', 'auto', 'auto'],
    );
    assert.deepEqual(read('launch_handler', { route_to: 'existing' }), { client_mode: 'auto' });
  });
});
