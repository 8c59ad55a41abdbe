import assert from 'node:assert/strict';
import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, afterEach, before, describe, test } from 'node:test';
import { decodeProtectedHeader, exportJWK, generateKeyPair, importJWK, jwtVerify, SignJWT, type JWK } from 'jose';
import type { SessionAnswer } from '../../../src/base/contract/types.js';
import { readProviders } from '../../../server/src/oidc/read-providers.js';
import type { ProviderSettings } from '../../../server/src/oidc/settings.js';
import { createClock, days, minutes } from '../../support/node/clock.js';
import { addAnotherPasskey, createPerson } from '../../support/node/people.js';
import { startServer, type TestServer } from '../../support/node/server.js';
import type { Answer, Visitor } from '../../support/node/visitor.js';

type Endpoint = (form: URLSearchParams, request: IncomingMessage) => [status: number, body: unknown];

/** What stands in for a provider: it answers each of the documented requests, and notes what it got. */
interface StandIn {
  issuer: string;
  endpoints: Record<string, Endpoint>;
  requests: string[];
  close(): void;
}

async function startStandIn(): Promise<StandIn> {
  const standIn: StandIn = { issuer: '', endpoints: {}, requests: [], close: () => web.close() };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk as Uint8Array);
    const path = request.url!.split('?')[0]!;
    standIn.requests.push(`${request.method} ${request.url}`);
    const form = new URLSearchParams(Buffer.concat(chunks).toString());
    const [status, body] = standIn.endpoints[path]?.(form, request) ?? [404, {}];
    response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
  };
  const web = createServer((request, response) => void answer(request, response));
  web.listen(0, '127.0.0.1');
  await once(web, 'listening');
  web.unref();
  standIn.issuer = `http://stand-in.localhost:${(web.address() as AddressInfo).port}`;
  return standIn;
}

/** The settings of a preset, as `PROVIDERS` gives them, with the stand-in in the place of the provider. */
function presetAt({ issuer }: StandIn, entry: Record<string, unknown>): ProviderSettings {
  const [settings] = readProviders({ PROVIDERS: JSON.stringify([{ ...entry, issuer }]) }, () => '');
  const { oauth } = settings!;
  const moved = (address: string): string => address.replace(/^https:\/\/[^/]+/, issuer);
  return {
    ...settings!,
    ...(oauth && {
      oauth: {
        ...oauth,
        authorizationEndpoint: moved(oauth.authorizationEndpoint),
        tokenEndpoint: moved(oauth.tokenEndpoint),
        api: moved(oauth.api),
      },
    }),
  };
}

