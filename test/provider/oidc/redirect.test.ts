import { expect } from '@open-wc/testing';
import { clientFor } from '../../../src/base/client/client.js';
import { readLocal } from '../../../src/base/storage/local.js';
import { signInByRedirect } from '../../../src/provider/oidc/redirect.js';
import { takeVisit } from '../../../src/provider/oidc/visits.js';
import { json, watchBackendRequests, type BackendRequests } from '../../support/browser/backend.js';
import { settled, stopClock, type Clock } from '../../support/browser/clock.js';
import { watchDepartures, type Departures } from '../../support/browser/departures.js';
import { providerBackend } from '../../support/browser/provider-backend.js';
import { rejection } from '../../support/browser/rejection.js';

describe('signing in at the provider in the same window', () => {
  let backend: BackendRequests;
  let departures: Departures;
  let clock: Clock;
  let controller: AbortController;

  beforeEach(() => {
    clock = stopClock();
    backend = watchBackendRequests();
    backend.answerWith(providerBackend().answer);
    departures = watchDepartures();
    controller = new AbortController();
  });

  afterEach(async () => {
    controller.abort();
    await settled();
    departures.restore();
    backend.restore();
    clock.restore();
    for (const baseUrl of ['/', '/api']) takeVisit(clientFor(baseUrl));
  });

  const begin = async (returnTo?: string, baseUrl?: string): Promise<{ end: Promise<Error & { code?: string }> }> => {
    const end = rejection(signInByRedirect({ client: clientFor(baseUrl), returnTo, signal: controller.signal }));
    await settled();
    return { end };
  };

  const ways: [what: string, returnTo: string | undefined, query: string][] = [
    ['without a way back, which is up to the backend', undefined, ''],
    ['with a path to come back to', '/home', '?returnTo=%2Fhome'],
    [
      'with a path whose query stays in one piece',
      '/home?a=1&mode=popup#x',
      '?returnTo=%2Fhome%3Fa%3D1%26mode%3Dpopup%23x',
    ],
  ];
  for (const [what, returnTo, query] of ways) {
    it(`goes there ${what}`, async () => {
      await begin(returnTo);
      const from = `from=${encodeURIComponent(location.pathname + location.search)}`;
      const expected = `${location.origin}/auth/start${query ? `${query}&` : '?'}${from}`;
      expect(departures.addresses).to.deep.equal([expected]);
      expect(backend.all.map(({ path }) => path)).to.deep.equal(['/auth/providers']);
    });
  }

  it('goes to the backend that the client is for', async () => {
    await begin(undefined, '/api');
    expect(new URL(departures.addresses[0]!).pathname).to.equal('/api/auth/start');
  });

  const failures: [what: string, respond: () => Response | Promise<Response>, code: string][] = [
    ['cannot be reached', () => Promise.reject(new TypeError('Failed to fetch')), 'network'],
    ['has no provider', () => json({ error: 'unsupported' }, 404), 'unsupported'],
    ['does not know of providers', () => json({}, 501), 'unsupported'],
    ['breaks down', () => json({}, 500), 'bad_response'],
    ['names no issuer', () => json({}), 'bad_response'],
  ];
  for (const [what, respond, code] of failures) {
    it(`does not leave the page for a backend that ${what}`, async () => {
      backend.answerWith(respond);
      const { end } = await begin('/home');
      expect(await end).to.include({ code });
      expect([departures.addresses, clock.waiting]).to.deep.equal([[], 0]);
    });
  }

  it('does not leave the page for a backend that takes its time', async () => {
    backend.answerWith(() => new Promise(() => {}));
    const { end } = await begin();
    await clock.pass(15_000);
    expect(await end).to.include({ code: 'timed_out' });
    expect(departures.addresses).to.deep.equal([]);
  });

  it('is over when the person has come back by the back button', async () => {
    const { end } = await begin();
    dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    expect(await end).to.include({ code: 'aborted' });
    expect(clock.waiting).to.equal(0);
  });

  it('is over when the page is still there half a minute later', async () => {
    const { end } = await begin();
    await clock.pass(30_000);
    expect(await end).to.include({ code: 'timed_out', retryable: true });
  });

  it('ends with its signal', async () => {
    const { end } = await begin();
    controller.abort();
    expect(await end).to.include({ code: 'aborted' });
    expect(clock.waiting).to.equal(0);
  });

  it('keeps in mind that the person has left, and nothing else, until it is asked', async () => {
    await begin('/home');
    expect(readLocal('provider-visit:/')).to.equal(true);
    expect([takeVisit(clientFor('/api')), takeVisit(clientFor()), takeVisit(clientFor())]).to.deep.equal([
      false,
      true,
      false,
    ]);
  });
});
