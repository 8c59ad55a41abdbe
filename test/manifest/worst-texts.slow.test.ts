import { cpuUsage } from 'node:process';
import { describe, test } from 'node:test';
import { checkInstallability, type Engine } from '../../src/manifest/index.js';
import { assertBelow } from '../support/node/quick.js';
import { generateCases } from './generated.js';
import { process } from './processing.js';

const size = 32_000;
const most = 20;
/** The compiler needs some runs before the code is fast, and the processor has slow moments. */
const attempts = 50;
const engines: Engine[] = ['spec', 'chromium', 'webkit', 'gecko'];

/** As many of the pieces as fit, one behind the other. */
function fill(piece: string | ((index: number) => string), room = size - 200): string {
  let text = '';
  for (let index = 0; ; index += 1) {
    const next = typeof piece === 'string' ? piece : piece(index);
    if (text.length + next.length > room) return text;
    text += next;
  }
}
const member = (name: string, value: unknown): string =>
  JSON.stringify({ name: 'Worst', start_url: '/app/', [name]: value });
/** A list that has as many items as fit. */
const listOf = (name: string, item: (index: number) => unknown): string =>
  `{"${name}":[${fill((index) => `${JSON.stringify(item(index))},`)}null]}`;
const smallest = { src: 'a' };

const texts: Array<[name: string, text: string]> = [
  ['opening brackets', '['.repeat(size)],
  ['arrays in arrays', '['.repeat(size / 2) + ']'.repeat(size / 2)],
  ['objects in objects', fill('{"x":', size / 2) + '{}' + fill('}', size / 2)],
  ['objects in a member', `{"icons":${fill('{"src":', size / 2)}1${'}'.repeat(Math.floor(size / 2 / 7))}}`],
  ['white space', `{${' \n'.repeat(size / 2 - 10)}"name":"a"}`],
  ['slashes', '/'.repeat(size)],
  ['quotes', '"'.repeat(size)],
  ['backslashes', `{"name":"${'\\\\'.repeat(size / 2 - 20)}"}`],
  ['a string of escapes', `{"name":"${fill('\\u0041')}"}`],
  ['a string of line breaks', `{"name":"${fill('\\n')}"}`],
  ['a string of surrogates', `{"name":"${fill('\\ud83d\\ude00')}"}`],
  ['a string without an end', `{"name":"${'a'.repeat(size)}`],
  ['a number', `{"name":${'1'.repeat(size)}}`],
  ['digits and dots', `{"name":${fill('1.')}}`],
  ['a word', `{"name":${'t'.repeat(size)}}`],
  ['numbers', `[${fill('1,')}1]`],
  ['members of one name', `{${fill('"name":"a",')}"name":"b"}`],
  ['members of 1,500 names twice', `{${fill((index) => `"m${index % 1500}":1,`)}"name":"b"}`],
  ['unknown members', `{${fill((index) => `"unknown-${index}":1,`)}"name":"b"}`],
  ['a finding on every line', `{"icons":[\n${fill('{"src":3},\n')}3]}`],
  [
    'a finding on every line of another kind',
    `{"icons":[\r\n${fill((index) => `${['{"src":""}', '{"src":"a","sizes":"X"}', '3', '{"src":"a","purpose":"x"}', '{"src":"a","type":"x"}'][index % 5]},\r\n`)}3]}`,
  ],
  ['icons', listOf('icons', () => smallest)],
  [
    'icons with everything',
    listOf('icons', (index) => ({
      src: `/icon/${index}.png?x`,
      sizes: '192x192 512x512',
      type: 'image/png',
      purpose: 'any maskable',
    })),
  ],
  ['screenshots', listOf('screenshots', () => smallest)],
  ['shortcuts', listOf('shortcuts', () => ({ name: 'a', url: 'a' }))],
  ['file handlers', listOf('file_handlers', (index) => ({ action: 'a', accept: { [`text/a${index}`]: '.a' } }))],
  [
    'file extensions',
    member('file_handlers', [
      {
        action: '/app/',
        accept: Object.fromEntries(Array.from({ length: 1500 }, (_, index) => [`text/a${index}`, '.a'])),
      },
    ]),
  ],
  ['protocol handlers', listOf('protocol_handlers', () => ({ protocol: 'web+a', url: '/app/?%s' }))],
  [
    'scope extensions',
    listOf('scope_extensions', (index) => ({ type: 'origin', origin: `https://a${index}.example.com` })),
  ],
  ['related applications', listOf('related_applications', () => ({ platform: 'play', id: 'a' }))],
  [
    'fingerprints',
    member('related_applications', [
      { platform: 'play', id: 'a', fingerprints: Array.from({ length: 7000 }, () => 1) },
    ]),
  ],
  [
    'migrations',
    member(
      'migrate_from',
      Array.from({ length: 5000 }, () => '/a'),
    ).replace('{', '{"id":"/",'),
  ],
  [
    'languages',
    member('name_localized', Object.fromEntries(Array.from({ length: 2500 }, (_, index) => [`en-x-a${index}`, 'a']))),
  ],
  [
    'languages that are none',
    member('name_localized', Object.fromEntries(Array.from({ length: 2500 }, (_, index) => [`en-a-a${index}`, 'a']))),
  ],
  ['a language', member('lang', fill('en-'))],
  ['a language with many parts', member('lang', `en${fill('-x')}`)],
  [
    'modes',
    member(
      'display_override',
      Array.from({ length: 7000 }, () => 'x'),
    ),
  ],
  [
    'categories',
    member(
      'categories',
      Array.from({ length: 7000 }, () => 'X'),
    ),
  ],
  ['a colour', member('theme_color', fill('rgb(1 2 3'))],
  ['a colour of comments', member('theme_color', fill('/*'))],
  ['sizes', member('icons', [{ src: 'a', sizes: fill('1x1 ') }])],
  ['sizes that are none', member('icons', [{ src: 'a', sizes: fill('1xx ') }])],
  ['purposes', member('icons', [{ src: 'a', purpose: fill('any ') }])],
  ['a purpose of spaces', member('icons', [{ src: 'a', purpose: fill('\t ') }])],
  ['a media type', member('icons', [{ src: 'a', type: fill(' ') }])],
  ['a media type of letters', member('icons', [{ src: 'a', type: `image/${fill('a')} x` }])],
  ['a media type of slashes', member('icons', [{ src: 'a', type: `${fill('/')}x y` }])],
  ['an address of characters without a code', member('start_url', `a${'\0'.repeat(size / 8)}`)],
  ['a fragment of control characters', member('start_url', `#${'\v'.repeat(size / 8)}`)],
  ['a name in white space', member('name', `${fill(' ', size / 2)}a${fill('\u3000', size / 4)}`)],
  [
    'generated manifests in one',
    member(
      'widgets',
      generateCases(60, 1).map(({ text }) => text),
    ).slice(0, size),
  ],
];

