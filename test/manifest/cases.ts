/** One manifest to process, with a name that says what is special about it. */
export interface Case {
  name: string;
  text: string;
  /** Where the page is that links it; `/app/page?q=1#part` by default. */
  page?: string;
  /** Where it lies itself, seen from the page; `/app/manifest.json` by default. */
  from?: string;
}

/** A manifest that every engine takes, at `/app/page`. */
const sound = { name: 'Sound', start_url: 'page', display: 'standalone', icons: [{ src: '/icon/192.png', sizes: '192x192', type: 'image/png' }] };

/** What is of the wrong type for a text. */
const notTexts = [3, 0, null, true, [], {}, ['standalone']];
/** What surrounds `text`, is of another case, or is none. */
const spellings = (text: string): unknown[] => [text, text.toUpperCase(), ` ${text} `, `\t${text}\n`, `\u00a0${text}`, `\u2003${text}\u3000`, `\u000b${text}\u000c`, `\u2028${text}`, `${text}\u0085`, `\ufeff${text}`, '', ' ', `${text}x`, ...notTexts];
/** URLs of every kind, seen from `/app/manifest.json`. */
const urls: unknown[] = [
  'page', './page', '../app/page', '/app/page', '/', '/app', '/app/', '/apple', '/App/page', '../../..', '?q=1', '#part', 'page?q=1#part', '/app/page#', '', ' ', ' page ', 'pa\tge', 'pa ge', 'pägé', '%70age',
  'page/%2e%2e/other', '\\app\\page', '//', 'http://', 'https://other.example/app/page', 'https://localhost/app/page', '//other.example/', 'javascript:alert(1)', 'data:text/plain,x', 'blob:x', 'about:blank', 'mailto:a@b.c',
  'http://[', 'page?x=%s', ...notTexts,
];

function vary(member: string, values: readonly unknown[], rest: object = {}): Case[] {
  return values.map((value) => ({ name: `${member}: ${JSON.stringify(value)?.slice(0, 120)}`, text: JSON.stringify({ ...sound, ...rest, [member]: value }) }));
}

function varyIn(member: string, wrap: (value: unknown) => unknown, values: readonly unknown[]): Case[] {
  return values.map((value) => ({ name: `${member}: ${JSON.stringify(wrap(value))?.slice(0, 120)}`, text: JSON.stringify({ ...sound, [member]: wrap(value) }) }));
}

const texts: Case[] = [
  ...vary('name', [...spellings('Name'), 'a\tb', 'a\r\nb', ' a\n ', '\n', '\u0000a', '\ud83d\ude00', 'a\u2028b', 'x'.repeat(5000)]),
  ...vary('short_name', [...spellings('Name'), 'a\tb', '\r'], { name: undefined }),
  ...vary('description', [...spellings('Text'), 'a\tb\nc']),
  { name: 'neither name nor short_name', text: JSON.stringify({ ...sound, name: undefined }) },
];

const identities: Case[] = [
  ...vary('start_url', urls),
  ...vary('scope', urls),
  ...vary('scope', ['/', '/app', '/app/page?x', '/other/', 'https://other.example/', '.', '..'], { start_url: '/app/page' }),
  ...vary('scope', ['/', '/app/', 'pag'], { start_url: 'https://other.example/' }),
  ...vary('id', [...urls, 'id#part', '/?', '/#', 'a?b#c']),
  ...vary('id', ['', 'x#y', undefined], { start_url: '/app/page?x#part' }),
  ...vary('id', ['x', ''], { start_url: undefined }),
  ...vary('start_url', ['../x', '/x/y/z?a/b#c/d']),
];

