import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { signUp, type Person } from '../../support/node/people.js';
import { startServer, type TestServer } from '../../support/node/server.js';
import type { Answer } from '../../support/node/visitor.js';

const create = { 'If-None-Match': '*' };

describe('notes', () => {
  let server: TestServer;
  let ada: Person;
  before(async () => {
    server = await startServer();
    ada = await signUp(server, 'ada');
  });
  after(() => server.stop());

  const put = (
    { browser }: Person,
    id: string,
    headers: Record<string, string>,
    body: unknown = { title: 'Milk', text: 'Two bottles' },
  ): Promise<Answer> =>
    browser.send(`/notes/${id}`, {
      method: 'PUT',
      headers: { 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const versionIn = ({ headers }: Answer): string => headers.get('ETag')!;

  test('are created, read, listed, changed and deleted', async () => {
    const created = await put(ada, 'whole', create);
    assert.equal(created.status, 201);
    const read = await ada.browser.get('/notes/whole');
    assert.deepEqual(read.body, { id: 'whole', title: 'Milk', text: 'Two bottles', changedAt: server.clock.now() });
    assert.equal(versionIn(read), versionIn(created));
    const changed = await put(ada, 'whole', { 'If-Match': versionIn(created) }, { title: 'Milk', text: '' });
    assert.equal(changed.status, 200);
    const { body } = await ada.browser.get<{ notes: { id: string; etag: string }[] }>('/notes');
    assert.equal(body.notes.find(({ id }) => id === 'whole')?.etag, versionIn(changed));
    assert.equal((await ada.browser.delete('/notes/whole', { 'If-Match': versionIn(changed) })).status, 204);
    assert.equal((await ada.browser.get('/notes/whole')).status, 404);
  });

  test('of another person cannot be told from none', async () => {
    const { headers } = await put(ada, 'secret', create);
    const bo = await signUp(server, 'bo');
    assert.deepEqual((await bo.browser.get('/notes')).body, { notes: [] });
    assert.equal((await bo.browser.get('/notes/secret')).status, 404);
    assert.equal((await bo.browser.delete('/notes/secret', { 'If-Match': headers.get('ETag')! })).status, 404);
    assert.equal((await put(bo, 'secret', { 'If-Match': headers.get('ETag')! })).status, 412);
    assert.equal((await put(bo, 'secret', create)).status, 201);
    assert.equal(versionIn(await ada.browser.get('/notes/secret')), headers.get('ETag'));
  });

  test('of the person whom a request names in Latch-User are the only ones that it reads or changes', async () => {
    const dora = await signUp(server, 'dora');
    const handleIn = async ({ browser }: Person) =>
      (await browser.get<{ user: { id: string } }>('/session')).body.user.id;
    const [own, foreign] = [{ 'Latch-User': await handleIn(dora) }, { 'Latch-User': await handleIn(ada) }];
    const created = await put(dora, 'mine', { ...create, ...own });
    assert.equal(created.status, 201);
    for (const answer of [
      await put(dora, 'new', { ...create, ...foreign }),
      await put(dora, 'mine', { 'If-Match': versionIn(created), ...foreign }),
      await dora.browser.delete('/notes/mine', { 'If-Match': versionIn(created), ...foreign }),
      await dora.browser.get('/notes/mine', foreign),
    ])
      assert.deepEqual([answer.status, answer.body['error']], [409, 'wrong_account']);
    assert.equal((await dora.browser.get('/notes/new')).status, 404);
    const read = await dora.browser.get('/notes/mine', own);
    assert.deepEqual([read.status, versionIn(read)], [200, versionIn(created)]);
  });

  test('need a user who is signed in', async () => {
    const stranger = { ...ada, browser: server.visitor() };
    const answers = [
      await stranger.browser.get('/notes'),
      await stranger.browser.get('/notes/x'),
      await put(stranger, 'x', create),
      await stranger.browser.delete('/notes/x', { 'If-Match': '*' }),
    ];
    assert.deepEqual(
      answers.map(({ status }) => status),
      [401, 401, 401, 401],
    );
  });

  test('a version that is not there any more is 412, with the one that is', async () => {
    const first = await put(ada, 'both', create);
    const second = await put(ada, 'both', { 'If-Match': versionIn(first) });
    for (const answer of [
      await put(ada, 'both', { 'If-Match': versionIn(first) }),
      await put(ada, 'both', create),
      await ada.browser.delete('/notes/both', { 'If-Match': versionIn(first) }),
    ]) {
      assert.deepEqual([answer.status, answer.body['error'], versionIn(answer)], [412, 'conflict', versionIn(second)]);
    }
  });

  test('of 50 changes of one version at once one is 200', async () => {
    const version = versionIn(await put(ada, 'busy', create));
    const statuses = await Promise.all(
      Array.from(
        { length: 50 },
        async (_, index) => (await put(ada, 'busy', { 'If-Match': version }, { title: `${index}`, text: '' })).status,
      ),
    );
    assert.deepEqual(
      statuses.filter((status) => status !== 412),
      [200],
    );
  });

  test('a request that comes again with its key gets the same answer, and changes nothing', async () => {
    const headers = { ...create, 'Idempotency-Key': 'key-1' };
    const first = await put(ada, 'once', headers);
    const next = await put(ada, 'once', { 'If-Match': versionIn(first) }, { title: 'Bread', text: '' });
    const again = await put(ada, 'once', headers);
    assert.deepEqual([again.status, again.body, versionIn(again)], [201, first.body, versionIn(first)]);
    assert.equal(versionIn(await ada.browser.get('/notes/once')), versionIn(next));
  });

  describe('that are written in a batch', () => {
    const write = (id: string, headers: Record<string, string>, more: object = {}) => ({
      method: 'PUT',
      path: `/notes/${id}`,
      headers,
      body: { title: 'Milk', text: id },
      ...more,
    });
    const send = ({ browser }: Person, writes: unknown, headers: Record<string, string> = {}) =>
      browser.send<{ answers: { status: number; etag?: string; body?: { error?: string } }[] }>('/notes', {
        method: 'POST',
        headers: { 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/json', ...headers },
        body: JSON.stringify({ writes }),
      });
    const absent = { 'if-none-match': '*' };

    test('are made or refused separately, in order, with the answers of separate requests', async () => {
      const { etag } = (await send(ada, [write('batch-a', absent)])).body.answers[0]!;
      const { status, body } = await send(ada, [
        write('batch-a', { 'if-match': etag! }, { body: { title: '', text: 'changed' } }),
        write('batch-a', absent),
        write('batch-b', absent),
        write('batch-c', {}),
        { method: 'DELETE', path: '/notes/batch-b', headers: { 'if-match': '"none"' } },
        { method: 'PATCH', path: '/notes/batch-a' },
        { method: 'PUT', path: '/session' },
        null,
      ]);
      assert.equal(status, 200);
      assert.deepEqual(
        body.answers.map((answer) => answer.status),
        [200, 412, 201, 428, 412, 400, 400, 400],
      );
      assert.equal(body.answers[1]!.etag, body.answers[0]!.etag);
      assert.equal(versionIn(await ada.browser.get('/notes/batch-a')), body.answers[0]!.etag);
    });

    test('have no second effect when they come again with their keys, together or alone', async () => {
      const first = await send(ada, [write('batch-k', { ...absent, 'idempotency-key': 'batch-1' })]);
      assert.deepEqual((await send(ada, [write('batch-k', { ...absent, 'idempotency-key': 'batch-1' })])).body, {
        answers: first.body.answers,
      });
      const alone = await put(
        ada,
        'batch-k',
        { ...create, 'Idempotency-Key': 'batch-1' },
        { title: 'Milk', text: 'batch-k' },
      );
      assert.deepEqual([alone.status, versionIn(alone)], [201, first.body.answers[0]!.etag]);
    });

    test('are refused as a whole in another session than that of the person they name, and if there are none, or too many', async () => {
      const handle = (await ada.browser.get<{ user: { id: string } }>('/session')).body.user.id;
      const eva = await signUp(server, 'eva');
      const refused = await send(eva, [write('batch-x', absent)], { 'Latch-User': handle });
      assert.deepEqual([refused.status, refused.body], [409, { ...refused.body, error: 'wrong_account' }]);
      for (const writes of [undefined, [], new Array(101).fill(write('batch-x', absent))])
        assert.equal((await send(eva, writes)).status, 400);
      assert.equal((await eva.browser.get('/notes/batch-x')).status, 404);
    });
  });

  test('a deletion that comes again with its key is 204 again', async () => {
    const headers = { 'If-Match': versionIn(await put(ada, 'gone', create)), 'Idempotency-Key': 'key-2' };
    assert.equal((await ada.browser.delete('/notes/gone', headers)).status, 204);
    assert.equal((await ada.browser.delete('/notes/gone', headers)).status, 204);
  });

  test('a creation that comes again with its key after the note was deleted is answered as before, and brings nothing back', async () => {
    const headers = { ...create, 'Idempotency-Key': 'key-4' };
    const first = await put(ada, 'short-lived', headers);
    await ada.browser.delete('/notes/short-lived', { 'If-Match': '*' });
    const again = await put(ada, 'short-lived', headers);
    assert.deepEqual(
      [again.status, versionIn(again), (await ada.browser.get('/notes/short-lived')).status],
      [201, versionIn(first), 404],
    );
  });

  test('are neither changed nor deleted by a page of another site, nor by one that does not say whose it is', async () => {
    const version = versionIn(await put(ada, 'guarded', create));
    for (const site of ['cross-site', 'same-site', 'none']) {
      assert.deepEqual(
        [
          (await put(ada, 'guarded', { 'If-Match': version, 'Sec-Fetch-Site': site })).status,
          (await ada.browser.delete('/notes/guarded', { 'If-Match': version, 'Sec-Fetch-Site': site })).status,
        ],
        [403, 403],
        site,
      );
    }
    const silent = await ada.browser.send('/notes/guarded', { method: 'DELETE', headers: { 'If-Match': version } });
    assert.deepEqual(
      [silent.status, silent.body['error'], versionIn(await ada.browser.get('/notes/guarded'))],
      [403, 'csrf', version],
    );
  });

  test('say which methods they take, and tell their version without their text', async () => {
    const version = versionIn(await put(ada, 'asked', create));
    for (const [path, method, allowed] of [
      ['/notes', 'PUT', 'GET, HEAD, POST'],
      ['/notes', 'DELETE', 'GET, HEAD, POST'],
      ['/notes/asked', 'POST', 'GET, HEAD, PUT, DELETE'],
      ['/notes/asked', 'PATCH', 'GET, HEAD, PUT, DELETE'],
    ] as const) {
      const { status, headers } = await ada.browser.send(path, {
        method,
        headers: { 'Sec-Fetch-Site': 'same-origin' },
      });
      assert.deepEqual([status, headers.get('Allow')], [405, allowed], `${method} ${path}`);
    }
    const head = await ada.browser.send('/notes/asked', { method: 'HEAD' });
    assert.deepEqual([head.status, versionIn(head), head.text], [200, version, '']);
  });

  test('are kept by no cache on the way', async () => {
    await put(ada, 'fleeting', create);
    const answers = [
      await ada.browser.get('/notes'),
      await ada.browser.get('/notes/fleeting'),
      await ada.browser.get('/notes/none'),
      await put(ada, 'fleeting', create),
    ];
    assert.deepEqual(
      answers.map(({ headers }) => headers.get('Cache-Control')),
      ['no-store', 'no-store', 'no-store', 'no-store'],
    );
  });

  test('of more than 32,768 bytes are 413, and of another type than JSON 400', async () => {
    const large = await put(ada, 'large', create, { title: '', text: '漢'.repeat(11_000) });
    assert.deepEqual([large.status, large.body['error']], [413, 'too_large']);
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/json-patch+json', '']) {
      assert.equal((await put(ada, 'typed', { ...create, 'Content-Type': type })).status, 400, type);
    }
    assert.equal((await ada.browser.get('/notes/typed')).status, 404);
  });

  test('a key that was used for another request is 422, and belongs to one person', async () => {
    const headers = { ...create, 'Idempotency-Key': 'key-3' };
    await put(ada, 'keyed', headers);
    for (const answer of [
      await put(ada, 'keyed', headers, { title: 'x', text: '' }),
      await put(ada, 'other', headers),
      await put(ada, 'keyed', { 'If-Match': '*', 'Idempotency-Key': 'key-3' }),
    ]) {
      assert.deepEqual([answer.status, answer.body['error']], [422, 'key_reused']);
    }
    assert.equal((await put(await signUp(server, 'cy'), 'keyed', headers)).status, 201);
  });

  test('a deletion on the condition that nothing is there is 400', async () => {
    assert.equal((await ada.browser.delete('/notes/whole', create)).status, 400);
  });

  test('a change that names no version is 428', async () => {
    assert.equal((await put(ada, 'blind', {})).status, 428);
    assert.equal((await ada.browser.delete('/notes/blind')).status, 428);
  });

  const fine = { title: '', text: '' };
  const wrong: [what: string, id: string, headers: Record<string, string>, body: unknown][] = [
    ['an id with a dot', 'a.b', create, fine],
    ['a long id', 'a'.repeat(65), create, fine],
    ['no object', 'n', create, [1]],
    ['null', 'n', create, null],
    ['no text', 'n', create, { title: 'a' }],
    ['a number as title', 'n', create, { ...fine, title: 1 }],
    ['a title of 201 characters', 'n', create, { ...fine, title: 'a'.repeat(201) }],
    ['a text of 20,001 characters', 'n', create, { ...fine, text: 'a'.repeat(20_001) }],
    ['U+0000', 'n', create, { ...fine, text: '\0' }],
    ['half a surrogate pair', 'n', create, { ...fine, text: '\ud800' }],
    ['a weak entity tag', 'n', { 'If-Match': 'W/"a"' }, fine],
    ['two entity tags', 'n', { 'If-Match': '"a", "b"' }, fine],
    ['If-None-Match with a version', 'n', { 'If-None-Match': '"a"' }, fine],
    ['both preconditions', 'n', { ...create, 'If-Match': '*' }, fine],
    ['an empty key', 'n', { ...create, 'Idempotency-Key': '' }, fine],
    ['a long key', 'n', { ...create, 'Idempotency-Key': 'k'.repeat(129) }, fine],
  ];
  for (const [what, id, headers, body] of wrong) {
    test(`${what}: 400`, async () => {
      const answer = await put(ada, id, headers, body);
      assert.deepEqual([answer.status, answer.body['error']], [400, 'bad_request']);
    });
  }

  test('keep the longest text there may be', async () => {
    const text = '漢'.repeat(10_000);
    assert.equal((await put(ada, 'long', create, { title: 'é'.repeat(200), text })).status, 201);
    assert.equal((await ada.browser.get('/notes/long')).body['text'], text);
  });
});
