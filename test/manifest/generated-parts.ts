import fc from 'fast-check';

type Texts = fc.Arbitrary<string>;

const pick = (...words: string[]): Texts => fc.constantFrom(...words);
/** The pieces one behind the other. */
const join = (...pieces: Texts[]): Texts => fc.tuple(...pieces).map((all) => all.join(''));
const repeat = (piece: Texts, separator: Texts, maxLength: number): Texts =>
  fc.tuple(fc.array(piece, { minLength: 1, maxLength }), separator).map(([pieces, between]) => pieces.join(between));
/** Mostly nothing. */
const maybe = (text: Texts, nothings = 4): Texts =>
  fc.oneof({ weight: nothings, arbitrary: fc.constant('') }, { weight: 1, arbitrary: text });

/** White space of every kind, and what looks like it. */
const space = pick(
  ' ',
  ' ',
  '\t',
  '\n',
  '\r',
  '\r\n',
  '\f',
  '\v',
  '\u00a0',
  '\u0085',
  '\u1680',
  '\u2003',
  '\u2028',
  '\u2029',
  '\u202f',
  '\u205f',
  '\u3000',
  '\ufeff',
  '\u200b',
  '\u001c',
  '\u0000',
  '\u007f',
  '\u00ad',
);
const oddCharacter = fc.oneof(
  space,
  pick(
    '/',
    '\\',
    '%',
    '%2e',
    '%2f',
    '+',
    ',',
    ';',
    ':',
    '@',
    '#',
    '?',
    '&',
    '=',
    '*',
    '"',
    "'",
    '<',
    '|',
    '^',
    '`',
    '{',
    '[',
    ']',
    '(',
    ')',
    '!',
    '~',
    '_',
    '-',
    '.',
    '0',
    'é',
    'ſ',
    'K',
    'İ',
    '😀',
    '\ud800',
    '\ufffd',
    '\u202e',
    'ａ',
    '/**/',
  ),
);

/** The text in another case, in white space or with something odd in it; mostly as it is. */
function oddly(texts: Texts): Texts {
  return fc.oneof(
    { weight: 8, arbitrary: texts },
    { weight: 1, arbitrary: texts.map((given) => given.toUpperCase()) },
    { weight: 1, arbitrary: texts.map((given) => given.replace(/[a-z]/, (letter) => letter.toUpperCase())) },
    { weight: 1, arbitrary: join(space, texts) },
    { weight: 1, arbitrary: join(texts, space) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(texts, oddCharacter, fc.nat(1000))
        .map(
          ([given, odd, at]) => given.slice(0, at % (given.length + 1)) + odd + given.slice(at % (given.length + 1)),
        ),
    },
  );
}

const wrong: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    0,
    1,
    -0,
    1e21,
    0.5,
    true,
    false,
    null,
    [],
    {},
    '',
    ' ',
    [[]],
    [null],
    [''],
    { src: 1 },
    'null',
    '[]',
  ),
  fc.jsonValue({ maxDepth: 2 }),
);
const word = (...words: string[]): Texts =>
  fc.oneof(
    { weight: 20, arbitrary: oddly(pick(...words)) },
    { weight: 1, arbitrary: pick('', ' ', 'undefined', 'unknown') },
  );
const phrase = fc.oneof(
  { weight: 6, arbitrary: oddly(pick('Odd', 'a b', 'x', 'Ünï', '👩‍👩‍👧', 'ﷺ', 'a\nb', 'a\tb')) },
  { weight: 1, arbitrary: fc.string({ unit: fc.oneof(oddCharacter, pick('a')), maxLength: 5 }) },
);