const displays: Case[] = [
  ...['fullscreen', 'standalone', 'minimal-ui', 'browser'].flatMap((mode) => vary('display', [mode, mode.toUpperCase()])),
  ...vary('display', [...spellings('standalone'), 'window-controls-overlay', 'tabbed', 'unframed', 'borderless', 'picture-in-picture', 'undefined', 'minimalui']),
  ...varyIn('display_override', (mode) => [mode], ['fullscreen', 'standalone', 'minimal-ui', 'browser', 'window-controls-overlay', 'unframed', 'borderless', ' Minimal-UI ', 'unknown', '', ...notTexts]),
  ...vary('display_override', [[], ['unknown', 'browser', 'standalone'], ['browser', 'standalone'], ['tabbed', 'minimal-ui'], ['standalone', 'standalone'], 'standalone', {}, null, [['standalone']], ['window-controls-overlay', 'minimal-ui', 'x', 'fullscreen']]),
  ...vary('display', ['browser', undefined], { display_override: ['window-controls-overlay'] }),
  ...vary('orientation', [...spellings('portrait'), 'any', 'natural', 'landscape', 'portrait-primary', 'portrait-secondary', 'landscape-primary', 'landscape-secondary', 'sideways']),
];

const colors: Case[] = [
  ...vary('theme_color', [
    ...spellings('red'), '#abc', '#ABCD', '#aabbcc', '#aabbccdd', '#ab', '#abcde', '#ggg', 'abc', '# abc', 'transparent', 'currentcolor', 'Canvas', 'inherit', 'rebeccapurple', 'LightGoldenrodYellow', 'red;', 'var(--x)',
    'rgb(1,2,3)', 'rgb(1, 2, 3)', 'rgb(1 2 3)', 'rgb(1 2 3 / .5)', 'rgba(1,2,3,.5)', 'rgb(1 2 3, .5)', 'rgb(10%,20%,30%)', 'rgb(10%,20,30)', 'rgb(10% 20 30)', 'rgb(300 -5 2.5)', 'rgb(none 2 3)', 'rgb(none,2,3)', 'rgb(1 2)', 'rgb(1 2 3 4)',
    'rgb(1 2 3', 'rgb (1 2 3)', 'RGB(1 2 3 / 50%)', 'rgb(1e1 +2 .5)', 'rgb(1. 2 3)', 'rgb(/**/1 2 3)', 'rgb(1 2 3 / 300%)', 'rgb(1 2 3 / none)', 'hsl(120 100% 50%)', 'hsl(120,100%,50%)', 'hsl(120,100,50)', 'hsl(0.5turn 50% 50%)',
    'hsl(200grad 50% 50%)', 'hsla(3rad,50%,50%,.3)', 'hsl(-500 130% 40%)', 'hwb(90 10% 10%)', 'hwb(90 70% 60%)', 'hwb(90,10%,10%)', 'lab(50% 40 59)', 'lab(150 20 20)', 'lch(50% 50 120)', 'lch(50 -5 120)', 'oklab(0.5 0.1 -0.1)',
    'oklch(70% 0.3 200)', 'oklch(0.7 40% 0.5turn)', 'color(srgb 1 .5 0)', 'color(srgb-linear .5 .5 .5)', 'color(display-p3 0 1 0)', 'color(a98-rgb .5 .2 .9)', 'color(prophoto-rgb .3 .6 .9)', 'color(rec2020 .2 .8 .4)', 'color(xyz .3 .3 .3)',
    'color(xyz-d50 .3 .3 .3 / 40%)', 'color(foo 1 1 1)', 'color(srgb 1 1)', 'color-mix(in srgb, red, blue)', 'light-dark(red, blue)', 'rgb(from red r g b)',
  ]),
  ...vary('background_color', ['#369', 'hsl(37.5 33.3% 66.6% / 12.5%)', 'nonsense', 3, null]),
];

