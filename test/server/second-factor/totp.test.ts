import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { Secret } from 'otpauth';
import { createPasswords } from '../../../server/src/accounts/passwords.js';
import { createDataKeys } from '../../../server/src/crypto/data-keys.js';
import { readSecrets } from '../../../server/src/crypto/secrets.js';
import { createRecoveryCodes, isRecoveryCode } from '../../../server/src/second-factor/recovery-codes.js';
import { createTotps, type Totps } from '../../../server/src/second-factor/totp.js';
import { createDataKeyStore } from '../../../server/src/store/data-keys.js';
import { openLibsql } from '../../../server/src/store/libsql.js';
import { migrate } from '../../../server/src/store/migrations.js';

const testSecret = 'one secret of a server that is long enough';
const secrets = readSecrets(testSecret);
const folder = await mkdtemp(join(tmpdir(), 'latchkey-totp-'));
after(() => rm(folder, { recursive: true }));
const database = await openLibsql(join(folder, 'one.db'));
await migrate(database);
const store = createDataKeyStore(database);
const dataKeys = createDataKeys(store, secrets);
const totps = createTotps(dataKeys);
/** As a server with this value of `SESSION_SECRET` has them. */
const totpsOf = (text: string): Totps => createTotps(createDataKeys(store, readSecrets(text)));
const rotated = `new:${testSecret} and more,${testSecret}`;
const onlyNew = `new:${testSecret} and more`;
/** The secret of RFC 6238, appendix B. */
const base32 = Secret.fromLatin1('12345678901234567890').base32;
const published = await dataKeys.seal(base32, 'ada');

describe('codes of an authenticator app', () => {
  for (const [seconds, code] of [
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ] as const) {
    test(`are those of RFC 6238 at ${seconds} s, and name their step`, async () => {
      assert.equal(await totps.findStep('ada', published, code, seconds * 1000), Math.floor(seconds / 30));
    });
  }

  test('are right one step before and after theirs, and no longer', async () => {
    const step = Math.floor(1_234_567_890 / 30);
    const found = await Promise.all(
      [-2, -1, 0, 1, 2].map((away) => totps.findStep('ada', published, '005924', (step + away) * 30_000 + 15_000)),
    );
    assert.deepEqual(found, [undefined, step, step, step, undefined]);
  });

  for (const code of ['', '28708', '2870822', '94287082', 'abcdef'])
    test(`are six digits and nothing else: ${JSON.stringify(code)} is wrong`, async () => {
      assert.equal(await totps.findStep('ada', published, code, 59_000), undefined);
    });

  for (const code of ['２８７０８２', '287082\n', ' 287 082', '287-082', '٢٨٧٠٨٢', '287\u200b082'])
    test(`are right however they are typed: ${JSON.stringify(code)}`, async () => {
      assert.equal(await totps.findStep('ada', published, code, 59_000), 1);
    });

  test('belong to one account: the secret opens in no other row', async () => {
    assert.equal(await totps.findStep('bo', published, '287082', 59_000), undefined);
    assert.equal(await totps.isReadable('bo', published), false);
  });
});

