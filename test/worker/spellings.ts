import fc from 'fast-check';
import contract from '../../contract/schemas.json' with { type: 'json' };

/** The first names of the contract's paths. */
export const deniedNames = [...new Set(Object.keys(contract.operations).map((operation) => operation.split('/')[1]!))];

const percent = (character: string): string =>
  [...new TextEncoder().encode(character)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
const fullWidth = (character: string): string =>
  /[!-~]/.test(character) ? String.fromCodePoint(character.codePointAt(0)! + 0xfee0) : character;

/** Letters whose capital is that of another one. */
const capitalTwins: Record<string, string> = { i: 'ı', s: 'ſ' };

/** One letter, as some server reads it. Undefined spellings are left to the URL parser or to the decoder. */
const spelledLetter = (letter: string): fc.Arbitrary<string> =>
  fc
    .constantFrom<(character: string) => string>(
      (character) => character,
      (character) => character,
      (character) => character.toUpperCase(),
      percent,
      (character) => percent(character).toUpperCase(),
      (character) => percent(character.toUpperCase()),
      (character) => percent(character).replace('%', '%25'),
      (character) => percent(character).replace('%', '%2525'),
      fullWidth,
      (character) => percent(fullWidth(character)),
      (character) => capitalTwins[character] ?? character,
      (character) => `${character}\t`,
      (character) => `${character}%00`,
      (character) => `${character}%e2%80%8b`,
      (character) => `%u${character.codePointAt(0)!.toString(16).padStart(4, '0')}`,
    )
    .map((spell) => spell(letter));

const spelledName = fc
  .constantFrom(...deniedNames)
  .chain((name) => fc.tuple(...[...name].map(spelledLetter)).map((letters) => letters.join('')));
const before = fc.constantFrom(
  '/',
  '//',
  '/./',
  '/a/../',
  '/a/%2e%2e/',
  '/a/..%2f',
  '/%2f',
  '\\',
  '/\\',
  '/%5c',
  '/%255c',
  '/api/',
  '/api/v1//',
  '/;x=1/',
  '/.%2e/',
  '/%2e/',
  '/assets/',
  '/assets/../',
  '/assets/%2e%2e%2f',
);
const after = fc.constantFrom(
  '',
  '/',
  '//',
  '/x',
  '/start',
  '/fedcm/nonce',
  '.',
  '...',
  '%2e',
  '%20',
  '/.',
  '%2f..',
  ';v=1',
  ';v=1/x',
  '%3b',
  '%3fx',
  '%23x',
  '%00',
  '%00.js',
  ';.css',
  '.html',
  '.php',
  '.json',
  '/x.js',
  '/x.css',
  '%2fx.png',
  '\\x',
  '::$DATA',
  '~',
  '?query',
  '#fragment',
  '%',
  '%c0%af',
);

/** Spellings of paths that must never be kept, as a page might write them. */
export const deniedSpelling: fc.Arbitrary<string> = fc.tuple(before, spelledName, after).map((parts) => parts.join(''));

/** Names of files that have nothing to do with the contract. */
export const harmlessPath: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom('/', '/assets/', '/pictures/of/', '/authors/'),
    fc.constantFrom('app', 'authors', 'login-Bx3_k', 'sessional', 'note', 'account-form-1a'),
    fc.constantFrom('', '.js', '.css', '.svg', '.html', '/', '/page-2'),
  )
  .map((parts) => parts.join(''));
