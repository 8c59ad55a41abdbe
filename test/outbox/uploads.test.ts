import { expect } from '@open-wc/testing';
import type { NewWrite, Outbox } from '../../src/offline.js';
import { wipeVaults, type Vault } from '../../src/vault/index.js';
import { signOutQuietly, signUpUser } from '../support/browser/account.js';
import { allSent, createOwnVault, openOutboxIn, stateWhere } from '../support/browser/outboxes.js';
import { rejection } from '../support/browser/rejection.js';
import { prfPasskey } from '../support/browser/vaults.js';

describe('a write whose content is a stream of the vault', () => {
  const native = globalThis.fetch;
  let vault: Vault;
  let outbox: Outbox;
  let received: Request[];

  beforeEach(async () => {
    await signUpUser();
    vault = await createOwnVault(prfPasskey('phone'));
    outbox = await openOutboxIn(vault);
    received = [];
    globalThis.fetch = async (input, init) => {
      if (init?.method !== 'PUT') return native(input, init);
      received.push(new Request(input, init));
      return new Response('{}', { status: 201 });
    };
  });

  afterEach(async () => {
    globalThis.fetch = native;
    vault.lock();
    await wipeVaults();
    await signOutQuietly();
  });

  const put = (id: string, more: Partial<NewWrite> = {}): NewWrite => ({
    method: 'PUT',
    path: `/files/${id}`,
    stream: { store: 'files', id },
    ...more,
  });

  it('is sent with the bytes of the stream, and the headers of the write', async () => {
    await vault.setStream('files', 'a', new Blob(['first ', 'second']));
    await outbox.enqueue(put('a', { headers: { 'content-type': 'text/plain' }, precondition: 'absent' }));
    await allSent(outbox);
    const [{ headers }] = received as [Request];
    expect(['content-type', 'if-none-match'].map((name) => headers.get(name))).to.deep.equal(['text/plain', '*']);
    expect(await received[0]!.text()).to.equal('first second');
  });

  it('waits for a decision when the stream is gone, and others are sent', async () => {
    await vault.setStream('files', 'a', new Blob(['a']));
    globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    await outbox.enqueue(put('a'));
    await outbox.enqueue({ method: 'PUT', path: '/files/b', body: {} });
    await vault.delete('files', 'a');
    globalThis.fetch = async (input, init) =>
      init?.method === 'PUT' ? new Response('{}', { status: 201 }) : native(input, init);
    dispatchEvent(new Event('online'));
    await stateWhere(outbox, ({ status, waiting }) => status === 'idle' && waiting === 0);
    expect(outbox.listRefused().map(({ write, reason }) => [write.path, reason])).to.deep.equal([
      ['/files/a', 'unsendable'],
    ]);
  });

  for (const place of ['https://elsewhere.example/1', '/.//elsewhere.example/1', '//elsewhere.example/1']) {
    it(`sends nothing of it to another origin, which the server names: ${place}`, async () => {
      const asked: string[] = [];
      globalThis.fetch = async (input, init) => {
        if (init?.method === undefined || init.method === 'GET') return native(input, init);
        asked.push(`${init.method} ${new URL(input as URL).host}`);
        return new Response('{}', { status: 201, headers: { location: place } });
      };
      await vault.setStream('files', 'a', new Blob(['a']));
      await outbox.enqueue(put('a', { stream: { store: 'files', id: 'a', resumable: true } }));
      await stateWhere(outbox, ({ status, waiting }) => status === 'idle' && waiting === 0);
      expect([asked, outbox.listRefused().map(({ write }) => write.response)]).to.deep.equal([
        [`PUT ${location.host}`],
        [{ error: 'not_resumable' }],
      ]);
    });
  }

  const wrong: [what: string, write: Partial<NewWrite>][] = [
    ['a stream that is not there', {}],
    ['a stream and a body', { body: {} }],
    ['a stream without an id', { stream: { store: 'files' } as never }],
    ['a stream of null', { stream: null as never }],
    ['headers of uploads', { headers: { 'Upload-Complete': '?1' } }],
  ];
  for (const [what, write] of wrong) {
    it(`refuses ${what} before anything is stored`, async () => {
      const error = await rejection(outbox.enqueue(put('missing', write)));
      expect([error.name, outbox.state.waiting]).to.deep.equal(['TypeError', 0]);
    });
  }
});
