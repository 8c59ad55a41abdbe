import { expect } from '@open-wc/testing';
import { clientFor } from '../../src/base/client/client.js';
import { endSignIns } from '../../src/base/client/sign-ins.js';
import { approveDevice, signInByOtherDevice, type ShownCode } from '../../src/another-device/other-device.js';
import { signOutQuietly, signUpUser } from '../support/browser/account.js';
import { json, watchBackendRequests, type BackendRequests } from '../support/browser/backend.js';
import { stopClock, type Clock } from '../support/browser/clock.js';
import { rejection } from '../support/browser/rejection.js';

const client = clientFor();
const begun = { id: 'A'.repeat(43), code: '7QX4-M3KF', expires: 1, page: '/link' };

describe('a sign-in by another device', () => {
  let backend: BackendRequests;
  let clock: Clock;

  beforeEach(() => {
    backend = watchBackendRequests();
    clock = stopClock();
  });
  afterEach(async () => {
    clock.restore();
    backend.restore();
    await signOutQuietly();
  });

  it('shows the code and the page of the reference server, and asks about it until it is stopped', async () => {
    const controller = new AbortController();
    let result: Promise<{ code?: string }>;
    const { code, page } = await new Promise<ShownCode>((onCode) => {
      result = rejection(signInByOtherDevice({ client, onCode, signal: controller.signal }));
    });
    const asked = backend.next('/auth/device/redeem');
    await clock.pass(1000);
    await asked;
    expect(code).to.match(/^[3-9A-Z]{4}-[3-9A-Z]{4}$/);
    expect(page).to.equal(`${location.origin}/link`);
    controller.abort();
    expect((await result!).code).to.equal('aborted');
  });

  it('is signed in when the backend reports that the code was typed', async () => {
    let answers = 0;
    backend.answerWith(({ path }) => {
      if (path === '/auth/device') return json(begun, 201);
      return (answers += 1) < 3 ? json({ status: 'pending' }, 202) : json({});
    });
    const result = signInByOtherDevice({ client, onCode: () => {} });
    await clock.pass(1000);
    await clock.pass(1500);
    await clock.pass(2250);
    expect(await result).to.deep.equal({ method: 'other-device' });
    expect(answers).to.equal(3);
  });

  it('asks no more once the user signs out in the page', async () => {
    backend.answerWith(({ path }) => (path === '/auth/device' ? json(begun, 201) : json({ status: 'pending' }, 202)));
    const result = rejection(signInByOtherDevice({ client, onCode: () => {} }));
    await clock.pass(1000);
    endSignIns('The user has signed out.');
    expect((await result).code).to.equal('superseded');
    await clock.pass(60_000);
    expect(backend.to('/auth/device/redeem')).to.have.length(1);
  });

  for (const page of ['javascript:alert(1)', 'data:text/html,x', 'https://'])
    it(`refuses ${page} for the page`, async () => {
      backend.answerWith(() => json({ ...begun, page }, 201));
      const error = await rejection(signInByOtherDevice({ client, onCode: () => {} }));
      expect([error.code, error.message.includes(page)]).to.deep.equal(['bad_response', true]);
    });

  it('is over when the code has expired, and unsupported where the backend has none', async () => {
    backend.answerWith(({ path }) => (path === '/auth/device' ? json(begun, 201) : json({ error: 'expired' }, 410)));
    const expired = rejection(signInByOtherDevice({ client, onCode: () => {} }));
    await clock.pass(1000);
    expect((await expired).code).to.equal('timed_out');
    backend.answerWith(() => json({ error: 'unsupported' }, 404));
    expect((await rejection(signInByOtherDevice({ client, onCode: () => {} }))).code).to.equal('unsupported');
  });

  it('is approved by a user who is signed in, for a code that a device shows', async () => {
    await signUpUser();
    expect((await rejection(approveDevice({ client, code: 'AAAA-AAAA' }))).code).to.equal('rejected');
    const { code } = (await client.call({ method: 'POST', path: 'auth/device', shape: () => '' })) as ShownCode;
    expect((await approveDevice({ client, code: code.toLowerCase() })).device).to.match(/^(?:Chrome|Firefox) on /);
  });

  it('cannot be approved without a session, or with something else than text', async () => {
    expect((await rejection(approveDevice({ client, code: '7QX4-M3KF' }))).code).to.equal('unauthenticated');
    const wrong = approveDevice({ client, code: 7 as never });
    expect(await wrong.catch((error: unknown) => error)).to.be.instanceOf(TypeError);
  });
});
