import { gzipSync } from 'node:zlib';
import { PNG } from 'pngjs';
import { png, sound, type Answer } from './site.js';

/** A page with what it links, on a host of its own; `{other}` in its texts stands for the origin of a second host. */
export interface PageScenario {
  readonly name: string;
  /** What the host answers, by path; the page is `/`. */
  readonly answers: Readonly<Record<string, Answer>>;
  /** What the second host answers. */
  readonly others: Readonly<Record<string, Answer>>;
}

interface Changes {
  /** What stands in the head of the page. */
  head?: string;
  /** The whole page, in place of one with that head. */
  html?: string;
  /** Further headers of the page. */
  headers?: Record<string, string>;
  /** The answer to the page, if it is none that can be made of these. */
  page?: Answer;
  /** Members of the manifest that differ. */
  members?: object;
  /** The answer to the manifest, if it is none that can be made of these. */
  manifest?: Answer;
  /** The only icon. */
  icon?: Answer;
  files?: Record<string, Answer>;
  others?: Record<string, Answer>;
}

const link = '<link rel="manifest" href="/app.webmanifest">';
const type = 'application/manifest+json';
const good = { ...sound, icons: [{ src: '/icon', sizes: '192x192', type: 'image/png' }] };
const text = JSON.stringify(good);
const picture = Buffer.from(png(192));
const webp = Buffer.from(
  'UklGRsAAAABXRUJQVlA4ILQAAACQDQCdASrAAMAAPtFor1G/piSio8gD8BoJaW7hc+wDnF3QkYqBt2sDKaqfFBzY1nJtput2zJBTbtScQCjF5lNOJSBXIrAyeWECa/B6EOEeRQwJkhEogzK/TVpqqh7WBlNVPig5t2sDKaqfFBzbtYGU1U+KDZAA/v41l+MH6nyP4MdjaIAq//QVZz9qGi+JB2vfaV6AAmj7g4SY+S4ZpKnqhCVX2QgmbE2GrWhnZrBQAAAAAAA=',
  'base64',
);
const drawing = (attributes: string, content = '<path d="M0 0h9v9z"/>'): string =>
  `<svg ${attributes}>${content}</svg>`;
const ns = 'xmlns="http://www.w3.org/2000/svg"';
const svg = drawing(`${ns} viewBox="0 0 9 9"`);
const asSvg = { icons: [{ src: '/icon', sizes: 'any', type: 'image/svg+xml' }] };
const asWebp = { icons: [{ src: '/icon', sizes: '192x192', type: 'image/webp' }] };
const asPng = (sizes: string): object => ({ icons: [{ src: '/icon', sizes, type: 'image/png' }] });
const sentAs = (content: string | Uint8Array, contentType: string | undefined, more: object = {}): Answer => ({
  body: content,
  ...(contentType !== undefined && { type: contentType }),
  ...more,
});
/** An answer that has no content type at all. */
const untyped =
  (content: string | Uint8Array, headers: Record<string, string> = {}): Answer =>
  (_request, response) =>
    response.writeHead(200, headers).end(content);
const policy = (value: string): Record<string, string> => ({ 'content-security-policy': value });

function scenario(name: string, changes: Changes): PageScenario {
  const { head = link, headers = {}, members = {}, files = {}, others = {} } = changes;
  const html =
    changes.html ?? `<!doctype html><html lang="en"><head><title>Notes</title>${head}</head><body></body></html>`;
  return {
    name,
    answers: {
      '/': changes.page ?? { type: 'text/html; charset=utf-8', body: html, headers },
      '/app.webmanifest': changes.manifest ?? { type, body: JSON.stringify({ ...good, ...members }) },
      '/icon': changes.icon ?? { type: 'image/png', body: picture },
      ...files,
    },
    others,
  };
}

