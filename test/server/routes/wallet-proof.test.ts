import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createVerifier } from '../../../server/src/wallet/verifier.js';
import { createAuthority, type Authority } from '../../../demo/wallet/authority.js';
import { createWallet, type Wallet } from '../../../demo/wallet/wallet.js';
import type { IdentityProtocol, IdentityRequest, IdentityResponse } from '../../../src/base/contract/types.js';
import { minutes } from '../../support/node/clock.js';
import { describeOnBothEnginesInFullRuns } from '../../support/node/engines.js';
import { signUp } from '../../support/node/people.js';
import { startServer, type TestServer } from '../../support/node/server.js';
import type { Visitor } from '../../support/node/visitor.js';

const protocols: readonly IdentityProtocol[] = ['openid4vp-v1-unsigned', 'org-iso-mdoc'];

await describeOnBothEnginesInFullRuns('asking for a digital credential', (engine) => {
  let authority: Authority;
  let server: TestServer;
  let wallet: Wallet;
  before(async () => {
    authority = await createAuthority({ now: Date.UTC(2030, 0, 1) });
    server = await startServer({ store: engine, identity: createVerifier({ roots: [authority.root] }) });
    wallet = await createWallet({ authority, now: server.clock.now });
  });
  after(() => server.stop());

  const ask = async (visitor: Visitor, protocol: IdentityProtocol): Promise<IdentityRequest> =>
    (await visitor.get<IdentityRequest>(`/identity/request?protocol=${protocol}`)).body;
  const answer = async (visitor: Visitor, protocol: IdentityProtocol): Promise<IdentityResponse> =>
    wallet.answerRequest({ ...(await ask(visitor, protocol)), origin: server.origin });

  test('asking for headers only begins no request: 405', async () => {
    const { status, headers } = await server
      .visitor()
      .send('/identity/request?protocol=org-iso-mdoc', { method: 'HEAD' });
    assert.deepEqual([status, headers.get('Allow'), headers.getSetCookie()], [405, 'GET', []]);
  });

  for (const protocol of protocols) {
    test(`a visitor proves their age by ${protocol}, and is not signed in by it`, async () => {
      const visitor = server.visitor();
      const { status, body } = await visitor.post('/identity/verify', await answer(visitor, protocol));
      assert.equal(status, 200);
      const claims =
        protocol === 'org-iso-mdoc'
          ? { mdl: { 'org.iso.18013.5.1': { age_over_18: true } } }
          : { pid: { age_equal_or_over: { '18': true } } };
      assert.deepEqual(body, { verified: true, claims });
      assert.deepEqual((await visitor.get('/session')).body, { signedIn: false });
    });

    test(`a user who is signed in stays so while they prove their age by ${protocol}`, async () => {
      const { browser } = await signUp(server, `ada ${protocol}`);
      const { cookie } = browser;
      assert.equal((await browser.post('/identity/verify', await answer(browser, protocol))).status, 200);
      assert.equal(browser.cookie, cookie);
      assert.equal((await browser.get('/session')).body['signedIn'], true);
    });

    test(`a response by ${protocol} is good once`, async () => {
      const visitor = server.visitor();
      const response = await answer(visitor, protocol);
      await visitor.post('/identity/verify', response);
      await ask(visitor, protocol);
      const { status, body } = await visitor.post('/identity/verify', response);
      assert.equal(status, 400);
      assert.equal(body['reason'] ?? body['error'], protocol === 'org-iso-mdoc' ? 'encryption' : 'challenge_expired');
    });

    test(`of 50 requests with one response by ${protocol} one is answered`, async () => {
      const visitor = server.visitor();
      const response = await answer(visitor, protocol);
      const answers = await Promise.all(Array.from({ length: 50 }, () => visitor.post('/identity/verify', response)));
      assert.equal(answers.filter(({ status }) => status === 200).length, 1);
      assert.equal(answers.filter(({ status }) => status === 400).length, 49);
    });

    test(`a response by ${protocol} that was refused is used up too`, async () => {
      const visitor = server.visitor();
      const request = { ...(await ask(visitor, protocol)), origin: server.origin };
      const lied = await visitor.post(
        '/identity/verify',
        await wallet.answerRequest(request, { signsWithAnotherKey: true }),
      );
      assert.equal(lied.body['reason'], 'device_signature');
      assert.equal(
        (await visitor.post('/identity/verify', await wallet.answerRequest(request))).body['error'],
        'challenge_expired',
      );
    });

    test(`a response by ${protocol} is good for 5 minutes`, async () => {
      const visitor = server.visitor();
      const [inTime, late] = [await answer(visitor, protocol), await answer(visitor, protocol)];
      server.clock.advance(5 * minutes - 1);
      assert.equal((await visitor.post('/identity/verify', inTime)).status, 200);
      server.clock.advance(1);
      assert.equal((await visitor.post('/identity/verify', late)).body['error'], 'challenge_expired');
    });

    test(`a response by ${protocol} is good in the session that asked`, async () => {
      const [visitor, other] = [server.visitor(), server.visitor()];
      const response = await answer(visitor, protocol);
      assert.equal((await other.post('/identity/verify', response)).body['error'], 'challenge_expired');
      await ask(other, protocol);
      const refused = (await other.post('/identity/verify', response)).body;
      assert.equal(
        refused['reason'] ?? refused['error'],
        protocol === 'org-iso-mdoc' ? 'encryption' : 'challenge_expired',
      );
      assert.equal((await visitor.post('/identity/verify', response)).status, 200);
    });

    test(`a response by ${protocol} is worth nothing after signing in or out`, async () => {
      const visitor = server.visitor();
      const beforeSigningIn = await answer(visitor, protocol);
      await visitor.post('/signup', { username: `bo ${protocol}` });
      assert.equal((await visitor.post('/identity/verify', beforeSigningIn)).body['error'], 'challenge_expired');
      const beforeSigningOut = await answer(visitor, protocol);
      const { cookie } = visitor;
      await visitor.post('/logout');
      visitor.cookie = cookie;
      assert.equal((await visitor.post('/identity/verify', beforeSigningOut)).body['error'], 'challenge_expired');
    });

    test(`two tabs ask by ${protocol} side by side`, async () => {
      const visitor = server.visitor();
      const [first, second] = [await answer(visitor, protocol), await answer(visitor, protocol)];
      for (const response of [first, second])
        assert.equal((await visitor.post('/identity/verify', response)).status, 200);
    });
  }

  test('nonce and key are others in every request', async () => {
    const visitor = server.visitor();
    const requests = await Promise.all(Array.from({ length: 4 }, () => ask(visitor, 'org-iso-mdoc')));
    assert.equal(new Set(requests.map(({ data }) => data['encryptionInfo'])).size, 4);
  });

  test('a fifth request pushes the first one out', async () => {
    const visitor = server.visitor();
    const responses: IdentityResponse[] = [];
    for (let count = 0; count < 5; count += 1) {
      responses.push(await answer(visitor, 'openid4vp-v1-unsigned'));
      server.clock.advance(1);
    }
    assert.equal((await visitor.post('/identity/verify', responses[0]!)).body['error'], 'challenge_expired');
    for (const response of responses.slice(1))
      assert.equal((await visitor.post('/identity/verify', response)).status, 200);
  });

  test('a response by a protocol that was not asked is refused, and uses nothing up', async () => {
    const visitor = server.visitor();
    const [asked, stranger] = [
      await answer(visitor, 'org-iso-mdoc'),
      await answer(server.visitor(), 'openid4vp-v1-unsigned'),
    ];
    assert.equal((await visitor.post('/identity/verify', stranger)).body['reason'], 'protocol');
    assert.equal((await visitor.post('/identity/verify', asked)).status, 200);
  });

  test('a body of another shape uses nothing up', async () => {
    const visitor = server.visitor();
    const response = await answer(visitor, 'openid4vp-v1-unsigned');
    for (const body of [
      {},
      { ...response, protocol: 'bogus' },
      { ...response, data: 'x' },
      { ...response, data: {} },
      { ...response, data: { response: 7 } },
      { data: response.data },
    ]) {
      assert.equal((await visitor.post('/identity/verify', body)).body['error'], 'bad_request');
    }
    assert.equal((await visitor.post('/identity/verify', response)).status, 200);
  });

  test('another site neither gets a request nor begins one', async () => {
    for (const site of ['cross-site', 'same-site', 'none']) {
      const visitor = server.visitor();
      const { status, body } = await visitor.get('/identity/request?protocol=org-iso-mdoc', { 'Sec-Fetch-Site': site });
      assert.deepEqual([status, body['error'], visitor.cookie], [403, 'csrf', undefined]);
    }
  });

  test('a program that sends no such header may ask, and must name its origin to answer', async () => {
    const program = server.visitor({ headers: {} });
    const response = await answer(program, 'org-iso-mdoc');
    assert.equal((await program.post('/identity/verify', response)).status, 403);
    assert.equal((await program.post('/identity/verify', response, { Origin: server.origin })).status, 200);
  });
});
