import fc from 'fast-check';
import { parts } from './generated-parts.js';
import type { Case } from './cases.js';

const { url, color, sizes, purpose, mediaType, word, phrase, wrong, languageMap } = parts;
type Values = fc.Arbitrary<unknown>;

/** Mostly what is wanted, sometimes of the wrong type. */
const soundly = (values: Values): Values =>
  fc.oneof({ weight: 12, arbitrary: values }, { weight: 1, arbitrary: wrong });
const listOf = (values: Values, maxLength = 4): Values =>
  soundly(fc.array(fc.oneof({ weight: 14, arbitrary: values }, { weight: 1, arbitrary: wrong }), { maxLength }));
/** An object of some of these members, or of most of them. */
const objectOf = (members: Record<string, Values>, mostly: readonly string[] = []): Values =>
  soundly(
    fc.record(
      Object.fromEntries(
        Object.entries(members).map(([name, values]) => [
          name,
          fc.option(soundly(values), { freq: mostly.includes(name) ? 12 : 2, nil: undefined }),
        ]),
      ),
      { noNullPrototype: true },
    ),
  );
const oneOrMany = (values: Values): Values => fc.oneof(values, listOf(values));

const image = { src: url, sizes, type: mediaType, purpose };
const shortcut = {
  name: phrase,
  url,
  short_name: phrase,
  description: phrase,
  icons: listOf(objectOf(image, ['src'])),
};
const file = objectOf({ name: phrase, accept: oneOrMany(fc.oneof(mediaType, parts.extension)) }, ['name', 'accept']);
const handlerUrl = fc
  .tuple(url, fc.constantFrom('?%s', '%s', '/%s', '#%s', '', '?%S', '%25s'))
  .map(([address, end]) => address + end);

/** Every member that Chromium looks at, as it should be or nearly so. */
const members: Record<string, Values> = {
  name: phrase,
  short_name: phrase,
  description: phrase,
  start_url: url,
  scope: url,
  id: url,
  display: word(
    'standalone',
    'browser',
    'fullscreen',
    'minimal-ui',
    'tabbed',
    'window-controls-overlay',
    'unframed',
    'picture-in-picture',
  ),
  display_override: listOf(
    word(
      'standalone',
      'browser',
      'fullscreen',
      'minimal-ui',
      'tabbed',
      'window-controls-overlay',
      'unframed',
      'picture-in-picture',
      'borderless',
    ),
  ),
  orientation: word(
    'any',
    'natural',
    'portrait',
    'portrait-primary',
    'portrait-secondary',
    'landscape',
    'landscape-primary',
    'landscape-secondary',
    'default',
  ),
  theme_color: color,
  background_color: color,
  icons: listOf(objectOf(image, ['src', 'sizes'])),
  screenshots: listOf(
    objectOf({ ...image, form_factor: word('narrow', 'wide'), label: phrase, platform: word('android', 'play') }, [
      'src',
    ]),
  ),
  shortcuts: fc.oneof(
    { weight: 9, arbitrary: listOf(objectOf(shortcut, ['name', 'url'])) },
    { weight: 1, arbitrary: listOf(objectOf(shortcut, ['name', 'url']), 14) },
  ),
  share_target: objectOf(
    {
      action: url,
      method: word('GET', 'POST'),
      enctype: word('application/x-www-form-urlencoded', 'multipart/form-data'),
      params: objectOf({
        title: parts.pick('t', ' a b '),
        text: parts.pick('x'),
        url: parts.pick('u'),
        files: oneOrMany(file),
      }),
    },
    ['action', 'params'],
  ),
  file_handlers: listOf(
    objectOf(
      {
        action: url,
        name: phrase,
        icons: listOf(objectOf(image, ['src'])),
        accept: soundly(fc.dictionary(mediaType, oneOrMany(parts.extension), { maxKeys: 3, noNullPrototype: true })),
        launch_type: word('single-client', 'multiple-clients'),
      },
      ['action', 'accept'],
    ),
  ),
  protocol_handlers: listOf(
    objectOf(
      {
        protocol: fc.oneof(word('mailto', 'web+odd', 'tel', 'ipfs', 'https', 'web+', 'web+a1'), phrase),
        url: handlerUrl,
      },
      ['protocol', 'url'],
    ),
  ),
  scope_extensions: fc.oneof(
    { weight: 9, arbitrary: listOf(objectOf({ type: word('origin'), origin: parts.origin }, ['type', 'origin'])) },
    { weight: 1, arbitrary: listOf(objectOf({ type: word('origin'), origin: parts.origin }, ['type', 'origin']), 14) },
  ),
  related_applications: listOf(
    objectOf({ platform: word('play', 'webapp', 'itunes', 'chrome_web_store'), url, id: phrase, min_version: phrase }, [
      'platform',
    ]),
  ),
  prefer_related_applications: fc.boolean(),
  launch_handler: objectOf(
    { client_mode: oneOrMany(word('auto', 'navigate-new', 'navigate-existing', 'focus-existing', 'route-to')) },
    ['client_mode'],
  ),
  migrate_from: listOf(
    fc.oneof(url, objectOf({ id: url, install_url: url, behavior: oneOrMany(word('suggest', 'force')) }, ['id'])),
  ),
  migrate_to: objectOf({ id: url, install_url: url }, ['id', 'install_url']),
  lang: fc.oneof(fc.constantFrom('en', ' de-CH ', 'pt-br', ''), parts.language),
  dir: word('ltr', 'rtl', 'auto'),
  note_taking: objectOf({ new_note_url: url }),
  tab_strip: objectOf({
    home_tab: objectOf({ scope_patterns: listOf(objectOf({ pathname: phrase })) }),
    new_tab_button: objectOf({ url }),
  }),
  name_localized: languageMap,
  handle_links: word('auto', 'preferred'),
};

