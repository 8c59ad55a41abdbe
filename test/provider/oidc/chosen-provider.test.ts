import { expect } from '@open-wc/testing';
import { run } from '../../../src/base/browser/ceremony.js';
import { clientFor } from '../../../src/base/client/client.js';
import { writeLocal } from '../../../src/base/storage/local.js';
import { rememberProvider, rememberVisit, wasChosen } from '../../../src/provider/oidc/chosen-provider.js';
import { noteVisit } from '../../../src/provider/oidc/visits.js';
import { json, watchBackendRequests, type BackendRequests } from '../../support/browser/backend.js';
import { settled, stopClock } from '../../support/browser/clock.js';
import { everythingIn } from '../../support/browser/elements.js';
import { watchFederatedCredentials, type FederatedCredentials } from '../../support/browser/federated-credentials.js';
import { providerBackend, providerSession, type ProviderBackend } from '../../support/browser/provider-backend.js';

const client = clientFor();
const origin = 'https://idp.example';

describe('the provider that a person has chosen', () => {
  let backend: BackendRequests;
  let provider: ProviderBackend;
  let credentials: FederatedCredentials;

  beforeEach(() => {
    backend = watchBackendRequests();
    provider = providerBackend();
    backend.answerWith(provider.answer);
    credentials = watchFederatedCredentials();
    writeLocal('provider-chosen:/', true);
  });

  afterEach(() => {
    writeLocal('provider-chosen:/', undefined);
    credentials.restore();
    backend.restore();
  });

  it('is reported to the browser with the name that the person has here, and nothing else', async () => {
    provider.session = providerSession(1);
    await rememberProvider(client);
    expect(credentials.stored.map(({ type, id, provider: chosen, name }) => [type, id, chosen, name])).to.deep.equal([
      ['federated', 'ada', origin, 'Ada'],
    ]);
    expect(everythingIn(credentials.stored)).not.to.contain('tenant');
  });

  const others: [what: string, session: object][] = [
    ['unknown', { signedIn: false }],
    ['a user who has used a passkey', { ...providerSession(1), authMethod: 'passkey' }],
    ['a user whose method is unknown', { ...providerSession(1), authMethod: undefined }],
  ];
  for (const [who, session] of others) {
    it(`is not told for ${who}`, async () => {
      provider.session = session;
      await rememberProvider(client);
      expect(credentials.stored).to.deep.equal([]);
    });
  }

  const refusals: [what: string, store: () => Promise<unknown>][] = [
    ['refuses', () => Promise.reject(new DOMException('', 'NotAllowedError'))],
    [
      'throws',
      () => {
        throw new Error('an extension');
      },
    ],
    ['never answers', () => new Promise(() => {})],
  ];
  for (const [what, store] of refusals) {
    it(`is ignored when the browser ${what}`, async () => {
      provider.session = providerSession(1);
      credentials.storeWith(store);
      const clock = stopClock();
      const told = rememberProvider(client);
      await clock.pass(5000);
      await told;
      expect(clock.waiting).to.equal(0);
      clock.restore();
    });
  }

  it('is reported once by the page that the person returns to', async () => {
    provider.session = providerSession(1);
    await rememberVisit(client);
    expect([credentials.stored.length, backend.all.length]).to.deep.equal([0, 0]);
    noteVisit(client);
    await rememberVisit(client);
    await rememberVisit(client);
    expect(credentials.stored).to.have.length(1);
  });

  it('is requested only on a device where it was stored, since that keeps a page out of the back-forward cache', async () => {
    writeLocal('provider-chosen:/', undefined);
    credentials.answerWith(() => ({ type: 'federated', id: 'ada', provider: origin }));
    expect([await wasChosen(client), credentials.asked.length, backend.all.length]).to.deep.equal([false, 0, 0]);
    provider.session = providerSession(1);
    await rememberProvider(client);
    expect([await wasChosen(client), await wasChosen(clientFor('/api'))]).to.deep.equal([true, false]);
  });

  it('is known again when the browser reports it without a prompt', async () => {
    credentials.answerWith(() => ({ type: 'federated', id: 'ada', provider: origin }));
    expect(await wasChosen(client)).to.equal(true);
    expect(credentials.asked.map(({ mediation, federated }) => [mediation, federated])).to.deep.equal([
      ['silent', { providers: [origin] }],
    ]);
  });

  const answers: [what: string, answer: () => unknown][] = [
    ['nothing', () => null],
    ['another provider', () => ({ type: 'federated', provider: 'https://other.example' })],
    ['a password', () => ({ type: 'password', provider: origin })],
    ['a text', () => 'federated'],
    [
      'a thing whose members throw',
      () => ({
        get type() {
          throw new Error('an extension');
        },
      }),
    ],
    [
      'an error',
      () => {
        throw new DOMException('', 'NotSupportedError');
      },
    ],
  ];
  for (const [what, answer] of answers) {
    it(`is not known when the browser gives ${what}`, async () => {
      credentials.answerWith(answer);
      expect(await wasChosen(client)).to.equal(false);
    });
  }

  it('is not known when the browser never answers', async () => {
    const clock = stopClock();
    credentials.answerWith(() => new Promise(() => {}));
    const asked = wasChosen(client);
    await clock.pass(5000);
    expect([await asked, clock.waiting]).to.deep.equal([false, 0]);
    clock.restore();
  });

  it('is not asked for while a saved password is', async () => {
    let end!: () => void;
    const password = run(() => new Promise<void>((resolve) => (end = resolve)), { mode: 'ambient', kind: 'password' });
    const known = wasChosen(client);
    await settled();
    expect(credentials.asked).to.have.length(0);
    end();
    await password;
    await known;
    expect(credentials.asked).to.have.length(1);
  });

  it('is not known where the backend has no provider, or cannot be reached', async () => {
    for (const respond of [
      () => json({}, 404),
      () => json({ issuer: 'nowhere' }),
      () => Promise.reject(new TypeError('Failed to fetch')),
    ]) {
      backend.answerWith(respond);
      expect(await wasChosen(client)).to.equal(false);
    }
    expect(credentials.asked).to.have.length(0);
  });

  it('is no question where the browser has no such credentials', async () => {
    credentials.take();
    expect(await wasChosen(client)).to.equal(false);
    await rememberProvider(client);
    expect(backend.all).to.have.length(0);
  });
});
