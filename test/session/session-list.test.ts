import { expect } from '@open-wc/testing';
import { clientFor } from '../../src/base/client/client.js';
import { listSessions, signOutDevice } from '../../src/session/session-list.js';
import { signInElsewhere, signOutQuietly, signUpUser, whoIsSignedIn } from '../support/browser/account.js';
import { json, watchBackendRequests, type BackendRequests } from '../support/browser/backend.js';
import { rejection } from '../support/browser/rejection.js';

const client = clientFor();
const session = (id: string, lastSeenAt: number, current = false) => ({
  id,
  device: 'Chrome on Windows',
  authMethod: 'password',
  createdAt: 1,
  lastSeenAt,
  current,
});

describe('the sessions of a person', () => {
  let backend: BackendRequests;

  beforeEach(() => (backend = watchBackendRequests()));

  afterEach(async () => {
    backend.restore();
    await signOutQuietly();
  });

  it('are listed by the reference server, and end there on request', async () => {
    const name = await signUpUser();
    await signInElsewhere(name);
    const [here, other] = await listSessions({ client });
    expect([here!.current, other!.current, here!.authMethod]).to.deep.equal([true, false, 'signup']);
    expect(here!.device).to.match(/Chrom|Firefox/);
    await signOutDevice({ client, id: other!.id });
    expect((await listSessions({ client })).map(({ id }) => id)).to.deep.equal([here!.id]);
    expect(await whoIsSignedIn()).to.equal(name);
  });

  it('come with this device first, then the one seen last, whatever order the backend likes', async () => {
    backend.answerWith(() => json({ sessions: [session('a', 1), session('b', 3), session('c', 2, true)] }));
    expect((await listSessions({ client })).map(({ id }) => id)).to.deep.equal(['c', 'b', 'a']);
  });

  it('are refused to a signed-out user', async () => {
    await signOutQuietly();
    expect((await rejection(listSessions({ client }))).code).to.equal('unauthenticated');
  });

  it('may have ended already', async () => {
    await signUpUser();
    await signOutDevice({ client, id: 'gone' });
  });

  it('cannot be ended at a backend that lacks the chapter, which is not taken for an end', async () => {
    backend.answerWith(({ method }) => (method === 'GET' ? json({ sessions: [session('a', 1)] }) : json({}, 405)));
    expect((await rejection(signOutDevice({ client, id: 'a' }))).code).to.equal('unsupported');
    backend.answerWith(() => json({}, 404));
    expect((await rejection(signOutDevice({ client, id: 'a' }))).code).to.equal('unsupported');
  });

  it('name the device in the path whatever its id holds', async () => {
    backend.answerWith(() => json({}));
    await signOutDevice({ client, id: '../logout?x' });
    expect(backend.all.map(({ method, path }) => `${method} ${path}`)).to.deep.equal([
      'DELETE /sessions/..%2Flogout%3Fx',
    ]);
  });

  for (const [answer, code] of [
    [() => json({ error: 'step_up_required', methods: ['password'] }, 403), 'step_up_required'],
    [() => json({ error: 'unauthenticated' }, 401), 'unauthenticated'],
    [() => json({}, 500), 'bad_response'],
  ] as const) {
    it(`live on when the backend answers with ${code}`, async () => {
      backend.answerWith(answer);
      expect((await rejection(signOutDevice({ client, id: 'a' }))).code).to.equal(code);
    });
  }
});
