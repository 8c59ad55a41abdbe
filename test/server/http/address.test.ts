import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { nameClient, parseAddress, parseRange } from '../../../demo/server/http/address.js';

describe('addresses', () => {
  test('every address is read back from what the platform writes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 16, maxLength: 16 }), (bytes) => {
        const groups = Array.from({ length: 8 }, (_, index) =>
          ((bytes[2 * index]! << 8) | bytes[2 * index + 1]!).toString(16),
        );
        const written = new URL(`http://[${groups.join(':')}]`).hostname;
        assert.deepEqual(parseAddress(written), bytes);
        assert.deepEqual(parseAddress(groups.join(':')), bytes);
      }),
    );
    fc.assert(
      fc.property(fc.ipV4(), (text) =>
        assert.deepEqual(parseAddress(text)?.subarray(12), Uint8Array.from(text.split('.').map(Number))),
      ),
    );
  });

  for (const text of [
    '',
    'unknown',
    '1.2.3',
    '1.2.3.4.5',
    '256.1.1.1',
    '01.2.3.4',
    '1.2.3.4/8',
    ':',
    ':::',
    '1::2::3',
    '1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7:8:9',
    '1:2:3:4:5:6:7:8::',
    '12345::',
    'g::',
    '::1.2.3',
    '1.2.3.4::',
    '[::1',
    '::1]',
    '[::1]:port',
    '_hidden',
    '1.2.3.4:',
    'a'.repeat(30_000),
    ':'.repeat(30_000),
  ]) {
    test(`"${text.slice(0, 20)}" is no address`, () => assert.equal(parseAddress(text), undefined));
  }

  test('without a trusted proxy the peer is the client', () => {
    assert.equal(nameClient('192.0.2.1', '198.51.100.1', []), nameClient('192.0.2.1', undefined, []));
  });

  test('a runtime that does not name the peer leaves one unknown client', () => {
    assert.equal(nameClient(undefined, '198.51.100.1', [parseRange('0.0.0.0/0')!]), 'unknown');
    assert.equal(nameClient('', undefined, []), 'unknown');
  });

  test('of a chain of trusted proxies the rightmost address that is not theirs is the client', () => {
    const trusted = [parseRange('10.0.0.0/8')!, parseRange('fd00::/8')!];
    const client = nameClient('192.0.2.1', undefined, []);
    assert.equal(nameClient('10.1.1.1', '203.0.113.9, 192.0.2.1, 10.2.2.2, fd12::1', trusted), client);
    assert.equal(nameClient('10.1.1.1', '203.0.113.9, 192.0.2.1', trusted), client);
    assert.notEqual(nameClient('11.1.1.1', '192.0.2.1', trusted), client);
  });

  test('a chain that holds nonsense ends before it, and one of proxies only names the last', () => {
    const trusted = [parseRange('10.0.0.0/8')!];
    assert.equal(
      nameClient('10.1.1.1', '192.0.2.1, nonsense, 10.2.2.2', trusted),
      nameClient('10.2.2.2', undefined, []),
    );
    assert.equal(nameClient('10.1.1.1', '10.3.3.3, 10.2.2.2', trusted), nameClient('10.3.3.3', undefined, []));
    assert.equal(nameClient('10.1.1.1', '', trusted), nameClient('10.1.1.1', undefined, []));
  });

  test('a range holds the addresses up to its last bit', () => {
    const trusted = [parseRange('192.0.2.128/25')!];
    const behind = (peer: string): boolean =>
      nameClient(peer, '203.0.113.1', trusted) === nameClient('203.0.113.1', undefined, []);
    assert.deepEqual(['192.0.2.127', '192.0.2.128', '192.0.2.255', '192.0.3.128'].map(behind), [
      false,
      true,
      true,
      false,
    ]);
  });
});
