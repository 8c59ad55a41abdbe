import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { ServerConfig } from '../../../server/src/config/server-config.js';
import { createNextSteps } from '../../../server/src/second-factor/next-steps.js';
import type { AuthMethod, SecondFactor } from '../../../server/src/store/records.js';
import type { Store } from '../../../server/src/store/store.js';
import { openTestStore } from '../../support/node/server.js';
import { anOwner, anOwnerWithPasskey, aPendingSignIn, aSession, later, now, unique } from '../store/records.js';

const termsUrl = 'https://example.com/terms';

/** Texts that begin with "lost" cannot be opened. */
const totps = { isReadable: async (_userId: string, sealed: string) => !sealed.startsWith('lost') };

describe('the next step of a sign-in', () => {
  let store: Store;
  let discard: () => Promise<void>;

  before(async () => ({ store, discard } = await openTestStore('libsql')));
  after(() => discard());

  async function appOwner(kind = 'sealed'): Promise<string> {
    const { account, session } = await anOwner(store);
    const sealed = unique(kind);
    await store.saveTotp(account.id, sealed, now, later);
    assert.ok(await store.confirmTotp(account.id, { sealed, step: 1 }, [unique('hash')], now, session));
    return account.id;
  }

  const stepOf = async (
    config: Partial<ServerConfig>,
    userId: string,
    authMethod: AuthMethod,
    hasNewPassword = false,
  ) =>
    createNextSteps(config as ServerConfig, store, totps).find({
      userId,
      authMethod,
      secondFactor: null,
      hasNewPassword,
    });

  test('after a passkey with user verification is never a second factor, also where there are terms', async () => {
    const userId = await appOwner();
    for (const secondFactor of ['optional', 'required'] as const) {
      assert.equal(await stepOf({ secondFactor }, userId, 'passkey-uv'), undefined);
      assert.deepEqual((await stepOf({ secondFactor, termsUrl }, userId, 'passkey-uv'))?.step, 'accept-terms');
      assert.equal((await stepOf({ secondFactor, termsUrl }, userId, 'password'))?.step, 'second-factor');
    }
  });

  test('is undefined where second factors are off, also for an account with an app', async () => {
    const userId = await appOwner();
    assert.equal(await stepOf({ secondFactor: 'off' }, userId, 'password'), undefined);
    assert.deepEqual(await stepOf({ secondFactor: 'off', termsUrl }, userId, 'password'), {
      step: 'accept-terms',
      url: termsUrl,
    });
  });

  test('names what the account has, and has an app set up where it has nothing', async () => {
    const required = { secondFactor: 'required' } as const;
    assert.deepEqual((await stepOf(required, await appOwner(), 'password'))?.methods, ['totp', 'recovery-code']);
    const { account: keeper } = await anOwnerWithPasskey(store);
    assert.deepEqual((await stepOf(required, keeper.id, 'password'))?.methods, ['passkey']);
    const setUp = { step: 'second-factor', methods: ['totp'], setUp: true };
    assert.deepEqual(await stepOf(required, (await anOwner(store)).account.id, 'password'), setUp);
    assert.deepEqual(await stepOf(required, keeper.id, 'passkey'), setUp, 'the passkey was the first factor');
  });

  test('of an account that is only being created is to set an app up, once it has a password', async () => {
    const required = { secondFactor: 'required' } as const;
    const setUp = { step: 'second-factor', methods: ['totp'], setUp: true };
    assert.deepEqual(await stepOf(required, unique('newcomer'), 'signup', true), setUp);
    assert.equal(await stepOf(required, unique('newcomer'), 'signup'), undefined);
    assert.deepEqual(await stepOf({ verifyAddress: 'required' }, unique('newcomer'), 'signup'), {
      step: 'verify-address',
    });
    assert.equal(await stepOf({ verifyAddress: 'added' }, unique('newcomer'), 'signup'), undefined);
  });

  test('where the app is lost names other proofs, and has an app set up only after two', async () => {
    const noted: string[] = [];
    const userId = await appOwner('lost');
    const steps = createNextSteps({} as ServerConfig, store, totps, (lost) => noted.push(lost));
    const find = (authMethod: AuthMethod, secondFactor: SecondFactor | null = null) =>
      steps.find({ userId, authMethod, secondFactor });
    const setUp = { step: 'second-factor', methods: ['totp'], setUp: true };
    assert.deepEqual(await find('password'), { step: 'second-factor', methods: ['recovery-code'] });
    assert.deepEqual([...new Set(noted)], [userId]);
    for (const proof of ['recovery-code', 'otp', 'password'] as const)
      assert.deepEqual(await find('password', proof), setUp, proof);
    for (const proof of ['passkey', 'totp', 'other-device'] as const)
      assert.equal(await find('password', proof), undefined, proof);
    const waiting = (authMethod: AuthMethod) =>
      aPendingSignIn(userId, { authentication: { userId, authMethod, authTime: now } });
    assert.equal(await steps.readSecondFactor(waiting('otp'), userId, 'password'), 'password');
    assert.equal(await steps.readSecondFactor(waiting('otp'), userId, 'otp'), null);
    assert.equal(await steps.takesAddress(waiting('password')), false, 'it has no verified address');
    const working = await appOwner();
    const other = aPendingSignIn(working, { authentication: { userId: working, authMethod: 'otp', authTime: now } });
    assert.equal(await steps.readSecondFactor(other, working, 'password'), null, 'the app works');
  });

  test('after a code to an address is a second factor only for accounts with an app', async () => {
    const required = { secondFactor: 'required' } as const;
    assert.equal((await stepOf(required, await appOwner(), 'otp'))?.step, 'second-factor');
    assert.equal(await stepOf(required, (await anOwner(store)).account.id, 'otp'), undefined);
  });

  test('after a provider is a second factor only where the operator wants it', async () => {
    const userId = await appOwner();
    assert.equal(await stepOf({}, userId, 'oidc'), undefined);
    assert.equal((await stepOf({ secondFactorAfterProviders: true }, userId, 'oidc'))?.step, 'second-factor');
  });

  test('of a sign-in that waits although nothing is missing any more completes it', async () => {
    const { account: keeper } = await anOwnerWithPasskey(store);
    const waiting = aPendingSignIn(keeper.id);
    const stepFor = (config: Partial<ServerConfig>, pending = waiting) =>
      createNextSteps(config as ServerConfig, store, totps).findFor(pending);
    // The user no longer requires a second factor.
    assert.deepEqual(await stepFor({}), { step: 'second-factor', methods: ['passkey'] });
    assert.deepEqual(await stepFor({ termsUrl }), { step: 'accept-terms', url: termsUrl });
    await store.acceptTerms(keeper.id, termsUrl, {
      session: aSession(keeper.id),
      now,
      previousId: (await anOwner(store)).session.id,
      again: false,
    });
    assert.deepEqual(await stepFor({ termsUrl }), { step: 'accept-terms', url: termsUrl });
    // The app was removed: nothing here completes it.
    assert.equal(await stepFor({}, aPendingSignIn((await anOwner(store)).account.id)), undefined);
    assert.equal(await stepFor({}, aPendingSignIn(keeper.id, { secondFactor: 'totp' })), undefined);
    assert.equal(await stepFor({}, aPendingSignIn(unique('unknown'))), undefined);
  });

  test('exists on no server without a policy, and on every other', () => {
    const isOn = (config: Partial<ServerConfig>) => createNextSteps(config as ServerConfig, store, totps).isOn;
    const off = { secondFactor: 'off' } as const;
    assert.deepEqual(
      [isOn(off), isOn({}), isOn({ ...off, termsUrl }), isOn({ ...off, verifyAddress: 'added' })],
      [false, true, true, true],
    );
  });
});
