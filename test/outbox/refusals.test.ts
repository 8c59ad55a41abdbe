import { expect } from '@open-wc/testing';
import { explainRefusal, type Outbox, type QueuedWrite } from '../../src/offline.js';
import { wipeVaults, type Vault } from '../../src/vault/index.js';
import { signOutQuietly, signUpUser } from '../support/browser/account.js';
import { watchConnection, type Connection } from '../support/browser/connection.js';
import {
  createOwnVault,
  openOutboxIn,
  putNote,
  readNote,
  stateWhere,
  writeElsewhere,
} from '../support/browser/outboxes.js';
import { rejection } from '../support/browser/rejection.js';
import { prfPasskey } from '../support/browser/vaults.js';

describe('writes that the server has refused', () => {
  let connection: Connection;
  let vault: Vault;
  let outbox: Outbox;

  beforeEach(async () => {
    await signUpUser();
    vault = await createOwnVault(prfPasskey('phone'));
    outbox = await openOutboxIn(vault);
    connection = watchConnection();
  });

  afterEach(async () => {
    connection.restore();
    vault.lock();
    await wipeVaults();
    await signOutQuietly();
  });

  const puts = (id: string) => connection.arrived.filter(({ what }) => what === `PUT /notes/${id}`);
  const settled = () =>
    stateWhere(outbox, (state) => state.status === 'idle' && state.refused.length + state.waiting === 0);

  /** Has the server refuse this note. */
  async function refuse(id: string, status: number, body: object = {}): Promise<void> {
    connection.onRequest = (what) => (what === `PUT /notes/${id}` ? Response.json(body, { status }) : undefined);
  }
  const refused = async () => {
    await stateWhere(outbox, (state) => state.status === 'idle' && state.refused.length > 0);
    return outbox.listRefused();
  };

  it('are listed with the reason, what the server said, what helps, and how many wait behind each', async () => {
    await refuse('a', 422, { error: 'invalid', message: 'No text.' });
    await outbox.enqueueBatch([putNote('a'), putNote('b'), putNote('c')], [], { inOrder: true });
    await outbox.enqueue(putNote('a', { precondition: { etag: '"1"' } }));
    const [first] = await refused();
    expect([first!.reason, first!.advice, first!.behind, first!.write.response]).to.deep.equal([
      'invalid',
      'edit',
      3,
      { error: 'invalid', message: 'No text.' },
    ]);
  });

  it('are the same list to watchers until it changes, so that thousands of them cost a step nothing', async () => {
    await refuse('a', 422);
    await outbox.enqueue(putNote('a'));
    await refused();
    const before = outbox.state.refused;
    await outbox.enqueue(putNote('b'));
    await stateWhere(outbox, ({ status, waiting }) => status === 'idle' && waiting === 0);
    expect(puts('b').length).to.equal(1);
    expect(outbox.state.refused).to.equal(before);
    await outbox.settle(before[0]!.id, 'drop');
    expect([before.length, outbox.state.refused.length]).to.deep.equal([1, 0]);
  });

  it('have a response only if it is short', async () => {
    await refuse('a', 400, { message: 'x'.repeat(5000) });
    await outbox.enqueue(putNote('a'));
    expect((await refused())[0]!.write).not.to.have.property('response');
  });

  it('are sent again with other content under another key', async () => {
    await refuse('a', 422);
    await outbox.enqueue(putNote('a'));
    const { write } = (await refused())[0]!;
    delete connection.onRequest;
    const body = { title: '', text: 'corrected' };
    const settling = outbox.settle(write.id, 'mine', { body, changes: [{ store: 'notes', id: 'a', value: body }] });
    body.text = 'changed since';
    await settling;
    await settled();
    expect([(await readNote('a')).text, new Set(puts('a').map(({ key }) => key)).size]).to.deep.equal(['corrected', 2]);
    expect(await vault.get('notes', 'a')).to.deep.equal({ title: '', text: 'corrected' });
  });

  it('are merged with what another device has written', async () => {
    const etag = await writeElsewhere('a', 'theirs');
    await outbox.enqueue(putNote('a'));
    const { write, reason } = (await refused())[0]!;
    await outbox.settle(write.id, 'mine', { body: { title: '', text: 'theirs and mine' } });
    await settled();
    expect([reason, (await readNote('a')).text, puts('a').at(-1)!.precondition]).to.deep.equal([
      'exists',
      'theirs and mine',
      etag,
    ]);
  });

  it('take the rest of their batch along if the person wants, and what came after goes on from there', async () => {
    await refuse('a', 403);
    await outbox.enqueueBatch([putNote('a'), putNote('b'), putNote('c')], [], { inOrder: true });
    await outbox.enqueue(putNote('b', { body: { title: '', text: 'later' }, precondition: { etag: '"1"' } }));
    const { write } = (await refused())[0]!;
    await outbox.settle(write.id, 'drop', { withRest: true });
    await settled();
    expect([puts('b').map(({ precondition }) => precondition), (await readNote('b')).text, puts('c')]).to.deep.equal([
      ['*'],
      'later',
      [],
    ]);
  });

  for (const choice of ['drop', 'theirs'] as const) {
    it(`leave an edit behind a write without a precondition to build on that one: ${choice}`, async () => {
      const statuses = [422, 200, 200];
      connection.onRequest = (what) =>
        what === 'PUT /notes/a'
          ? Response.json({}, { status: statuses.shift()!, headers: { etag: `"${statuses.length}"` } })
          : undefined;
      await outbox.enqueue(putNote('a'));
      const { write } = (await refused())[0]!;
      await outbox.enqueue({ method: 'PUT', path: '/notes/a', body: { title: '', text: 'over all' } });
      await outbox.enqueue(putNote('a', { precondition: { etag: '"old"' } }));
      await outbox.settle(write.id, choice);
      await settled();
      expect(puts('a').map(({ precondition }) => precondition)).to.deep.equal(['*', null, '"1"']);
    });
  }

  it('leave an edit behind them its own precondition if they had none', async () => {
    await refuse('a', 403);
    await outbox.enqueue({ method: 'PUT', path: '/notes/a', body: { title: '', text: 'over all' } });
    const { write } = (await refused())[0]!;
    await outbox.enqueue(putNote('a', { precondition: { etag: '"known"' } }));
    await refuse('a', 412);
    await outbox.settle(write.id, 'drop');
    await refused();
    expect(puts('a').map(({ precondition }) => precondition)).to.deep.equal([null, '"known"']);
  });

  const cases: [write: Partial<QueuedWrite>, reason: string, advice: string][] = [
    [{ state: 'conflict', refusal: 412, precondition: { etag: '"1"' } }, 'changed', 'compare'],
    [{ state: 'conflict', refusal: 412, precondition: 'absent' }, 'exists', 'compare'],
    [{ state: 'conflict' }, 'changed', 'compare'],
    [{ state: 'failed', refusal: 404 }, 'gone', 'give_up'],
    [{ state: 'failed', refusal: 403 }, 'forbidden', 'give_up'],
    [{ state: 'failed', refusal: 413 }, 'too_large', 'edit'],
    [{ state: 'failed', refusal: 422 }, 'invalid', 'edit'],
    [{ state: 'failed', refusal: 409 }, 'state', 'repeat'],
  ];
  for (const [write, reason, advice] of cases) {
    it(`are explained: ${write.state} ${write.refusal} is "${reason}", and "${advice}" helps`, () => {
      expect(explainRefusal(write as QueuedWrite)).to.deep.equal({ reason, advice });
    });
  }

  const wrong: [argument: string, choice: 'mine' | 'drop' | 'other', options: object][] = [
    ['choice', 'other', {}],
    ['body', 'drop', { body: {} }],
    ['body', 'mine', { body: new Map() }],
    ['withRest', 'mine', { withRest: true }],
    ['value', 'mine', { changes: [{ store: 'notes', id: 'a', value: new Map() }] }],
  ];
  for (const [argument, choice, options] of wrong) {
    it(`are left alone when "${argument}" is wrong with "${choice}"`, async () => {
      const error = await rejection(outbox.settle('1', choice as 'mine', options));
      expect([error.name, error.message.includes(`"${argument}"`)]).to.deep.equal(['TypeError', true]);
    });
  }
});