const icon = { src: '/icon/192.png', sizes: '192x192', type: 'image/png' };
const images: Case[] = [
  ...vary('icons', [undefined, null, 'x', {}, [], [null, 3, 'x', [], {}], [{}], [icon, icon], [{ sizes: '192x192' }]]),
  ...varyIn('icons', (src) => [{ ...icon, src }], [...urls, 'https://other.example/192.png']),
  ...varyIn('icons', (sizes) => [{ ...icon, sizes }], [
    ...spellings('192x192'), 'any', 'ANY', 'many', '192x192,512x512', '192', '0192x192', '192x', '192×192', '192x192px', '144x144', '143x143', '144x143', '143x144', '1024x1024', '1025x1025', '192x192 foo', 'foo 192x192', '192x192\t512x512',
    '192x192\n512x512', '192x192\u00a0512x512', '+192x192', '99999999999x1', '2147483647x2147483647', '2147483648x2147483648', '48x48 any', '192x0', '1x2x3', '192xany', '192x192 192x192', '16X17', '48x48 72x72 96x96', '192 x 192',
  ]),
  ...varyIn('icons', (type) => [{ ...icon, type }], [...spellings('image/png'), 'image/svg+xml', 'image/webp', 'image/jpeg', 'image/gif', 'image/x-icon', 'image/avif', 'text/html', 'image/png;x=y', 'png', 'image/*']),
  ...varyIn('icons', (purpose) => [{ ...icon, purpose }], [...spellings('any'), 'maskable', 'monochrome', 'any maskable', 'maskable any any', 'any foo', 'foo', 'any\tmaskable', 'any,maskable', 'MASKABLE Any', ' monochrome  maskable ']),
  ...varyIn('icons', (src) => [{ src, sizes: '192x192' }], ['/icon/192.png', '/icon/192.svg', '/icon/192.webp', '/icon/192.jpg', '/icon/192.ico', '/icon/192', '/icon/192.PNG', '/icon/192.jpg?x=.png', '/icon/192.png#x.jpg', '/icon/192.gif', '/icon/192.avif', '/icon/192.txt']),
  ...vary('icons', [[{ src: '/icon/192.svg', type: 'image/svg+xml' }], [{ src: '/icon/192.svg', sizes: 'any' }], [{ src: '/icon/192.png', type: 'image/png' }], [{ ...icon, purpose: 'maskable' }, { ...icon, sizes: '48x48' }], [{ ...icon, sizes: '1025x1025' }, { ...icon, sizes: '48x48' }], [{ ...icon, sizes: '144x300' }]]),
  ...vary('screenshots', [undefined, null, {}, [], ['x'], [{ src: '/s.png' }], [{ sizes: '1x1' }], Array.from({ length: 12 }, (_, index) => ({ src: `/s${index}.png` }))]),
  ...varyIn('screenshots', (form_factor) => [{ src: '/s.png', sizes: '640x320', form_factor }], [...spellings('wide'), 'narrow', 'Narrow', 'square']),
  ...varyIn('screenshots', (label) => [{ src: '/s.png', label, type: 'image/png' }], spellings('Label')),
];

const shortcut = { name: 'New', url: 'page' };
const shortcuts: Case[] = [
  ...vary('shortcuts', [undefined, null, {}, [], [null, 3, 'x', []], [{}], [{ name: 'x' }], [{ url: 'page' }], [shortcut, shortcut], [null, shortcut]]),
  ...varyIn('shortcuts', (url) => [{ ...shortcut, url }], urls),
  ...varyIn('shortcuts', (name) => [{ ...shortcut, name }], [...spellings('New'), 'a\nb']),
  ...[9, 10, 11, 30].map((count) => ({ name: `${count} shortcuts`, text: JSON.stringify({ ...sound, shortcuts: Array.from({ length: count }, (_, index) => ({ name: `n${index}`, url: `u${index}` })) }) })),
  { name: 'ten broken shortcuts before a sound one', text: JSON.stringify({ ...sound, shortcuts: [...Array.from({ length: 10 }, () => 0), shortcut] }) },
];