const inPage: Array<[name: string, changes: Changes]> = [
  ['a sound page', {}],
  ['a link with other words in its rel', { head: '<link rel="preload MANIFEST" as="fetch" href="/app.webmanifest">' }],
  ['tags in capitals', { head: '<LINK REL=manifest HREF=/app.webmanifest>' }],
  ['a link with spaces around its address', { head: '<link rel="manifest" href=" /app.webmanifest ">' }],
  [
    'a link with a media query that does not apply',
    { head: '<link rel="manifest" media="print" href="/app.webmanifest">' },
  ],
  ['no link', { head: '' }],
  ['a link without an address', { head: '<link rel="manifest">' }],
  ['a link with an empty address', { head: '<link rel="manifest" href="">' }],
  ['a link with an invalid address', { head: '<link rel="manifest" href="http://[">' }],
  ['an empty link before a sound one', { head: `<link rel="manifest" href="">${link}` }],
  ['two links', { head: `${link}<link rel="manifest" href="/gone">` }],
  ['two links, the first of which leads nowhere', { head: `<link rel="manifest" href="/gone">${link}` }],
  ['a link in the body', { html: `<!doctype html><head><title>A</title></head><body>${link}</body>` }],
  ['a link behind a paragraph that ends the head', { html: `<!doctype html><title>A</title><p>Hello${link}` }],
  ['a link behind a div in the head', { head: `<div></div>${link}` }],
  ['a link behind an image in the head', { head: `<img src="/icon">${link}` }],
  ['a link behind a noscript with text', { head: `<noscript>Please</noscript>${link}` }],
  ['a link in a noscript', { head: `<noscript>${link}</noscript>` }],
  ['a link in a template', { head: `<template>${link}</template>` }],
  ['a link in a comment', { head: `<!-- ${link} -->` }],
  ['a link in the title', { html: `<!doctype html><head><title>${link}</title></head>` }],
  ['a link without a doctype or a head', { html: link }],
  ['a link behind a style and a script', { head: `<style>p { color: red }</style><script>0</script>${link}` }],
  ['a link behind the head', { html: `<!doctype html><head><title>A</title></head>${link}<body></body>` }],
  ['a base that is another folder', { head: '<base href="/sub/"><link rel="manifest" href="../app.webmanifest">' }],
  ['a base behind the link', { head: '<link rel="manifest" href="app.webmanifest"><base href="/sub/">' }],
  ['a base that is another origin', { head: `<base href="{other}/"><link rel="manifest" href="app.webmanifest">` }],
  ['a base without an address', { head: `<base target="_blank">${link}` }],
  ['an address with a fragment', { head: '<link rel="manifest" href="/app.webmanifest#part">' }],
  ['a page with a status of 404', { page: { type: 'text/html', status: 200, body: `<title>A</title>${link}` } }],
  [
    'a page that is XHTML',
    {
      page: {
        type: 'application/xhtml+xml',
        body: `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>A</title>${link.replace('>', '/>')}</head><body/></html>`,
      },
    },
  ],
  ['a page that begins with a byte order mark', { html: `\ufeff<!doctype html><head><title>A</title>${link}</head>` }],
  [
    'a page that is sent compressed',
    {
      page: {
        type: 'text/html',
        body: gzipSync(`<!doctype html><title>A</title>${link}`),
        headers: { 'content-encoding': 'gzip' },
      },
    },
  ],
  [
    'a page in a redirect',
    {
      page: { status: 302, headers: { location: '/app/' } },
      files: { '/app/': { type: 'text/html', body: `<!doctype html><title>A</title>${link}` } },
    },
  ],
  ['crossorigin on the own origin', { head: '<link rel="manifest" crossorigin href="/app.webmanifest">' }],
  [
    'crossorigin with credentials on the own origin',
    { head: '<link rel="manifest" crossorigin="use-credentials" href="/app.webmanifest">' },
  ],
  ['an unknown crossorigin', { head: '<link rel="manifest" crossorigin="yes" href="/app.webmanifest">' }],
  ['a page that may not be framed', { headers: policy("frame-ancestors 'none'") }],
  ['Clear-Site-Data', { headers: { 'clear-site-data': '"cache"' } }],
  ['Cross-Origin-Opener-Policy', { headers: { 'cross-origin-opener-policy': 'same-origin' } }],
  ['a strict referrer policy', { headers: { 'referrer-policy': 'no-referrer' } }],
];

const policies: Array<[name: string, changes: Changes]> = [
  ["default-src 'self'", { headers: policy("default-src 'self'") }],
  ["default-src 'none'", { headers: policy("default-src 'none'") }],
  [
    "default-src 'none' with manifest-src and img-src",
    { headers: policy("default-src 'none'; manifest-src 'self'; img-src 'self'") },
  ],
  ["default-src 'none' with manifest-src alone", { headers: policy("default-src 'none'; manifest-src 'self'") }],
  ["manifest-src 'none'", { headers: policy("manifest-src 'none'") }],
  ["img-src 'none'", { headers: policy("img-src 'none'") }],
  ['img-src without a source', { headers: policy('img-src') }],
  ['img-src data:', { headers: policy('img-src data:') }],
  ['img-src http:', { headers: policy('img-src http:') }],
  ['img-src https:', { headers: policy('img-src https:') }],
  ['img-src *', { headers: policy('img-src *') }],
  ['img-src of the other host', { headers: policy('img-src {other}') }],
  ['img-src with a path that fits', { headers: policy('img-src {self}/icon') }],
  ['img-src with a path that does not fit', { headers: policy('img-src {self}/icons/') }],
  ["img-src 'none' that is only reported", { headers: { 'content-security-policy-report-only': "img-src 'none'" } }],
  ["two policies, of which one is img-src 'none'", { headers: policy("default-src 'self', img-src 'none'") }],
  ['img-src twice, of which the first counts', { headers: policy("img-src 'none'; img-src 'self'") }],
  ['a policy in capitals', { headers: policy("IMG-SRC 'NONE'") }],
  [
    "manifest-src 'none' in a tag",
    { head: `<meta http-equiv="Content-Security-Policy" content="manifest-src 'none'">${link}` },
  ],
  [
    "manifest-src 'none' in a tag behind the link",
    { head: `${link}<meta http-equiv="Content-Security-Policy" content="manifest-src 'none'">` },
  ],
  ["img-src 'none' in a tag", { head: `<meta http-equiv="content-security-policy" content="img-src 'none'">${link}` }],
  [
    "img-src 'none' in a tag in the body",
    {
      html: `<!doctype html><head><title>A</title>${link}</head><body><p>A</p><meta http-equiv="content-security-policy" content="img-src 'none'">`,
    },
  ],
  ['sandbox', { headers: policy('sandbox') }],
  ['sandbox allow-scripts', { headers: policy('sandbox allow-scripts') }],
  ['sandbox allow-same-origin', { headers: policy('sandbox allow-same-origin') }],
  ['sandbox allow-scripts allow-same-origin', { headers: policy('sandbox allow-scripts allow-same-origin') }],
  [
    'sandbox of a page whose manifest everybody may read',
    { headers: policy('sandbox'), manifest: { type, body: text, headers: { 'access-control-allow-origin': '*' } } },
  ],
  [
    'sandbox of a page whose manifest allows no origin',
    { headers: policy('sandbox'), manifest: { type, body: text, headers: { 'access-control-allow-origin': 'null' } } },
  ],
  [
    'sandbox in a tag, where it does not count',
    { head: `<meta http-equiv="content-security-policy" content="sandbox">${link}` },
  ],
  ['sandbox that is only reported', { headers: { 'content-security-policy-report-only': 'sandbox' } }],
  ['a policy for scripts alone', { headers: policy("script-src 'none'; object-src 'none'; base-uri 'none'") }],
  [
    "base-uri 'none' with a base",
    { head: '<base href="/sub/"><link rel="manifest" href="app.webmanifest">', headers: policy("base-uri 'none'") },
  ],
  [
    'manifest-src of the other host, which is allowed',
    {
      head: '<link rel="manifest" href="{other}/app.webmanifest">',
      headers: policy('manifest-src {other}'),
      others: { '/app.webmanifest': { type, body: text, headers: { 'access-control-allow-origin': '*' } } },
    },
  ],
];

