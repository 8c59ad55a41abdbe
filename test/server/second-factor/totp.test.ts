import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Secret } from 'otpauth';
import { createSeals } from '../../../demo/server/crypto/sealed-text.js';
import { readSecrets } from '../../../demo/server/crypto/secrets.js';
import { createRecoveryCodes } from '../../../demo/server/second-factor/recovery-codes.js';
import { createTotps } from '../../../demo/server/second-factor/totp.js';

const testSecret = 'one secret of a server that is long enough';
const secrets = readSecrets(testSecret);
const totps = createTotps(secrets);
const seal = (secret: string, owner = 'ada'): string => createSeals(secrets, 'latchkey totp v1').seal(secret, owner);
/** The secret of RFC 6238, appendix B. */
const published = seal(Secret.fromLatin1('12345678901234567890').base32);

describe('codes of an authenticator app', () => {
  for (const [seconds, code] of [
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ] as const) {
    test(`are those of RFC 6238 at ${seconds} s, and name their step`, () => {
      assert.equal(totps.findStep('ada', published, code, seconds * 1000), Math.floor(seconds / 30));
    });
  }

  test('are right one step before and after theirs, and no longer', () => {
    const step = Math.floor(1_234_567_890 / 30);
    const found = [-2, -1, 0, 1, 2].map((away) =>
      totps.findStep('ada', published, '005924', (step + away) * 30_000 + 15_000),
    );
    assert.deepEqual(found, [undefined, step, step, step, undefined]);
  });

  for (const code of ['', '28708', '2870822', '94287082', 'abcdef', '２８７０８２', '287082\n', ' 287082', '-287082'])
    test(`are six digits and nothing else: ${JSON.stringify(code)} is wrong`, () => {
      assert.equal(totps.findStep('ada', published, code, 59_000), undefined);
    });

  test('belong to one account: the secret opens in no other row', () => {
    assert.throws(() => totps.findStep('bo', published, '287082', 59_000));
  });
});

describe('the secret of an authenticator app', () => {
  test('has 160 random bits, and is the same in the address, the text and the row', () => {
    const made = totps.create('ada', 'ada l', 'Example: an app');
    const { searchParams, protocol, host, pathname } = new URL(made.otpauthUri);
    assert.deepEqual([protocol, host], ['otpauth:', 'totp']);
    assert.equal(decodeURIComponent(pathname), '/Example: an app:ada l');
    assert.equal(searchParams.get('secret'), made.secret);
    assert.deepEqual(
      ['issuer', 'algorithm', 'digits', 'period'].map((name) => searchParams.get(name)),
      ['Example: an app', 'SHA1', '6', '30'],
    );
    assert.equal(Secret.fromBase32(made.secret).bytes.length, 20);
    assert.equal(createSeals(secrets, 'latchkey totp v1').open(made.sealed, 'ada'), made.secret);
    assert.ok(!made.sealed.includes(made.secret));
    assert.notEqual(totps.create('ada', 'ada', 'x').secret, made.secret);
  });

  test('is sealed again with the first secret of the server, and stays as it is otherwise', () => {
    const rotated = createTotps(readSecrets(`new:${testSecret} and more,${testSecret}`));
    assert.equal(totps.reseal('ada', published), 'current');
    const next = rotated.reseal('ada', published);
    assert.ok(typeof next === 'object');
    assert.equal(rotated.findStep('ada', next.sealed, '287082', 59_000), 1);
    assert.equal(rotated.reseal('ada', next.sealed), 'current');
    assert.equal(totps.reseal('ada', next.sealed), 'unreadable');
  });
});

describe('recovery codes', () => {
  const recovery = createRecoveryCodes(secrets);
  const { codes, hashes } = recovery.create('ada');

  test('are ten, all different, and in the database only as keyed hashes', () => {
    assert.equal(new Set(codes).size, 10);
    for (const code of codes) assert.match(code, /^[A-HJKMNP-TV-Z2-9]{4}(?:-[A-HJKMNP-TV-Z2-9]{4}){2}$/);
    assert.ok(hashes.every((hash) => codes.every((code) => !hash.includes(code))));
  });

  test('are found however they are typed, and only for their account', () => {
    const [first] = codes;
    for (const typed of [first!, first!.toLowerCase(), first!.replaceAll('-', ' '), ` ${first!.replaceAll('-', '')} `])
      assert.equal(recovery.find('ada', typed, hashes), hashes[0]);
    assert.equal(recovery.find('bo', first!, hashes), undefined);
    assert.equal(recovery.find('ada', first!.slice(1), hashes), undefined);
    assert.equal(recovery.find('ada', first!, hashes.slice(1)), undefined);
  });

  test('stay valid when the secret of the server is replaced, as long as it is in the list', () => {
    const rotated = createRecoveryCodes(readSecrets(`new:${testSecret} and more,${testSecret}`));
    assert.equal(rotated.find('ada', codes[3]!, hashes), hashes[3]);
  });
});
