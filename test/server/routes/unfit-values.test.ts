import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { EmailNonceAnswer, SessionAnswer } from '../../../src/base/contract/types.js';
import { describeOnBothEngines } from '../../support/node/engines.js';
import { signUpWithPasskey, type Person } from '../../support/node/people.js';
import { signInAtProvider, startCompleteServer, type CompleteServer } from '../../support/node/provider-visit.js';
import type { Answer } from '../../support/node/visitor.js';

// PostgreSQL has no text with U+0000, and no integers beyond 64 bits; an embedded database takes both.
await describeOnBothEngines('what no column can hold', (engine) => {
  let server: CompleteServer;
  let ada: Person;
  before(async () => {
    server = await startCompleteServer({ store: engine, config: { secondFactor: 'optional' } });
    ada = await signUpWithPasskey(server, 'ada');
  });
  after(() => server.stop());
  beforeEach(() => {
    server.provider.lie = {};
    server.provider.endUser = { sub: 'bo', preferred_username: 'bo' };
  });

  const codeOf = ({ status, body }: Answer): unknown[] => [status, body['error']];

  test('is no time of a session to sign out of', async () => {
    const { user } = (await ada.browser.get<SessionAnswer>('/session')).body;
    for (const authTime of [1e300, 2 ** 53, 1.5, -1])
      assert.deepEqual(codeOf(await ada.browser.post('/logout', { user: user!.id, authTime })), [400, 'bad_request']);
    const another = await ada.browser.post('/logout', { user: user!.id, authTime: 2 ** 53 - 1 });
    assert.deepEqual(codeOf(another), [409, 'wrong_account']);
    assert.equal((await ada.browser.get('/session')).body['signedIn'], true);
  });

  test('is no nonce', async () => {
    const visitor = server.visitor();
    await visitor.get<EmailNonceAnswer>('/otp/nonce');
    const token = { to: 'ada@example.com', token: 'a.b.c', nonce: `${'A'.repeat(42)}\0` };
    assert.deepEqual(codeOf(await visitor.post('/otp/token', token)), [400, 'challenge_expired']);
  });

  test('is no code of a device', async () => {
    for (const code of ['AAAA\0AAA', 'AAAA-AAA\0', 'ÄÄÄÄ-ÄÄÄÄ'])
      assert.deepEqual(codeOf(await ada.browser.post('/auth/device/approve', { code })), [400, 'rejected']);
  });

  test('is refused as a text in every body and address', async () => {
    const bodies: [path: string, body: object][] = [
      ['/signup', { username: 'cy\0' }],
      ['/signup/options', { username: 'cy\0' }],
      ['/login', { username: 'cy\0', password: 'correct horse battery' }],
      ['/otp/request', { to: 'cy\0@example.com' }],
      ['/otp/request', { to: '+49 30 90182\0' }],
      ['/otp/verify', { code: '12345\0' }],
      ['/session/terms', { url: 'https://example.com/\0' }],
      ['/session/second-factor', { code: '12345\0' }],
      ['/account/second-factor/totp/confirm', { code: '12345\0' }],
      ['/auth/handoff/redeem', { id: 'A\0' }],
      ['/auth/device/redeem', { id: 'A\0' }],
      ['/auth/handoff/confirm', { confirmation: 'A\0', answer: 'yes', code: 'AAAA\0AAA' }],
      ['/auth/fedcm', { token: 'a.b.\0', configURL: server.provider.fedcm.configURL }],
      ['/payment/options', { payee: 'Shop\0', amount: '1.00', currency: 'EUR' }],
    ];
    const answers = await Promise.all([
      ...bodies.map(([path, body]) => ada.browser.post(path, body)),
      ada.browser.patch('/account', { displayName: 'ada\0' }),
      ada.browser.patch('/account', { email: 'ada\0@example.com' }),
      ada.browser.patch('/webauthn/credentials/AAAA', { nickname: 'key\0' }),
      ada.browser.delete('/webauthn/credentials/AAAA%00'),
      ada.browser.delete('/sessions/AAAA%00'),
      ada.browser.delete('/account/identities/AAAA%00'),
      ada.browser.get('/security-events?from=1.A%00'),
      ada.browser.get('/auth/start?mode=handoff&handoff=A%00'),
      ada.browser.get('/auth/start?login_hint=%00'),
      ada.browser.get('/auth/callback/lying?state=A%00&code=A%00'),
      ada.browser.get('/auth/handoff/confirm?confirmation=A%00'),
    ]);
    assert.deepEqual(
      answers.filter(({ status }) => status >= 500).map(({ status, text }) => [status, text]),
      [],
    );
  });

  test('becomes one that it can where a provider sends a part of a second', async () => {
    const { provider } = server;
    const seconds = Math.floor(server.clock.now() / 1000);
    provider.endUser = { sub: 'bo', preferred_username: 'bo', auth_time: seconds - 60.123456789, sid: 'sid' };
    const visitor = server.visitor();
    assert.equal((await signInAtProvider(visitor, provider)).status, 302);
    const { authTime } = (await visitor.get<SessionAnswer>('/session')).body;
    assert.ok(Number.isInteger(authTime));
    const token = await provider.issueLogoutToken({ sid: 'sid', iat: seconds + 0.123456789 }, server.clock.now());
    const { status } = await server
      .visitor({ headers: {} })
      .post('/auth/backchannel-logout', new URLSearchParams({ logout_token: token }));
    assert.equal(status, 200);
    assert.equal((await visitor.get('/session')).body['signedIn'], false);
  });

  test('is no name that a provider has for its own session', async () => {
    server.provider.endUser = { sub: 'bo', preferred_username: 'bo', sid: 'sid\0' };
    const visitor = server.visitor();
    assert.equal((await signInAtProvider(visitor, server.provider)).status, 302);
    assert.equal((await visitor.get('/session')).body['signedIn'], true);
  });
});
