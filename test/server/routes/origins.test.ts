import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createAuthenticator } from '../../../src/conformance/index.js';
import type { PasskeyCreationOptions } from '../../../src/base/contract/types.js';
import { signUpWithPasskey, type Person, type SignInChanges } from '../../support/node/people.js';
import { startServer, type TestServer } from '../../support/node/server.js';

const [origin, related, embedder] = ['http://localhost:3000', 'https://example.org', 'https://embedder.example'];

describe('where a ceremony took place', () => {
  let server: TestServer;
  let ada: Person;
  before(async () => {
    server = await startServer({ config: { origins: [origin, related], embedders: [embedder] } });
    ada = await signUpWithPasskey(server, 'ada');
  });
  after(() => server.stop());

  const ceremonies: [what: string, run: (changes: SignInChanges) => Promise<number>][] = [
    ['signing in', async (changes) => (await ada.signIn(changes)).status],
    ['stepping up', async (changes) => (await ada.stepUp(changes)).status],
    [
      'registering',
      async (changes) => {
        const { body } = await ada.browser.post<PasskeyCreationOptions>('/webauthn/register/options');
        return (
          await ada.browser.post(
            '/webauthn/register/verify',
            await createAuthenticator().create(body, { origin, ...changes }),
          )
        ).status;
      },
    ],
  ];
  const places: [what: string, changes: SignInChanges, accepted: boolean][] = [
    ['on another configured origin', { origin: related }, true],
    ['on an origin that is not configured', { origin: 'https://example.net' }, false],
    ['on the embedder’s own origin', { origin: embedder }, false],
    ['in a frame of a configured embedder', { crossOrigin: true, topOrigin: embedder }, true],
    ['in a frame of another site', { crossOrigin: true, topOrigin: 'https://evil.example' }, false],
    [
      'in a frame of a subdomain of the embedder',
      { crossOrigin: true, topOrigin: 'https://sub.embedder.example' },
      false,
    ],
    [
      'in a frame of another of our own origins, which is no embedder',
      { crossOrigin: true, topOrigin: related },
      false,
    ],
    ['in a frame of an unknown origin', { crossOrigin: true }, false],
  ];
  for (const [what, run] of ceremonies) {
    for (const [where, changes, accepted] of places) {
      test(`${what} ${where} is ${accepted ? 'accepted' : 'refused with 400'}`, async () =>
        assert.equal(await run(changes), accepted ? 200 : 400));
    }
  }
});
