import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  processManifest,
  type Engine,
  type Finding,
  type ProcessedResult,
  type ProcessOptions,
} from '../../src/manifest/index.js';
import { process } from './processing.js';

const codes = (result: ProcessedResult): string[] => result.findings.map(({ code }) => code);
const find = ({ findings }: ProcessedResult, code: string): Finding =>
  findings.find((finding) => finding.code === code)!;
const engines: Engine[] = ['spec', 'chromium', 'webkit', 'gecko'];

describe('options', () => {
  const options: ProcessOptions = {
    engine: 'spec',
    manifestUrl: 'https://a.example/m',
    documentUrl: 'https://a.example/',
  };
  const wrong: Array<[string, object]> = [
    ['"engine" must be one of chromium, webkit, gecko, spec', { engine: 'blink' }],
    ['"platform" must be one of desktop, mobile, chromeos', { platform: 'phone' }],
    ['"manifestUrl" must be an absolute http or https URL', { manifestUrl: '/manifest.json' }],
    ['"manifestUrl" must be an absolute http or https URL', { manifestUrl: undefined }],
    ['"documentUrl" must be an absolute http or https URL', { documentUrl: 'file:///index.html' }],
    ['"contentType" must be a string', { contentType: 3 }],
    ['"sameSite" must be a function', { sameSite: true }],
  ];
  for (const [message, mistake] of wrong) {
    test(`${JSON.stringify(mistake)} is a mistake that is named`, () => {
      assert.throws(() => processManifest('{}', { ...options, ...mistake } as ProcessOptions), new TypeError(message));
    });
  }

  test('an invalid text is a mistake that is named', () => {
    assert.throws(
      () => processManifest(undefined as unknown as string, options),
      new TypeError('"text" must be a string'),
    );
    assert.throws(
      () => processManifest('{}', undefined as unknown as ProcessOptions),
      new TypeError('"options" must be an object'),
    );
  });

  test('URLs may be objects', () => {
    assert.equal(
      processManifest('{ }', {
        ...options,
        manifestUrl: new URL('https://a.example/m'),
        documentUrl: new URL('https://a.example/x/'),
      }).manifest.scope,
      'https://a.example/x/',
    );
  });

  test('a response of another type than JSON is reported, whatever its parameters', () => {
    assert.deepEqual(codes(process({ id: '/', start_url: '/' }, { contentType: 'text/html; charset=utf-8' })), [
      'content-type',
    ]);
    for (const contentType of [
      'application/manifest+json',
      'application/json; charset=utf-8',
      'text/json',
      'APPLICATION/LD+JSON',
      'image/svg+json',
      'application/a+b+json',
    ])
      assert.deepEqual(codes(process({ id: '/', start_url: '/' }, { contentType })), []);
  });
});