const host = fc.oneof(
  {
    weight: 5,
    arbitrary: pick(
      'localhost',
      'sub.localhost',
      'a.site.example',
      'b.site.example',
      'site.example',
      'other.example',
      '127.0.0.1',
    ),
  },
  {
    weight: 1,
    arbitrary: oddly(
      pick(
        'localhost',
        'localhost.',
        'a.b.c',
        '0x7f.1',
        '2130706433',
        '127.1',
        '127.0.0.256',
        '[::1]',
        '[::ffff:127.0.0.1]',
        '[v1.x]',
        'пример.рф',
        'faß.de',
        'xn--e1afmkfd.xn--p1ai',
        'ex%61mple.com',
        'a..b',
        '',
        '%00',
        'ⓛocalhost',
        '１２７.０.０.１',
        'a_b.c',
        '-a.b',
        'a-.b',
        'a'.repeat(64),
        '1.2.3.4.5',
        '09',
        '1.2.3.08',
      ),
    ),
  },
);
const segment = fc.oneof(
  { weight: 5, arbitrary: pick('app', 'page', 'app', 'page', 'icon', 'a.png', '.', '..', '') },
  {
    weight: 1,
    arbitrary: fc.oneof(
      pick(
        '%2e',
        '%2E%2e',
        '.%2E',
        '%2f',
        '...',
        'a;b',
        'a:b',
        '%',
        '%zz',
        '%0',
        '%00',
        '%C3%A9',
        'APP',
        '%61pp',
        'C:',
      ),
      oddCharacter,
    ),
  },
);
const path = repeat(segment, pick('/', '/', '/', '/', '/', '\\', '//'), 4);
const query = maybe(
  join(pick('?', '?', '??'), oddly(pick('q=1', '', 'a b', "a'b", 'x#', 'ü=ü', '%s', 'a=1&b=2', '/x?y'))),
);
const fragment = maybe(join(pick('#', '#', '##'), oddly(pick('part', '', 'a b', '%s', '`{}|'))), 6);
const authority = join(
  maybe(pick('user@', 'user:pw@', '@', ':@', 'a%40b@', 'a@b@', 'u ser@', 'ü:|@')),
  host,
  maybe(pick(':80', ':', ':443', ':8080', ':0', ':99999', ':080', ':8 0', ':a', ':-1')),
);
const scheme = fc.oneof(
  { weight: 6, arbitrary: pick('http:', 'https:', 'HTTP:') },
  {
    weight: 1,
    arbitrary: pick(
      'data:',
      'blob:',
      'about:',
      'javascript:',
      'file:',
      'ftp:',
      'ws:',
      'wss:',
      'mailto:',
      'urn:',
      'tel:',
      'ht\ttp:',
      'web+x:',
      ':',
      'a-b:',
      '1:',
      'x:',
    ),
  },
);
const slashes = fc.oneof(
  { weight: 8, arbitrary: fc.constant('//') },
  { weight: 1, arbitrary: pick('', '/', '///', '////', '\\\\', '/\\', '\\') },
);

/**
 * An address: mostly one in or around `/app/`, sometimes complete, sometimes of another kind, sometimes with something
 * odd in it.
 */
const url = oddly(
  fc.oneof(
    {
      weight: 3,
      arbitrary: pick(
        '/app/page',
        'page',
        '/app/',
        '/',
        '.',
        './',
        '..',
        '',
        '/icon/a.png',
        '/icon/b.svg',
        '/app',
        '?',
        '#',
      ),
    },
    { weight: 3, arbitrary: join(pick('/', '', './', '/app/', '../'), path, query, fragment) },
    {
      weight: 2,
      arbitrary: join(scheme, slashes, authority, maybe(join(pick('/', '/', '\\', '/app/'), path), 1), query, fragment),
    },
    { weight: 1, arbitrary: join(slashes, authority, pick('', '/', '/app/'), maybe(path, 1), query) },
    {
      weight: 1,
      arbitrary: pick(
        'data:,',
        'data:image/png;base64,AAAA',
        'data:image/svg+xml,<svg/>',
        'blob:http://localhost/x',
        'blob:https://other.example/x',
        'blob:x',
        'about:blank',
        'about:srcdoc',
        'javascript:',
        'http:',
        'http:/app/page',
        'http:page',
        'https:page',
        'http:app/page?x',
        'file:///C:/x',
        'file:x',
      ),
    },
  ),
);

const originHost = fc.oneof(
  {
    weight: 5,
    arbitrary: pick(
      'example.com',
      'a.example.com',
      'example.com.',
      'EXAMPLE.com',
      'github.io',
      '1.2.3.4',
      '[::1]',
      'пример.рф',
      'faß.de',
      'x.test',
      'x.local',
      'localhost',
      'com',
      '*.example.com',
      'x.onion',
      'a.b.c.d.net',
    ),
  },
  { weight: 1, arbitrary: host },
);
const origin = oddly(
  join(
    fc.oneof({ weight: 8, arbitrary: pick('https:') }, { weight: 1, arbitrary: scheme }),
    slashes,
    maybe(pick('user@', 'u:p@')),
    originHost,
    maybe(pick(':80', ':', ':443', ':8443', ':0', ':99999')),
    maybe(path.map((given) => `/${given}`)),
    query,
    fragment,
  ),
);