const share = { action: 'share', method: 'POST', enctype: 'multipart/form-data', params: { title: 't' } };
const sharing: Case[] = [
  ...vary('share_target', [undefined, null, [], 'share', {}, { action: 'share' }, { action: 'share', params: {} }, { params: {} }, { action: 'share', params: [] }, { action: 'share', params: null }, share]),
  ...varyIn('share_target', (action) => ({ ...share, action }), urls),
  ...varyIn('share_target', (method) => ({ action: 'share', params: {}, method }), ['GET', 'get', 'Post', 'PUT', '', ' GET ', ...notTexts]),
  ...varyIn('share_target', (enctype) => ({ ...share, enctype }), ['application/x-www-form-urlencoded', 'MULTIPART/form-data', 'text/plain', '', ' multipart/form-data', ...notTexts]),
  ...varyIn('share_target', (enctype) => ({ action: 'share', params: {}, method: 'GET', enctype }), ['application/x-www-form-urlencoded', 'multipart/form-data']),
  ...varyIn('share_target', (title) => ({ ...share, params: { title, text: title, url: title } }), spellings('title')),
  ...varyIn('share_target', (files) => ({ ...share, params: { files } }), [
    [], {}, null, 'x', [{ name: 'f', accept: 'image/*' }], { name: 'f', accept: '.png' }, [{ name: 'f', accept: ['image/png', '.png'] }], [{ name: 'f', accept: ['nonsense'] }], [{ name: 'f', accept: ['image/png', ''] }], [{ name: '', accept: '.png' }],
    [{ name: 'f' }], [{ accept: '.png' }], [{ name: 'f', accept: [] }], [{ name: 'f', accept: 3 }], [{ name: 'f', accept: [3, '.png'] }], [{ name: 3, accept: '.png' }], [3, { name: 'f', accept: '.png' }], [{ name: 'f', accept: 'text/plain; charset=utf-8' }],
    [{ name: 'f', accept: ['*/*'] }], [{ name: 'f', accept: ['image/'] }], [{ name: 'f', accept: [' image/png '] }], [{ name: 'f', accept: ['a/b/c'] }], [{ name: ' ', accept: '.png' }], [{ name: 'f', accept: 'IMAGE/PNG' }],
  ]),
  ...varyIn('share_target', (method) => ({ action: 'share', method, params: { files: [{ name: 'f', accept: '.png' }] } }), ['GET', 'POST']),
];

const file = { action: 'open', accept: { 'image/png': ['.png'] } };
const handlers: Case[] = [
  ...vary('file_handlers', [undefined, null, {}, [], [null, 3, 'x'], [{}], [{ action: 'open' }], [{ accept: file.accept }], [file, file]]),
  ...varyIn('file_handlers', (action) => [{ ...file, action }], urls),
  ...varyIn('file_handlers', (accept) => [{ ...file, accept }], [
    {}, null, [], 'x', { 'image/png': '.png' }, { 'image/*': ['.png'] }, { '*/*': ['.png'] }, { 'x-foo/bar': ['.png'] }, { 'x-/bar': ['.png'] }, { nonsense: ['.png'] }, { 'image/png;x=y': ['.png'] }, { 'image/png': [] }, { 'image/png': ['png'] }, { 'image/png': [3] },
    { 'image/png': 3 }, { 'image/png': ['.png', 'jpg', 3] }, { 'IMAGE/PNG': ['.png'] }, { 'image/png': ['.'] }, { 'image/png': [`.${'x'.repeat(15)}`] }, { 'image/png': [`.${'x'.repeat(16)}`] }, { 'foo/bar': ['.x'] }, { 'application/x-foo': ['.x'], bad: ['.y'] }, { ' image/png ': ['.x'] },
    { 'image/png': ['.Ä'] }, { 'image/png': ['..'] },
  ]),
  ...[299, 300, 301].map((count) => ({ name: `${count} file extensions`, text: JSON.stringify({ ...sound, file_handlers: [{ action: 'open', accept: { 'image/png': Array.from({ length: count - 1 }, (_, index) => `.e${index}`) } }, { action: 'open', accept: { 'text/plain': ['.txt'] } }] }) })),
  ...varyIn('protocol_handlers', (protocol) => [{ protocol, url: 'page?%s' }], [
    ...spellings('mailto'), 'web+foo', 'web+FOO', 'WEB+foo', 'web+', 'web+f1', 'web+a-b', 'mailto:', 'http', 'https', 'javascript', 'file', 'ext+foo', 'ftp', 'ftps', 'bitcoin', 'geo', 'im', 'irc', 'ircs', 'magnet', 'matrix', 'mms', 'news', 'nntp', 'openpgp4fpr',
    'sftp', 'sip', 'sms', 'smsto', 'ssh', 'tel', 'urn', 'webcal', 'wtai', 'xmpp', 'cabal', 'dat', 'did', 'doi', 'dweb', 'ethereum', 'hyper', 'ipfs', 'ipns', 'ssb', 'sips', 'web3', 'payto',
  ]),
  ...varyIn('protocol_handlers', (url) => [{ protocol: 'web+foo', url }], [...urls, 'page', 'page/%s/%s', '%s', 'page#%s', 'page?%S', 'page?%25s', '/other?%s', 'https://other.example/?%s']),
  ...vary('protocol_handlers', [undefined, null, {}, [], [null, 3, 'x', {}], [{ protocol: 'mailto' }], [{ url: '%s' }]]),
];