describe('what is no manifest', () => {
  for (const engine of engines) {
    test(`leaves the defaults and one error in ${engine}`, () => {
      for (const text of [
        '',
        'nonsense',
        '[ ]',
        'null',
        '<!doctype html>',
        '{"name": "A",}',
        '{"name": "A"} // comment',
      ]) {
        const { manifest, findings, readable, understood } = process(text, { engine });
        assert.deepEqual(
          findings.map(({ level }) => level),
          ['error'],
          text,
        );
        assert.deepEqual([readable, understood], [false, []]);
        assert.deepEqual(
          [manifest.start_url, manifest.scope, manifest.display, manifest.icons, manifest.name],
          ['https://a.example/app/page', 'https://a.example/app/', 'browser', [], undefined],
        );
      }
    });
  }

  test('includes texts that only Chromium gives up on', () => {
    const deep = `{"x": ${'['.repeat(1000)}${']'.repeat(1000)}}`;
    for (const [text, code] of [
      ['{}', 'text-too-short'],
      [deep, 'nested-too-deep'],
      ['{"permissions_policy": []}', 'permissions-policy-malformed'],
      ['{"permissions_policy": {"camera": ["self", 1]}}', 'permissions-policy-malformed'],
    ] as const) {
      assert.equal(process(text, { engine: 'chromium' }).readable, false);
      assert.equal(process(text, { engine: 'chromium' }).findings[0]!.code, code);
      for (const engine of ['spec', 'webkit', 'gecko'] as const)
        assert.equal(process(text, { engine }).readable, true, text);
    }
    assert.equal(process('{ }').readable, true);
  });

  test('leaves out texts that only WebKit reads', () => {
    const text = '{"name": "Two\nlines", "dir": "\\x6ctr"}';
    const { manifest, findings, readable } = process(text, { engine: 'webkit' });
    assert.deepEqual([readable, manifest.name, manifest.dir], [true, 'Two\nlines', 'ltr']);
    assert.match(
      findings.find(({ code }) => code === 'lax-string')!.message,
      /Other engines reject this text: a line break/,
    );
    for (const engine of ['spec', 'chromium', 'gecko'] as const)
      assert.equal(process(text, { engine }).readable, false, engine);
    const nest = (count: number): string => `{"x": ${'['.repeat(count)}${']'.repeat(count)}}`;
    assert.deepEqual(
      [nest(1000), nest(1001)].map((deep) => process(deep, { engine: 'webkit' }).readable),
      [true, false],
    );
    assert.match(
      find(process(nest(1001), { engine: 'webkit' }), 'nested-too-deep').message,
      /rejects this, because more than 1001 values/,
    );
  });

  test('says that comments are tolerated by Chromium', () => {
    assert.match(find(process('{"name": "A" /* name */}'), 'json-comment').message, /Chromium alone tolerates/);
  });
});

