import { expect } from '@open-wc/testing';
import { clientFor, type Client } from '../../../src/base/client/client.js';
import { finishPasskeySignIn, startPasskeySignIn } from '../../../src/base/contract/passkey-sign-in.js';
import {
  finishPasskeyRegistration,
  startPasskeyRegistration,
} from '../../../src/base/contract/passkey-registration.js';
import { readSession } from '../../../src/base/contract/session.js';
import { endSession } from '../../../src/base/contract/session-list.js';
import { renamePasskey } from '../../../src/base/contract/passkey-settings.js';
import { type Adapter, useBackend } from '../../../src/base/client/adapter.js';
import { LatchError } from '../../../src/base/client/errors.js';
import {
  contentBackend,
  json,
  requestOptions,
  watchBackendRequests,
  type BackendRequests,
} from '../../support/browser/backend.js';
import { stopClock } from '../../support/browser/clock.js';
import { rejection } from '../../support/browser/rejection.js';

describe('the client of a backend', () => {
  let backend: BackendRequests;
  let client: Client;

  beforeEach(() => {
    backend = watchBackendRequests();
    backend.answerWith(contentBackend);
    client = clientFor();
  });

  afterEach(() => backend.restore());

  it('posts without a body or a content type where there is nothing to send', async () => {
    await client.call(startPasskeySignIn);
    const { method, path, init } = backend.all[0]!;
    expect([method, path]).to.deep.equal(['POST', '/webauthn/login/options']);
    expect(init).to.include({ redirect: 'manual' }).and.not.to.have.any.keys('body', 'headers', 'credentials');
  });

  it('posts JSON, and puts the query behind the path', async () => {
    await client.call(finishPasskeyRegistration, { body: { id: 'AQID' } as never, query: '?auto=1' });
    const { path, body, init } = backend.all[0]!;
    expect(path).to.equal('/webauthn/register/verify?auto=1');
    expect(body).to.deep.equal({ id: 'AQID' });
    expect(init.headers).to.deep.equal({ 'content-type': 'application/json' });
  });

  it('keeps an id that holds a slash within its segment of the path', async () => {
    await rejection(client.call(renamePasskey, { id: 'a/b?c#d', body: { nickname: null } }));
    expect(backend.all[0]!.path).to.equal('/webauthn/credentials/a%2Fb%3Fc%23d');
  });

  it('gives back what the contract names and whatever else the backend says', async () => {
    const options = requestOptions({ hints: ['hybrid'], later: { members: true } });
    backend.answerWith(() => json(options));
    expect(await client.call(startPasskeySignIn)).to.deep.equal(options);
  });

  it('carries the word of a refusal and the methods that it names, and nothing that is no word', async () => {
    const said: [answer: unknown, reason: string | undefined, methods: string[] | undefined][] = [
      [{ error: 'step_up_required', methods: ['passkey', 'password'] }, 'step_up_required', ['passkey', 'password']],
      [{ error: 'step_up_required', methods: [1, null, 'passkey', {}] }, 'step_up_required', ['passkey']],
      [{ error: 'step_up_required', methods: 'passkey' }, 'step_up_required', undefined],
      [{ error: 7 }, undefined, undefined],
      ['step_up_required', undefined, undefined],
      [null, undefined, undefined],
    ];
    for (const [answer, reason, methods] of said) {
      backend.answerWith(() => json(answer, 403));
      const error = await rejection<LatchError>(client.call(startPasskeySignIn));
      expect([error.reason, error.methods]).to.deep.equal([reason, methods]);
    }
  });

  const refusals: [status: number, body: unknown, code: string, retryable: boolean][] = [
    [400, { error: 'challenge_expired' }, 'challenge_expired', true],
    [400, { error: 'wrong_account' }, 'wrong_account', false],
    [400, { error: 'verification_failed' }, 'rejected', false],
    [400, null, 'rejected', false],
    [401, { error: 'unauthenticated' }, 'unauthenticated', false],
    [401, { error: 'verification_failed' }, 'rejected', false],
    [403, { error: 'step_up_required', methods: ['password'] }, 'step_up_required', false],
    [403, { error: 'csrf' }, 'rejected', false],
    [404, { error: 'unknown_credential', rpId: 'localhost', credentialId: 'AQID' }, 'unknown_credential', false],
    [404, { error: 'not_found' }, 'unsupported', false],
    [404, { error: 'unsupported' }, 'unsupported', false],
    [404, {}, 'unsupported', false],
    [405, {}, 'unsupported', false],
    [409, { error: 'taken' }, 'rejected', false],
    [410, undefined, 'rejected', false],
    [413, { error: 'too_large' }, 'rejected', false],
    [429, { error: 'rate_limited' }, 'rate_limited', true],
    [500, { error: 'internal' }, 'bad_response', true],
    [501, {}, 'unsupported', false],
    [502, [], 'bad_response', true],
    [503, { error: 7 }, 'bad_response', true],
  ];
  for (const [status, body, code, retryable] of refusals) {
    it(`tells a ${status} with ${JSON.stringify(body)} as ${code}${retryable ? ', worth another try' : ''}`, async () => {
      backend.answerWith(() => json(body, status));
      const error = await rejection(client.call(finishPasskeySignIn));
      expect(error).to.be.instanceOf(LatchError).and.to.include({ code, retryable, status });
      expect(error.message).to.match(new RegExp(`^webauthn/login/verify answered ${status}( .+)?\\.$`));
      expect(error.cause).to.deep.equal(body);
    });
  }

  it('tells how long the backend asks to wait, in milliseconds, if it names a date', async () => {
    const date = new Date(Date.now() + 600_000).toUTCString();
    backend.answerWith(() => json({ error: 'rate_limited' }, 429, { 'retry-after': date }));
    const { retryAfter } = (await rejection(client.call(startPasskeySignIn))) as LatchError;
    expect(retryAfter).to.be.within(540_000, 600_000);
  });

  it('counts the time until that date by the clock of the server', async () => {
    const at = (milliseconds: number) => new Date(milliseconds).toUTCString();
    const tomorrow = Date.now() + 86_400_000;
    backend.answerWith(() =>
      json({ error: 'rate_limited' }, 429, { date: at(tomorrow), 'retry-after': at(tomorrow + 60_000) }),
    );
    expect(await rejection(client.call(startPasskeySignIn))).to.have.property('retryAfter', 60_000);
  });

  it('takes no page for the success of a change, and takes what servers answer that say nothing else', async () => {
    const html = { 'content-type': 'text/html; charset=utf-8' };
    backend.answerWith(() => new Response('\n<!doctype html><title>Sign in</title>', { headers: html }));
    expect((await rejection(client.call(endSession, { id: 'AA' }))).code).to.equal('bad_response');
    for (const answer of [
      new Response('', { headers: html }),
      new Response('{}', { headers: html }),
      new Response('OK'),
    ]) {
      backend.answerWith(() => answer);
      await client.call(endSession, { id: 'AA' });
    }
  });

  it('tells how long the backend asks to wait, in milliseconds, if that is in seconds and within a day', async () => {
    for (const [header, milliseconds] of [
      ['7', 7000],
      ['0', undefined],
      ['-1', undefined],
      ['soon', undefined],
      ['', undefined],
      ['99999999999', 86_400_000],
      ['Infinity', 86_400_000],
    ] as const) {
      backend.answerWith(() => json({ error: 'rate_limited' }, 429, { 'retry-after': header }));
      expect(await rejection(client.call(startPasskeySignIn)), header).to.have.property('retryAfter', milliseconds);
    }
  });

  it('refuses answers that are not what the contract says, whatever they are', async () => {
    const answers = [
      '',
      'null',
      '[]',
      '<!doctype html>',
      '{"challenge":',
      '{"challenge":"AAAA"}',
      `{"challenge":${'['.repeat(100_000)}`,
      JSON.stringify(requestOptions({ allowCredentials: {} })),
    ];
    for (const answer of answers) {
      backend.answerWith(() => new Response(answer));
      expect(await rejection(client.call(startPasskeySignIn)), answer.slice(0, 40)).to.include({
        name: 'LatchError',
        code: 'bad_response',
        retryable: false,
      });
    }
    backend.answerWith(() => json({ verified: false }));
    expect((await rejection(client.call(finishPasskeySignIn))).code).to.equal('bad_response');
    backend.answerWith(() => json({ signedIn: 'yes' }));
    expect((await rejection(client.call(readSession))).code).to.equal('bad_response');
    backend.answerWith(() => json(requestOptions()));
    expect((await rejection(client.call(startPasskeyRegistration))).code).to.equal('bad_response');
  });

  describe('warns in the console', () => {
    let warnings: unknown[][];
    const { warn } = console;

    beforeEach(() => {
      warnings = [];
      console.warn = (...parts: unknown[]) => warnings.push(parts);
    });

    afterEach(() => (console.warn = warn));

    /** An endpoint that no other test has asked. */
    const endpointAt = (path: string) => ({ ...startPasskeySignIn, path });

    it('once per endpoint of what broke the contract: status, content type and the first wrong member', async () => {
      const broken = requestOptions({ allowCredentials: [{ id: 'AQID' }, { id: 'not base64url' }], hints: 7 });
      backend.answerWith(() => json(broken));
      const errors = [];
      for (const path of ['first', 'second', 'first']) errors.push(await rejection(client.call(endpointAt(path))));
      const about = (path: string) =>
        `${path} answered 200 (application/json): answer.allowCredentials.1.id must be 1 to 1023 bytes in base64url.`;
      expect(warnings.map(([by, what]) => [by, what])).to.deep.equal([
        ['Latchkey:', about('first')],
        ['Latchkey:', about('second')],
      ]);
      expect(errors.map(({ message }) => message)).to.deep.equal(['first', 'second', 'first'].map(about));
      expect(errors[0]!.cause).to.deep.equal(broken);
    });

    it('of a refusal that is not JSON, as a wrong base URL leads to, with its address', async () => {
      backend.restore();
      expect(await rejection(client.call(endpointAt('nowhere/at/all')))).to.include({ code: 'unsupported' });
      expect(warnings).to.have.length(1);
      expect(warnings[0]![1]).to.match(/^nowhere\/at\/all answered 404 \(text\/.+\): answer must be an object\.$/);
      expect(warnings[0]![2]).to.equal(`${location.origin}/nowhere/at/all`);
    });

    it('of nothing that the contract allows', async () => {
      for (const refusal of [json({ error: 'rate_limited' }, 429), json({ error: 'not_found' }, 404)]) {
        backend.answerWith(() => refusal);
        await rejection(client.call(endpointAt('third')));
      }
      backend.answerWith(() => json(requestOptions({ later: 'member' })));
      await client.call(endpointAt('third'));
      backend.answerWith(() => Promise.reject(new TypeError('Failed to fetch')));
      await rejection(client.call(endpointAt('third')));
      expect(warnings).to.deep.equal([]);
    });
  });

  it('refuses an answer of more than a million characters without reading anything into it', async () => {
    backend.answerWith(() => json(requestOptions({ more: 'x'.repeat(1_000_000) })));
    expect((await rejection(client.call(startPasskeySignIn))).code).to.equal('bad_response');
  });

  for (const [what, adapter] of [
    ['the contract', undefined],
    ['something else', { capabilities: { 'POST /webauthn/login/options': 'POST /options' } } satisfies Adapter],
  ] as const) {
    it(`stops reading an answer that never ends, of a backend that speaks ${what}`, async () => {
      let pieces = 0;
      let isCancelled = false;
      const body = new ReadableStream({
        pull: (controller) => controller.enqueue(new TextEncoder().encode(`${++pieces}`.padEnd(10_000, 'x'))),
        cancel: () => void (isCancelled = true),
      });
      backend.answerWith(() => new Response(body, { headers: { 'content-type': 'application/json' } }));
      useBackend(adapter);
      expect((await rejection(client.call(startPasskeySignIn))).code).to.equal('bad_response');
      useBackend(undefined);
      expect([isCancelled, pieces < 110]).to.deep.equal([true, true]);
    });
  }

  it('tells a backend that cannot be reached as network, worth another try', async () => {
    backend.answerWith(() => Promise.reject(new TypeError('Failed to fetch')));
    expect(await rejection(client.call(startPasskeySignIn))).to.include({
      name: 'LatchError',
      code: 'network',
      retryable: true,
    });
  });

  it('follows no redirect, and tells one as unauthenticated: it leads to a page for signing in', async () => {
    backend.answerWith((_request, real) => real());
    backend.restore();
    const native = globalThis.fetch;
    globalThis.fetch = (_input, init) =>
      native('/login', { ...init, body: new URLSearchParams({ username: 'unknown', password: 'wrong' }) });
    const error = await rejection<LatchError>(client.call(startPasskeySignIn));
    globalThis.fetch = native;
    expect(error).to.include({
      name: 'LatchError',
      code: 'unauthenticated',
      retryable: false,
      message: 'webauthn/login/options answered with a redirect (null): answer must be an object.',
    });
  });

  it('gives up after 15 seconds, also when the answer has begun', async () => {
    const clock = stopClock();
    for (const answer of [
      () => new Promise<Response>(() => {}),
      ({ init }: { init: RequestInit }) => new Response(stalled(init.signal!)),
    ]) {
      backend.answerWith(answer);
      let error: unknown;
      void rejection(client.call(startPasskeySignIn)).then((reason) => (error = reason));
      await clock.pass(14_999);
      expect(error).to.equal(undefined);
      await clock.pass(1);
      expect(error).to.include({ name: 'LatchError', code: 'timed_out', retryable: true });
    }
    clock.restore();
  });

  it('ends with its caller, as aborted', async () => {
    backend.answerWith(() => new Promise<Response>(() => {}));
    const controller = new AbortController();
    const error = rejection(client.call(startPasskeySignIn, { signal: controller.signal }));
    controller.abort('enough');
    expect(await error).to.include({ name: 'LatchError', code: 'aborted', cause: 'enough' });
    expect((await rejection(client.call(startPasskeySignIn, { signal: AbortSignal.abort() }))).code).to.equal(
      'aborted',
    );
  });
});