const extension = { type: 'origin', origin: 'https://example.com' };
const links: Case[] = [
  ...vary('scope_extensions', [undefined, null, {}, [], ['https://example.com'], [{ origin: 'https://example.com' }], [null, 3, extension], [{ ...extension, type: 'site' }], [{ ...extension, type: 'ORIGIN' }], [{ ...extension, type: ' origin ' }], [{ type: 'origin' }], [{ ...extension, type: 3 }]]),
  ...varyIn('scope_extensions', (origin) => [{ type: 'origin', origin }], [
    'https://localhost', 'https://127.0.0.1', 'https://[::1]', 'http://example.com', 'https://example.com:8443', 'https://example.com/path?x#y', 'https://user:pw@example.com', 'https://com', 'https://foo.co.uk', 'https://*.example.com', ' https://example.com ',
    'example.com', '//example.com', 'https://EXAMPLE.com', 'https://example.com.', 'ftp://example.com', '', 'https://', 'data:x', 'https://a.test', 'https://a.internal', 'https://пример.рф', `https://example.com/${'a'.repeat(1980)}`, `https://example.com/${'a'.repeat(1981)}`, ...notTexts,
  ]),
  ...[9, 10, 11].map((count) => ({ name: `${count} scope extensions`, text: JSON.stringify({ ...sound, scope_extensions: Array.from({ length: count }, (_, index) => ({ type: 'origin', origin: `https://e${index}.com` })) }) })),
  ...vary('related_applications', [
    undefined, null, {}, [], [null, 3, 'x'], [{ platform: 'play' }], [{ platform: '', id: 'x' }], [{ id: 'x' }], [{ platform: 3, id: 'x' }], [{ platform: ' play ', id: ' x ' }], [{ platform: 'web', url: '' }], [{ platform: 'web', url: 'http://' }], [{ platform: 'web', url: 3, id: '' }],
    [{ platform: 'foo', url: 'rel' }], [{ platform: 'play', id: 3 }], [{ platform: 'play', id: 'x', url: 'https://play.example/x' }], [{ platform: 'itunes', url: 3, id: 'x' }],
  ]),
  ...vary('prefer_related_applications', [true, false, 'true', 'false', 1, null, [], {}]),
  ...vary('prefer_related_applications', [true], { related_applications: [{ platform: 'chrome_web_store', id: 'x' }] }),
  ...vary('launch_handler', [undefined, null, [], {}, 'auto', 3, { route_to: 'x' }, { client_mode: ['x', 'focus-existing'] }, { client_mode: [3, 'auto'] }, { client_mode: [] }, { client_mode: {} }, { client_mode: ['FOCUS-EXISTING'] }]),
  ...varyIn('launch_handler', (client_mode) => ({ client_mode }), [...spellings('focus-existing'), 'auto', 'navigate-new', 'navigate-existing', 'existing-client-retain']),
  ...vary('migrate_from', [undefined, null, {}, 'x', [], ['/old'], [null, 3, []], [{}], [{ id: 3 }], [{ id: '/old', behavior: 'force' }], [{ id: '/old', behavior: 'x' }], [{ id: 'http://other.example/' }], [''], ['http://'], [{ id: '/old', install_url: 'http://other.example/' }], [{ id: '/old', install_url: 3 }]], { id: '/id' }),
  ...vary('migrate_from', [['/old'], []]),
  ...vary('migrate_to', [null, 3, [], {}, { id: '/new' }, { id: '/new', install_url: '/install' }, { install_url: '/install' }, { id: 'http://other.example/', install_url: '/install' }, { id: '/new', install_url: 'http://other.example/' }, { id: '/new', install_url: '' }, { id: '/new', install_url: 3 }]),
  ...vary('permissions_policy', [null, [], 'x', true, {}, { camera: [] }, { camera: ['self'] }, { camera: null }, { camera: [3] }, { camera: ['a', 3] }, { nonsense: 'x' }, { nonsense: ['bad origin'] }, { camera: {} }]),
];