describe('findings', () => {
  test('stand in the order of the source, with line and column', () => {
    const { findings } = process(
      '{\n  "id": "/", "start_url": "/",\r\n  "name": 1,\r\n  "icons": [{"src": "a.png", "sizes": "1x1", "type": ""}]\n}',
    );
    assert.deepEqual(
      findings.map(({ code, path, line, column }) => [code, path, line, column]),
      [
        ['wrong-type', 'name', 3, 11],
        ['empty-text', 'icons[0].type', 4, 54],
      ],
    );
  });

  test('name the value, what becomes of it, and what to write instead', () => {
    const finding = find(process({ display: 'standalon' }), 'unknown-value');
    assert.deepEqual(finding, {
      level: 'warning',
      code: 'unknown-value',
      path: 'display',
      message: '"standalon" is not a valid value of "display"; it is ignored.',
      value: 'standalon',
      engines: ['spec', 'chromium', 'webkit', 'gecko'],
      spec: 'https://www.w3.org/TR/appmanifest/#display-member',
      fix: 'fullscreen, standalone, minimal-ui, browser',
      line: 1,
      column: 12,
    });
    assert.equal(
      find(process({ shortcuts: [{ name: 'A', url: 'https://b.example/' }] }), 'out-of-scope').message,
      '"shortcuts[0].url" leads out of the scope https://a.example/app/; "shortcuts[0]" is dropped.',
    );
    assert.equal(
      find(process({ start_url: 'https://b.example/' }), 'other-origin').message,
      '"start_url" leads to another origin than https://a.example; it is ignored.',
    );
  });

  for (const scheme of ['blob:', 'filesystem:', 'view-source:', 'data:', 'about:', 'mailto:', 'javascript:'])
    test(`ignores a start URL of ${scheme}, and writes one of the app in its place`, () => {
      for (const engine of engines)
        for (const rest of ['https://b.example/x', 'x']) {
          const found = find(process({ start_url: scheme + rest }, { engine }), 'other-origin');
          assert.equal(found.fix, '"/"', engine);
        }
    });

  for (const manifest of [
    { start_url: '/app/?from=home' },
    { start_url: 'https://a.example/app/', scope: '/' },
    { start_url: 'https://a.example/app/', scope: 'https://a.example/app/?from=home' },
    { start_url: 'https://a.example/app/', scope: 'https://a.example/app' },
  ])
    test(`of a manifest on another origin advise what resolves them: ${JSON.stringify(manifest)}`, () => {
      const options: ProcessOptions = {
        engine: 'chromium',
        manifestUrl: 'https://cdn.example/app.webmanifest',
        documentUrl: 'https://a.example/',
      };
      const { findings } = processManifest(JSON.stringify(manifest), options);
      const mended: Record<string, unknown> = { ...manifest };
      for (const { path, fix } of findings) if (path in manifest) mended[path] = JSON.parse(fix!);
      assert.notDeepEqual(mended, manifest);
      const left = processManifest(JSON.stringify(mended), options).findings.filter(({ path }) => path in manifest);
      assert.deepEqual(left, []);
    });

  test('of missing members stand where they are missing', () => {
    const { findings } = process('{"id": "/", "start_url": "/", "shortcuts": [\n{"name": "A"}]}');
    assert.deepEqual(
      findings.map(({ code, path, value, line, column, message }) => [code, path, value, line, column, message]),
      [
        [
          'missing-member',
          'shortcuts[0].url',
          undefined,
          2,
          1,
          '"shortcuts[0].url" is missing; "shortcuts[0]" is dropped.',
        ],
      ],
    );
  });

  test('about what an engine never looks at are one, and the member is processed by the specification', () => {
    const shortcuts = [{ name: 'A', url: 'page' }, { name: 'B', url: '/elsewhere' }, { url: 3 }];
    const gecko = process({ id: '/', start_url: '/app/', shortcuts }, { engine: 'gecko' });
    assert.deepEqual(
      gecko.findings.map(({ code, level, engines: of }) => [code, level, of]),
      [['member-not-read', 'info', ['gecko']]],
    );
    assert.deepEqual(
      gecko.manifest.shortcuts.map(({ url }) => url),
      ['https://a.example/app/page'],
    );
    assert.deepEqual(gecko.understood, ['id', 'start_url']);
  });

  test('report members that are unknown, unread or obsolete', () => {
    const result = process({ $schema: 'x', startUrl: '/', nonsense: 1, handle_links: 'auto', gcm_sender_id: '1' });
    assert.deepEqual(
      result.findings
        .filter(({ path }) => path !== 'id' && path !== 'start_url')
        .map(({ code, path, level, fix }) => [code, path, level, fix]),
      [
        ['unknown-member', 'startUrl', 'warning', '"start_url"'],
        ['unknown-member', 'nonsense', 'info', undefined],
        ['obsolete-member', 'gcm_sender_id', 'info', 'remove it'],
      ],
    );
  });

  test('that repeat themselves are summed up after a hundred', () => {
    const { findings } = process({ id: '/', start_url: '/', icons: Array.from({ length: 1000 }, () => 0) });
    assert.equal(findings.length, 101);
    assert.equal(findings.at(-1)!.message, 'There are 900 more findings of wrong-type.');
  });

  test('sum up in one line what an engine ignores, and what no specification has', () => {
    const manifest = { id: '/', start_url: '/', screenshots: [], a: 1, b: 2, shortcuts: [] };
    assert.deepEqual(
      process(manifest, { engine: 'gecko' }).findings.map(({ message }) => message),
      ['Gecko ignores "screenshots", "shortcuts".', '"a", "b" are in no specification.'],
    );
  });

  test('say who uses the members that mean nothing to an installed app', () => {
    const { findings } = process({ id: '/', start_url: '/', widgets: [], edge_side_panel: {} }, { engine: 'chromium' });
    assert.deepEqual(
      findings.map(({ code, message }) => [code, message]),
      [
        ['member-for-few', 'Only the widgets board of Edge on Windows uses "widgets".'],
        ['member-for-few', 'Only the side panel of Edge, which is being removed, uses "edge_side_panel".'],
      ],
    );
  });
});

