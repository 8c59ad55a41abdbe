import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { StoreUnavailable } from '../../../server/src/store/database.js';
import { signUp, signUpWithPasskey } from '../../support/node/people.js';
import { signInAtProvider, startFederatedServer } from '../../support/node/provider-visit.js';
import { startServer, type TestServer } from '../../support/node/server.js';

const metricsToken = 'the token of the tests';
const password = 'correct horse battery';

describe('metrics for Prometheus', () => {
  let server: TestServer;
  let isDown = false;
  before(async () => {
    server = await startServer({
      config: { metricsToken },
      wrapStore: (store) => ({
        ...store,
        check: () => (isDown ? Promise.reject(new StoreUnavailable('down')) : store.check()),
      }),
    });
  });
  after(() => server.stop());

  const read = (headers: Record<string, string>): ReturnType<ReturnType<TestServer['visitor']>['get']> =>
    server.visitor({ headers: {} }).get('/metrics', headers);
  /** The lines of the metrics that begin with this name, without their help. */
  const linesOf = async (name: string, at = server): Promise<string[]> => {
    const visitor = at.visitor({ headers: { Authorization: `Bearer ${metricsToken}` } });
    return (await visitor.get('/metrics')).text.split('\n').filter((line) => line.startsWith(name));
  };

  test('need the token', async () => {
    for (const headers of [{}, { Authorization: 'Bearer x' }, { Authorization: metricsToken }] as Record<
      string,
      string
    >[]) {
      const { status, headers: answered, body } = await read(headers);
      assert.deepEqual([status, answered.get('WWW-Authenticate'), body], [401, 'Bearer', { error: 'unauthenticated' }]);
    }
    const open = await startServer();
    assert.equal((await open.visitor({ headers: {} }).get('/metrics')).status, 404);
    await open.stop();
  });

  test('count ceremonies by how they ended', async () => {
    const ada = await signUpWithPasskey(server, 'ada');
    await ada.signIn();
    await ada.stepUp();
    await server.visitor().post('/webauthn/login/verify', { ...(await ada.choosePasskey()) });
    await signUp(server, 'cleo', password);
    for (const guess of [password, 'wrong horse battery', 'wrong horse'])
      await server.visitor().post('/login', { username: 'cleo', password: guess });
    await server.visitor().post('/login', new URLSearchParams({ username: 'cleo', password: 'wrong horse' }));
    await server.visitor().post('/otp/verify', { code: '123456' });

    assert.deepEqual((await linesOf('latchkey_ceremonies_total')).sort(), [
      'latchkey_ceremonies_total{ceremony="code",outcome="rejected"} 1',
      'latchkey_ceremonies_total{ceremony="passkey-registration",outcome="ok"} 1',
      'latchkey_ceremonies_total{ceremony="passkey-sign-in",outcome="challenge_expired"} 1',
      'latchkey_ceremonies_total{ceremony="passkey-sign-in",outcome="ok"} 1',
      'latchkey_ceremonies_total{ceremony="password-sign-in",outcome="ok"} 1',
      'latchkey_ceremonies_total{ceremony="password-sign-in",outcome="rejected"} 3',
      'latchkey_ceremonies_total{ceremony="password-sign-up",outcome="ok"} 2',
      'latchkey_ceremonies_total{ceremony="step-up",outcome="ok"} 1',
    ]);
  });

  test('count sign-ins at a provider, also those that end in a popup, and take no label from a request or a provider', async () => {
    const federated = await startFederatedServer({ config: { metricsToken } });
    const { provider } = federated;
    const refuseWith = (error: string) => (parameters: URLSearchParams) => {
      parameters.delete('code');
      parameters.set('error', error);
    };
    await signInAtProvider(federated.visitor(), provider, '?returnTo=/x%3Ferror=returned');
    for (const query of ['', '?mode=popup'])
      for (const error of ['access_denied', 'made_up']) {
        provider.lie = { callback: refuseWith(error) };
        await signInAtProvider(federated.visitor(), provider, query);
      }
    await federated.visitor().get('/auth/callback/lying?state=x&code=y');
    const { status } = await federated
      .visitor({ headers: {} })
      .post('/auth/callback/lying', new URLSearchParams({ state: 'x', error: 'posted' }));
    assert.equal(status, 303);
    assert.deepEqual((await linesOf('latchkey_ceremonies_total', federated)).sort(), [
      'latchkey_ceremonies_total{ceremony="oidc-sign-in",outcome="cancelled"} 2',
      'latchkey_ceremonies_total{ceremony="oidc-sign-in",outcome="expired"} 1',
      'latchkey_ceremonies_total{ceremony="oidc-sign-in",outcome="ok"} 1',
      'latchkey_ceremonies_total{ceremony="oidc-sign-in",outcome="refused"} 2',
    ]);
    const requests = (await linesOf('latchkey_http_requests_total', federated)).join();
    for (const label of ['access_denied', 'made_up', 'posted', 'returned']) assert.ok(!requests.includes(label), label);
    await federated.stop();
  });

  test('count and time requests by endpoint, without ids of paths', async () => {
    await server.visitor().delete('/webauthn/credentials/a-secret-id');
    await server.visitor().send('/login', { method: 'MADE-UP' });
    const requests = await linesOf('latchkey_http_requests_total');
    assert.equal(requests.join().includes('MADE-UP'), false);
    assert.ok(
      requests.includes(
        'latchkey_http_requests_total{route="/webauthn/credentials/:id",method="DELETE",status="401",error="unauthenticated"} 1',
      ),
      requests.join('\n'),
    );
    assert.equal(requests.join().includes('a-secret-id'), false);
    assert.ok((await linesOf('latchkey_http_request_duration_seconds_count{route="/login"}'))[0]!.endsWith(' 5'));
    assert.deepEqual(await linesOf('latchkey_http_requests_in_flight'), ['latchkey_http_requests_in_flight 1']);
  });

  test('show the queues', async () => {
    assert.deepEqual((await linesOf('latchkey_queue_length')).sort(), [
      'latchkey_queue_length{queue="messages"} 0',
      'latchkey_queue_length{queue="passwords"} 0',
      'latchkey_queue_length{queue="recovery-codes"} 0',
    ]);
  });

  test('tell whether the database responds', async () => {
    assert.deepEqual(await linesOf('latchkey_store_up'), ['latchkey_store_up 1']);
    isDown = true;
    assert.deepEqual(await linesOf('latchkey_store_up'), ['latchkey_store_up 0']);
    assert.equal((await server.visitor({ headers: {} }).get('/healthz')).status, 503);
    const counts = await linesOf('latchkey_store_operation_duration_seconds_count');
    assert.ok(
      counts.some((line) => /outcome="failed"\} [1-9]/.test(line)),
      counts.join(),
    );
    isDown = false;
  });
});