const number = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: -20, max: 400 }).map(String) },
  { weight: 3, arbitrary: fc.integer({ min: -300, max: 1500 }).map((value) => String(value / 1000)) },
  {
    weight: 1,
    arbitrary: pick(
      'none',
      'NONE',
      '0',
      '-0',
      '+5',
      '.5',
      '-.5',
      '5.',
      '1e2',
      '1E-2',
      '1e+1',
      '1e-400',
      '1e30',
      '1e400',
      '-1e39',
      '00010',
      '255',
      '127.5',
      '0.5',
      '254.5',
      '1e',
      'e1',
      '',
      '--1',
      '+-1',
      '0x10',
      'infinity',
      'nan',
      'pi',
    ),
  },
);
const unit = fc.oneof(
  { weight: 3, arbitrary: fc.constant('') },
  { weight: 2, arbitrary: fc.constant('%') },
  { weight: 1, arbitrary: pick('deg', 'rad', 'grad', 'turn', 'DEG', 'Turn', 'px', '%%', ' %', 'Grad') },
);
const channel = fc.oneof(
  { weight: 12, arbitrary: join(number, unit) },
  { weight: 1, arbitrary: pick('r', 'var(--x)', 'alpha', 'calc()', '(1)', 'env(x)') },
);
const percentage = fc.integer({ min: -10, max: 100 }).map((value) => `${value}%`);
const shade = fc.integer({ min: -20, max: 300 }).map((value) => `${value}%`);
const angle = fc.oneof(
  fc.integer({ min: -400, max: 800 }).map(String),
  fc
    .tuple(fc.integer({ min: -90, max: 90 }), pick('deg', 'rad', 'grad', 'turn', 'TURN'))
    .map(([value, name]) => `${value / 10}${name}`),
);
const gap = fc.oneof(
  { weight: 10, arbitrary: fc.constant(' ') },
  { weight: 1, arbitrary: pick('  ', '\t', '\n', '\f', '\r\n', '/**/', ' /* x */ ', '\v', '\u00a0', ' / ', ' , ') },
);
const alpha = maybe(
  fc.tuple(gap, pick('/', '/', '/', ',', '//'), gap, channel).map((all) => all.join('')),
  2,
);
const spaced = fc.tuple(channel, gap, channel, gap, channel, alpha).map((all) => all.join(''));
/** Numbers as the spaces of `color()` have them: far beyond 1 every browser has its own errors. */
const share = fc.oneof(
  fc.integer({ min: -300, max: 1500 }).map((value) => String(value / 1000)),
  percentage,
  pick('none', '1deg', '.5', '1e-1', '2px', '-0', ''),
);
const spacedShares = fc.tuple(share, gap, share, gap, share, alpha).map((all) => all.join(''));
const commaed = fc
  .tuple(
    fc.oneof(
      fc.tuple(channel, channel, channel),
      fc.tuple(percentage, percentage, percentage),
      fc.tuple(angle, percentage, percentage),
      fc.tuple(number, number, number),
    ),
    maybe(join(pick(',', ' , ', '/'), channel), 1),
    pick(',', ', ', ' ,', ' , ', ',/**/'),
  )
  .map(([channels, end, comma]) => channels.join(comma) + end);
const functionName = pick(
  'rgb',
  'rgba',
  'hsl',
  'hsla',
  'HSL',
  'hwb',
  'lab',
  'lch',
  'oklab',
  'oklch',
  'RGB',
  'Lab',
  'OKLCH',
  'hwba',
  'color',
  'rgb ',
  'rgb/**/',
);
const soundFunction = fc.oneof(
  fc.tuple(number, number, number, alpha).map(([r, g, b, a]) => `rgb(${r} ${g} ${b}${a})`),
  fc
    .tuple(
      pick('hsl', 'hsla', 'HSL', 'Hsl'),
      angle,
      gap,
      shade,
      gap,
      percentage,
      alpha,
      pick(')', ')', ')', '', ' )', ') ', '/**/)'),
    )
    .map(([name, h, one, s, two, l, a, end]) => `${name}(${h}${one}${s}${two}${l}${a}${end}`),
  fc
    .tuple(pick('hsl', 'hwb'), angle, percentage, percentage, alpha)
    .map(([name, h, s, l, a]) => `${name}(${h} ${s} ${l}${a})`),
  fc.tuple(percentage, number, number, alpha).map(([l, a, b, opacity]) => `lab(${l} ${a} ${b}${opacity})`),
  fc.tuple(percentage, number, angle, alpha).map(([l, c, h, opacity]) => `lch(${l} ${c} ${h}${opacity})`),
  fc.tuple(percentage, percentage, percentage, alpha).map(([l, a, b, opacity]) => `oklab(${l} ${a} ${b}${opacity})`),
  fc.tuple(percentage, percentage, angle, alpha).map(([l, c, h, opacity]) => `oklch(${l} ${c} ${h}${opacity})`),
);
const space3 = pick(
  'srgb',
  'srgb-linear',
  'display-p3',
  'display-p3-linear',
  'a98-rgb',
  'prophoto-rgb',
  'rec2020',
  'xyz',
  'xyz-d50',
  'xyz-d65',
  'SRGB',
  'Display-P3',
  'XYZ',
  'rec2100-pq',
  'rec2020-linear',
  'foo',
  '--x',
  'hsl',
  'lab',
);
const names = pick(
  'red',
  'RebeccaPurple',
  'transparent',
  'currentcolor',
  'grey',
  'lightgoldenrodyellow',
  'Canvas',
  'ButtonText',
  'LinkText',
  'inherit',
  'none',
  'constructor',
  'toString',
  '__proto__',
  'Highlight',
  'activeborder',
  'windowframe',
  '-webkit-link',
  'auto',
);
const color = oddly(
  fc.oneof(
    { weight: 2, arbitrary: names },
    {
      weight: 2,
      arbitrary: fc
        .string({ unit: fc.constantFrom(...'0123456789abcdefABCDEFg'), maxLength: 9 })
        .map((digits) => `#${digits}`),
    },
    { weight: 3, arbitrary: soundFunction },
    {
      weight: 3,
      arbitrary: fc
        .tuple(functionName, fc.oneof(spaced, commaed), pick(')', ')', ')', ')', '', ' )', '))'))
        .map(([name, body, end]) => `${name}(${body}${end}`),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(space3, spacedShares, pick(')', ')', ')', ''))
        .map(([name, body, end]) => `color(${name} ${body}${end}`),
    },
    {
      weight: 1,
      arbitrary: pick(
        'color-mix(in srgb, red, blue)',
        'color-mix(in oklch, red 20%, blue)',
        'rgb(from red r g b)',
        'hsl(from blue h s l / .5)',
        'oklch(from red l c h)',
        'light-dark(red, blue)',
        'rgb(var(--x))',
        'contrast-color(red)',
        'device-cmyk(0 1 1 0)',
        'rgb(1 2 3) red',
        'url(x)',
        'color-mix(red, blue)',
      ),
    },
  ),
);

