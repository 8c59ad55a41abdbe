import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startServer } from '../../support/node/server.js';

const written: Record<string, string> = {
  '/button': '<!doctype html><latch-fedcm-button passive></latch-fedcm-button>',
  '/lines': '<!doctype html><latch-fedcm-button\n  passive></latch-fedcm-button>',
  '/card': '<!doctype html><latch-sign-in\n return-to="/" methods="passkey fedcm code"></latch-sign-in>',
  '/other-card': '<!doctype html><latch-sign-in methods="passkey"></latch-sign-in> fedcm',
  '/other': '<!doctype html><latch-fedcm-button-like></latch-fedcm-button-like><p>latch-fedcm-button</p>',
};
const pages = async (path: string) => {
  const text = written[path] ?? '{}';
  return {
    body: new TextEncoder().encode(text),
    contentType: path.endsWith('.json') ? 'application/json' : 'text/html',
    immutable: false,
  };
};

const settings = { clientId: 'latchkey', issuer: 'https://login.example.com', jwksUri: undefined };
const fedcm = [
  'https://login.example.com/fedcm.json',
  'https://login.example.com/another.json',
  'https://id.example.org:8443/config',
].map((configURL) => ({ ...settings, configURL }));

describe('the policy of a page', () => {
  const readConnections = async (configured: typeof fedcm, path: string): Promise<string | undefined> => {
    const server = await startServer({ config: { fedcm: configured }, pages });
    const { headers } = await server.visitor().get(path);
    await server.stop();
    return headers
      .get('Content-Security-Policy')!
      .split('; ')
      .find((directive) => directive.startsWith('connect-src'));
  };

  test('names the origin of each configured provider where the page has a tag for FedCM', async () => {
    for (const path of ['/button', '/lines', '/card'])
      assert.equal(
        await readConnections(fedcm, path),
        `connect-src 'self' https://login.example.com https://id.example.org:8443`,
      );
  });

  test('names none on any other page, nor when none is configured', async () => {
    for (const path of ['/other', '/other-card'])
      assert.equal(await readConnections(fedcm, path), `connect-src 'self'`);
    assert.equal(await readConnections([], '/button'), `connect-src 'self'`);
    // A file that is no page falls back on default-src.
    assert.equal(await readConnections(fedcm, '/file.json'), undefined);
  });
});