const wholes: Case[] = [
  '{}', '{ }', '[]', '[ ]', 'null', 'true', '12345', '"text"', '', '   ', '{"name":"a","name":"b"}', '{"name":"a",}', '{"name":"a","x":[1,]}', '{"name":"a","x":01}', '{"name":"a","x":1.}', '{"name":"a","x":.5}', '{"name":"a","x":+1}', '{"name":"a","x":-0}', '{"name":"a","x":1E+5}',
  '{"name":"a","x":1e999}', '{"name":"a","x":1e-999}', '{"name":"a","x":"\\v"}', '{"name":"a","x":"\\x41"}', '{"name":"a","x":"\\u12"}', '{"name":"a","x":"\\uD800"}', '{"name":"a\\u0041\\/"}', '{"name":"a\tb"}', '{"name":"a\nb"}', '{"name":"a\x7f"}', '\f{"name":"a"}',
  '\u00a0{"name":"a"}', '{"name":"a"}\0', '{"name":"a"} x', '{"name":"a"}{}', '{name:"a"}', "{'name':'a'}", '{"name":"a"', '{"name":"a" "b":1}', '{"name" "a"}', '{"name":"a",,"b":1}', '{"name":"a","x":tru}', '{"name":"a","x":NaN}', '{"name":"a","x":"abc}', '{"":1,"name":"a"}',
  '{"name":"a","__proto__":{"x":1}}', '{"name":"a","n\\u0061me":"b"}', '{"name":"\\ud83d\\ude00"}', '\ufeff{"name":"a"}', '\ufeff\ufeff{"name":"a"}', '<!doctype html><title>Not found</title>', '{"name":"a","x":0x1}', '{"name":"a","x":"\\\'"}', '{"name":"\\uDC00\\uD800"}',
  `{"name":"a","x":${'['.repeat(999)}${']'.repeat(999)}}`, `{"name":"a","x":${'['.repeat(1000)}${']'.repeat(1000)}}`, `${'{"x":'.repeat(1000)}1${'}'.repeat(1000)}`, `${'{"x":'.repeat(1001)}1${'}'.repeat(1001)}`, '[['.repeat(16_000),
].map((text) => ({ name: `text: ${text.slice(0, 80)}`, text }));

const everything = [...wholes, ...texts, ...identities, ...displays, ...colors, ...images, ...shortcuts, ...sharing, ...handlers, ...links];

/**
 * Manifests made from the wording of the specifications: each member right, wrong, empty, out of bounds, in capitals, in white space, up to its limits and
 * beyond. No two of them are the same.
 */
export const cases: readonly Case[] = [...new Map(everything.map((example) => [example.text, example])).values()];