/** Addresses of one piece again and again, wherever one may stand. */
const pieces = [
  'a',
  '/',
  '.',
  '../',
  './',
  '%2e',
  ';',
  '?',
  '#',
  '@',
  ':',
  '|',
  '^',
  '\\',
  'ä',
  '😀',
  'a.',
  'a/',
  '-',
  '\t',
];
const addresses = ['', '/', 'https://', 'data:', '/a?'].flatMap((start) =>
  pieces.flatMap((piece) => ['', '/x.png'].map((end) => start + fill(piece, size / 2) + end)),
);
const placesOfAddresses: Array<(address: string) => string> = [
  (src) => member('icons', [{ src, sizes: '192x192' }]),
  (url) => member('start_url', url),
  (url) => member('scope', url),
  (url) => member('id', url),
  (url) => member('shortcuts', [{ name: 'a', url }]),
  (origin) => member('scope_extensions', [{ type: 'origin', origin }]),
];

describe(`the worst texts of ${size / 1000} kB take less than ${most} ms of a processor`, () => {
  for (const [name, text] of texts) {
    test(name, () => {
      for (const engine of engines) checkTime(text, engine);
    });
  }
});

test('and so do addresses', () => {
  for (const place of placesOfAddresses) for (const address of addresses) checkTime(place(address), 'chromium');
});

function checkTime(text: string, engine: Engine): void {
  let best = Infinity;
  for (let attempt = 0; attempt < attempts && best > most / 2; attempt += 1)
    best = Math.min(best, measure(text, engine));
  assertBelow(most, best, `${engine}, for ${text.slice(0, 99)}`);
}

/** The time of a processor that it takes to process a text and to judge the result, in ms: a busy machine adds none. */
function measure(text: string, engine: Engine): number {
  const began = cpuUsage();
  checkInstallability(process(text, { engine }));
  return cpuUsage(began).user / 1000;
}
