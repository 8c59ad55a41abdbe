import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { checkBackend } from '../../src/conformance/index.js';
import { startServer, type TestServer } from '../support/node/server.js';

const page = 'http://app.example.localhost:3001';

describe('the check of a backend on another origin than its pages', () => {
  let server: TestServer;
  before(async () => {
    server = await startServer({
      listens: true,
      config: { appOrigins: [page], rpId: 'example.localhost', limitFailures: false },
    });
  });
  after(() => server.stop());

  /** The ids of the cases about other origins that failed, if `change` is made to each answer. */
  async function findFailures(change: (headers: Headers, request: Request) => void = () => {}): Promise<string[]> {
    const report = await checkBackend({
      url: server.origin,
      origin: page,
      rate: Infinity,
      only: ['app-origins'],
      async send(request) {
        const response = await fetch(request);
        const headers = new Headers(response.headers);
        change(headers, request);
        const body = response.status === 204 ? null : await response.text();
        return new Response(body, { status: response.status, headers });
      },
    });
    assert.equal(report.results.length, 5);
    return report.results.filter(({ outcome }) => outcome !== 'passed').map(({ id }) => id);
  }

  test('passes the reference server with that origin in its configuration', async () => {
    assert.deepEqual(await findFailures(), []);
  });

  test('lets pages of that origin sign in as those of the own one', async () => {
    const report = await checkBackend({
      url: server.origin,
      origin: page,
      rate: Infinity,
      only: ['sign-in-works', 'registration-works', 'own-pages', 'cross-site'],
    });
    const wrong = report.results.filter(({ outcome }) => outcome === 'failed');
    assert.deepEqual(
      wrong.map(({ id, reason }) => `${id}: ${reason}`),
      [],
    );
    assert.ok(report.results.filter(({ outcome }) => outcome === 'passed').length > 50);
  });

  const faults: [what: string, change: (headers: Headers, request: Request) => void, failures: string[]][] = [
    [
      'allows every origin',
      (headers) => headers.set('access-control-allow-origin', '*'),
      ['app-origin-answers', 'app-origin-preflight', 'app-origin-refusals', 'app-origin-strangers'],
    ],
    [
      'repeats whatever origin asks',
      (headers, request) => headers.set('access-control-allow-origin', request.headers.get('origin') ?? '*'),
      ['app-origin-strangers'],
    ],
    [
      'keeps cookies out',
      (headers) => headers.delete('access-control-allow-credentials'),
      ['app-origin-answers', 'app-origin-preflight', 'app-origin-refusals'],
    ],
    ['forgets Vary', (headers) => headers.delete('vary'), ['app-origin-vary']],
    ['allows no JSON', (headers) => headers.delete('access-control-allow-headers'), ['app-origin-preflight']],
  ];
  for (const [what, change, failures] of faults)
    test(`notices a backend that ${what}`, async () => assert.deepEqual(await findFailures(change), failures));

  test('leaves these cases out for pages of the same origin', async () => {
    const report = await checkBackend({ url: server.origin, rate: Infinity, only: ['app-origins'] });
    assert.deepEqual(report.results, []);
  });
});