/** A body whose end never comes. */
function stalled(signal: AbortSignal): ReadableStream {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"challenge":'));
      signal.addEventListener('abort', () => controller.error(signal.reason));
    },
  });
}

describe('the address of a backend', () => {
  const meta = document.createElement('meta');

  afterEach(() => meta.remove());

  it('is the root of the origin unless the page sets another one', () => {
    expect(clientFor().baseUrl.href).to.equal(`${location.origin}/`);
    expect(clientFor('').baseUrl.href).to.equal(`${location.origin}/`);
  });

  it('may be relative, with or without a slash at its end', () => {
    for (const [given, path] of [
      ['/auth', '/auth/'],
      ['/auth///', '/auth/'],
      ['api/v1', '/api/v1/'],
      [`${location.origin}/auth/`, '/auth/'],
      ['?', '/'],
    ] as const) {
      expect(clientFor(given).baseUrl.pathname, given).to.equal(path);
    }
  });

  it('comes from the page where the caller names none', () => {
    document.head.append(meta);
    [meta.name, meta.content] = ['latch-base-url', '/from-the-page'];
    expect(clientFor().baseUrl.pathname).to.equal('/from-the-page/');
    expect(clientFor('/other').baseUrl.pathname).to.equal('/other/');
    meta.remove();
    expect(clientFor().baseUrl.pathname, 'while a framework replaces the head').to.equal('/from-the-page/');
    document.head.append(meta);
    meta.content = '';
    expect(clientFor().baseUrl.pathname).to.equal('/');
  });

  it('has one client, however it is spelled', () => {
    expect(clientFor('/auth')).to.equal(clientFor(`${location.origin}/auth/`));
    expect(clientFor('/auth')).not.to.equal(clientFor('/other'));
  });

  it('may not leave the origin, and a wrong one is named', () => {
    for (const wrong of [
      'https://example.com',
      '//example.com',
      'http://',
      'javascript:alert(1)',
      'data:,',
      `${location.origin}0`,
      `${location.protocol}//user@other.localhost/`,
    ]) {
      expect(() => clientFor(wrong), wrong).to.throw(
        TypeError,
        `"baseUrl" must be a URL on ${location.origin}, not ${JSON.stringify(wrong)}`,
      );
    }
  });
});