describe('the secret of an authenticator app', () => {
  test('has 160 random bits, and is the same in the address, the text and the row', async () => {
    const made = await totps.create('ada', 'ada l', 'Example: an app');
    const { searchParams, protocol, host, pathname } = new URL(made.otpauthUri);
    assert.deepEqual([protocol, host], ['otpauth:', 'totp']);
    assert.equal(decodeURIComponent(pathname), '/Example: an app:ada l');
    assert.equal(searchParams.get('secret'), made.secret);
    assert.deepEqual(
      ['issuer', 'algorithm', 'digits', 'period'].map((name) => searchParams.get(name)),
      ['Example: an app', 'SHA1', '6', '30'],
    );
    assert.equal(Secret.fromBase32(made.secret).bytes.length, 20);
    assert.equal(await dataKeys.open(made.sealed, 'ada'), made.secret);
    assert.ok(!made.sealed.includes(made.secret));
    assert.notEqual((await totps.create('ada', 'ada', 'x')).secret, made.secret);
  });

  test('does not open with another secret of the server, until the data key was sealed with that', async () => {
    assert.equal(await totpsOf(onlyNew).isReadable('ada', published), false);
    assert.equal(await totpsOf(onlyNew).reseal('ada', published), 'unreadable');
    assert.equal(await totpsOf(rotated).findStep('ada', published, '287082', 59_000), 1);
    await createDataKeys(store, readSecrets(rotated)).reseal();
    assert.equal(await totpsOf(onlyNew).findStep('ada', published, '287082', 59_000), 1);
    assert.equal(await totpsOf(testSecret).isReadable('ada', published), false);
  });

  test('is sealed again with the newest data key, and stays as it is otherwise', async () => {
    const after = totpsOf(onlyNew);
    const next = await after.reseal('ada', published);
    assert.ok(typeof next === 'object', 'a new key was begun with the new secret');
    assert.equal(await after.findStep('ada', next.sealed, '287082', 59_000), 1);
    assert.equal(await after.reseal('ada', next.sealed), 'current');
  });

  test('is readable for all of several processes that make the first data key at once', async () => {
    const other = await openLibsql(join(folder, 'other.db'));
    await migrate(other);
    const shared = createDataKeyStore(other);
    const all = Array.from({ length: 8 }, () => createDataKeys(shared, secrets));
    const sealed = await Promise.all(all.map((keys) => keys.seal(base32, 'ada')));
    for (const keys of all) for (const text of sealed) assert.equal(await keys.open(text, 'ada'), base32);
    assert.equal((await shared.listDataKeys()).length, 1);
  });
});

describe('recovery codes', async () => {
  const hashing = createPasswords({ N: 2, r: 1, p: 1 });
  const recovery = createRecoveryCodes(hashing);
  const { codes, hashes } = await recovery.create('client');

  test('are ten, all different, and in the database only as slow hashes, with a salt of their own', async () => {
    assert.equal(new Set(codes).size, 10);
    for (const code of codes) assert.match(code, /^[A-HJKMNP-TV-Z2-9]{4}(?:-[A-HJKMNP-TV-Z2-9]{4}){2}$/);
    assert.ok(hashes.every((hash) => codes.every((code) => !hash.includes(code))));
    const parts = hashes.map((hash) => hash.split('$'));
    assert.deepEqual([...new Set(parts.map(([algorithm]) => algorithm))], ['scrypt']);
    const saltsOf = (hashed: readonly string[]) => new Set(hashed.map((hash) => hash.split('$')[4]));
    const [salt, ...others] = saltsOf(hashes);
    assert.deepEqual([others, Buffer.from(salt!, 'base64url').length], [[], 16]);
    assert.ok(!saltsOf((await recovery.create('client')).hashes).has(salt));
  });

  test('are found however they are typed, and only among their hashes', async () => {
    const [first] = codes;
    for (const typed of [
      first!,
      first!.toLowerCase(),
      first!.replaceAll('-', ' '),
      ` ${first!.replaceAll('-', '')} `,
    ]) {
      assert.equal(isRecoveryCode(typed), true);
      assert.equal(await recovery.find(typed, hashes, 'client'), hashes[0]);
    }
    assert.equal(await recovery.find(first!, hashes.slice(1), 'client'), undefined);
    for (const typed of [first!.slice(1), '123456', '', `${first!}A`, 'AAAA-AAAA-AAA0'])
      assert.deepEqual([isRecoveryCode(typed), await recovery.find(typed, hashes, 'client')], [false, undefined]);
  });

  test('take one derivation for every code, right or wrong, with ten hashes, three or none', async () => {
    let derived = 0;
    const counting = createPasswords({ N: 2, r: 1, p: 1 }, async (_password, salt) => {
      derived += 1;
      return new Uint8Array(32).fill(salt[0]!);
    });
    const counted = createRecoveryCodes(counting);
    for (const [code, left] of [
      [codes[0]!, hashes],
      [codes[9]!, hashes],
      ['ABCD-EFGH-JKMN', hashes],
      [codes[0]!, hashes.slice(7)],
      [codes[0]!, []],
    ] as const) {
      derived = 0;
      await counted.find(code, left, 'client');
      assert.equal(derived, 1);
    }
  });
});
