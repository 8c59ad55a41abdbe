import assert from 'node:assert/strict';
import dns from 'node:dns/promises';
import { createServer, type Server } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { Socket, type AddressInfo } from 'node:net';
import { after, afterEach, before, describe, mock, test } from 'node:test';
import { createProviderFetch } from '../../../server/src/oidc/provider-fetch.js';
import { patience } from '../../support/node/patience.js';
import { testInFullRuns } from '../../support/node/quick.js';

/** What the names of these tests stand for. */
const names: Record<string, string> = {
  'login.example.com': '203.0.113.7',
  'login.internal.example': '10.0.0.7',
  'keys.example.com': '127.0.0.1',
  'metadata.example.com': '169.254.169.254',
};

describe('what the server fetches from a provider', () => {
  let server: Server;
  let port: number;
  let connections = 0;
  before(async () => {
    mock.method(dns, 'lookup', async (name: string) => {
      const address = names[name];
      if (address === undefined) throw new Error(`getaddrinfo ENOTFOUND ${name}`);
      return [{ address, family: 4 }];
    });
    syncBuiltinESMExports();
    server = createServer(
      (_request, response) => void response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}'),
    );
    server.on('connection', () => (connections += 1));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    port = (server.address() as AddressInfo).port;
  });
  afterEach(() => {
    connections = 0;
  });
  after(() => {
    mock.restoreAll();
    syncBuiltinESMExports();
    server.close();
  });

  const fetchFor = (...known: string[]) => {
    const fetchFromProvider = createProviderFetch(...known);
    return (url: string) =>
      fetchFromProvider(url, {
        body: null,
        headers: {},
        method: 'GET',
        redirect: 'manual',
        signal: AbortSignal.timeout(patience),
      });
  };

  for (const host of [
    'localhost',
    'idp.localhost',
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0.0.0.0',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:a00:1]',
    '10.1.2.3',
    '100.64.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.0.1',
    '[fd00::1]',
    '[fe80::1]',
    'keys.example.com',
    'metadata.example.com',
    'login.internal.example',
  ]) {
    test(`is nothing at ${host}, inside our network, when the provider is not`, async () => {
      await assert.rejects(fetchFor('https://login.example.com')(`https://${host}:${port}/keys`), /inside our network/);
      assert.equal(connections, 0);
    });
  }

  test('is nothing without https on this machine either, when the provider is elsewhere', async () => {
    await assert.rejects(fetchFor('https://login.example.com')(`http://localhost:${port}/keys`), /inside our network/);
    assert.equal(connections, 0);
  });

  test('may be elsewhere on this machine for a provider on this machine', async () => {
    assert.equal((await fetchFor('http://idp.localhost')(`http://keys.localhost:${port}/keys`)).status, 200);
  });

  test('may be elsewhere in the network for a provider there', async () => {
    await assert.rejects(
      fetchFor('https://login.internal.example')(`https://127.0.0.1:${port}/keys`),
      (error) => !/inside our network/.test(String(error)),
    );
    assert.equal(connections, 1, 'it is asked, and has no certificate');
  });

  test('is wherever the operator says', async () => {
    assert.equal(
      (
        await fetchFor(
          'https://login.example.com',
          `http://keys.localhost:${port}/keys`,
        )(`http://keys.localhost:${port}/keys`)
      ).status,
      200,
    );
  });

  test('is not tried for an unknown name, nor without https elsewhere', async () => {
    await assert.rejects(fetchFor('https://login.example.com')('https://nowhere.example/keys'), /ENOTFOUND/);
    await assert.rejects(fetchFor('https://login.example.com')('http://login.example.com/keys'), /without https/);
  });

  test('comes over a connection of its own, as the provider may close an idle one at the moment it is used again', async () => {
    const used = new WeakSet<object>();
    const closing = createServer(({ socket }, response) => {
      if (used.has(socket)) return void socket.destroy();
      used.add(socket);
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
    });
    await new Promise<void>((resolve) => closing.listen(0, '127.0.0.1', resolve));
    const url = `http://idp.localhost:${(closing.address() as AddressInfo).port}/`;
    const fetchFromProvider = fetchFor(url);
    try {
      assert.equal((await fetchFromProvider(url)).status, 200);
      await new Promise((resolve) => setImmediate(resolve)); // for the connection to be free
      assert.equal((await fetchFromProvider(url)).status, 200);
    } finally {
      closing.close();
    }
  });

  testInFullRuns('a connection on this machine is used, however late a busy process notices it', async () => {
    const here = createServer((_request, response) => response.end());
    await new Promise<void>((resolve) => here.listen(0, '127.0.0.1', resolve));
    const url = `http://idp.localhost:${(here.address() as AddressInfo).port}/`;
    const { emit } = Socket.prototype;
    const stall = (): void => {
      const end = performance.now() + 3000;
      while (performance.now() < end);
    };
    Socket.prototype.emit = function (this: Socket, name: string | symbol, ...values: never[]): boolean {
      // Node starts its timer right after this.
      if (name === 'connectionAttempt') queueMicrotask(stall);
      return emit.call(this, name as 'timeout', ...(values as []));
    };
    try {
      assert.equal((await fetchFor(url)(url)).status, 200);
    } finally {
      Socket.prototype.emit = emit;
      here.close();
    }
  });
});
