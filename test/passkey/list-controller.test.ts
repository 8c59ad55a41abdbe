import { expect } from '@open-wc/testing';
import { PasskeyChanges } from '../../src/passkey/changes-controller.js';
import { PasskeyList } from '../../src/passkey/list-controller.js';
import type { LatchError, PasskeyCreated } from '../../src/index.js';
import { contentBackend, json, watchBackendRequests, type BackendRequests } from '../support/browser/backend.js';
import { settled } from '../support/browser/clock.js';
import { watchCredentialRequests, type CredentialRequests } from '../support/browser/credential-requests.js';
import { attestation } from '../support/browser/credentials.js';
import { listedCredential, passkeyBackend, type PasskeyBackend } from '../support/browser/passkeys.js';

/** A view without any element, as an adapter for a framework might be. */
class View {
  baseUrl = '';
  readonly allowEmbedded = false;
  readonly told: string[] = [];
  readonly phases: string[] = [];
  readonly list = new PasskeyList(this as never);
  readonly changes = new PasskeyChanges(this, this.list);
  requestUpdate() {
    const phase = this.changes?.phase ?? (this.list?.isLoading ? 'loading' : 'nothing');
    if (phase !== this.phases.at(-1)) this.phases.push(phase);
  }
  passkeyRenamed = (id: string, nickname: string | null) => void this.told.push(`renamed ${id} to ${nickname}`);
  passkeyRemoved = (id: string) => void this.told.push(`removed ${id}`);
  passkeyCreated = ({ credentialId }: PasskeyCreated) => void this.told.push(`created ${credentialId}`);
  passkeyChangeFailed = (error: LatchError | TypeError, refusal?: string) =>
    void this.told.push(refusal ?? ('code' in error ? error.code : error.message));
  listFailed = (error: LatchError | TypeError) =>
    void this.told.push(`the list: ${'code' in error ? error.code : error.message}`);
  askPassword = async () => false;
}

describe('the passkeys of a view', () => {
  let requests: CredentialRequests;
  let backend: BackendRequests;
  let account: PasskeyBackend;
  let over: AbortController;
  let view: View;

  beforeEach(async () => {
    requests = watchCredentialRequests();
    requests.hold();
    backend = watchBackendRequests();
    account = passkeyBackend(
      listedCredential({ aaguid: 'ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4' }),
      listedCredential({ id: 'BAUG' }),
    );
    backend.answerWith((request, real) =>
      request.path.includes('register') ? contentBackend(request) : account.answer(request, real),
    );
    over = new AbortController();
    view = new View();
    await view.list.refresh(over.signal);
  });

  afterEach(async () => {
    over.abort();
    await settled();
    requests.restore();
    backend.restore();
  });

  it('come with the names of their providers', () => {
    expect(view.list.items!.map(({ id, provider }) => [id, provider])).to.deep.equal([
      ['AQID', 'Google Password Manager'],
      ['BAUG', undefined],
    ]);
    expect(view.phases).to.deep.equal(['loading', 'nothing']);
  });

  it('change one at a time: whatever comes meanwhile joins what is in progress', async () => {
    const [first, second] = view.list.items!;
    await Promise.all([
      view.changes.rename(first!.id, 'Desk', over.signal),
      view.changes.remove(second!.id, over.signal),
      view.changes.rename(first!.id, 'Lap', over.signal),
    ]);
    expect(view.told).to.deep.equal(['renamed AQID to Desk']);
    await view.changes.remove(second!.id, over.signal);
    expect([view.told.at(-1), view.list.items!.map(({ nickname }) => nickname)]).to.deep.equal([
      'removed BAUG',
      ['Desk'],
    ]);
  });

  it('are fetched again before the view is notified of a new one', async () => {
    const added = view.changes.add(over.signal);
    const request = await requests.next();
    account.credentials = [...account.credentials, listedCredential({ id: 'BwgJ' })];
    const known: number[] = [];
    view.passkeyCreated = () => void known.push(view.list.items!.length);
    request.choose(attestation());
    await added;
    expect(known).to.deep.equal([3]);
    expect(view.phases).to.deep.equal(['loading', 'nothing', 'asking', 'verifying', 'nothing']);
  });

  it('are fetched again without a word while there are some to look at', async () => {
    view.phases.length = 0;
    await view.list.refresh(over.signal);
    expect(view.phases).to.deep.equal(['nothing']);
    backend.answerWith(() => json({}, 500));
    await view.list.refresh(over.signal);
    expect([view.told, view.list.problem?.code, view.list.items!.length]).to.deep.equal([
      ['the list: bad_response'],
      'bad_response',
      2,
    ]);
    await view.list.refresh(over.signal);
    expect(view.phases.slice(1)).to.deep.equal(['loading', 'nothing']);
  });

  it('are reported to no one once the signal has aborted', async () => {
    const passkey = view.list.items![0]!;
    over.abort();
    await Promise.all([view.list.refresh(over.signal), view.changes.remove(passkey.id, over.signal)]);
    await view.changes.add(over.signal);
    expect([view.told, view.changes.phase]).to.deep.equal([[], undefined]);
  });

  it('cannot be had where the view has no backend it could have', async () => {
    view.baseUrl = 'https://elsewhere.example/';
    await view.list.refresh(over.signal);
    await view.changes.remove('AQID', over.signal);
    expect(view.told.every((told) => told.includes('"baseUrl" must be')) && view.told.length).to.equal(2);
    expect(view.list.problem).to.equal(undefined);
  });
});
