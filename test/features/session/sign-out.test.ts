import { expect } from '@open-wc/testing';
import { clientFor } from '../../../src/core/client.js';
import { signOut } from '../../../src/features/session/sign-out.js';
import { signUpSomebody, whoIsSignedIn } from '../../support/browser/account.js';
import { json, watchBackendRequests } from '../../support/browser/backend.js';
import { rejection } from '../../support/browser/rejection.js';

const client = clientFor();

describe('signing out', () => {
  let told: unknown[];
  let prevented: number;
  let channel: BroadcastChannel;

  beforeEach(() => {
    told = [];
    prevented = 0;
    channel = new BroadcastChannel('auth');
    channel.onmessage = ({ data }) => told.push(data);
    prevent(async () => void prevented++);
  });

  afterEach(() => {
    channel.close();
    Reflect.deleteProperty(navigator.credentials, 'preventSilentAccess');
  });

  const prevent = (value: () => Promise<void>) => Object.defineProperty(navigator.credentials, 'preventSilentAccess', { configurable: true, value });

  it('ends the session, tells the other tabs, and has the browser ask before it hands out a password', async () => {
    await signUpSomebody();
    const heard = new Promise((resolve) => channel.addEventListener('message', resolve));
    await signOut({ client });
    expect(await whoIsSignedIn()).to.equal(undefined);
    await heard;
    expect(told).to.deep.equal([{ type: 'signed-out' }]);
    expect(prevented).to.equal(1);
  });

  it('succeeds when nobody was signed in, and where the browser has no silent access', async () => {
    prevent(() => Promise.reject(new DOMException('', 'NotSupportedError')));
    await signOut({ client });
  });

  it('says nothing to anybody when the backend has not ended the session', async () => {
    const backend = watchBackendRequests();
    backend.answerWith(() => json({}, 500));
    expect((await rejection(signOut({ client }))).code).to.equal('bad_response');
    const controller = new AbortController();
    backend.answerWith(() => new Promise<never>(() => {}));
    const aborted = rejection(signOut({ client, signal: controller.signal }));
    controller.abort();
    expect((await aborted).code).to.equal('aborted');
    backend.restore();
    expect([told, prevented]).to.deep.equal([[], 0]);
  });
});
