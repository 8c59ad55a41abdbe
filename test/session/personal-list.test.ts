import { expect } from '@open-wc/testing';
import type { LatchError } from '../../src/base/client/errors.js';
import { fetchListedPasskeys, type ListedPasskey } from '../../src/passkey/listed-passkeys.js';
import { PersonalList } from '../../src/session/personal-list.js';
import { json, watchBackendRequests, type BackendRequests } from '../support/browser/backend.js';
import { settled } from '../support/browser/clock.js';
import { listedCredential, passkeyBackend } from '../support/browser/passkeys.js';

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