const deliveries: Array<[name: string, changes: Changes]> = [
  ['404', { manifest: { status: 404, body: text } }],
  ['500', { manifest: { status: 500, type, body: text } }],
  ['401', { manifest: { status: 401, body: 'Sign in', headers: { 'www-authenticate': 'Basic realm="a"' } } }],
  ['403', { manifest: { status: 403, type, body: text } }],
  ['201', { manifest: { status: 201, type, body: text } }],
  ['203', { manifest: { status: 203, type, body: text } }],
  ['204', { manifest: { status: 204 } }],
  [
    '206',
    {
      manifest: {
        status: 206,
        type,
        body: text,
        headers: { 'content-range': `bytes 0-${text.length - 1}/${text.length}` },
      },
    },
  ],
  ['an empty body', { manifest: { type, body: '' } }],
  ['an HTML page', { manifest: { type: 'text/html', body: '<!doctype html><title>Sign in</title>' } }],
  ['sent as HTML', { manifest: { type: 'text/html', body: text } }],
  ['sent as text', { manifest: { type: 'text/plain', body: text } }],
  [
    'sent as text that is not to be sniffed',
    { manifest: { type: 'text/plain', body: text, headers: { 'x-content-type-options': 'nosniff' } } },
  ],
  ['sent without a type', { manifest: untyped(text) }],
  [
    'sent without a type that is not to be sniffed',
    { manifest: untyped(text, { 'x-content-type-options': 'nosniff' }) },
  ],
  ['sent as an image', { manifest: { type: 'image/png', body: text } }],
  ['sent as a download', { manifest: { type, body: text, headers: { 'content-disposition': 'attachment' } } }],
  ['sent compressed', { manifest: { type, body: gzipSync(text), headers: { 'content-encoding': 'gzip' } } }],
  ['a byte order mark', { manifest: { type, body: `\ufeff${text}` } }],
  ['UTF-16 with a byte order mark', { manifest: { type, body: Buffer.from(`\ufeff${text}`, 'utf16le') } }],
  [
    'UTF-16, big end first, with a byte order mark',
    { manifest: { type, body: Buffer.from(`\ufeff${text}`, 'utf16le').swap16() } },
  ],
  ['UTF-16 without a byte order mark', { manifest: { type, body: Buffer.from(text, 'utf16le') } }],
  ['UTF-16 by its type alone', { manifest: { type: `${type}; charset=utf-16le`, body: Buffer.from(text, 'utf16le') } }],
  ['Latin-1', { manifest: { type, body: Buffer.from(text.replace('Field notes', 'Füße'), 'latin1') } }],
  [
    'Latin-1 by its type',
    {
      manifest: {
        type: `${type}; charset=iso-8859-1`,
        body: Buffer.from(text.replace('Field notes', 'Füße'), 'latin1'),
      },
    },
  ],
  ['cut off', { manifest: { type, body: text.slice(0, -20) } }],
  [
    'a redirect',
    {
      manifest: { status: 301, headers: { location: '/moved/app.webmanifest' } },
      files: { '/moved/app.webmanifest': { type, body: text } },
    },
  ],
  [
    'a redirect to another folder with relative addresses',
    {
      manifest: { status: 302, headers: { location: '/moved/app.webmanifest' } },
      files: {
        '/moved/app.webmanifest': {
          type,
          body: JSON.stringify({ ...good, id: undefined, scope: undefined, start_url: '.' }),
        },
      },
    },
  ],
  [
    'a redirect to a page',
    {
      manifest: { status: 302, headers: { location: '/sign-in' } },
      files: { '/sign-in': { type: 'text/html', body: '<!doctype html><title>Sign in</title>' } },
    },
  ],
  ['a redirect without a way', { manifest: { status: 302, headers: { location: 'http://[' } } }],
  ['a redirect in a circle', { manifest: { status: 302, headers: { location: '/app.webmanifest' } } }],
  [
    'a redirect to another origin that allows it',
    {
      manifest: { status: 302, headers: { location: '{other}/app.webmanifest' } },
      others: { '/app.webmanifest': { type, body: text, headers: { 'access-control-allow-origin': '*' } } },
    },
  ],
  [
    'a redirect to another origin that does not allow it',
    {
      manifest: { status: 302, headers: { location: '{other}/app.webmanifest' } },
      others: { '/app.webmanifest': { type, body: text } },
    },
  ],
  [
    'another origin that does not allow it',
    {
      head: '<link rel="manifest" href="{other}/app.webmanifest">',
      others: { '/app.webmanifest': { type, body: text } },
    },
  ],
  [
    'another origin that allows everybody',
    {
      head: '<link rel="manifest" href="{other}/app.webmanifest">',
      others: { '/app.webmanifest': { type, body: text, headers: { 'access-control-allow-origin': '*' } } },
    },
  ],
  [
    'another origin that allows everybody, for absolute addresses',
    {
      head: '<link rel="manifest" href="{other}/app.webmanifest">',
      others: {
        '/app.webmanifest': {
          type,
          body: JSON.stringify({
            ...good,
            start_url: '{self}/',
            scope: '{self}/',
            id: '/',
            icons: [{ src: '{self}/icon', sizes: '192x192', type: 'image/png' }],
          }),
          headers: { 'access-control-allow-origin': '*' },
        },
      },
    },
  ],
  [
    'another origin that allows the page',
    {
      head: '<link rel="manifest" href="{other}/app.webmanifest">',
      others: {
        '/app.webmanifest': {
          type,
          body: JSON.stringify({ ...good, start_url: '{self}/', scope: '{self}/' }),
          headers: { 'access-control-allow-origin': '{self}' },
        },
      },
    },
  ],
  [
    'another origin that allows a third one',
    {
      head: '<link rel="manifest" href="{other}/app.webmanifest">',
      others: {
        '/app.webmanifest': { type, body: text, headers: { 'access-control-allow-origin': 'https://third.example' } },
      },
    },
  ],
  [
    'another origin that allows null',
    {
      head: '<link rel="manifest" href="{other}/app.webmanifest">',
      others: { '/app.webmanifest': { type, body: text, headers: { 'access-control-allow-origin': 'null' } } },
    },
  ],
  [
    'credentials beside *',
    {
      head: '<link rel="manifest" crossorigin="use-credentials" href="{other}/app.webmanifest">',
      others: {
        '/app.webmanifest': {
          type,
          body: text,
          headers: { 'access-control-allow-origin': '*', 'access-control-allow-credentials': 'true' },
        },
      },
    },
  ],
  [
    'credentials that are not allowed',
    {
      head: '<link rel="manifest" crossorigin="use-credentials" href="{other}/app.webmanifest">',
      others: { '/app.webmanifest': { type, body: text, headers: { 'access-control-allow-origin': '{self}' } } },
    },
  ],
  [
    'credentials that are allowed',
    {
      head: '<link rel="manifest" crossorigin="use-credentials" href="{other}/app.webmanifest">',
      others: {
        '/app.webmanifest': {
          type,
          body: JSON.stringify({ ...good, start_url: '{self}/', scope: '{self}/' }),
          headers: { 'access-control-allow-origin': '{self}', 'access-control-allow-credentials': 'true' },
        },
      },
    },
  ],
  [
    'a data: URL with relative addresses',
    { head: `<link rel="manifest" href="data:application/manifest+json,${encodeURIComponent(text)}">` },
  ],
  [
    'a data: URL with absolute addresses',
    {
      head: `<link rel="manifest" href="data:application/manifest+json,${encodeURIComponent(JSON.stringify({ ...good, start_url: '{self}/', scope: '{self}/', id: '/', icons: [{ src: '{self}/icon', sizes: '192x192', type: 'image/png' }] }))}">`,
    },
  ],
  [
    'a data: URL in base64',
    { head: `<link rel="manifest" href="data:application/json;base64,${Buffer.from(text).toString('base64')}">` },
  ],
  [
    'a data: URL that the policy forbids',
    { head: `<link rel="manifest" href="data:application/json,{}">`, headers: policy("manifest-src 'self'") },
  ],
  ['a data: URL that is malformed', { head: '<link rel="manifest" href="data:nothing">' }],
  ['a file: URL', { head: '<link rel="manifest" href="file:///app.webmanifest">' }],
  [
    'Cross-Origin-Resource-Policy on another origin',
    {
      head: '<link rel="manifest" href="{other}/app.webmanifest">',
      others: {
        '/app.webmanifest': {
          type,
          body: JSON.stringify({ ...good, start_url: '{self}/', scope: '{self}/' }),
          headers: { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'same-origin' },
        },
      },
    },
  ],
  [
    'closed in the middle',
    {
      manifest: (_request, response) =>
        void response
          .writeHead(200, { 'content-type': type, 'content-length': `${text.length + 50}` })
          .write(text, () => response.destroy()),
    },
  ],
];