describe('members that hang together', () => {
  const sites: Array<[id: string, isSame: boolean]> = [
    ['https://b.a.example/old', true],
    ['https://a.example/old', true],
    ['https://other.example/old', false],
    ['http://b.a.example/old', false],
    ['https://a.example.test/old', false],
  ];
  for (const [id, isSame] of sites) {
    test(`${id} is ${isSame ? '' : 'not '}of the site of www.a.example, going by the last two labels, and a finding reports it`, () => {
      const result = process(
        { id: '/', start_url: '/', migrate_from: [id] },
        { documentUrl: 'https://www.a.example/', manifestUrl: 'https://www.a.example/m' },
      );
      assert.deepEqual(codes(result), isSame ? ['site-assumed'] : ['site-assumed', 'other-site']);
      assert.equal(result.manifest.migrate_from.length, isSame ? 1 : 0);
    });
  }

  test('an id of another origin than the start URL is ignored', () => {
    for (const engine of engines) {
      const result = process({ id: 'https://b.example/app', start_url: '/app/start' }, { engine });
      assert.deepEqual([result.appId, codes(result)], ['https://a.example/app/start', ['other-origin']], engine);
    }
  });

  test('sites are distinguished by the function that the caller passes', () => {
    const migrate = { id: '/', start_url: '/', migrate_from: ['https://b.example/old'] };
    assert.equal(process(migrate, { sameSite: () => true }).manifest.migrate_from.length, 1);
    const other = process(migrate, { sameSite: () => false });
    assert.deepEqual([other.manifest.migrate_from, codes(other)], [[], ['other-site']]);
  });

  test('nothing is shared between results', () => {
    const [one, other] = [
      process(
        { file_handlers: [{ action: 'x', accept: { 'a/b': ['.a'] } }], launch_handler: {} },
        { engine: 'chromium' },
      ),
      process('{ }'),
    ];
    one.manifest.icons.push({ src: 'x', purpose: ['any'] });
    one.manifest.launch_handler.client_mode = 'navigate-new';
    assert.deepEqual(
      [other.manifest.icons, process('{ }').manifest.icons, process('{ }').manifest.launch_handler],
      [[], [], { client_mode: 'auto' }],
    );
  });

  test('a blob: URL of the page’s origin is a start URL that nothing can be resolved against, and its own folder the scope', () => {
    for (const engine of engines) {
      const { manifest } = process({ start_url: 'blob:https://a.example/x/y?z' }, { engine });
      assert.deepEqual(
        [manifest.start_url, manifest.scope, manifest.id],
        ['blob:https://a.example/x/y?z', 'blob:https://a.example/x/', 'blob:https://a.example/x/y?z'],
      );
    }
  });

  test('paths that are resolved without parsing are those that stay as they are', () => {
    const manifestUrl = 'https://user:secret@a.example/app/manifest.json';
    for (const path of [
      '/',
      '/icon.png',
      '/a/b-c/d_e.f.png',
      '/a/',
      '//b.example/x',
      '/a//b',
      '/a/./b',
      '/a/../b',
      '/a.',
      '/.a',
      '/a./b',
      '/a b',
      '/%2e',
      '/é',
      '/a?b',
      '/a#b',
      '/C|/x',
      '/-',
      '/__proto__',
    ])
      for (const base of [manifestUrl, 'https://a.example:8443/x/manifest.json'])
        assert.equal(
          process({ icons: [{ src: path }] }, { manifestUrl: base }).manifest.icons[0]!.src,
          new URL(path, base).href,
          path,
        );
  });

  test('what names like __proto__ hold stays where it is', () => {
    const { manifest } = process(
      '{"__proto__": {"polluted": 1}, "name_localized": {"__proto__": "x", "de": "Y"}, "translations": {"__proto__": {"polluted": 1}}}',
    );
    assert.equal(({} as { polluted?: number }).polluted, undefined);
    assert.deepEqual(Object.keys(manifest.name_localized!), ['de']);
    assert.equal(Object.getPrototypeOf(manifest.translations), Object.prototype);
  });
});

