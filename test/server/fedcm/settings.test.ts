import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ConfigError, readConfig } from '../../../server/src/config/config.js';

const first = {
  FEDCM_CONFIG_URL: 'https://login.example.com/fedcm.json',
  FEDCM_CLIENT_ID: 'latchkey',
  FEDCM_ISSUER: 'https://login.example.com',
};
const second = {
  FEDCM_CONFIG_URL_2: 'https://id.example.org/config',
  FEDCM_CLIENT_ID_2: 'us',
  FEDCM_ISSUER_2: 'https://id.example.org/tenant',
  FEDCM_JWKS_URI_2: 'https://keys.example.org/all?of=them',
};

describe('the configuration of FedCM providers', () => {
  test('is read from the environment', () => {
    assert.deepEqual(readConfig({ ...first, ...second }).fedcm, [
      {
        configURL: 'https://login.example.com/fedcm.json',
        clientId: 'latchkey',
        issuer: 'https://login.example.com',
        jwksUri: undefined,
      },
      {
        configURL: 'https://id.example.org/config',
        clientId: 'us',
        issuer: 'https://id.example.org/tenant',
        jwksUri: 'https://keys.example.org/all?of=them',
      },
    ]);
  });

  test('may begin at any number, and an empty variable is an absent one', () => {
    const empty = Object.fromEntries(Object.keys(first).map((name) => [name, '']));
    assert.deepEqual(
      readConfig({ ...empty, ...second }).fedcm.map(({ clientId }) => clientId),
      ['us'],
    );
    assert.deepEqual(readConfig(empty).fedcm, []);
  });

  test('names a format only for a provider whose presentations are accepted', () => {
    assert.equal(readConfig({ ...first, FEDCM_FORMAT: 'vc+sd-jwt' }).fedcm[0]!.format, 'vc+sd-jwt');
    assert.equal('format' in readConfig({ ...first, FEDCM_FORMAT: '' }).fedcm[0]!, false);
  });

  test('may name a provider on localhost without https', () => {
    const local = {
      FEDCM_CONFIG_URL: 'http://idp.localhost:3001/fedcm.json',
      FEDCM_CLIENT_ID: 'x',
      FEDCM_ISSUER: 'http://idp.localhost:3001',
    };
    assert.equal(readConfig(local).fedcm[0]!.configURL, local.FEDCM_CONFIG_URL);
  });

  const wrong: [name: string, environment: Record<string, string>, says: RegExp][] = [
    ['FEDCM_FORMAT', { ...first, FEDCM_FORMAT: 'jwt' }, /must be vc\+sd-jwt or absent/],
    ['FEDCM_CLIENT_ID', { ...first, FEDCM_CLIENT_ID: '' }, /is required together with FEDCM_CONFIG_URL/],
    ['FEDCM_ISSUER', { ...first, FEDCM_ISSUER: '' }, /is required together with FEDCM_CONFIG_URL/],
    [
      'FEDCM_CONFIG_URL',
      { FEDCM_JWKS_URI: 'https://login.example.com/keys' },
      /is required together with FEDCM_JWKS_URI/,
    ],
    [
      'FEDCM_CONFIG_URL_3',
      { ...first, FEDCM_ISSUER_3: 'https://login.example.com' },
      /is required together with FEDCM_ISSUER_3/,
    ],
    ['FEDCM_CONFIG_URL', { ...first, FEDCM_CONFIG_URL: 'login.example.com' }, /must be a URL such as/],
    ['FEDCM_CONFIG_URL', { ...first, FEDCM_CONFIG_URL: 'http://login.example.com/fedcm.json' }, /must use https/],
    [
      'FEDCM_CONFIG_URL',
      { ...first, FEDCM_CONFIG_URL: 'https://Login.example.com/fedcm.json' },
      /as browsers spell URLs, "https:\/\/login\.example\.com\/fedcm\.json"/,
    ],
    [
      'FEDCM_CONFIG_URL',
      { ...first, FEDCM_CONFIG_URL: 'https://login.example.com:443/fedcm.json' },
      /as browsers spell URLs/,
    ],
    ['FEDCM_CONFIG_URL', { ...first, FEDCM_CONFIG_URL: 'https://login.example.com' }, /as browsers spell URLs/],
    [
      'FEDCM_CONFIG_URL',
      { ...first, FEDCM_CONFIG_URL: 'https://ada:secret@login.example.com/' },
      /without fragment, user or password/,
    ],
    ['FEDCM_CONFIG_URL', { ...first, FEDCM_CONFIG_URL: 'https://login.example.com/#' }, /without fragment/],
    ['FEDCM_ISSUER', { ...first, FEDCM_ISSUER: 'https://login.example.com/?tenant=1' }, /without query/],
    ['FEDCM_ISSUER', { ...first, FEDCM_ISSUER: 'ftp://login.example.com' }, /must use https/],
    ['FEDCM_JWKS_URI', { ...first, FEDCM_JWKS_URI: '/keys' }, /must be a URL such as/],
    ['FEDCM_JWKS_URI_2', { ...second, FEDCM_JWKS_URI_2: 'http://keys.example.org/' }, /must use https/],
    [
      'FEDCM_CONFIG_URL_2',
      { ...first, ...second, FEDCM_CONFIG_URL_2: first.FEDCM_CONFIG_URL },
      /must not repeat FEDCM_CONFIG_URL\./,
    ],
  ];
  for (const [name, environment, says] of wrong) {
    test(`names ${name} when it is wrong: ${says.source}`, () => {
      assert.throws(
        () => readConfig(environment),
        (error: Error) =>
          error instanceof ConfigError &&
          error.message.startsWith(`${name} `) &&
          says.test(error.message) &&
          !error.message.includes('secret'),
      );
    });
  }
});
