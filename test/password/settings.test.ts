import { expect } from '@open-wc/testing';
import { clientFor } from '../../src/base/client/client.js';
import { confirmPassword } from '../../src/password/confirm.js';
import { removePassword, setPassword } from '../../src/password/settings.js';
import { signOutQuietly, signUpUser } from '../support/browser/account.js';
import { json, watchBackendRequests, type BackendRequests } from '../support/browser/backend.js';
import type { LatchError } from '../../src/base/client/errors.js';
import { rejection } from '../support/browser/rejection.js';

const client = clientFor();
const [first, second] = ['correct horse battery', 'staple of another horse'] as const;

describe('the password of the signed-in user', () => {
  let backend: BackendRequests;

  beforeEach(() => (backend = watchBackendRequests()));

  afterEach(async () => {
    backend.restore();
    await signOutQuietly();
  });

  it('is set and replaced: the new one confirms who they are, the old one no longer does', async () => {
    await signUpUser();
    await setPassword({ client, password: first });
    await confirmPassword({ client, password: first });
    await setPassword({ client, password: second });
    expect((await rejection(confirmPassword({ client, password: first }))).code).to.equal('rejected');
    await confirmPassword({ client, password: second });
  });

  it('is not removed if it is the only way to sign in: `rejected`, 409', async () => {
    await signUpUser();
    await setPassword({ client, password: first });
    const error = await rejection<LatchError>(removePassword({ client }));
    expect([error.code, error.status]).to.deep.equal(['rejected', 409]);
    await confirmPassword({ client, password: first });
  });

  it('that is too short is `rejected`, 400, and one that is not a string is not sent', async () => {
    await signUpUser();
    expect((await rejection<LatchError>(setPassword({ client, password: 'short' }))).status).to.equal(400);
    const before = backend.all.length;
    expect(
      await setPassword({ client, password: 12345678 as never }).catch((error: unknown) => error),
    ).to.be.instanceOf(TypeError);
    expect(backend.all.length).to.equal(before);
  });

  it('needs a user and a backend with the chapter: `unauthenticated`, `unsupported`', async () => {
    expect((await rejection(setPassword({ client, password: first }))).code).to.equal('unauthenticated');
    expect((await rejection(removePassword({ client }))).code).to.equal('unauthenticated');
    backend.answerWith(() => json({}, 404));
    expect((await rejection(setPassword({ client, password: first }))).code).to.equal('unsupported');
    expect((await rejection(removePassword({ client }))).code).to.equal('unsupported');
  });
});