const sound = {
  name: 'Odd',
  start_url: '/app/page',
  display: 'standalone',
  icons: [{ src: '/icon/odd.png', sizes: '192x192', type: 'image/png' }],
};

/** A few members of every kind; often on top of a manifest that is sound. */
const manifest = fc
  .tuple(
    fc.boolean(),
    fc
      .uniqueArray(fc.constantFrom(...Object.keys(members)), { minLength: 1, maxLength: 6 })
      .chain((names) => fc.tuple(...names.map((name) => fc.tuple(fc.constant(name), soundly(members[name]!))))),
  )
  .map(([isSound, entries]): Array<[string, unknown]> => [...Object.entries(isSound ? sound : {}), ...entries]);

/**
 * Spellings of the same JSON: members given twice, escapes, white space, a mark in front; and now and then a
 * mistake.
 */
const text = fc
  .tuple(
    manifest,
    fc.constantFrom('', '', '', ' ', '\n', '\t', '\r\n'),
    fc.constantFrom('', '', '', '', '', '\ufeff'),
    fc.constantFrom('', '', '', '', '', '', '', '', '', ',', '}', '//', '\u0000', '\u00a0'),
    fc.constantFrom(0, 0, 0, 5, 1),
    fc.boolean(),
  )
  .map(([entries, space, mark, mistake, escapeEvery, isTwice]) => {
    const kept = isTwice ? entries : [...new Map(entries)];
    const written = kept
      .flatMap(([name, value]) =>
        value === undefined ? [] : `${JSON.stringify(name)}${space}:${space}${JSON.stringify(value)}`,
      )
      .join(`${space},${space}`);
    return `${mark}{${space}${escapeEvery === 0 ? written : escapeSome(written, escapeEvery)}${mistake}}${space}`;
  });

/** Writes every so many of the letters as an escape. */
function escapeSome(written: string, every: number): string {
  let count = 0;
  return written.replace(/(\\u....|\\.)|([a-z]+(?=[^a-z:]))/g, (match, escaped: string | undefined) =>
    escaped !== undefined || (count += 1) % every !== 0 || /^(?:true|false|null|e)$/.test(match)
      ? match
      : `\\u${match.charCodeAt(0).toString(16).padStart(4, '0')}${match.slice(1)}`,
  );
}

/** Where the page and its manifest are: in one folder, in different ones, of one site, of two. */
const places = fc.record({
  page: fc.constantFrom(
    'http://localhost/app/page?q=1#part',
    'http://localhost/app/page?q=1#part',
    'http://localhost/app/',
    'http://localhost/',
    'http://localhost/other/deep/page',
    'http://sub.localhost/app/page',
    'http://a.site.example/app/page?x',
    'http://127.0.0.1/app/page',
  ),
  from: fc.constantFrom(
    '/app/manifest.json',
    '/app/manifest.json',
    '/app/manifest.json',
    '/manifest.json',
    '/assets/m/manifest.json',
    '//other.example/app/manifest.json',
    '//b.site.example/app/manifest.json',
  ),
});

/** As many manifests as asked for, the same ones for the same seed. */
export function generateCases(count: number, seed: number): Case[] {
  return fc.sample(fc.tuple(text, places), { numRuns: count, seed }).map(([given, place], index) => ({
    name: `${seed}/${index} ${place.page} ${place.from} ${given}`,
    text: Buffer.from(given).toString(),
    ...place,
  }));
}
