import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import { readClaims } from '../../../server/src/wallet/disclosures.js';

const encode = (parts: unknown) => Buffer.from(JSON.stringify(parts)).toString('base64url');
const hash = (disclosure: string, algorithm = 'sha256') => createHash(algorithm).update(disclosure).digest('base64url');

const name = encode(['salt', 'name', 'Ada']);
const age = encode(['salt', 'age', { _sd: [hash(encode(['salt', '18', true]))], '16': true }]);
const over18 = encode(['salt', '18', true]);
const german = encode(['salt', 'DE']);

const refused = (reason: string) => ({ name: 'IdentityFailure', reason });

describe('the claims of an SD-JWT', () => {
  test('are those that are open and those that are disclosed, at any depth', async () => {
    const payload = { iss: 'x', _sd: [hash(name), hash(age)], nations: ['FR', { '...': hash(german) }] };
    assert.deepEqual(await readClaims(payload, [name, age, over18, german]), {
      claims: { iss: 'x', name: 'Ada', age: { '16': true, '18': true }, nations: ['FR', 'DE'] },
      disclosed: [['nations', 1], ['name'], ['age'], ['age', '18']],
    });
  });

  test('are without what is hidden, and do not reveal how much that is', async () => {
    const payload = {
      _sd: [hash(name), hash('decoy')],
      nations: [{ '...': hash(german) }, 'FR'],
      deep: { _sd: ['x'] },
    };
    assert.deepEqual(await readClaims(payload, []), { claims: { nations: ['FR'], deep: {} }, disclosed: [] });
  });

  test('may be hashed by SHA-384 and SHA-512', async () => {
    for (const algorithm of ['sha-384', 'sha-512']) {
      const payload = { _sd_alg: algorithm, _sd: [hash(name, algorithm.replace('-', ''))] };
      assert.deepEqual((await readClaims(payload, [name])).claims, { name: 'Ada' });
    }
  });

  test('are members and nothing else, whatever they are called', async () => {
    const strange = encode(['salt', '__proto__', { polluted: true }]);
    const { claims } = await readClaims(
      JSON.parse(`{"_sd":["${hash(strange)}"],"constructor":1}`) as Record<string, unknown>,
      [strange],
    );
    assert.deepEqual(Object.keys(claims), ['constructor', '__proto__']);
    assert.equal(({} as Record<string, unknown>)['polluted'], undefined);
  });

  const wrong: Record<string, [payload: Record<string, unknown>, disclosures: string[], reason: string]> = {
    'an unsigned disclosure': [{ _sd: ['x'] }, [name], 'digest'],
    'a disclosure for something that is hidden itself': [{ _sd: [hash(age)] }, [over18], 'digest'],
    'one disclosure twice': [{ _sd: [hash(name)] }, [name, name], 'malformed'],
    'one digest twice': [{ _sd: [hash(name), hash(name)] }, [name], 'malformed'],
    'one digest in two places': [{ _sd: [hash(name)], deep: { _sd: [hash(name)] } }, [name], 'malformed'],
    'one digest twice that is not disclosed': [{ _sd: ['x', 'x'] }, [], 'malformed'],
    'a claim that is there already': [{ name: 'Bo', _sd: [hash(name)] }, [name], 'malformed'],
    'a claim with a reserved name': [
      { _sd: [hash(encode(['salt', '_sd', []]))] },
      [encode(['salt', '_sd', []])],
      'malformed',
    ],
    'another claim with a reserved name': [
      { _sd: [hash(encode(['salt', '...', 1]))] },
      [encode(['salt', '...', 1])],
      'malformed',
    ],
    'a member where an item should be': [{ list: [{ '...': hash(name) }] }, [name], 'malformed'],
    'an item where a member should be': [{ _sd: [hash(german)] }, [german], 'malformed'],
    'digests that are no list': [{ _sd: 'x' }, [], 'malformed'],
    'a digest that is not a string': [{ _sd: [7] }, [], 'malformed'],
    'an item with something beside its digest': [{ list: [{ '...': 'x', more: 1 }] }, [], 'malformed'],
    'the digest of an item in an object': [{ deep: { '...': 'x' } }, [], 'malformed'],
    'an unknown hash': [{ _sd_alg: 'md5' }, [], 'algorithm'],
    'a hash with a name of all objects': [{ _sd_alg: 'constructor' }, [], 'algorithm'],
    'a disclosure of one part': [{}, [encode(['salt'])], 'malformed'],
    'a disclosure of four parts': [{}, [encode(['salt', 'name', 1, 2])], 'malformed'],
    'a disclosure without salt': [{}, [encode([1, 'name', 2])], 'malformed'],
    'a disclosure with an invalid name': [{}, [encode(['salt', 1, 2])], 'malformed'],
    'a disclosure that is no list': [{}, [encode({})], 'malformed'],
  };
  for (const claim of ['iss', 'nbf', 'exp', 'cnf', 'vct', 'status']) {
    const disclosure = encode(['salt', claim, 1]);
    wrong[`"${claim}", which must not be hidden`] = [{ _sd: [hash(disclosure)] }, [disclosure], 'malformed'];
  }

  for (const [what, [payload, disclosures, reason]] of Object.entries(wrong)) {
    test(`are refused with ${what}`, () => assert.rejects(readClaims(payload, disclosures), refused(reason)));
  }

  test('are refused when a disclosure is not JSON in base64url', async () => {
    for (const text of [
      '',
      '!',
      'AAA',
      encode('x').slice(0, -1),
      Buffer.from('{').toString('base64url'),
      Buffer.from([0xff]).toString('base64url'),
    ]) {
      await assert.rejects(readClaims({}, [text]));
    }
  });

  test('may be hidden in one another as deep as a body allows', async () => {
    const disclosures: string[] = [];
    let innermost: unknown = 'here';
    for (let level = 0; level < 300; level += 1) {
      disclosures.push(encode(['s', 'in', innermost]));
      innermost = { _sd: [hash(disclosures.at(-1)!)] };
    }
    assert.equal((await readClaims(innermost as Record<string, unknown>, disclosures)).disclosed.length, 300);
  });
});
