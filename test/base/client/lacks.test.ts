import { expect } from '@open-wc/testing';
import { clientFor } from '../../../src/base/client/client.js';
import { removePassword, setPassword } from '../../../src/base/contract/password-settings.js';
import { renamePasskey } from '../../../src/base/contract/passkey-settings.js';
import { endSession } from '../../../src/base/contract/session-list.js';
import { unlinkAccount } from '../../../src/base/contract/linked-identities.js';
import { signInWithPassword } from '../../../src/base/contract/passwords.js';
import { adapterIsThere, lacks } from '../../../src/base/client/lacks.js';
import { useBackend } from '../../../src/base/client/adapter.js';
import { answer, json, watchBackendRequests, type BackendRequests } from '../../support/browser/backend.js';
import { rejection } from '../../support/browser/rejection.js';

describe('what a backend lacks', () => {
  let backend: BackendRequests;

  beforeEach(() => {
    backend = watchBackendRequests();
  });

  afterEach(() => {
    useBackend(undefined);
    document.querySelector('meta[name=latch-backend]')?.remove();
    backend.restore();
  });

  for (const [title, refuse] of [
    ['an empty 404', () => answer('', 404)],
    ['a page', () => answer('<!doctype html><title>Not found</title>', 404, { 'content-type': 'text/html' })],
    ['"not_found", which frameworks answer for unknown paths', () => json({ error: 'not_found' }, 404)],
    ['"unsupported"', () => json({ error: 'unsupported' }, 404)],
    ['405', () => json({ error: 'not_found' }, 405)],
    ['501', () => json({}, 501)],
  ] as const)
    it(`is known from the first answer on, here ${title}, until another answer comes`, async () => {
      const client = clientFor(`/lacks/${title.replace(/\W/g, '')}`);
      backend.answerWith(refuse);
      expect(lacks(client, 'PUT /account/password')).to.equal(false);
      const error = await rejection(client.call(setPassword, { body: { password: 'staple of a horse' } }));
      expect(error.code).to.equal('unsupported');
      expect(lacks(client, 'PUT /account/password')).to.equal(true);
      expect(lacks(client, 'PATCH /account'), 'another endpoint').to.equal(false);
      expect(lacks(clientFor(), 'PUT /account/password'), 'another backend').to.equal(false);
      backend.answerWith(() => json({}));
      await client.call(setPassword, { body: { password: 'staple of a horse' } });
      expect(lacks(client, 'PUT /account/password')).to.equal(false);
    });

  for (const [name, endpoint, id] of [
    ['PATCH /webauthn/credentials/{id}', renamePasskey, 'AQ/ID'],
    ['DELETE /sessions/{id}', endSession, 'a?b'],
    ['DELETE /account/identities/{id}', unlinkAccount, '1'],
    ['DELETE /account/password', removePassword, ''],
  ] as const)
    it(`is not said by a 404 of ${name}: what it is about may be gone`, async () => {
      const client = clientFor('/lacks/ids');
      backend.answerWith(() => json({ error: 'not_found' }, 404));
      expect((await rejection(client.call(endpoint as typeof removePassword, { id }))).code).to.equal('not_found');
      expect(lacks(client, name)).to.equal(false);
      backend.answerWith(() => answer('', 404));
      expect((await rejection(client.call(endpoint as typeof removePassword, { id }))).code).to.equal('unsupported');
      expect(lacks(client, name)).to.equal(false);
    });

  it('is not remembered of ways to sign in, which come back after a deployment', async () => {
    const client = clientFor('/lacks/login');
    backend.answerWith(() => answer('', 404));
    await rejection(client.call(signInWithPassword, { body: { username: 'ada', password: 'staple of a horse' } }));
    expect(lacks(client, 'POST /login')).to.equal(false);
  });

  it('is everything that an adapter does not map, also one that the page names, and nothing of one that speaks the contract', async () => {
    useBackend({ capabilities: { 'PATCH /account': 'PUT me' } });
    expect([lacks(clientFor(), 'PATCH /account'), lacks(clientFor(), 'DELETE /account')]).to.deep.equal([false, true]);
    expect((await rejection(clientFor().call(setPassword))).code).to.equal('unsupported');
    useBackend({ headers: () => ({}) });
    expect(lacks(clientFor(), 'DELETE /account')).to.equal(false);
    useBackend(undefined);
    expect(await adapterIsThere()).to.equal(false);
    document.head.append(
      Object.assign(document.createElement('meta'), { name: 'latch-backend', content: 'spring-security' }),
    );
    expect(await adapterIsThere()).to.equal(true);
    expect(lacks(clientFor(), 'DELETE /sessions')).to.equal(true);
    expect(lacks(clientFor(), 'POST /webauthn/login/options')).to.equal(false);
  });
});
