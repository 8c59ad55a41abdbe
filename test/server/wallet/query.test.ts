import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { ageOver18 } from '../../../server/src/wallet/default-query.js';
import { matchQuery, readQuery, showMdoc, type ShownCredential } from '../../../server/src/wallet/query.js';

const mdl = (changes = {}) => ({
  id: 'mdl',
  format: 'mso_mdoc',
  meta: { doctype_value: 'org.iso.18013.5.1.mDL' },
  claims: [{ path: ['org.iso.18013.5.1', 'family_name'] }],
  ...changes,
});
const pid = (changes = {}) => ({
  id: 'pid',
  format: 'dc+sd-jwt',
  meta: { vct_values: ['urn:eudi:pid:1'] },
  claims: [{ path: ['address', 'locality'] }, { path: ['nationalities', null] }],
  ...changes,
});

const shownMdl = (claims: Record<string, unknown>): ShownCredential =>
  showMdoc({ documentType: 'org.iso.18013.5.1.mDL', claims: { 'org.iso.18013.5.1': claims } });
const shownPid = (claims: Record<string, unknown>, shown: ShownCredential['shown']): ShownCredential => ({
  format: 'dc+sd-jwt',
  type: 'urn:eudi:pid:1',
  claims,
  shown,
});

describe('a query', () => {
  test('goes by both protocols when mdocs can answer it alone', () => {
    const both = ['openid4vp-v1-unsigned', 'org-iso-mdoc'];
    assert.deepEqual(readQuery(ageOver18).protocols, both);
    assert.deepEqual(readQuery({ credentials: [mdl()] }).protocols, both);
    assert.deepEqual(
      readQuery({
        credentials: [mdl(), pid()],
        credential_sets: [{ options: [['mdl']] }, { options: [['pid']], required: false }],
      }).protocols,
      both,
    );
  });

  test('goes by OpenID4VP only when they cannot, or two of them are of one type', () => {
    for (const query of [
      { credentials: [pid()] },
      { credentials: [mdl(), pid()] },
      { credentials: [mdl(), mdl({ id: 'other' })] },
      { credentials: [mdl(), pid()], credential_sets: [{ options: [['mdl', 'pid']] }] },
    ]) {
      assert.deepEqual(readQuery(query).protocols, ['openid4vp-v1-unsigned']);
    }
  });

  test('is what the documentation shows as one', async () => {
    const [, shown] = /```json\n([^`]+)```/.exec(
      await readFile(new URL('../../../docs/digital-credentials.md', import.meta.url), 'utf8'),
    )!;
    const { dcql, protocols } = readQuery(JSON.parse(shown!));
    assert.deepEqual([dcql.credentials[0]!.id, protocols], ['pid', ['openid4vp-v1-unsigned']]);
  });

  const wrong: Record<string, unknown> = {
    'is no object': 7,
    'asks for nothing': { credentials: [] },
    'has a credential of another format': {
      credentials: [pid({ format: 'jwt_vc_json', meta: { type_values: [['x']] } })],
    },
    'names no document type': { credentials: [mdl({ meta: {} })] },
    'names no vct': { credentials: [pid({ meta: {} })] },
    'asks for a credential and none of its claims': { credentials: [mdl({ claims: undefined })] },
    'wants several of a kind': { credentials: [mdl({ multiple: true })] },
    'does without the proof of the holder': { credentials: [mdl({ require_cryptographic_holder_binding: false })] },
    'names authorities, which are configured elsewhere': {
      credentials: [mdl({ trusted_authorities: [{ type: 'aki', values: ['AAAA'] }] })],
    },
    'uses an id twice': { credentials: [mdl(), pid({ id: 'mdl' })] },
    'has a set of credentials that it does not have': {
      credentials: [mdl()],
      credential_sets: [{ options: [['pid']] }],
    },
    'asks an mdoc for a path of three steps': { credentials: [mdl({ claims: [{ path: ['a', 'b', 'c'] }] })] },
  };
  for (const [what, query] of Object.entries(wrong))
    test(`is refused when it ${what}`, () => assert.throws(() => readQuery(query)));
});

describe('what a wallet shows', () => {
  const query = readQuery({ credentials: [mdl(), pid()], credential_sets: [{ options: [['mdl'], ['pid']] }] });
  const match = (...credentials: [string, ShownCredential][]) => matchQuery(query, new Map(credentials));
  const refused = (reason: string) => ({ name: 'IdentityFailure', reason });

  test('is returned without what was not asked', () => {
    assert.deepEqual(match(['mdl', shownMdl({ family_name: 'Quillfeather' })]), {
      mdl: { 'org.iso.18013.5.1': { family_name: 'Quillfeather' } },
    });
    const identity = shownPid(
      { iss: 'x', sub: 'y', address: { locality: 'Köln', country: 'DE' }, nationalities: ['DE', 'FR'] },
      [
        ['address', 'locality'],
        ['nationalities', 0],
      ],
    );
    assert.deepEqual(match(['pid', identity]), { pid: { address: { locality: 'Köln' }, nationalities: ['DE', 'FR'] } });
  });

  test('may be what holds the asked claim, or is held by it', () => {
    const claims = { address: { locality: { name: 'Köln' } }, nationalities: ['DE'] };
    assert.ok(
      match([
        'pid',
        shownPid(claims, [['address'], ['address', 'locality'], ['address', 'locality', 'name'], ['nationalities']]),
      ]),
    );
  });

  const extra: Record<string, [string, ShownCredential][]> = {
    'another claim of an mdoc': [['mdl', shownMdl({ family_name: 'Quillfeather', portrait: 'AAAA' })]],
    'another name space': [
      [
        'mdl',
        showMdoc({
          documentType: 'org.iso.18013.5.1.mDL',
          claims: { 'org.iso.18013.5.1': { family_name: 'x' }, other: { family_name: 'x' } },
        }),
      ],
    ],
    'another disclosure': [
      ['pid', shownPid({ address: { locality: 'x' }, nationalities: ['DE'], name: 'x' }, [['name']])],
    ],
    'a neighbour of the asked claim': [
      ['pid', shownPid({ address: { locality: 'x', street: 'y' }, nationalities: ['DE'] }, [['address', 'street']])],
    ],
    'a member where items were asked': [
      ['pid', shownPid({ address: { locality: 'x' }, nationalities: ['DE'] }, [['nationalities', 'x']])],
    ],
    'another credential': [['other', shownMdl({ family_name: 'x' })]],
  };
  for (const [what, credentials] of Object.entries(extra))
    test(`is refused with ${what}`, () => assert.throws(() => match(...credentials), refused('extra_claims')));

  const unasked: Record<string, [string, ShownCredential][]> = {
    'is nothing': [],
    'lacks the claim': [['mdl', shownMdl({})]],
    'is of another type': [['mdl', { ...shownMdl({ family_name: 'x' }), type: 'org.iso.7367.1.mVRC' }]],
    'is of another format': [['mdl', shownPid({ family_name: 'x' }, [])]],
    'has one credential in order and another not': [
      ['mdl', shownMdl({ family_name: 'x' })],
      ['pid', shownPid({}, [])],
    ],
  };
  for (const [what, credentials] of Object.entries(unasked))
    test(`is refused when it ${what}`, () => assert.throws(() => match(...credentials), refused('query')));

  test('must have one of the values that were asked', () => {
    const adults = readQuery(ageOver18);
    const show = (age: unknown) => matchQuery(adults, new Map([['mdl', shownMdl({ age_over_18: age })]]));
    assert.ok(show(true));
    for (const age of [false, 1, 'true', null]) assert.throws(() => show(age), refused('query'));
  });

  test('must be everything where everything was asked', () => {
    const both = readQuery({ credentials: [mdl(), pid()] });
    assert.throws(() => matchQuery(both, new Map([['mdl', shownMdl({ family_name: 'x' })]])), refused('query'));
  });
});
