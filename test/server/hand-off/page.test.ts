import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { HandOff } from '../../../src/base/contract/types.js';
import {
  confirmationIn,
  confirmHandOff,
  goToProvider,
  signInAtProvider,
  startFederatedServer,
  type FederatedServer,
} from '../../support/node/provider-visit.js';
import type { Answer, Visitor } from '../../support/node/visitor.js';

describe('the pages of a hand-off', () => {
  let server: FederatedServer;
  let browser: Visitor;
  let handOff: HandOff;
  before(async () => {
    server = await startFederatedServer({ config: { rpName: 'Tom & Jerry <Bank>' } });
  });
  after(() => server.stop());
  beforeEach(async () => {
    server.provider.lie = {};
    server.provider.endUser = { sub: 'ada', name: 'Ada Lovelace' };
    browser = server.visitor();
    ({ body: handOff } = await server.visitor().post<HandOff>('/auth/handoff'));
  });

  const visit = (): Promise<Answer> =>
    signInAtProvider(browser, server.provider, `?mode=handoff&handoff=${handOff.id}`);
  const ask = async (): Promise<Answer> => browser.get((await visit()).headers.get('Location')!);
  /** What is read on the page. */
  const sentencesOf = ({ text }: Answer): string =>
    text
      .replace(/<style[^]*<\/style>/, '')
      .replaceAll(/<[^>]+>/g, '')
      .replaceAll(/\s+/g, ' ')
      .trim();

  test('the question has the code of the app typed, does not show it, and warns the user who was sent there', async () => {
    const page = await ask();
    const read = sentencesOf(page);
    assert.equal(page.text.includes(handOff.code), false);
    assert.match(read, /Type the code that the app shows/);
    assert.match(read, /signed in as Ada Lovelace/);
    assert.match(read, /Choose “No” unless you have just started this yourself/);
    assert.equal(page.status, 200);
  });

  test('a wrong code is said at the field, and not repeated', async () => {
    const confirmation = confirmationIn((await visit()).headers.get('Location')!);
    const { status, text } = await confirmHandOff(browser, confirmation, { code: '"><script>alert(1)</script>' });
    assert.equal(status, 400);
    assert.match(text, /<input id="code"[^>]* aria-invalid="true" aria-describedby="wrong">/);
    assert.match(text, /<p class="warning" id="wrong" role="alert">That is not the code that the app shows\.<\/p>/);
    assert.equal(text.includes('alert(1)'), false);
  });

  test('the question is there again after a reload, and refuses a user who opens it later', async () => {
    const { headers } = await visit();
    const question = headers.get('Location')!;
    for (const _view of [1, 2]) assert.match((await browser.get(question)).text, /<input id="code"/);
    await confirmHandOff(browser, confirmationIn(question), 'no');
    const again = await browser.get(question);
    assert.deepEqual([again.status, again.text.includes('<form')], [410, false]);
  });

  test('run nothing, may not be framed, and send no referrer', async () => {
    const { text, headers } = await ask();
    const policy = headers.get('Content-Security-Policy')!;
    const [, nonce] = /style-src 'nonce-([\w-]+)'/.exec(policy)!;
    assert.ok(text.includes(`<style nonce="${nonce}">`));
    assert.doesNotMatch(text, /<script| on\w+=| style=/);
    for (const directive of [`default-src 'none'`, `form-action 'self'`, `base-uri 'none'`, `frame-ancestors 'none'`])
      assert.ok(policy.includes(directive), directive);
    assert.deepEqual([headers.get('Referrer-Policy'), headers.get('Cache-Control')], ['no-referrer', 'no-store']);
  });

  test('keep names with markup as text', async () => {
    for (const name of ['</bdi></strong><script>alert(1)</script>', '<img src=x onerror=alert(1)>', '"><b>', '&lt;']) {
      server.provider.endUser = { sub: 'eve', name };
      ({ body: handOff } = await server.visitor().post<HandOff>('/auth/handoff'));
      const { text } = await ask();
      const shown = name
        .replaceAll('&', '&amp;')
        .replaceAll('<', '&lt;')
        .replaceAll('>', '&gt;')
        .replaceAll('"', '&quot;');
      assert.ok(text.includes(`<bdi>${shown}</bdi>`), text);
    }
  });

  test('call the app by its name', async () => {
    const { text } = await ask();
    assert.ok(text.includes('Tom &amp; Jerry &lt;Bank&gt;'));
  });

  test('a confirmation with markup in it is not repeated', async () => {
    const { status, text } = await browser.get(
      `/auth/handoff/confirm?confirmation=${encodeURIComponent('"><script>alert(1)</script>')}`,
    );
    assert.deepEqual([status, text.includes('alert')], [400, false]);
  });

  for (const [answer, sentence] of [
    ['yes', 'Go back to the app. It signs you in within a few seconds.'],
    ['no', 'You were not signed in.'],
  ] as const) {
    test(`a ${answer} is followed by what happens next`, async () => {
      const confirmation = confirmationIn((await visit()).headers.get('Location')!);
      assert.ok(
        sentencesOf(await confirmHandOff(browser, confirmation, answer === 'no' ? answer : handOff)).includes(sentence),
      );
    });
  }

  test('say in words what went wrong', async () => {
    const unknown = await browser.get('/auth/start?mode=handoff&handoff=unknown');
    assert.deepEqual([unknown.status, /This sign-in does not exist/.test(sentencesOf(unknown))], [404, true]);
    const missing = await browser.get('/auth/start?mode=handoff');
    assert.equal(missing.status, 404);
    const fromApp = await browser.send('/auth/start?mode=handoff', { headers: {} });
    assert.equal(fromApp.status, 404, 'an app opens a link with neither a referrer nor Sec-Fetch-Site');

    server.provider.lie = {
      callback: (parameters) => (parameters.delete('code'), parameters.set('error', 'access_denied')),
    };
    const declined = await visit();
    assert.deepEqual([declined.status, /You were not signed in/.test(sentencesOf(declined))], [200, true]);
    const over = await browser.get(`/auth/start?mode=handoff&handoff=${handOff.id}`);
    assert.deepEqual([over.status, /This sign-in has expired/.test(sentencesOf(over))], [410, true]);
  });

  test('a provider that is down is said so, and the same link works once it is back', async () => {
    server.provider.lie = { metadata: () => ({ issuer: 'https://another.example' }) };
    server.clock.advance(2 * 60 * 60_000);
    ({ body: handOff } = await server.visitor().post<HandOff>('/auth/handoff'));
    const down = await browser.get(`/auth/start?mode=handoff&handoff=${handOff.id}`);
    assert.deepEqual([down.status, /The sign-in service has a problem/.test(sentencesOf(down))], [502, true]);
    server.provider.lie = {};
    server.clock.advance(6_000);
    assert.match(
      await goToProvider(browser, server.provider, `?mode=handoff&handoff=${handOff.id}`),
      /\/auth\/callback/,
    );
  });
});
