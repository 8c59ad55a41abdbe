import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Identity, SignedInSession } from '../../../server/src/store/records.js';
import type { Store } from '../../../server/src/store/store.js';
import { describeOnBothEngines, scaled } from '../../support/node/engines.js';
import { openTestStore } from '../../support/node/server.js';
import { anAccount, anOwner, anOwnerWithPasskey, aSession, later, now, unique } from './records.js';

const issuer = 'https://login.example.com';
const anIdentity = (userId: string, subject = unique('subject')): Identity => ({
  issuer,
  subject,
  userId,
  createdAt: now,
});
const grant = { sealed: 'sealed', due: now + 5 };

await describeOnBothEngines('identities in the store', (engine) => {
  let store: Store;
  let discard: () => Promise<void>;

  before(async () => ({ store, discard } = await openTestStore(engine)));
  after(() => discard());

  test('are made together with an account and its session, and found by issuer and subject', async () => {
    const account = anAccount();
    const [identity, session] = [anIdentity(account.id), aSession(account.id)];
    assert.equal(await store.createAccountWithIdentity(account, identity, session, now, undefined, grant), 'created');
    assert.deepEqual(await store.findAccount(account.id), account);
    assert.deepEqual(await store.findSession(session.id, now), { ...session, grantDue: grant.due });
    assert.equal(await store.findOwner(issuer, identity.subject), account.id);
    assert.equal(await store.findOwner('https://another.example', identity.subject), undefined);
    assert.deepEqual(
      [
        await store.hasIdentity(account.id, ['https://another.example', issuer]),
        await store.hasIdentity(account.id, ['https://another.example']),
        await store.hasIdentity(account.id, []),
      ],
      [true, false, false],
    );
  });

  test('leave nothing behind when the name or the identity is taken, or the session has ended', async () => {
    const { account: other } = await anOwner(store);
    const taken = anAccount({ username: other.username });
    assert.equal(await store.createAccountWithIdentity(taken, anIdentity(taken.id), aSession(taken.id), now), 'taken');
    const [first, second, third] = [anAccount(), anAccount(), anAccount()];
    const identity = anIdentity(first.id);
    await store.createAccountWithIdentity(first, identity, aSession(first.id), now);
    assert.equal(
      await store.createAccountWithIdentity(second, { ...identity, userId: second.id }, aSession(second.id), now),
      'exists',
    );
    const orphan = anIdentity(third.id);
    assert.equal(
      await store.createAccountWithIdentity(third, orphan, aSession(third.id), now, 'no session'),
      'session-ended',
    );
    for (const { id } of [taken, second, third]) assert.equal(await store.findAccount(id), undefined);
    assert.equal(await store.findOwner(issuer, orphan.subject), undefined);
    assert.equal(await store.findOwner(issuer, identity.subject), first.id);
  });

  test('belong to one of many accounts that are made for one person at once', async () => {
    for (let round = 0; round < scaled(300); round += 1) {
      const subject = unique('subject');
      const accounts = Array.from({ length: 10 }, () => anAccount());
      const outcomes = await Promise.all(
        accounts.map((account) =>
          store.createAccountWithIdentity(account, anIdentity(account.id, subject), aSession(account.id), now),
        ),
      );
      assert.deepEqual(
        outcomes.filter((outcome) => outcome !== 'exists'),
        ['created'],
      );
      assert.equal(await store.findOwner(issuer, subject), accounts[outcomes.indexOf('created')]!.id);
    }
  });

  test('are added in a session of their owner only, and once', async () => {
    const [{ account, session }, { account: stranger, session: strangers }] = [
      await anOwner(store),
      await anOwner(store),
    ];
    const identity = anIdentity(account.id);
    assert.equal(await store.addIdentity(identity, strangers, now), 'session-ended');
    assert.equal(await store.addIdentity(identity, session, later), 'session-ended');
    assert.equal(await store.addIdentity(identity, session, now), 'added');
    assert.equal(await store.addIdentity({ ...identity, userId: stranger.id }, strangers, now), 'exists');
    assert.equal(await store.findOwner(issuer, identity.subject), account.id);
  });

  test('are a way in, so that the last passkey can go while their provider is the one that is configured', async () => {
    const { account, session, credential } = await anOwnerWithPasskey(store);
    await store.addIdentity(anIdentity(account.id), session, now);
    assert.equal(await store.removeCredential(credential.id, account.id), 'last-way-in');
    assert.equal(await store.removeCredential(credential.id, account.id, ['https://another.example']), 'last-way-in');
    assert.equal(
      await store.removeCredential(credential.id, account.id, ['https://another.example', issuer]),
      'removed',
    );
  });

  test('are listed, and unlinked from their own account only', async () => {
    const [{ account, session }, { account: stranger }] = [await anOwnerWithPasskey(store), await anOwner(store)];
    const [first, second] = [anIdentity(account.id), { ...anIdentity(account.id), createdAt: now + 1 }];
    for (const identity of [second, first]) await store.addIdentity(identity, session, now);
    assert.deepEqual(await store.listIdentities(account.id), [first, second]);
    assert.deepEqual(await store.listIdentities(stranger.id), []);
    assert.equal(await store.removeIdentity({ ...first, userId: stranger.id }, [issuer]), 'unknown');
    const cause = { at: now, device: '', publicId: session.publicId };
    assert.equal(await store.removeIdentity(first, [issuer], ['oidc'], cause), 'removed');
    assert.equal(await store.removeIdentity(first, [issuer], ['oidc'], cause), 'unknown');
    assert.deepEqual(await store.listIdentities(account.id), [second]);
    const types = (await store.listSecurityEvents(account.id, 10)).map(({ type }) => type);
    assert.equal(types.filter((type) => type === 'identity-unlinked').length, 1);
  });

  test('that are unlinked end the other sessions of that provider, and leave their grants', async () => {
    const { account, session } = await anOwnerWithPasskey(store);
    const identity = anIdentity(account.id);
    await store.addIdentity(identity, session, now);
    const oidc = { authMethod: 'oidc', userId: account.id, authTime: now } as const;
    const [own, elsewhere, atAnother] = [issuer, issuer, 'https://another.example'].map((at) =>
      aSession(account.id, { authentication: oidc, issuer: at }),
    ) as [SignedInSession, SignedInSession, SignedInSession];
    const byPasskey = aSession(account.id);
    await store.startSession(atAnother, now);
    await store.startSession(own, now, undefined, grant);
    await store.startSession(elsewhere, now, undefined, grant);
    await store.startSession(byPasskey, now);
    await store.takeLeftGrants();
    await store.removeIdentity(identity, [issuer], ['oidc'], { at: now, device: '', publicId: own.publicId });
    assert.deepEqual(
      await Promise.all(
        [own, elsewhere, atAnother, byPasskey].map(async ({ id }) => !!(await store.findSession(id, now))),
      ),
      [true, false, true, true],
    );
    assert.deepEqual(
      (await store.takeLeftGrants()).map(({ publicId }) => publicId),
      [elsewhere.publicId],
    );
  });

  test('are not unlinked where no other way in is left', async () => {
    const account = anAccount();
    const identity = anIdentity(account.id);
    await store.createAccountWithIdentity(account, identity, aSession(account.id), now);
    assert.equal(await store.removeIdentity(identity, [issuer]), 'last-way-in');
    const elsewhere = { ...anIdentity(account.id), issuer: 'https://another.example' };
    const session = aSession(account.id);
    await store.startSession(session, now);
    await store.addIdentity(elsewhere, session, now);
    assert.equal(await store.removeIdentity(identity, [issuer]), 'last-way-in');
    assert.equal(await store.removeIdentity(identity, [issuer, elsewhere.issuer]), 'removed');
    await store.setPassword(account.id, 'hash', session, now);
    assert.equal(await store.removeIdentity(elsewhere, [issuer, elsewhere.issuer]), 'removed');
  });

  test('of the last ways in that are removed at the same moment, one is left', async () => {
    for (let round = 0; round < 20; round += 1) {
      const { account, session, credential } = await anOwnerWithPasskey(store);
      const [one, other] = [anIdentity(account.id), anIdentity(account.id)];
      for (const identity of [one, other]) await store.addIdentity(identity, session, now);
      await store.setPassword(account.id, 'hash', session, now);
      const outcomes = await Promise.all([
        store.removeIdentity(one, [issuer]),
        store.removeIdentity(other, [issuer]),
        store.removeCredential(credential.id, account.id, [issuer]),
        store.removePassword(account.id, [issuer]),
      ]);
      assert.deepEqual(outcomes.toSorted(), ['last-way-in', 'removed', 'removed', 'removed']);
    }
  });

  test('a grant is handed to one of 50 who ask for it when it is due, and not before', async () => {
    for (let round = 0; round < scaled(200); round += 1) {
      const { account, session } = await anOwner(store);
      const next = aSession(account.id);
      await store.renewSession(next, now, session.id, grant);
      assert.equal(await store.claimGrant(next.id, now, now + 10), undefined);
      const claims = await Promise.all(Array.from({ length: 50 }, () => store.claimGrant(next.id, now + 5, now + 15)));
      assert.deepEqual(
        claims.filter((claim) => claim !== undefined),
        ['sealed'],
      );
      assert.equal(await store.replaceGrant(session.publicId, 'another', 'next'), false);
      assert.equal(await store.replaceGrant(session.publicId, 'sealed', 'next'), true);
      assert.deepEqual(await store.endSession(next.id, now), [
        { publicId: session.publicId, userId: account.id, sealed: 'next' },
      ]);
      assert.equal(await store.replaceGrant(session.publicId, 'next', 'after the end'), false);
    }
  });

  test('a session that another user takes over has no grant', async () => {
    const [{ account, session }, { account: stranger }] = [await anOwner(store), await anOwner(store)];
    const [tied, taken] = [aSession(account.id), aSession(stranger.id)];
    await store.startSession(tied, now, session.id, grant);
    await store.startSession(taken, now, tied.id);
    assert.deepEqual(await store.findSession(taken.id, now), taken);
    assert.deepEqual(await store.endSession(taken.id, now), [
      { publicId: taken.publicId, userId: stranger.id, sealed: null },
    ]);
  });
});
