import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { describeDevice } from '../../../server/src/sessions/device.js';
import { assertQuick } from '../../support/node/quick.js';

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

describe('the description of a device', () => {
  const known: [description: string, userAgent: string][] = [
    ['Chrome on Windows', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0.0.0 Safari/537.36`],
    [
      'Microsoft Edge on Windows',
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`,
    ],
    ['Chrome on Android', `Mozilla/5.0 (Linux; Android 10; K) ${webkit} Chrome/140.0.0.0 Mobile Safari/537.36`],
    ['Firefox on Linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'],
    [
      'Safari on macOS',
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
    ],
    [
      'Safari on iOS',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    ],
  ];
  for (const [description, userAgent] of known)
    test(`is "${description}"`, () => assert.equal(describeDevice(userAgent), description));

  test('leaves out what is unknown', () => {
    assert.equal(describeDevice('Mozilla/5.0 (Windows NT 10.0; Win64; x64) Something/1.0'), 'Windows');
    assert.equal(describeDevice('Firefox/140.0'), 'Firefox');
    for (const userAgent of [undefined, '', 'curl/8.0', 'node', 'x'.repeat(16_000)])
      assert.equal(describeDevice(userAgent), '');
  });

  test('says nothing of a header that names itself', () => {
    for (const userAgent of [
      '<script>alert(1)</script>/1.0 ',
      'ada@example.com/1.0 (secret) ',
      'Chrome<b>/140 X/1 ',
      'Secret/1.0 (Macintosh) Safari/1 ',
    ]) {
      assert.doesNotMatch(describeDevice(userAgent), /script|secret|ada|<|\d/i);
    }
  });

  test('is always made of words of its own, whatever the header', () => {
    const pieces = fc.constantFrom(
      'Mozilla/5.0 ',
      'Chrome/1',
      'secretword',
      '/1.0 ',
      ' (',
      ') ',
      'Safari',
      'Version/9',
      'Mobile',
      'Android',
      'Windows NT',
      ';',
      'bot',
      'Opera',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(pieces, { maxLength: 20 }).map((list) => list.join('')),
          fc.string({ unit: 'binary', maxLength: 600 }),
        ),
        (userAgent) => {
          const description = describeDevice(userAgent);
          assert.ok(description.length < 60 && !description.includes('secretword'), description);
          assert.match(description, /^(?:[A-Z][\w -]*)?$/);
        },
      ),
    );
  });

  test('is found in less than 20 ms, also in a header made to take long', async () => {
    for (const piece of ['a/', '(', 'opera/ ', 'version/', 'like Gecko) ', 'Mozilla/5.0 (']) {
      await assertQuick(20, () => describeDevice(piece.repeat(Math.ceil(32_000 / piece.length))), piece);
    }
  });
});
