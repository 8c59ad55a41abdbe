import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { domainToASCII, domainToUnicode } from 'node:url';
import fc from 'fast-check';
import { readAddressee } from '../../../server/src/one-time-codes/addressee.js';
import { Refusal } from '../../../server/src/http/refusal.js';
import { hyphens, marks, spaces, twoSpelled } from '../../base/text/spelled.js';
import { assertQuick, runsEverything } from '../../support/node/quick.js';

describe('an addressee', () => {
  const spellings: [written: string, kind: string, address: string][] = [
    ['ada@example.com', 'email', 'ada@example.com'],
    [' Ada.Lovelace+demo@EXAMPLE.com\n', 'email', 'ada.lovelace+demo@example.com'],
    ["o'brien@example.co.uk", 'email', "o'brien@example.co.uk"],
    ['ada@Bücher.example', 'email', 'ada@xn--bcher-kva.example'],
    ['ada@bu\u0308cher\u3002example', 'email', 'ada@xn--bcher-kva.example'],
    ['ada@उदाहरण.example', 'email', 'ada@xn--p1b6ci4b4b3a.example'],
    ['+49 (30) 901820', 'phone', '+4930901820'],
    ['+1-202-555-0175', 'phone', '+12025550175'],
    ['+44.20/79460000', 'phone', '+442079460000'],
    ['ada＠example.com', 'email', 'ada@example.com'],
    ['ａｄａ＠ｅｘａｍｐｌｅ．ｃｏｍ', 'email', 'ada@example.com'],
    ['ada@example.com\u200b', 'email', 'ada@example.com'],
    ['\u202aada@exam\u00adple.com\u202c', 'email', 'ada@example.com'],
    ['ada۱۲@example.com', 'email', 'ada12@example.com'],
    ['mailto:ada@example.com', 'email', 'ada@example.com'],
    ['MailTo:ada@example.com?subject=x', 'email', 'ada@example.com'],
    ['ada@نامه\u200cای.com', 'email', 'ada@xn--mgba3gch31f060k.com'],
    ['+49 (0)30 901820', 'phone', '+4930901820'],
    ['+49 030 901820', 'phone', '+4930901820'],
    ['+44 (020) 7946 0000', 'phone', '+442079460000'],
    ['+39 (0)6 1234567', 'phone', '+39061234567'],
    ['+225 07 12 34 56 78', 'phone', '+2250712345678'],
    ['+7 (8) 495 123-45-67', 'phone', '+74951234567'],
    ['+36 (06) 1 234 5678', 'phone', '+3612345678'],
    ['0049 30 901820', 'phone', '+4930901820'],
    ['tel:+49-30-901820', 'phone', '+4930901820'],
    ['+49–30–901820', 'phone', '+4930901820'],
    ['\u202d+49 30 901820\u202c', 'phone', '+4930901820'],
    ['＋4930901820', 'phone', '+4930901820'],
    ['+٤٩٣٠٩٠١٨٢٠', 'phone', '+4930901820'],
  ];
  for (const [written, kind, address] of spellings) {
    test(`${JSON.stringify(written)} is ${address}`, () =>
      assert.deepEqual(readAddressee(written, 'to'), { kind, address }));
  }

  const refused = [
    '',
    ' ',
    'ada',
    '@',
    'ada@',
    '@example.com',
    'ada@example',
    'ada@localhost',
    'ada@example.com@example.org',
    'ada@exam ple.com',
    'a da@example.com',
    'ada@-example.com',
    'ada@example..com',
    'ada@example.com.',
    '.ada@example.com',
    'ada..l@example.com',
    '"ada"@example.com',
    'Ada <ada@example.com>',
    'ada@example.com,bo@example.com',
    'ada@example.com;bo@example.com',
    'ada(x)@example.com',
    'ada@example.com/',
    'ada@example.com/x',
    'ada@example.com?x',
    'ada@example.com#x',
    'ada@example.com\\x',
    'ada@exam%70le.com',
    'ada@exam\tple.com',
    'ada@exam\nple.com',
    'ada@example.com\r\nBcc: bo@example.com',
    'ada\r\n@example.com',
    'ada\u0000@example.com',
    'ada@[127.0.0.1]',
    'ada@127.0.0.1',
    'ada@127.0.0.1:25',
    'ada@0x7f.1',
    'ädä@example.com',
    'ad\u212a@example.com',
    `${'a'.repeat(65)}@example.com`,
    `a@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(63)}.${'e'.repeat(63)}.com`,
    '4930901820',
    '030 901820',
    '+0 30901820',
    '+49',
    '+49 30 90182 0123456789',
    '+49x30901820',
    '+49 30 901820 ext 1',
    'tel:4930901820',
    'mailto:ada',
    'mailto:ada@example.com,bo@example.com',
  ];
  for (const text of refused) {
    test(`${JSON.stringify(text.length > 60 ? `${text.slice(0, 20)}…` : text)} is refused with 400, naming the member and not what it held`, () => {
      assert.throws(
        () => readAddressee(text, 'to'),
        (error: unknown) =>
          error instanceof Refusal &&
          error.status === 400 &&
          /^to: not an? [\w-]+ (address|number such as \+49 30 901820)$/.test(error.message),
      );
    });
  }

  const joiners = ['\u200c', '\u200d'];
  const name = fc.stringMatching(/^[a-z0-9][a-z0-9+_-]{0,9}$/);
  const site = fc.stringMatching(/^[a-z][a-z0-9]{0,6}$/);
  const around = [...marks, ...spaces];
  const rightOnes = {
    'an e-mail address': twoSpelled(
      fc
        .tuple(name, site, fc.constantFrom('com', 'co.uk', 'example'))
        .map(([who, host, end]) => `${who}@${host}.${end}`),
      marks,
      around,
    ),
    'an e-mail address of a domain in another script': twoSpelled(
      fc
        .tuple(name, fc.constantFrom('xn--bcher-kva', 'xn--p1b6ci4b4b3a', 'xn--mgba3gch31f060k'))
        .map(([who, host]) => `${who}@${domainToUnicode(`${host}.example`)}`),
      marks.filter((mark) => !joiners.includes(mark)),
      around.filter((mark) => !joiners.includes(mark)),
    ),
    'a telephone number': twoSpelled(
      fc
        .tuple(
          fc.constantFrom('1', '20', '30', '36', '39', '44', '49', '7', '81', '225', '229', '353', '370', '886', '998'),
          fc.stringMatching(/^[1-9]\d{6,9}$/),
        )
        .chain(([code, own]) => fc.constantFrom(`+${code}${own}`, `00${code}${own}`)),
      [...marks, ...spaces, ...hyphens, '.', '/'],
      around,
    ),
  };
  for (const [kind, pairs] of Object.entries(rightOnes)) {
    test(`is ${kind} in any script, spacing and width, and no other`, () => {
      fc.assert(
        fc.property(pairs, (pair) => {
          for (const { value, typed } of pair) {
            const [who, host] = value.split('@');
            const right = host ? `${who}@${domainToASCII(host)}` : value.replace(/^00/, '+');
            const { address } = readAddressee(typed, 'to');
            assert.equal(address, right);
            assert.equal(readAddressee(address, 'to').address, address);
          }
        }),
        { numRuns: runsEverything ? 10_000 : 1_000, seed: 20260901 },
      );
    });
  }

  test('holds nothing that means something in a mail header, whatever was written', () => {
    const parts = fc.array(
      fc.oneof(
        fc.constantFrom(
          'ada',
          '@',
          'example.com',
          '+49',
          '30901820',
          '\r\n',
          '\0',
          '<',
          '>',
          ',',
          ';',
          ':',
          '"',
          '(',
          ' ',
          '%0a',
          '=?utf-8?q?x?=',
        ),
        fc.string({ unit: 'binary', maxLength: 4 }),
      ),
      { maxLength: 6 },
    );
    fc.assert(
      fc.property(parts, (texts) => {
        try {
          const { address } = readAddressee(texts.join(''), 'to');
          assert.match(address, /^(?:[a-z0-9!#$%&'*+/=?^_`{|}~.-]+@[a-z0-9.-]+|\+\d+)$/);
          assert.deepEqual(readAddressee(address, 'to').address, address);
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
        }
      }),
      { numRuns: 2000 },
    );
  });

  test('is read in less than 20 ms from 32 kB of anything', async () => {
    for (const text of [
      'a.'.repeat(16_000),
      `${'a.'.repeat(16_000)}@`,
      `a@${'b-'.repeat(16_000)}`,
      `a@${'b.'.repeat(16_000)}`,
      `+${'1 '.repeat(16_000)}`,
      `+${' '.repeat(32_000)}x`,
    ]) {
      await assertQuick(20, () => assert.throws(() => readAddressee(text, 'to'), Refusal), text.slice(0, 5));
    }
  });
});