const size = fc.oneof(
  {
    weight: 8,
    arbitrary: pick(
      '192x192',
      '192x192',
      '512x512',
      '144x144',
      '143x143',
      '1024x1024',
      '1025x1025',
      'any',
      '48x48',
      '320x640',
      '145x144',
    ),
  },
  {
    weight: 1,
    arbitrary: oddly(
      pick(
        '192x192',
        '192X192',
        'any',
        'ANY',
        '0x0',
        '192x',
        'x192',
        '0192x192',
        '99999999999x1',
        '2147483648x2147483648',
        '1x2x3',
      ),
    ),
  },
);
const sizes = repeat(size, fc.oneof({ weight: 6, arbitrary: pick(' ') }, { weight: 1, arbitrary: space }), 3);
const purpose = repeat(
  word('any', 'any', 'maskable', 'monochrome', 'badge'),
  fc.oneof({ weight: 4, arbitrary: pick(' ') }, { weight: 1, arbitrary: space }),
  3,
);
const mediaType = fc.oneof(
  {
    weight: 6,
    arbitrary: pick(
      'image/png',
      'image/svg+xml',
      'image/webp',
      'image/jpeg',
      'text/csv',
      'image/*',
      '*/*',
      'application/json',
    ),
  },
  {
    weight: 2,
    arbitrary: oddly(
      pick(
        'image/png',
        'image/svg+xml',
        'text/csv',
        'x-a/b',
        'foo/bar',
        'text/plain;a=b',
        'text',
        '/',
        'a/b/c',
        'haptics/x',
        'font/x',
        'image/x-icon',
        'image/gif',
        'image/avif',
      ),
    ),
  },
);
const extension = fc.oneof(
  { weight: 6, arbitrary: pick('.png', '.csv', '.x') },
  { weight: 1, arbitrary: oddly(pick('.png', 'png', '.', '', '..', '.tar.gz', `.${'x'.repeat(16)}`)) },
);
const language = oddly(
  pick(
    'en',
    'i-klingon',
    'zh-cmn',
    'zh-cmn-Hant',
    'abcd',
    'abc-def-ghi-jkl-mno',
    'abcde-abc',
    'ab-abc-Latn',
    'und-GB',
    'i-default',
    'en-x-a',
    'en-GB',
    'de-CH-1996',
    'zh-Hant-TW',
    'x-a',
    'en_US',
    'qaa',
    'und',
    '',
    'en-u-co-phonebk',
    'abcdefghi',
    'art-lojban',
    'en-a',
    'sl-rozaj-biske',
    'iw',
    'EN-gb',
  ),
);
const languageMap = fc.dictionary(
  language,
  fc.oneof(
    phrase,
    fc.record(
      { value: phrase, lang: language, dir: pick('ltr', ' RTL') },
      { requiredKeys: ['value'], noNullPrototype: true },
    ),
  ),
  { maxKeys: 3, noNullPrototype: true },
);

/** What manifests are made of, right and nearly right. */
export const parts = {
  pick,
  url,
  color,
  sizes,
  purpose,
  mediaType,
  extension,
  language,
  languageMap,
  origin,
  word,
  phrase,
  wrong,
};
