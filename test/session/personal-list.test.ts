import { expect } from '@open-wc/testing';
import type { LatchError } from '../../src/base/client/errors.js';
import { fetchListedPasskeys, type ListedPasskey } from '../../src/passkey/listed-passkeys.js';
import { PersonalList } from '../../src/session/personal-list.js';
import { json, watchBackendRequests, type BackendRequest, type BackendRequests } from '../support/browser/backend.js';
import { settled } from '../support/browser/clock.js';
import { listedCredential, passkeyBackend } from '../support/browser/passkeys.js';
import { forgetSignOuts, notedSignOut, noteEarlierSignOut } from '../support/browser/sign-outs.js';

/** What an element with a list has, without the element. */
class View {
  baseUrl = '';
  readonly allowEmbedded = false;
  readonly told: string[] = [];
  readonly phases: string[] = [];
  readonly list = new PersonalList<ListedPasskey>(this as never, {
    fetch: fetchListedPasskeys,
    failed: (error: LatchError | TypeError) => this.told.push('code' in error ? error.code : error.message),
  });
  addController() {}
  requestUpdate() {
    const phase = this.list.isLoading ? 'loading' : 'nothing';
    if (phase !== this.phases.at(-1)) this.phases.push(phase);
  }
}

describe('the passkeys of a view', () => {
  let backend: BackendRequests;
  let over: AbortController;
  let view: View;

  beforeEach(async () => {
    backend = watchBackendRequests();
    backend.answerWith(
      passkeyBackend(
        listedCredential({ aaguid: 'ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4' }),
        listedCredential({ id: 'BAUG' }),
      ).answer,
    );
    over = new AbortController();
    view = new View();
    await view.list.refresh(over.signal);
  });

  afterEach(async () => {
    over.abort();
    await settled();
    backend.restore();
  });

  it('come with the names of their providers', () => {
    expect(view.list.items!.map(({ id, provider }) => [id, provider])).to.deep.equal([
      ['AQID', 'Google Password Manager'],
      ['BAUG', undefined],
    ]);
    expect(view.phases).to.deep.equal(['loading', 'nothing']);
  });

  it('are fetched again without a word while there are some to look at', async () => {
    view.phases.length = 0;
    await view.list.refresh(over.signal);
    expect(view.phases).to.deep.equal(['nothing']);
    backend.answerWith(() => json({}, 500));
    await view.list.refresh(over.signal);
    expect([view.told, view.list.problem?.code, view.list.items!.length]).to.deep.equal([
      ['bad_response'],
      'bad_response',
      2,
    ]);
    await view.list.refresh(over.signal);
    expect(view.phases.slice(1)).to.deep.equal(['loading', 'nothing']);
  });

  it('are reported to no one once the signal has aborted', async () => {
    over.abort();
    await view.list.refresh(over.signal);
    expect(view.told).to.deep.equal([]);
  });

  it('cannot be had where the view has no backend it could have', async () => {
    view.baseUrl = 'https://elsewhere.example/';
    await view.list.refresh(over.signal);
    expect(view.told.map((told) => told.includes('"baseUrl" must be'))).to.deep.equal([true]);
    expect(view.list.problem).to.equal(undefined);
  });
});

describe('a list of the user, after a sign-out that the backend has not confirmed,', () => {
  const user = { id: 'YWRh', name: 'ada', displayName: 'Ada' };
  const session = { signedIn: true, user, authMethod: 'password', authTime: 1000, expires: 4_000_000_000_000 };
  let backend: BackendRequests;
  let fetched: number;
  let told: string[];
  let list: PersonalList<string>;

  beforeEach(() => {
    backend = watchBackendRequests();
    [fetched, told] = [0, []];
    list = new PersonalList<string>({ baseUrl: '', addController() {}, requestUpdate() {} } as never, {
      fetch: async () => [`item ${++fetched}`],
      failed: (error) => told.push('code' in error ? error.code : error.message),
    });
  });

  afterEach(async () => {
    await forgetSignOuts();
    backend.restore();
  });

  const refresh = () => list.refresh(new AbortController().signal);

  for (const [where, answer] of [
    ['while the backend refuses it', ({ path }) => (path === '/session' ? json(session) : json({}, 500))],
    ['without a connection', () => Promise.reject(new TypeError('offline'))],
  ] as [string, (request: BackendRequest) => Response | Promise<Response>][])
    it(`goes, and is not requested again ${where}`, async () => {
      await refresh();
      expect(list.items).to.deep.equal(['item 1']);
      noteEarlierSignOut({ authTime: 1000 });
      backend.answerWith(answer);
      await refresh();
      expect([list.items, list.problem?.code, told, fetched]).to.deep.equal([
        undefined,
        'unauthenticated',
        ['unauthenticated'],
        1,
      ]);
    });

  it('is requested once the backend has confirmed it', async () => {
    noteEarlierSignOut({ authTime: 1000 });
    backend.answerWith(({ path }) => json(path === '/session' ? session : {}));
    await refresh();
    expect([fetched, notedSignOut(), backend.to('/logout').length]).to.deep.equal([1, null, 1]);
  });

  it('is shown to a user who has signed in meanwhile, whose session does not end', async () => {
    noteEarlierSignOut({ authTime: 1000 });
    backend.answerWith(() => json({ ...session, authTime: Date.now() }));
    await refresh();
    expect([list.items, notedSignOut(), backend.to('/logout').length]).to.deep.equal([['item 1'], null, 0]);
  });
});
