import { expect } from '@open-wc/testing';
import { PasskeyList, type ListedPasskey } from '../../src/controllers/passkey-list.js';
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
  requestUpdate = () => {
    const { phase = 'nothing' } = this.list ?? {};
    if (phase !== this.phases.at(-1)) this.phases.push(phase);
  };
  passkeyRenamed = ({ nickname }: ListedPasskey) => void this.told.push(`renamed to ${nickname}`);
  passkeyRemoved = ({ id }: ListedPasskey) => void this.told.push(`removed ${id}`);
  passkeyCreated = ({ credentialId }: PasskeyCreated) => void this.told.push(`created ${credentialId}`);
  passkeyGone = () => void this.told.push('gone');
  lastWayInKept = () => void this.told.push('kept');
  passkeyListFailed = (error: LatchError | TypeError) => void this.told.push('code' in error ? error.code : error.message);
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
    account = passkeyBackend(listedCredential({ aaguid: 'ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4' }), listedCredential({ id: 'BAUG' }));
    backend.answerWith((request, real) => (request.path.includes('register') ? contentBackend(request) : account.answer(request, real)));
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
    expect(view.list.passkeys!.map(({ id, provider }) => [id, provider])).to.deep.equal([['AQID', 'Google Password Manager'], ['BAUG', undefined]]);
    expect(view.phases).to.deep.equal(['loading', 'nothing']);
  });

  it('change one at a time: whatever comes meanwhile joins what is under way', async () => {
    const [first, second] = view.list.passkeys!;
    await Promise.all([view.list.rename(first!, 'Desk', over.signal), view.list.remove(second!, over.signal), view.list.rename(first!, 'Lap', over.signal)]);
    expect(view.told).to.deep.equal(['renamed to Desk']);
    await view.list.remove(second!, over.signal);
    expect([view.told.at(-1), view.list.passkeys!.map(({ nickname }) => nickname)]).to.deep.equal(['removed BAUG', ['Desk']]);
  });

  it('are fetched again before the view is told of a new one', async () => {
    const added = view.list.add(over.signal);
    const request = await requests.next();
    account.credentials = [...account.credentials, listedCredential({ id: 'BwgJ' })];
    const known: number[] = [];
    view.passkeyCreated = () => void known.push(view.list.passkeys!.length);
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
    expect([view.told, view.list.problem?.code, view.list.passkeys!.length]).to.deep.equal([['bad_response'], 'bad_response', 2]);
    await view.list.refresh(over.signal);
    expect(view.phases.slice(1)).to.deep.equal(['loading', 'nothing']);
  });

  it('are told of to nobody once the signal has aborted', async () => {
    const passkey = view.list.passkeys![0]!;
    over.abort();
    await Promise.all([view.list.refresh(over.signal), view.list.remove(passkey, over.signal)]);
    await view.list.add(over.signal);
    expect([view.told, view.list.phase]).to.deep.equal([[], undefined]);
  });

  it('cannot be had where the view has no backend it could have', async () => {
    view.baseUrl = 'https://elsewhere.example/';
    await view.list.refresh(over.signal);
    await view.list.remove(view.list.passkeys?.[0] ?? ({ id: 'AQID' } as ListedPasskey), over.signal);
    expect(view.told.every((told) => told.startsWith('"baseUrl" must be')) && view.told.length).to.equal(2);
    expect(view.list.problem).to.equal(undefined);
  });
});
