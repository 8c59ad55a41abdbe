import { expect } from '@open-wc/testing';
import { clientFor } from '../../../src/core/client.js';
import { noncesOf } from '../../../src/features/fedcm/ready-nonces.js';
import {
  answer,
  json,
  nonceAnswer,
  watchBackendRequests,
  type BackendRequests,
} from '../../support/browser/backend.js';
import { settled, stopClock, type Clock } from '../../support/browser/clock.js';
import { rejection } from '../../support/browser/rejection.js';

const minute = 60_000;
const client = clientFor();

describe('nonces kept ready', () => {
  let clock: Clock;
  let backend: BackendRequests;
  let issued: string[];

  beforeEach(() => {
    clock = stopClock();
    backend = watchBackendRequests();
    issued = [];
    backend.answerWith(() => {
      const answered = nonceAnswer();
      issued.push(answered.nonce);
      return json(answered);
    });
  });

  afterEach(() => {
    backend.restore();
    clock.restore();
  });

  it('are fetched when they are first needed, and each is handed out once', async () => {
    const nonces = noncesOf(client);
    expect(issued).to.have.length(0);
    const taken = [await nonces.take(), await nonces.take()].map(({ nonce }) => nonce);
    expect(taken).to.deep.equal(issued);
    expect(new Set(taken).size).to.equal(2);
  });

  it('come with the providers that the backend names', async () => {
    expect((await noncesOf(client).take()).providers).to.deep.equal([
      { configURL: 'https://provider.example/fedcm.json', clientId: 'latchkey' },
    ]);
  });

  it('are there before they are needed, and fetched once for all who prepare', async () => {
    const nonces = noncesOf(client);
    await Promise.all([nonces.prepare(), nonces.prepare()]);
    await nonces.prepare();
    expect((await nonces.take()).nonce).to.equal(issued[0]);
    expect(issued).to.have.length(1);
  });

  it('are handed out once to each of those who ask at the same time', async () => {
    const nonces = noncesOf(client);
    const taken = await Promise.all([nonces.take(), nonces.take(), nonces.take()]);
    expect(new Set(taken.map(({ nonce }) => nonce)).size).to.equal(3);
  });

  it('are replaced when they are four minutes old, counted from the asking', async () => {
    let respond!: (response: Response) => void;
    const nonces = noncesOf(client);
    backend.answerWith(() => new Promise((resolve) => (respond = resolve)));
    const prepared = nonces.prepare();
    await clock.pass(10_000);
    respond(json(nonceAnswer({ nonce: 'the first one' })));
    await prepared;
    await clock.pass(4 * minute - 10_001);
    backend.answerWith(() => json(nonceAnswer({ nonce: 'the second one' })));
    await nonces.prepare();
    expect(backend.all).to.have.length(1);
    await clock.pass(1);
    expect((await nonces.take()).nonce).to.equal('the second one');
  });

  it('are of no use after a sign-in or a sign-out, which has replaced the session that they belong to', async () => {
    const nonces = noncesOf(client);
    await nonces.prepare();
    nonces.drop();
    expect((await nonces.take()).nonce).to.equal(issued[1]);
  });

  it('that were asked for before that and come after it are not handed out', async () => {
    const answers: ((response: Response) => void)[] = [];
    backend.answerWith(() => new Promise((resolve) => answers.push(resolve)));
    const nonces = noncesOf(client);
    const taken = nonces.take();
    await settled();
    nonces.drop();
    answers[0]!(json(nonceAnswer({ nonce: 'of the session before' })));
    await settled();
    answers[1]!(json(nonceAnswer({ nonce: 'of the new session' })));
    expect((await taken).nonce).to.equal('of the new session');
  });

  it('that cannot be had are no error before one is needed, and then the error of the call', async () => {
    const nonces = noncesOf(client);
    backend.answerWith(() => Promise.reject(new TypeError('Failed to fetch')));
    await nonces.prepare();
    expect((await rejection(nonces.take())).code).to.equal('network');
    backend.answerWith(() => json(nonceAnswer()));
    expect((await nonces.take()).nonce).to.be.a('string');
  });

  for (const [what, body] of [
    ['no nonce', { providers: [] }],
    ['a nonce that is no text', nonceAnswer({ nonce: 7 })],
    ['no providers', { nonce: 'abc' }],
    ['a provider without a client id', nonceAnswer({ providers: [{ configURL: 'https://provider.example/' }] })],
  ] as const) {
    it(`are not taken from an answer with ${what}`, async () => {
      backend.answerWith(() => json(body));
      expect((await rejection(noncesOf(client).take())).code).to.equal('bad_response');
    });
  }

  it('are not waited for once the signal has aborted, and the next who asks gets what comes', async () => {
    let respond!: (response: Response) => void;
    backend.answerWith(() => new Promise((resolve) => (respond = resolve)));
    const nonces = noncesOf(client);
    const over = new AbortController();
    const refused = rejection(nonces.take(over.signal));
    await settled();
    over.abort();
    expect((await refused).code).to.equal('aborted');
    const taken = nonces.take();
    respond(json(nonceAnswer({ nonce: 'still on its way' })));
    expect((await taken).nonce).to.equal('still on its way');
    expect(backend.all).to.have.length(1);
  });

  it('leave no timer behind', async () => {
    const nonces = noncesOf(client);
    await nonces.prepare();
    await nonces.take();
    backend.answerWith(() => answer('no JSON'));
    await rejection(nonces.take());
    expect(clock.waiting).to.equal(0);
  });
});

it('nonces wait in line with the other requests that may bring the cookie of a session', async () => {
  let release!: (value: unknown) => void;
  let held!: Promise<unknown>;
  await new Promise(
    (granted) =>
      (held = navigator.locks.request('latchkey', () => new Promise((resolve) => granted((release = resolve))))),
  );
  const native = globalThis.fetch;
  const asked: unknown[] = [];
  globalThis.fetch = async (input) => {
    asked.push(input);
    return json(nonceAnswer());
  };
  const taken = noncesOf(client).take();
  await settled();
  expect(asked).to.have.length(0);
  release(undefined);
  await held;
  expect((await taken).nonce).to.be.a('string');
  expect(asked).to.have.length(1);
  globalThis.fetch = native;
});