const remoteIcon = { icons: [{ src: '{other}/icon', sizes: '192x192', type: 'image/png' }] };
const remote = (headers: Record<string, string> = {}): Record<string, Answer> => ({
  '/icon': { type: 'image/png', body: picture, headers },
});
const requireCorp = { 'cross-origin-embedder-policy': 'require-corp' };

const icons: Array<[name: string, changes: Changes]> = [
  ['404', { icon: { status: 404 } }],
  ['404 with a picture', { icon: { status: 404, type: 'image/png', body: picture } }],
  ['500 with a picture', { icon: { status: 500, type: 'image/png', body: picture } }],
  ['201', { icon: { status: 201, type: 'image/png', body: picture } }],
  ['203', { icon: { status: 203, type: 'image/png', body: picture } }],
  ['204', { icon: { status: 204 } }],
  [
    '206',
    {
      icon: {
        status: 206,
        type: 'image/png',
        body: picture,
        headers: { 'content-range': `bytes 0-${picture.length - 1}/${picture.length}` },
      },
    },
  ],
  ['an empty body', { icon: { type: 'image/png', body: '' } }],
  [
    'a redirect',
    {
      icon: { status: 302, headers: { location: '/moved' } },
      files: { '/moved': { type: 'image/png', body: picture } },
    },
  ],
  ['a redirect to another origin', { icon: { status: 302, headers: { location: '{other}/icon' } }, others: remote() }],
  [
    'a redirect that the policy forbids',
    {
      icon: { status: 302, headers: { location: '{other}/icon' } },
      others: remote(),
      headers: policy("img-src 'self'"),
    },
  ],
  ['sent as HTML', { icon: { type: 'text/html', body: picture } }],
  ['sent as text', { icon: { type: 'text/plain', body: picture } }],
  ['sent as an SVG', { icon: { type: 'image/svg+xml', body: picture } }],
  ['sent as bytes', { icon: { type: 'application/octet-stream', body: picture } }],
  [
    'sent as text that is not to be sniffed',
    { icon: { type: 'text/plain', body: picture, headers: { 'x-content-type-options': 'nosniff' } } },
  ],
  [
    'sent as an unknown image that is not to be sniffed',
    { icon: { type: 'image/unknown', body: picture, headers: { 'x-content-type-options': 'nosniff' } } },
  ],
  ['sent without a type', { icon: untyped(picture) }],
  ['sent as JPEG', { icon: { type: 'image/jpeg', body: picture } }],
  ['an HTML page', { icon: { type: 'text/html', body: '<!doctype html><title>Sign in</title>' } }],
  ['a PNG of another size', { icon: { type: 'image/png', body: Buffer.from(png(160)) } }],
  ['a PNG that is too small', { icon: { type: 'image/png', body: Buffer.from(png(143)) } }],
  ['a PNG of the least size', { icon: { type: 'image/png', body: Buffer.from(png(144)) } }],
  ['a PNG that is low', { icon: { type: 'image/png', body: Buffer.from(png(192, 100)) } }],
  ['a PNG that is large', { icon: { type: 'image/png', body: Buffer.from(png(1500)) } }],
  ['a PNG without its last chunk', { icon: { type: 'image/png', body: picture.subarray(0, -12) } }],
  ['a PNG that ends in its pixels', { icon: { type: 'image/png', body: picture.subarray(0, picture.length - 60) } }],
  [
    'a PNG that ends in the middle',
    { icon: { type: 'image/png', body: colorful().subarray(0, colorful().length / 2) } },
  ],
  ['a PNG that ends behind its header', { icon: { type: 'image/png', body: picture.subarray(0, 33) } }],
  ['a PNG that ends in its signature', { icon: { type: 'image/png', body: picture.subarray(0, 6) } }],
  ['a PNG with a wrong checksum in its header', { icon: { type: 'image/png', body: flip(picture, 29) } }],
  [
    'a PNG with a wrong checksum in its pixels',
    { icon: { type: 'image/png', body: flip(picture, picture.length - 14) } },
  ],
  ['a PNG with damaged pixels', { icon: { type: 'image/png', body: flip(colorful(), colorful().length / 2) } }],
  [
    'a PNG with bytes behind its end',
    { icon: { type: 'image/png', body: Buffer.concat([picture, Buffer.alloc(100)]) } },
  ],
  ['a WebP', { members: asWebp, icon: sentAs(webp, 'image/webp') }],
  ['a WebP that ends in the middle', { members: asWebp, icon: sentAs(webp.subarray(0, 120), 'image/webp') }],
  ['a WebP that ends behind its header', { members: asWebp, icon: sentAs(webp.subarray(0, 30), 'image/webp') }],
  ['a WebP that lacks its last byte', { members: asWebp, icon: sentAs(webp.subarray(0, -1), 'image/webp') }],
  ['a WebP that lacks its last ten bytes', { members: asWebp, icon: sentAs(webp.subarray(0, -10), 'image/webp') }],
  ['a WebP that is called PNG', { icon: sentAs(webp, 'image/png') }],
  ['a PNG for any size', { members: asPng('any') }],
  ['a PNG that is called SVG', { members: asSvg, icon: { type: 'image/png', body: picture } }],
  ['an SVG', { members: asSvg, icon: sentAs(svg, 'image/svg+xml') }],
  ['an SVG that is called PNG', { icon: sentAs(svg, 'image/svg+xml') }],
  [
    'an SVG of 192 pixels',
    { members: asSvg, icon: sentAs(drawing(`${ns} width="192" height="192"`), 'image/svg+xml') },
  ],
  ['an SVG of 16 pixels', { members: asSvg, icon: sentAs(drawing(`${ns} width="16" height="16"`), 'image/svg+xml') }],
  ['an SVG without any size', { members: asSvg, icon: sentAs(drawing(ns), 'image/svg+xml') }],
  [
    'an SVG for a fixed size',
    {
      members: { icons: [{ src: '/icon', sizes: '512x512', type: 'image/svg+xml' }] },
      icon: sentAs(svg, 'image/svg+xml'),
    },
  ],
  ['an SVG without its namespace', { members: asSvg, icon: sentAs(drawing('viewBox="0 0 9 9"'), 'image/svg+xml') }],
  [
    'an SVG with another namespace',
    { members: asSvg, icon: sentAs(drawing('xmlns="http://svg.example/" viewBox="0 0 9 9"'), 'image/svg+xml') },
  ],
  [
    'an SVG with an undeclared prefix on an attribute',
    { members: asSvg, icon: sentAs(drawing(`${ns} viewBox="0 0 9 9"`, '<use xlink:href="#a"/>'), 'image/svg+xml') },
  ],
  [
    'an SVG with an undeclared prefix on an element',
    { members: asSvg, icon: sentAs(drawing(`${ns} viewBox="0 0 9 9"`, '<sodipodi:namedview/>'), 'image/svg+xml') },
  ],
  [
    'an SVG with a declared prefix',
    {
      members: asSvg,
      icon: sentAs(
        drawing(`${ns} xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 9 9"`, '<use xlink:href="#a"/>'),
        'image/svg+xml',
      ),
    },
  ],
  [
    'an SVG whose element has a prefix',
    {
      members: asSvg,
      icon: sentAs(
        '<s:svg xmlns:s="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><s:path d="M0 0h9v9z"/></s:svg>',
        'image/svg+xml',
      ),
    },
  ],
  [
    'an SVG with an open element',
    { members: asSvg, icon: sentAs(drawing(`${ns} viewBox="0 0 9 9"`, '<g><path d="M0 0h9v9z"/>'), 'image/svg+xml') },
  ],
  ['an SVG that is cut off', { members: asSvg, icon: sentAs(svg.slice(0, -10), 'image/svg+xml') }],
  [
    'an SVG with an attribute without quotes',
    { members: asSvg, icon: sentAs(drawing(`${ns} viewBox=0`), 'image/svg+xml') },
  ],
  [
    'an SVG with an attribute twice',
    { members: asSvg, icon: sentAs(drawing(`${ns} width="9" width="9"`), 'image/svg+xml') },
  ],
  [
    'an SVG with an unknown entity',
    { members: asSvg, icon: sentAs(drawing(`${ns} viewBox="0 0 9 9"`, '<title>A&nbsp;B</title>'), 'image/svg+xml') },
  ],
  [
    'an SVG with a stray ampersand',
    { members: asSvg, icon: sentAs(drawing(`${ns} viewBox="0 0 9 9"`, '<title>A & B</title>'), 'image/svg+xml') },
  ],
  [
    'an SVG with its own entity',
    {
      members: asSvg,
      icon: sentAs(
        `<!DOCTYPE svg [<!ENTITY ns "http://www.w3.org/2000/svg">]><svg xmlns="&ns;" viewBox="0 0 9 9"/>`,
        'image/svg+xml',
      ),
    },
  ],
  [
    'an SVG with a doctype and a comment',
    {
      members: asSvg,
      icon: sentAs(
        `<?xml version="1.0" encoding="UTF-8"?>\n<!-- ours -->\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">${svg}`,
        'image/svg+xml',
      ),
    },
  ],
  [
    'an SVG behind a line break and its declaration',
    { members: asSvg, icon: sentAs(`\n<?xml version="1.0"?>${svg}`, 'image/svg+xml') },
  ],
  ['an SVG behind a byte order mark', { members: asSvg, icon: sentAs(`\ufeff${svg}`, 'image/svg+xml') }],
  ['an SVG with text behind it', { members: asSvg, icon: sentAs(`${svg}\nthe end`, 'image/svg+xml') }],
  ['an SVG with a comment behind it', { members: asSvg, icon: sentAs(`${svg}\n<!-- the end -->`, 'image/svg+xml') }],
  [
    'an SVG in another encoding',
    {
      members: asSvg,
      icon: sentAs(
        Buffer.from(
          `<?xml version="1.0" encoding="ISO-8859-1"?><svg ${ns} viewBox="0 0 9 9"><title>Füße</title></svg>`,
          'latin1',
        ),
        'image/svg+xml',
      ),
    },
  ],
  [
    'an SVG that is not UTF-8',
    {
      members: asSvg,
      icon: sentAs(Buffer.from(`<svg ${ns} viewBox="0 0 9 9"><title>Füße</title></svg>`, 'latin1'), 'image/svg+xml'),
    },
  ],
  ['an SVG that is UTF-16', { members: asSvg, icon: sentAs(Buffer.from(`\ufeff${svg}`, 'utf16le'), 'image/svg+xml') }],
  ['an SVG sent as text', { members: asSvg, icon: sentAs(svg, 'text/plain') }],
  ['an SVG sent as XML', { members: asSvg, icon: sentAs(svg, 'text/xml') }],
  ['an SVG sent as XML of an application', { members: asSvg, icon: sentAs(svg, 'application/xml') }],
  ['an SVG sent as HTML', { members: asSvg, icon: sentAs(svg, 'text/html') }],
  ['an SVG sent as PNG', { members: asSvg, icon: sentAs(svg, 'image/png') }],
  ['an SVG sent as bytes', { members: asSvg, icon: sentAs(svg, 'application/octet-stream') }],
  ['an SVG sent without a type', { members: asSvg, icon: untyped(svg) }],
  ['an SVG sent as an image without a plus', { members: asSvg, icon: sentAs(svg, 'image/svg') }],
  ['an SVG sent with a charset', { members: asSvg, icon: sentAs(svg, 'image/svg+xml; charset=utf-8') }],
  ['an SVG sent in capitals', { members: asSvg, icon: sentAs(svg, 'IMAGE/SVG+XML') }],
  [
    'an SVG sent compressed',
    { members: asSvg, icon: sentAs(gzipSync(svg), 'image/svg+xml', { headers: { 'content-encoding': 'gzip' } }) },
  ],
  ['an SVG compressed without a word', { members: asSvg, icon: sentAs(gzipSync(svg), 'image/svg+xml') }],
  [
    'an SVG with two hyphens in a comment',
    { members: asSvg, icon: sentAs(`<!-- by -- a program -->${svg}`, 'image/svg+xml') },
  ],
  [
    'an SVG with a comment that ends in three hyphens',
    { members: asSvg, icon: sentAs(`<!-- by a program --->${svg}`, 'image/svg+xml') },
  ],
  ['an SVG of XML 1.1', { members: asSvg, icon: sentAs(`<?xml version="1.1"?>${svg}`, 'image/svg+xml') }],
  ['an SVG of XML 2.0', { members: asSvg, icon: sentAs(`<?xml version="2.0"?>${svg}`, 'image/svg+xml') }],
  [
    'an SVG with a declaration without a version',
    { members: asSvg, icon: sentAs(`<?xml encoding="utf-8"?>${svg}`, 'image/svg+xml') },
  ],
  [
    'an SVG with a control character',
    { members: asSvg, icon: sentAs(drawing(`${ns} viewBox="0 0 9 9"`, '<title>A\u0001B</title>'), 'image/svg+xml') },
  ],
  [
    'an SVG with the end of a CDATA section in its text',
    { members: asSvg, icon: sentAs(drawing(`${ns} viewBox="0 0 9 9"`, '<title>A]]>B</title>'), 'image/svg+xml') },
  ],
  [
    'an SVG with a CDATA section',
    {
      members: asSvg,
      icon: sentAs(drawing(`${ns} viewBox="0 0 9 9"`, '<style><![CDATA[path{}]]></style>'), 'image/svg+xml'),
    },
  ],
  [
    'an SVG with a lesser sign in an attribute',
    { members: asSvg, icon: sentAs(drawing(`${ns} viewBox="0 0 9 9" id="a<b"`), 'image/svg+xml') },
  ],
  [
    'an SVG with a prefix twice',
    { members: asSvg, icon: sentAs(drawing(`${ns} xmlns:a="b" xmlns:a="b"`), 'image/svg+xml') },
  ],
  [
    'an SVG with an entity of an undeclared name in an attribute',
    { members: asSvg, icon: sentAs(drawing(`${ns} viewBox="0 0 9 9" id="&a;"`), 'image/svg+xml') },
  ],
  [
    'an SVG with an entity by number',
    { members: asSvg, icon: sentAs(drawing(`${ns} viewBox="0 0 9 9"`, '<title>A&#160;B</title>'), 'image/svg+xml') },
  ],
  [
    'an SVG with an entity of a forbidden number',
    { members: asSvg, icon: sentAs(drawing(`${ns} viewBox="0 0 9 9"`, '<title>A&#1;B</title>'), 'image/svg+xml') },
  ],
  ['an SVG in HTML', { members: asSvg, icon: sentAs(`<!doctype html>${svg}`, 'image/svg+xml') }],
  [
    'an SVG with a stylesheet before it',
    { members: asSvg, icon: sentAs(`<?xml-stylesheet href="a.css"?>${svg}`, 'image/svg+xml') },
  ],
  [
    'an SVG with a script that HTML would read',
    {
      members: asSvg,
      icon: sentAs(drawing(`${ns} viewBox="0 0 9 9"`, '<script>if (1 < 2) {}</script>'), 'image/svg+xml'),
    },
  ],
  [
    'an SVG with capitals that HTML would forgive',
    { members: asSvg, icon: sentAs('<SVG xmlns="http://www.w3.org/2000/svg"></SVG>', 'image/svg+xml') },
  ],
  [
    'an SVG that a group wraps',
    { members: asSvg, icon: sentAs(`<g xmlns="http://www.w3.org/2000/svg">${svg}</g>`, 'image/svg+xml') },
  ],
  [
    'an SVG with declared entities within one another',
    {
      members: asSvg,
      icon: sentAs(
        '<!DOCTYPE svg [<!ENTITY a "x"><!ENTITY b "&a;&a;">]><svg xmlns="http://www.w3.org/2000/svg"><title>&b;</title></svg>',
        'image/svg+xml',
      ),
    },
  ],
  [
    'an SVG with an entity that holds markup',
    {
      members: asSvg,
      icon: sentAs(
        '<!DOCTYPE svg [<!ENTITY a "<path/>">]><svg xmlns="http://www.w3.org/2000/svg">&a;</svg>',
        'image/svg+xml',
      ),
    },
  ],
  [
    'an icon that is a data: URL',
    {
      members: {
        icons: [{ src: `data:image/png;base64,${picture.toString('base64')}`, sizes: '192x192', type: 'image/png' }],
      },
    },
  ],
  [
    'an icon that is a data: URL which the policy forbids',
    {
      members: {
        icons: [{ src: `data:image/png;base64,${picture.toString('base64')}`, sizes: '192x192', type: 'image/png' }],
      },
      headers: policy("img-src 'self'"),
    },
  ],
  [
    'an icon that is a data: URL of an SVG',
    {
      members: {
        icons: [{ src: `data:image/svg+xml,${encodeURIComponent(svg)}`, sizes: 'any', type: 'image/svg+xml' }],
      },
    },
  ],
  ['an icon on another origin', { members: remoteIcon, others: remote() }],
  [
    'an icon on another origin that the policy forbids',
    { members: remoteIcon, others: remote(), headers: policy("img-src 'self'") },
  ],
  [
    'an icon on another origin with CORP same-origin',
    { members: remoteIcon, others: remote({ 'cross-origin-resource-policy': 'same-origin' }) },
  ],
  [
    'an icon on another origin with CORP same-site',
    { members: remoteIcon, others: remote({ 'cross-origin-resource-policy': 'same-site' }) },
  ],
  [
    'an icon on another origin with CORP cross-origin',
    { members: remoteIcon, others: remote({ 'cross-origin-resource-policy': 'cross-origin' }) },
  ],
  [
    'an icon on the own origin with CORP same-origin',
    { icon: { type: 'image/png', body: picture, headers: { 'cross-origin-resource-policy': 'same-origin' } } },
  ],
  ['an icon on another origin under COEP', { members: remoteIcon, others: remote(), headers: requireCorp }],
  [
    'an icon on another origin under COEP that is only reported',
    { members: remoteIcon, others: remote(), headers: { 'cross-origin-embedder-policy-report-only': 'require-corp' } },
  ],
  [
    'an icon on another origin under COEP with CORP',
    { members: remoteIcon, others: remote({ 'cross-origin-resource-policy': 'cross-origin' }), headers: requireCorp },
  ],
  [
    'an icon on another origin under COEP with CORS',
    { members: remoteIcon, others: remote({ 'access-control-allow-origin': '*' }), headers: requireCorp },
  ],
  [
    'an icon on another origin under COEP credentialless',
    { members: remoteIcon, others: remote(), headers: { 'cross-origin-embedder-policy': 'credentialless' } },
  ],
  ['an icon on the own origin under COEP', { headers: requireCorp }],
  [
    'an unused icon that is missing',
    {
      members: {
        icons: [
          { src: '/icon', sizes: '192x192', type: 'image/png' },
          { src: '/gone', sizes: '512x512', type: 'image/png' },
        ],
      },
    },
  ],
  [
    'a missing icon that is preferred',
    {
      members: {
        icons: [
          { src: '/icon', sizes: '512x512', type: 'image/png' },
          { src: '/gone', sizes: '192x192', type: 'image/png' },
        ],
      },
      icon: { type: 'image/png', body: Buffer.from(png(512)) },
    },
  ],
  [
    'the only icons are maskable',
    { members: { icons: [{ src: '/icon', sizes: '192x192', type: 'image/png', purpose: 'maskable' }] } },
  ],
  [
    'an icon of JPEG',
    {
      members: { icons: [{ src: '/icon.jpg', sizes: '192x192', type: 'image/jpeg' }] },
      files: { '/icon.jpg': { type: 'image/jpeg', body: picture } },
    },
  ],
  ['an icon without a type or an extension', { members: { icons: [{ src: '/icon', sizes: '192x192' }] } }],
  ['an icon without a size', { members: { icons: [{ src: '/icon', type: 'image/png' }] } }],
  ['an icon in a manifest without a name', { members: { name: undefined, short_name: undefined } }],
  [
    'an app that prefers another one',
    { members: { prefer_related_applications: true, related_applications: [{ platform: 'play', id: 'a.b' }] } },
  ],
  ['an app that opens in the browser', { members: { display: 'browser' } }],
  [
    'an icon that never comes in full',
    {
      icon: (_request, response) =>
        void response
          .writeHead(200, { 'content-type': 'image/png', 'content-length': `${picture.length + 50}` })
          .write(picture, () => response.destroy()),
    },
  ],
];

/** A PNG whose pixels hardly compress. */
function colorful(): Buffer {
  const image = new PNG({ width: 192, height: 192 });
  let state = 1;
  for (let at = 0; at < image.data.length; at += 1) {
    state = (state * 1_103_515_245 + 12_345) % 0x7fffffff;
    image.data[at] = at % 4 === 3 ? 255 : state >> 16;
  }
  return PNG.sync.write(image);
}

function flip(bytes: Uint8Array, at: number): Buffer {
  const damaged = Buffer.from(bytes);
  damaged[Math.floor(at)]! ^= 0xff;
  return damaged;
}

const groups: Array<[group: string, scenarios: Array<[name: string, changes: Changes]>]> = [
  ['page', inPage],
  ['policy', policies],
  ['manifest', deliveries],
  ['icon', icons],
];

/** Pages that differ in one thing from one that can be installed, in what surrounds the text of the manifest. */
export const pageScenarios: readonly PageScenario[] = groups.flatMap(([group, scenarios]) =>
  scenarios.map(([name, changes]) => scenario(`${group}: ${name}`, changes)),
);
