import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { ConfigError, countRegistrableLabels, readConfig } from '../../../server/src/config/config.js';
import type { MailSettings } from '../../../server/src/one-time-codes/settings.js';

describe('the configuration', () => {
  const provider = {
    id: 'acme',
    name: 'Acme Staff',
    issuer: 'https://login.example.com/tenant',
    clientId: 'latchkey',
    clientSecret: 'secret',
  };
  const withProvider = (changes: object): string => JSON.stringify([{ ...provider, ...changes }]);

  test('needs nothing', () => {
    assert.deepEqual(readConfig({}), {
      port: 3000,
      host: '127.0.0.1',
      origins: [],
      appOrigins: [],
      rpId: 'localhost',
      rpName: 'Latchkey demo',
      dataDirectory: 'data',
      databaseUrl: undefined,
      sessionSecret: undefined,
      metricsToken: undefined,
      trustedProxies: [],
      embedders: [],
      limitFailures: true,
      requestsAtOnce: 1000,
      connectionsAtOnce: 10_000,
      codesPerClient: 60,
      signUpsPerClient: 30,
      passkeysPerAccount: 50,
      recoveryDelay: 86_400_000,
      deletionGrace: 1_209_600_000,
      sessionLifetime: 30 * 86_400_000,
      secondFactor: 'optional',
      secondFactorAfterProviders: false,
      verifyAddress: 'off',
      termsUrl: undefined,
      sessionIdleTime: 14 * 86_400_000,
      securityEventLifetime: 90 * 86_400_000,
      logLevel: 'info',
      boundSessions: false,
      emailVerification: false,
      signInPage: '/login',
      providers: [],
      fedcm: [],
      identity: undefined,
      messages: 'shown',
      pagesDirectory: undefined,
      basePath: '',
    });
  });

  test('is read from the environment', () => {
    const secret = 's'.repeat(32);
    const config = readConfig({
      PORT: '8443',
      HOST: '0.0.0.0',
      ORIGIN: 'https://app.example.com, https://example.org',
      APP_ORIGINS: 'https://shop.example.com',
      RP_ID: 'example.com',
      RP_NAME: 'Example',
      DATA_DIR: '/var/lib/x',
      DATABASE_URL: 'postgresql://u:p@db/x',
      SESSION_SECRET: secret,
      METRICS_TOKEN: 'a-token-of-the-operator',
      LOG_LEVEL: 'debug',
      SECURITY_EVENT_DAYS: '400',
      SESSION_DAYS: '7',
      SESSION_IDLE_DAYS: '1',
      SECOND_FACTOR: 'required',
      SECOND_FACTOR_AFTER_PROVIDERS: 'on',
      VERIFY_ADDRESS: 'added',
      TERMS_URL: 'https://example.com/terms',
      PAGES_DIR: '../my-page',
      BASE_PATH: '/api/auth/',
      TRUST_PROXY: 'loopback,10.0.0.0/8',
      EMBEDDERS: 'https://embedder.example',
      RATE_LIMIT: 'off',
      MAX_REQUESTS: '20',
      MAX_CONNECTIONS: '30',
      CODES_PER_CLIENT: '7',
      SIGN_UPS_PER_CLIENT: '8',
      PASSKEYS_PER_ACCOUNT: '9',
      RECOVERY_DELAY: '2',
      ACCOUNT_DELETION_DAYS: '0',
      EMAIL_VERIFICATION: 'on',
      BOUND_SESSIONS: 'on',
      SIGN_IN_PAGE: '/sign-in',
      PROVIDERS: withProvider({}),
      SMTP_URL: 'smtps://ada:p%40ss@mail.example.com',
      MAIL_FROM: 'Example <no-reply@example.com>',
    });
    const { trustedProxies, ...rest } = config;
    assert.deepEqual(trustedProxies, ['127.0.0.0/8', '::1', '10.0.0.0/8']);
    assert.deepEqual(rest, {
      port: 8443,
      host: '0.0.0.0',
      origins: ['https://app.example.com', 'https://example.org'],
      appOrigins: ['https://shop.example.com'],
      rpId: 'example.com',
      rpName: 'Example',
      dataDirectory: '/var/lib/x',
      databaseUrl: 'postgresql://u:p@db/x',
      sessionSecret: secret,
      metricsToken: 'a-token-of-the-operator',
      embedders: ['https://embedder.example'],
      limitFailures: false,
      requestsAtOnce: 20,
      connectionsAtOnce: 30,
      codesPerClient: 7,
      signUpsPerClient: 8,
      passkeysPerAccount: 9,
      recoveryDelay: 7_200_000,
      deletionGrace: 0,
      emailVerification: true,
      sessionLifetime: 7 * 86_400_000,
      secondFactor: 'required',
      secondFactorAfterProviders: true,
      verifyAddress: 'added',
      termsUrl: 'https://example.com/terms',
      sessionIdleTime: 86_400_000,
      securityEventLifetime: 400 * 86_400_000,
      logLevel: 'debug',
      boundSessions: true,
      signInPage: '/sign-in',
      providers: [{ ...provider, scope: 'openid profile email' }],
      fedcm: [],
      identity: undefined,
      messages: {
        host: 'mail.example.com',
        port: 465,
        secure: true,
        auth: { user: 'ada', pass: 'p@ss' },
        from: { name: 'Example', address: 'no-reply@example.com' },
      },
      pagesDirectory: '../my-page',
      basePath: '/api/auth',
    });
  });

  test('an empty variable is an absent one', () => {
    const empty = Object.fromEntries(Object.keys(refusals).map((name) => [name, '']));
    assert.deepEqual(readConfig({ ...empty, HOST: '', RP_NAME: '', DATA_DIR: '' }), readConfig({}));
  });

  test('the RP ID is the host of the first origin unless given', () => {
    assert.equal(readConfig({ ORIGIN: 'https://login.example.com,https://example.org' }).rpId, 'login.example.com');
    assert.equal(readConfig({ ORIGIN: 'http://rp.app.localhost:3000' }).rpId, 'rp.app.localhost');
  });

  const withOrigin = { ORIGIN: 'https://app.example.com' };
  const [mail, sender] = [{ SMTP_URL: 'smtps://mail.example.com' }, { MAIL_FROM: 'no-reply@example.com' }];
  const refusals: Record<string, [value: string, others?: Record<string, string>][]> = {
    PORT: [['http'], ['-1'], ['65536'], ['3000.5'], ['0x10'], [' 80']],
    ORIGIN: [
      ['example.com'],
      ['https://example.com/'],
      ['https://example.com/path'],
      ['https://EXAMPLE.com'],
      ['https://example.com:443'],
      ['http://example.com'],
      ['https://user@example.com'],
      ['http://127.0.0.1:3000'],
      ['https://[::1]'],
      ['null'],
      ['*'],
      ['ftp://example.com'],
      ['https://example.com,nonsense'],
    ],
    APP_ORIGINS: [
      ['shop.example.com', { ...withOrigin, RP_ID: 'example.com' }],
      ['https://shop.example.com/', { ...withOrigin, RP_ID: 'example.com' }],
      ['https://shop.example.org', { ...withOrigin, RP_ID: 'example.com' }],
      ['https://shopexample.com', { ...withOrigin, RP_ID: 'example.com' }],
      ['https://shop.example.com', withOrigin],
      ['*', { ...withOrigin, RP_ID: 'example.com' }],
    ],
    RP_ID: [
      ['https://example.com', withOrigin],
      ['example.org', withOrigin],
      ['ample.com', withOrigin],
      ['APP.example.com', withOrigin],
      ['app.example.com.', withOrigin],
      ['10.0.0.1', withOrigin],
      ['example.com:443', withOrigin],
      ['example.com'],
    ],
    DATABASE_URL: [
      ['mysql://x', { SESSION_SECRET: 's'.repeat(32) }],
      ['postgres', { SESSION_SECRET: 's'.repeat(32) }],
      ['postgres://[', { SESSION_SECRET: 's'.repeat(32) }],
    ],
    LOG_LEVEL: [['loud'], ['WARN']],
    MAX_REQUESTS: [['0'], ['many']],
    MAX_CONNECTIONS: [['-1']],
    SESSION_DAYS: [['0'], ['31'], ['month']],
    SESSION_IDLE_DAYS: [['0'], ['31'], ['0.5']],
    SECOND_FACTOR: [['on'], ['Required']],
    SECOND_FACTOR_AFTER_PROVIDERS: [['yes']],
    VERIFY_ADDRESS: [['on'], ['Required']],
    TERMS_URL: [['/terms'], ['http://example.com/terms'], ['javascript:alert(1)']],
    SECURITY_EVENT_DAYS: [['0'], ['-1'], ['1.5'], ['ninety']],
    METRICS_TOKEN: [['short'], ['a token with spaces in it']],
    SESSION_SECRET: [
      ['short'],
      ['27:short'],
      [`27:${'s'.repeat(32)},27:${'t'.repeat(32)}`],
      ['', { DATABASE_URL: 'postgres://db/x' }],
    ],
    TRUST_PROXY: [
      ['true'],
      ['10.0.0.0/33'],
      ['10.0.0'],
      ['2001:db8::/129'],
      ['10.0.0.0/8/8'],
      ['10.0.0.0/'],
      ['proxy.example'],
    ],
    EMBEDDERS: [['embedder.example'], ['https://embedder.example/'], ['http://embedder.example']],
    RATE_LIMIT: [['no'], ['OFF'], ['0']],
    CODES_PER_CLIENT: [['0'], ['-1'], ['many'], ['1.5'], ['1e3'], ['1000000']],
    ACCOUNT_DELETION_DAYS: [['-1'], ['1.5'], ['1000'], ['00']],
    PASSKEYS_PER_ACCOUNT: [['0'], ['none'], ['007']],
    BOUND_SESSIONS: [['yes'], ['on'], ['on', { ORIGIN: 'https://app.example,http://localhost:3000' }]],
    SIGN_IN_PAGE: [['sign-in'], ['//elsewhere.example'], ['/sign-in?x'], ['https://elsewhere.example/'], ['/a#b']],
    PROVIDERS: [
      ['{}'],
      ['[1]'],
      ['[null]'],
      ['[{'],
      ['/no/such/file.json'],
      [withProvider({ issuer: 'login.example.com' })],
      [withProvider({ issuer: 'http://login.example.com' })],
      [withProvider({ issuer: 'https://login.example.com/?x' })],
      [withProvider({ issuer: 'https://login.example.com/#' })],
      [withProvider({ issuer: 'https://user@login.example.com' })],
      [withProvider({ issuer: 'ftp://localhost' })],
      [withProvider({ issuer: 'http://localhost.example' })],
      [withProvider({ issuer: undefined })],
      [withProvider({ id: undefined })],
      [withProvider({ id: 'Acme' })],
      [withProvider({ id: 'a/b' })],
      [withProvider({ name: undefined })],
      [withProvider({ name: '' })],
      [withProvider({ name: 'x'.repeat(65) })],
      [withProvider({ clientId: undefined })],
      [withProvider({ clientId: 7 })],
      [withProvider({ clientSecret: undefined })],
      [withProvider({ clientSecret: undefined, clientAuthentication: 'client_secret_post' })],
      [withProvider({ clientAuthentication: 'tls_client_auth' })],
      [withProvider({ clientAuthentication: 'private_key_jwt' })],
      [withProvider({ privateKey: 'not a key' })],
      [withProvider({ scope: 'profile' })],
      [withProvider({ scope: 'openid  profile' })],
      [withProvider({ scope: 'openid "x"' })],
      [withProvider({ domains: 'acme.example' })],
      [withProvider({ domains: ['ACME.example'] })],
      [withProvider({ domains: ['@acme.example'] })],
      [withProvider({ required: true })],
      // providers of everybody
      ['[{"preset":"google","clientId":"x","clientSecret":"y","domains":["acme.example"],"required":true}]'],
      ['[{"preset":"microsoft","clientId":"x","clientSecret":"y","domains":["acme.example"],"required":true}]'],
      [
        '[{"preset":"entra","tenant":"common","clientId":"x","clientSecret":"y","domains":["acme.example"],"required":true}]',
      ],
      [withProvider({ required: 'yes', domains: ['acme.example'] })],
      [withProvider({ nonce: 'optional' })],
      [withProvider({ parameters: { state: 'x' } })],
      [withProvider({ parameters: { hd: 7 } })],
      [withProvider({ secret: 'x' })],
      [withProvider({ preset: 'myspace' })],
      [JSON.stringify([{ preset: 'google', clientId: 'x' }])],
      [JSON.stringify([{ preset: 'entra', clientId: 'x', clientSecret: 'y' }])],
      [JSON.stringify([{ preset: 'entra', tenant: 'a/b', clientId: 'x', clientSecret: 'y' }])],
      [JSON.stringify([{ preset: 'apple', clientId: 'x', clientSecret: 'y' }])],
      [JSON.stringify([provider, { ...provider, issuer: 'https://other.example' }])],
      [JSON.stringify([provider, { ...provider, id: 'other' }])],
      [
        JSON.stringify([
          { ...provider, domains: ['acme.example'] },
          { ...provider, id: 'other', issuer: 'https://other.example', domains: ['acme.example'] },
        ]),
      ],
    ],
    SMTP_URL: [
      ['mail.example.com', sender],
      ['http://mail.example.com', sender],
      ['smtp://', sender],
      ['smtps://mail.example.com/path', sender],
      ['smtps://mail.example.com?secure=false', sender],
      ['smtps://ada@mail.example.com', sender],
      ['smtps://ada:%zz@mail.example.com', sender],
      ['', sender],
    ],
    MAIL_FROM: [
      ['', mail],
      ['unknown', mail],
      ['Example <unknown>', mail],
      ['a@example.com, b@example.com', mail],
      ['Example <a@example.com>\r\nBcc: b@example.com', mail],
      ['Ex\nample <a@example.com>', mail],
    ],
  };
  for (const [variable, cases] of Object.entries(refusals)) {
    for (const [value, others] of cases) {
      test(`${variable}="${value}"${others ? ` with ${Object.keys(others).join()}` : ''} is refused in one sentence that names it`, () => {
        assert.throws(
          () => readConfig({ ...others, [variable]: value }),
          (error: unknown) =>
            error instanceof ConfigError && error.message.includes(variable) && /^[^\n]+\.$/.test(error.message),
        );
      });
    }
  }

  test('a provider without https is taken on localhost, with the scope that is given', () => {
    const changes = { issuer: 'http://idp.localhost:3001', scope: 'openid offline_access' };
    const [found] = readConfig({ PROVIDERS: withProvider(changes) }).providers;
    assert.deepEqual([found!.issuer, found!.scope], ['http://idp.localhost:3001', 'openid offline_access']);
  });

  test('providers are read from a file, and no message quotes a secret in it', async (context) => {
    const folder = await mkdtemp(join(tmpdir(), 'latchkey-providers-'));
    context.after(() => rm(folder, { recursive: true }));
    const file = join(folder, 'providers.json');
    await writeFile(file, withProvider({ domains: ['acme.example'], required: true }));
    assert.equal(readConfig({ PROVIDERS: file }).providers[0]!.isRequired, true);
    await writeFile(file, withProvider({}).slice(0, -2));
    assert.throws(
      () => readConfig({ PROVIDERS: file }),
      (error: ConfigError) => /not JSON/.test(error.message) && !error.message.includes('secret'),
    );
  });

  test('a preset brings what its provider documents, and an entry changes it', () => {
    const list = [
      { preset: 'google', clientId: 'a', clientSecret: 'b' },
      { preset: 'entra', tenant: 'contoso.example', name: 'Contoso', clientId: 'a', clientSecret: 'b' },
      { preset: 'keycloak', id: 'own', domain: 'id.example:8443', realm: 'staff', clientId: 'a', clientSecret: 'b' },
      { preset: 'auth0', domain: 'acme.eu.auth0.com', clientId: 'a', clientSecret: 'b' },
      { preset: 'linkedin', clientId: 'a', clientSecret: 'b', parameters: { hd: 'x' } },
      { preset: 'github', clientId: 'a', clientSecret: 'b' },
    ];
    const read = readConfig({ PROVIDERS: JSON.stringify(list) }).providers;
    assert.deepEqual(
      read.map(({ id, name, issuer, nonce, oauth }) => [id, name, issuer, nonce, oauth !== undefined]),
      [
        ['google', 'Google', 'https://accounts.google.com', undefined, false],
        ['entra', 'Contoso', 'https://login.microsoftonline.com/contoso.example/v2.0', undefined, false],
        ['own', 'Keycloak', 'https://id.example:8443/realms/staff', undefined, false],
        ['auth0', 'Auth0', 'https://acme.eu.auth0.com/', undefined, false],
        ['linkedin', 'LinkedIn', 'https://www.linkedin.com/oauth', undefined, false],
        ['github', 'GitHub', 'https://github.com/login/oauth', undefined, true],
      ],
    );
    assert.deepEqual(read[4]!.parameters, { hd: 'x' });
  });

  test('messages are shown on this machine only, and not in production', () => {
    const messages = (environment: Record<string, string>) => readConfig(environment).messages;
    assert.equal(messages({ ORIGIN: 'http://localhost:3000,http://rp.app.localhost:3000' }), 'shown');
    assert.equal(messages({ NODE_ENV: 'production' }), undefined);
    assert.equal(messages({ ORIGIN: 'http://localhost:3000,https://app.example.com' }), undefined);
  });

  test('a mail server is asked at the usual port, in TLS from the first byte only with smtps', () => {
    const server = (url: string) => {
      const { host, port, secure, auth } = readConfig({ SMTP_URL: url, MAIL_FROM: 'a@example.com' })
        .messages as MailSettings;
      return [host, port, secure, auth];
    };
    assert.deepEqual(server('smtp://mail.example.com'), ['mail.example.com', 587, false, undefined]);
    assert.deepEqual(server('smtps://[::1]:2465'), ['::1', 2465, true, undefined]);
  });

  for (const [name, value, others] of [
    ['database', 'mysql://user:hunter2@db/x', { SESSION_SECRET: 's'.repeat(32) }],
    ['mail server', 'smtp://user:hunter2@mail/x', { MAIL_FROM: 'a@example.com' }],
  ] as const) {
    test(`a refused address of a ${name} is not repeated, because it may hold a password`, () => {
      assert.throws(
        () => readConfig({ DATABASE_URL: '', ...others, [name === 'database' ? 'DATABASE_URL' : 'SMTP_URL']: value }),
        (error: Error) => !error.message.includes('hunter2'),
      );
    });
  }

  test('counts the labels that browsers count for related origins', () => {
    const count = (...hosts: string[]): number => countRegistrableLabels(hosts.map((host) => `https://${host}`));
    assert.equal(count('example.com', 'www.example.com', 'example.de', 'example.co.uk'), 1);
    assert.equal(count('one.com', 'two.com', 'three.co.uk', 'four.com.br', 'localhost'), 5);
  });
});