describe('a preset', () => {
  let standIn: StandIn;
  let server: TestServer | undefined;
  before(async () => {
    standIn = await startStandIn();
  });
  after(() => standIn.close());
  afterEach(async () => {
    await server?.stop();
    server = undefined;
    standIn.endpoints = {};
    standIn.requests = [];
  });

  const serve = async (settings: ProviderSettings): Promise<TestServer> =>
    (server = await startServer({ clock: createClock(Date.now()), config: { providers: [settings] } }));

  /** Begins a flow, and returns what the provider is asked. */
  async function begin(visitor: Visitor, query = ''): Promise<URL> {
    const { status, headers, text } = await visitor.get(`/auth/start${query}`);
    assert.equal(status, 302, text);
    return new URL(headers.get('Location')!);
  }

  const comeBack = (visitor: Visitor, asked: URL, more: Record<string, string> = {}) =>
    visitor.get(
      `${new URL(asked.searchParams.get('redirect_uri')!).pathname}?${new URLSearchParams({ code: 'the-code', state: asked.searchParams.get('state')!, ...more })}`,
    );
  const nameOf = async (visitor: Visitor) => (await visitor.get<SessionAnswer>('/session')).body.user?.name;

  const credentials = { clientId: 'client', clientSecret: 'a secret' };

  describe('of GitHub, after docs.github.com', () => {
    const user = { id: 583231, login: 'octocat', name: 'The Octocat', email: 'typed@elsewhere.example' };
    const emails = [
      { email: 'old@octo.example', verified: true, primary: false, visibility: null },
      { email: 'octocat@octo.example', verified: true, primary: true, visibility: 'public' },
    ];
    const answers = (
      changes: { user?: unknown; emails?: unknown; token?: unknown } = {},
    ): Record<string, Endpoint> => ({
      // Accept: application/json asks for JSON; errors have the status 200.
      '/login/oauth/access_token': (form, { headers }) => {
        assert.match(headers.accept!, /application\/json/);
        assert.deepEqual([form.get('client_id'), form.get('client_secret')], ['client', 'a secret']);
        const isRight = form.get('code') === 'the-code' && form.get('code_verifier') !== null;
        const broken = {
          error: 'bad_verification_code',
          error_description: 'The code passed is incorrect or expired.',
        };
        return [
          200,
          changes.token ?? (isRight ? { access_token: 'gho_x', scope: 'user:email', token_type: 'bearer' } : broken),
        ];
      },
      '/user': (_form, { headers }) => {
        assert.equal(headers.authorization, 'Bearer gho_x');
        // The API refuses requests without it.
        assert.ok(headers['user-agent']);
        return [200, changes.user ?? user];
      },
      '/user/emails': () => [200, changes.emails ?? emails],
    });

    test('reads the user with the token, and finds the account by the immutable id', async () => {
      const { visitor, store } = await serve(presetAt(standIn, { preset: 'github', ...credentials }));
      standIn.endpoints = answers();
      const browser = visitor();
      const asked = await begin(browser);
      assert.deepEqual(
        [
          asked.pathname,
          asked.searchParams.get('scope'),
          asked.searchParams.get('code_challenge_method'),
          asked.searchParams.has('nonce'),
        ],
        ['/login/oauth/authorize', 'read:user user:email', 'S256', false],
      );
      assert.equal((await comeBack(browser, asked)).status, 302);
      assert.equal(await nameOf(browser), 'octocat');
      assert.notEqual(await store.findOwner(standIn.issuer, '583231'), undefined);
      standIn.endpoints = answers({ user: { ...user, login: 'renamed' } });
      const again = visitor();
      await comeBack(again, await begin(again));
      assert.equal(await nameOf(again), 'octocat', 'the same account under another name');
    });

    test('steps its users up who have no other way, for what they need to keep or leave their account', async () => {
      const { clock, store, ...site } = await serve(presetAt(standIn, { preset: 'github', ...credentials }));
      standIn.endpoints = answers();
      const octocat = createPerson(site, 'octocat');
      const { browser } = octocat;
      const asStepUp = async (): Promise<void> => {
        const asked = await begin(browser, '?max_age=0');
        assert.equal(asked.searchParams.get('prompt'), 'select_account', 'it asks the user');
        assert.equal((await comeBack(browser, asked)).status, 302);
      };
      const refusal = async (answer: Promise<Answer>): Promise<unknown> => {
        const { status, body } = await answer;
        return status === 403 && body['methods'];
      };
      const signIn = async (): Promise<void> => void (await comeBack(browser, await begin(browser)));
      const patch = (): Promise<Answer> => browser.patch('/account', { displayName: 'x' });

      await signIn();
      assert.deepEqual(await refusal(browser.post('/webauthn/register/options')), ['oidc']);
      assert.deepEqual(await refusal(browser.delete('/sessions')), ['oidc']);
      await signIn();
      assert.deepEqual(await refusal(browser.delete('/account')), ['oidc'], 'a sign-in is no step-up');

      await asStepUp();
      assert.equal((await browser.delete('/sessions')).status, 200);
      assert.deepEqual(await refusal(patch()), []);
      assert.deepEqual(await refusal(browser.put('/account/password', { password: 'correct horse battery' })), []);
      const other = await addAnotherPasskey(octocat, site);
      assert.equal((await octocat.addPasskey()).status, 200);
      const userId = (await store.findOwner(standIn.issuer, '583231'))!;
      const registered = await store.listCredentials(userId);
      assert.deepEqual(
        registered.map(({ trustedFrom }) => trustedFrom),
        [clock.now() + days, clock.now() + days],
      );
      // Whoever registered it, its owner can remove it meanwhile.
      assert.equal((await browser.delete(`/webauthn/credentials/${other}`)).status, 204);
      clock.advance(5 * minutes);
      assert.deepEqual(await refusal(browser.delete(`/webauthn/credentials/${other}`)), ['oidc']);
      assert.deepEqual(await refusal(patch()), []);

      // The passkey is another way from then on.
      clock.advance(days);
      await asStepUp();
      assert.deepEqual(await refusal(browser.delete('/account')), ['passkey']);
      assert.equal((await octocat.stepUp()).status, 200);
      assert.equal((await patch()).status, 200);
    });

    test('steps users up only at the identity that is theirs', async () => {
      const { visitor } = await serve(presetAt(standIn, { preset: 'github', ...credentials }));
      standIn.endpoints = answers();
      const browser = visitor();
      await comeBack(browser, await begin(browser));
      standIn.endpoints = answers({ user: { ...user, id: 2 } });
      assert.equal((await comeBack(browser, await begin(browser, '?max_age=0'))).status, 400);
      assert.equal((await browser.delete('/account')).status, 403);
    });

    test('takes the primary address only if it is verified, and never the one in the profile', async () => {
      const { visitor } = await serve(presetAt(standIn, { preset: 'github', ...credentials }));
      standIn.endpoints = answers({ user: { ...user, login: '' }, emails });
      const first = visitor();
      await comeBack(first, await begin(first));
      assert.equal(await nameOf(first), 'octocat@octo.example');
      standIn.endpoints = answers({
        user: { ...user, id: 2, login: '', name: 'Other' },
        emails: [{ email: 'ada@people.example', verified: false, primary: true }],
      });
      const second = visitor();
      await comeBack(second, await begin(second));
      assert.equal(await nameOf(second), 'Other');
    });

    const broken: [what: string, changes: Parameters<typeof answers>[0]][] = [
      ['a user without an id', { user: { login: 'octocat' } }],
      ['an id that is not one', { user: { ...user, id: 1.5 } }],
      ['an id that is an object', { user: { ...user, id: {} } }],
      ['no object', { user: 'octocat' }],
      ['no access token', { token: { token_type: 'bearer' } }],
    ];
    for (const [what, changes] of broken)
      test(`signs nobody in for ${what}`, async () => {
        const { visitor } = await serve(presetAt(standIn, { preset: 'github', ...credentials }));
        standIn.endpoints = answers(changes);
        const browser = visitor();
        assert.equal((await comeBack(browser, await begin(browser))).status, 502);
        assert.equal(await nameOf(browser), undefined);
      });

    test('logs the error that GitHub sends with the status 200, in its words', async () => {
      const { visitor, logs } = await serve(presetAt(standIn, { preset: 'github', ...credentials }));
      standIn.endpoints = answers();
      const browser = visitor();
      assert.equal((await comeBack(browser, await begin(browser), { code: 'another' })).status, 502);
      assert.equal(
        logs.at(-1)!['reason'],
        'it answered 400: bad_verification_code (The code passed is incorrect or expired.)',
      );
    });
  });

  for (const [preset, parameter, value] of [
    ['github', 'prompt', 'select_account'],
    ['discord', 'prompt', 'consent'],
    ['facebook', 'auth_type', 'reauthenticate'],
  ] as const)
    test(`of ${preset} asks the user again at a step-up only`, async () => {
      const { visitor } = await serve(presetAt(standIn, { preset, ...credentials }));
      assert.equal((await begin(visitor())).searchParams.has(parameter), false);
      assert.equal((await begin(visitor(), '?max_age=0')).searchParams.get(parameter), value);
    });

  test('of Discord reads the user at /users/@me, after its documentation', async () => {
    const { visitor } = await serve(presetAt(standIn, { preset: 'discord', ...credentials }));
    standIn.endpoints = {
      '/api/oauth2/token': () => [
        200,
        { access_token: 'x', token_type: 'Bearer', expires_in: 604800, scope: 'identify email' },
      ],
      '/api/users/@me': () => [
        200,
        { id: '80351110224678912', username: 'nelly', global_name: 'Nelly', email: 'n@x.example', verified: true },
      ],
    };
    const browser = visitor();
    await comeBack(browser, await begin(browser));
    assert.equal(await nameOf(browser), 'nelly');
  });

  test('of Facebook reads the id and the name alone, after its documentation', async () => {
    const { visitor } = await serve(presetAt(standIn, { preset: 'facebook', ...credentials }));
    standIn.endpoints = {
      '/oauth/access_token': () => [200, { access_token: 'x', token_type: 'bearer', expires_in: 5183944 }],
      '/me': (_form, { url }) => {
        assert.equal(url, '/me?fields=id,name');
        return [200, { id: '10158', name: 'Fay' }];
      },
    };
    const browser = visitor();
    await comeBack(browser, await begin(browser));
    assert.equal(await nameOf(browser), 'Fay');
  });

  describe('with OpenID', () => {
    let signingKey: Awaited<ReturnType<typeof generateKeyPair>>;
    before(async () => {
      signingKey = await generateKeyPair('RS256', { extractable: true });
    });

    /** An OpenID provider, whose ID tokens have what `claims` makes of what was asked. */
    async function openId(
      claims: () => Record<string, unknown>,
      { tokenEndpoint = '/token', ...metadata }: Record<string, unknown> & { tokenEndpoint?: string } = {},
      check: (form: URLSearchParams, request: IncomingMessage) => void = () => {},
    ): Promise<void> {
      const { issuer } = standIn;
      const jwk = { ...(await exportJWK(signingKey.publicKey)), kid: 'k', alg: 'RS256', use: 'sig' };
      const seconds = Math.floor(Date.now() / 1000);
      const token = await new SignJWT({ iss: issuer, aud: 'client', iat: seconds, exp: seconds + 300, ...claims() })
        .setProtectedHeader({ alg: 'RS256', kid: 'k' })
        .sign(signingKey.privateKey);
      standIn.endpoints['/keys'] = () => [200, { keys: [jwk] }];
      standIn.endpoints[tokenEndpoint] = (form, request) => {
        check(form, request);
        return [200, { access_token: 'a', token_type: 'Bearer', expires_in: 3600, id_token: token }];
      };
      standIn.endpoints['/.well-known/openid-configuration'] = () => [
        200,
        {
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}${tokenEndpoint}`,
          jwks_uri: `${issuer}/keys`,
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['RS256'],
          ...metadata,
        },
      ];
    }

    test('of Apple makes its secret of the key, takes the answer from a form, and the name beside it', async () => {
      const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const entry = {
        preset: 'apple',
        clientId: 'client',
        teamId: 'TEAM567890',
        keyId: 'KEY4567890',
        privateKey: pair.privateKey.export({ type: 'pkcs8', format: 'pem' }),
      };
      const { visitor } = await serve(presetAt(standIn, entry));
      const secrets: string[] = [];
      await openId(() => ({}));
      const browser = visitor();
      const asked = await begin(browser);
      assert.deepEqual(
        ['scope', 'response_mode'].map((name) => asked.searchParams.get(name)),
        ['openid name email', 'form_post'],
      );
      await openId(
        () => ({
          sub: '001.abc',
          nonce: asked.searchParams.get('nonce'),
          email: 'x@privaterelay.appleid.com',
          email_verified: 'true',
        }),
        { tokenEndpoint: '/auth/token' },
        (form, { headers }) => {
          assert.deepEqual([form.get('client_id'), headers.authorization], ['client', undefined]);
          secrets.push(form.get('client_secret')!);
        },
      );
      server!.clock.advance(61 * 60_000);
      const second = visitor();
      const again = await begin(second);
      await openId(
        () => ({
          sub: '001.abc',
          nonce: again.searchParams.get('nonce'),
          email: 'x@privaterelay.appleid.com',
          email_verified: 'true',
        }),
        { tokenEndpoint: '/auth/token' },
        (form) => secrets.push(form.get('client_secret')!),
      );
      // The form comes from another site: browsers send no cookie along, and none is needed yet.
      const posted = await visitor().post(
        '/auth/callback/apple',
        new URLSearchParams({
          code: 'the-code',
          state: again.searchParams.get('state')!,
          user: JSON.stringify({ name: { firstName: 'Ada', lastName: 'Lovelace' }, email: 'x@y.example' }),
        }),
        { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://appleid.apple.com' },
      );
      assert.equal(posted.status, 303, posted.text);
      assert.equal((await second.get(posted.headers.get('Location')!)).status, 302);
      const { body } = await second.get<SessionAnswer>('/session');
      assert.deepEqual([body.user!.name, body.user!.displayName], ['x@privaterelay.appleid.com', 'Ada Lovelace']);
      const key = await importJWK(pair.publicKey.export({ format: 'jwk' }) as JWK, 'ES256');
      const { payload } = await jwtVerify(secrets.at(-1)!, key, {
        issuer: 'TEAM567890',
        subject: 'client',
        audience: standIn.issuer,
      });
      assert.equal(decodeProtectedHeader(secrets.at(-1)!).kid, 'KEY4567890');
      // Apple's limit is 15777000 seconds.
      assert.equal(payload.exp! - payload.iat!, 300);
    });

    test('of LinkedIn posts its secret, and takes an ID token without a nonce where the operator says so, and only there', async () => {
      const linkedin = presetAt(standIn, { preset: 'linkedin', nonce: 'absent', ...credentials });
      await openId(
        () => ({ sub: 'urn', name: 'Lin', email: 'lin@x.example', email_verified: true }),
        {},
        (form) => assert.equal(form.get('client_secret'), 'a secret'),
      );
      for (const [settings, status] of [
        [linkedin, 302],
        [{ ...linkedin, nonce: undefined }, 502],
      ] as const) {
        const { visitor } = await serve(settings);
        const browser = visitor();
        const asked = await begin(browser);
        assert.equal(asked.searchParams.has('nonce'), status === 502);
        assert.equal((await comeBack(browser, asked)).status, status);
        await server!.stop();
      }
      server = undefined;
    });

    test('of LinkedIn binds an answer to its flow by the verifier of PKCE', async () => {
      const { visitor } = await serve(presetAt(standIn, { preset: 'linkedin', nonce: 'absent', ...credentials }));
      let verifier = '';
      await openId(
        () => ({ sub: 'urn' }),
        {},
        (form) => (verifier = form.get('code_verifier')!),
      );
      const browser = visitor();
      const asked = await begin(browser);
      await comeBack(browser, asked);
      const challenge = createHash('sha256').update(verifier).digest('base64url');
      assert.equal(asked.searchParams.get('code_challenge'), challenge);
    });

    test('of Microsoft tells users of two tenants with one subject apart', async () => {
      const microsoft = presetAt(standIn, { preset: 'microsoft', ...credentials });
      const { visitor, store } = await serve(microsoft);
      await openId(() => ({}));
      for (const tid of ['tenant-1', 'tenant-2', undefined]) {
        const browser = visitor();
        const asked = await begin(browser);
        await openId(() => ({ sub: 'same', tid, nonce: asked.searchParams.get('nonce'), name: `User ${tid}` }));
        assert.equal((await comeBack(browser, asked)).status, tid === undefined ? 502 : 302);
      }
      const owners = await Promise.all(
        ['tenant-1/same', 'tenant-2/same'].map((sub) => store.findOwner(standIn.issuer, sub)),
      );
      assert.equal(new Set(owners).size, 2);
      assert.ok(owners.every(Boolean));
    });

    test('fetches keys again at once for one that it does not know, and then no more than every 10 s', async () => {
      const { visitor, clock } = await serve(presetAt(standIn, { preset: 'google', ...credentials }));
      const fetches = () => standIn.requests.filter((request) => request === 'GET /keys').length;
      const visit = async (): Promise<number> => {
        await openId(() => ({}));
        const browser = visitor();
        const asked = await begin(browser);
        const sub = randomBytes(8).toString('hex');
        await openId(() => ({ sub, nonce: asked.searchParams.get('nonce'), name: sub }));
        return (await comeBack(browser, asked)).status;
      };
      assert.deepEqual([await visit(), fetches()], [302, 1]);
      const kept = standIn.endpoints['/keys']!;
      signingKey = await generateKeyPair('RS256', { extractable: true });
      // The new key has another id.
      const withNewKey = async (): Promise<number> => {
        await openId(() => ({}));
        const browser = visitor();
        const asked = await begin(browser);
        const seconds = Math.floor(Date.now() / 1000);
        const token = await new SignJWT({
          iss: standIn.issuer,
          aud: 'client',
          iat: seconds,
          exp: seconds + 300,
          sub: 'r',
          name: 'r',
          nonce: asked.searchParams.get('nonce'),
        })
          .setProtectedHeader({ alg: 'RS256', kid: 'rotated' })
          .sign(signingKey.privateKey);
        standIn.endpoints['/token'] = () => [200, { access_token: 'a', token_type: 'Bearer', id_token: token }];
        standIn.endpoints['/keys'] = published;
        return (await comeBack(browser, asked)).status;
      };
      let published = kept;
      assert.deepEqual([await withNewKey(), fetches()], [502, 2], 'it is not published yet');
      assert.deepEqual([await withNewKey(), fetches()], [502, 2], 'nor asked for again');
      const jwk = { ...(await exportJWK(signingKey.publicKey)), kid: 'rotated', alg: 'RS256', use: 'sig' };
      published = () => [200, { keys: [jwk] }];
      clock.advance(10_000);
      assert.deepEqual([await withNewKey(), fetches()], [302, 3]);
    });
  });
});
