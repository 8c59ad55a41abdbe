import assert from 'node:assert/strict';
import { BlockList } from 'node:net';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { addRange, createClientNames, createProxyWarning } from '../../../server/src/http/address.js';

const nameClient = (peer: string | undefined, forwardedFor: string | undefined, trusted: readonly string[]): string =>
  createClientNames(trusted)(peer, forwardedFor);

/** How the client is named that comes from this address without a proxy. */
const nameOf = (peer: string): string => nameClient(peer, undefined, []);

describe('a peer that is no trusted proxy', () => {
  test('is warned of once an hour if it says whom it forwards for, and others never', () => {
    let time = 0;
    const warned: unknown[] = [];
    const named = createClientNames(
      ['10.0.0.0/8'],
      createProxyWarning(
        () => time,
        ({ event, peer }) => warned.push([event, peer]),
      ),
    );
    assert.equal(named('10.0.0.1', '192.0.2.1'), '192.0.2.1');
    assert.equal(named('198.51.100.1', undefined), '198.51.100.1');
    assert.deepEqual(warned, []);
    for (let count = 0; count < 5; count += 1) assert.equal(named('198.51.100.1', '192.0.2.1'), '198.51.100.1');
    assert.deepEqual(warned, [['untrusted-proxy', '198.51.100.1']]);
    time += 60 * 60_000;
    named('198.51.100.2', 'secret');
    assert.deepEqual(warned.slice(1), [['untrusted-proxy', '198.51.100.2']]);
  });
});

describe('addresses', () => {
  test('every spelling of an address names the same client, by its first 64 bits', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 16, maxLength: 16 }), fc.nat(0xffff), (bytes, last) => {
        const groups = Array.from({ length: 8 }, (_, index) =>
          ((bytes[2 * index]! << 8) | bytes[2 * index + 1]!).toString(16),
        );
        const written = new URL(`http://[${groups.join(':')}]`).hostname;
        const name = nameOf(groups.join(':'));
        assert.equal(nameOf(written), name);
        assert.equal(nameOf([...groups.slice(0, 7), last.toString(16)].join(':').toUpperCase()), name);
        const other = (Number.parseInt(groups[3]!, 16) ^ 1).toString(16);
        assert.notEqual(nameOf([...groups.slice(0, 3), other, ...groups.slice(4)].join(':')), name);
      }),
      { examples: [[Uint8Array.from([0x20, 1, 0xd, 0xb8, 0, 0, 0, 7, 0, 0, 0, 0, 0, 0, 0, 1]), 2]] },
    );
    fc.assert(
      fc.property(fc.ipV4(), (text) => {
        assert.equal(nameOf(`::ffff:${text}`), nameOf(text));
        assert.equal(nameOf(`${text}:8080`), nameOf(text));
      }),
    );
  });

  for (const text of [
    '',
    'unknown',
    '1.2.3',
    '1.2.3.4.5',
    '256.1.1.1',
    '01.2.3.4',
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
    test(`"${text.slice(0, 20)}" is not an address`, () => {
      assert.equal(nameOf(text), 'unknown');
      assert.equal(addRange(new BlockList(), text), false);
    });
  }

  test('without a trusted proxy the peer is the client', () => {
    assert.equal(nameClient('192.0.2.1', '198.51.100.1', []), nameClient('192.0.2.1', undefined, []));
  });

  test('a runtime that does not name the peer leaves one unknown client', () => {
    assert.equal(nameClient(undefined, '198.51.100.1', ['0.0.0.0/0']), 'unknown');
    assert.equal(nameClient('', undefined, []), 'unknown');
  });

  test('of a chain of trusted proxies the rightmost address that is not theirs is the client', () => {
    const trusted = ['10.0.0.0/8', 'fd00::/8'];
    const client = nameClient('192.0.2.1', undefined, []);
    assert.equal(nameClient('10.1.1.1', '203.0.113.9, 192.0.2.1, 10.2.2.2, fd12::1', trusted), client);
    assert.equal(nameClient('10.1.1.1', '203.0.113.9, 192.0.2.1', trusted), client);
    assert.notEqual(nameClient('11.1.1.1', '192.0.2.1', trusted), client);
  });

  test('a chain that holds nonsense ends before it, and one of proxies only names the last', () => {
    const trusted = ['10.0.0.0/8'];
    assert.equal(
      nameClient('10.1.1.1', '192.0.2.1, nonsense, 10.2.2.2', trusted),
      nameClient('10.2.2.2', undefined, []),
    );
    assert.equal(nameClient('10.1.1.1', '10.3.3.3, 10.2.2.2', trusted), nameClient('10.3.3.3', undefined, []));
    assert.equal(nameClient('10.1.1.1', '', trusted), nameClient('10.1.1.1', undefined, []));
  });

  test('a range holds the addresses up to its last bit', () => {
    const trusted = ['192.0.2.128/25'];
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