describe('names that nobody knows', () => {
  const meant = (manifest: object): Array<[string, string | undefined]> =>
    process({ id: '/', start_url: '/', ...manifest }, { engine: 'chromium' })
      .findings.filter(({ code }) => code === 'unknown-member')
      .map(({ path, fix }) => [path, fix]);

  for (const [name, instead] of [
    ['icon', 'icons'],
    ['icnos', 'icons'],
    ['theme.color', 'theme_color'],
    ['backgroundColor', 'background_color'],
    ['start-url', 'start_url'],
    ['displayOverride', 'display_override'],
    ['shortcut', 'shortcuts'],
  ])
    test(`${name} was meant for ${instead}`, () => {
      const given = instead === 'start_url' ? { start_url: undefined } : {};
      assert.deepEqual(meant({ ...given, [name!]: 'x' }), [
        [name!.includes('.') ? `["${name}"]` : name!, JSON.stringify(instead)],
      ]);
    });

  test('are found inside of members, each once', () => {
    const icons = [1, 2, 3].map((number) => ({ src: `${number}.png`, size: '512x512', density: 1 }));
    assert.deepEqual(meant({ icons }), [
      ['icons[0].size', '"sizes"'],
      ['icons[0].density', undefined],
    ]);
    assert.deepEqual(
      meant({
        icons: [],
        screenshots: [{ src: 'a', formFactor: 'wide' }],
        launch_handler: { clientMode: 'auto', route_to: 'auto' },
        share_target: { action: '/', param: {}, params: {} },
      }),
      [
        ['screenshots[0].formFactor', '"form_factor"'],
        ['launch_handler.clientMode', '"client_mode"'],
        ['launch_handler.route_to', undefined],
        ['share_target.param', undefined],
      ],
    );
  });

  test('are left alone where they are comments', () => {
    assert.deepEqual(
      meant({ $schema: 'x', _comment: 'x', '//': 'x', icons: [{ src: 'a', sizes: 'any', _by: 'x' }] }),
      [],
    );
  });

  test('are not taken for a name that is there already', () => {
    assert.deepEqual(meant({ icon: 'x', icons: [] }), [['icon', undefined]]);
  });
});

describe('platforms and versions', () => {
  const given = {
    id: '/',
    name: 'A',
    start_url: '/',
    background_color: 'red',
    orientation: 'any',
    shortcuts: [{ name: 'A', url: '/' }],
    share_target: { action: '/', params: { title: 't' } },
    scope_extensions: [{ type: 'origin', origin: 'https://a.example.com' }],
  };

  for (const [engine, platform, without] of [
    ['chromium', 'desktop', ['orientation', 'share_target']],
    ['chromium', 'chromeos', ['orientation']],
    ['chromium', 'mobile', ['scope_extensions']],
    ['webkit', 'desktop', ['background_color', 'orientation']],
    ['webkit', 'mobile', ['background_color', 'orientation', 'shortcuts']],
    ['gecko', 'mobile', ['id']],
  ] as const)
    test(`in ${engine} on ${platform} what is read has no effect: ${without.join(', ')}`, () => {
      assert.deepEqual(process(given, { engine, platform }).withoutEffect, without);
    });

  test('members that came later are not read', () => {
    const { understood, appId } = process(
      { id: '/id', start_url: '/', display_override: ['minimal-ui'] },
      { engine: 'chromium', version: 88 },
    );
    assert.deepEqual([understood, appId], [['start_url'], 'https://a.example/']);
    assert.equal(
      process({ id: '/id', start_url: '/' }, { engine: 'chromium', version: 96 }).appId,
      'https://a.example/id',
    );
  });

  test('a version is a positive number', () => {
    for (const version of [0, -1, NaN, '96' as unknown as number])
      assert.throws(() => process({}, { version }), new TypeError('"version" must be a positive number'));
  });
});
