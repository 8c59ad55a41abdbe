import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Fault } from '../../../src/conformance/index.js';
import { assertRefused, create, enroll, register, requestOptions, signIn, type Enrolled } from './ceremonies.js';

const configured = ['https://app.example', 'http://localhost:8080', 'https://app.example:8443'];

/** Everything that one origin could be mistaken for. */
function vary(origin: string): unknown[] {
  const { protocol, host, hostname, port } = new URL(origin);
  const other = protocol === 'https:' ? 'http:' : 'https:';
  const first = hostname[0] ?? '';
  return [
    `${origin}/`,
    `${origin}//`,
    `${origin}/path`,
    `${origin}?`,
    `${origin}?query`,
    `${origin}#`,
    `${origin}#hash`,
    `${origin}\\`,
    `${origin};`,
    origin.toUpperCase(),
    `${protocol}//${host.toUpperCase()}`,
    `${protocol.toUpperCase()}//${host}`,
    `${protocol}//${first.toUpperCase()}${host.slice(1)}`,
    `${protocol}//${hostname}.${port && `:${port}`}`,
    `${protocol}//${hostname}..`,
    `${protocol}//.${host}`,
    `${protocol}//${hostname}.:${port || 443}`,
    `${other}//${host}`,
    `${protocol}${host}`,
    `${protocol}/${host}`,
    `${protocol}///${host}`,
    `//${host}`,
    host,
    hostname,
    `${protocol}//${hostname}:80`,
    `${protocol}//${hostname}:443`,
    `${protocol}//${hostname}:0`,
    `${protocol}//${hostname}:65536`,
    `${protocol}//${hostname}:`,
    `${origin}0`,
    `${origin}:${port || 443}`,
    `${protocol}//${hostname}:0${port || 443}`,
    `${protocol}//${hostname}:9090`,
    `${protocol}//www.${host}`,
    `${protocol}//evil${host}`,
    `${protocol}//evil-${host}`,
    `${protocol}//evil.${host}`,
    `${protocol}//a.b.c.${host}`,
    `${origin}.evil.example`,
    `${origin}evil`,
    `${protocol}//evil.example/${host}`,
    `${protocol}//evil.example?${origin}`,
    `${protocol}//evil.example#${origin}`,
    `${protocol}//${host}@evil.example`,
    `${protocol}//user@${host}`,
    `${protocol}//user:pass@${host}`,
    `${protocol}//@${host}`,
    `${protocol}//:@${host}`,
    ` ${origin}`,
    `${origin} `,
    `\t${origin}`,
    `${origin}\n`,
    `${origin}\r\n`,
    `${protocol}// ${host}`,
    `${origin}\u00a0`,
    `\ufeff${origin}`,
    `${origin}\u200b`,
    `${origin}\0`,
    `${origin}\0.evil.example`,
    `\0${origin}`,
    `${origin}%00`,
    `${origin}%2e`,
    `${protocol}//${hostname.replace('.', '%2e')}`,
    origin.replace('a', 'а'),
    origin.replace('o', 'ο'),
    origin.replace('l', 'Ɩ'),
    `${protocol}//xn--${host}`,
    origin.replace('.', '。'),
    origin.replace('/', '／'),
    origin.slice(0, -1),
    origin.slice(1),
    origin.slice(0, -2),
    Array.from(origin).reverse().join(''),
    origin + origin,
    `${origin},${origin}`,
    `${origin} ${origin}`,
    `file://${host}`,
    `blob:${origin}`,
    `data:${origin}`,
    `wss://${host}`,
    `about:${host}`,
    `view-source:${origin}`,
    `javascript:${origin}`,
    `android:apk-key-hash:${host}`,
    `chrome-extension://${host}`,
    `ios:bundle-id:${host}`,
    [origin],
    [[origin]],
    { origin },
    { 0: origin, length: 1 },
    { toString: origin },
    { href: origin },
  ];
}

const nothingLikeAnOrigin: readonly unknown[] = [
  '',
  'null',
  'undefined',
  '*',
  'http://',
  'https://',
  '://',
  ':',
  '/',
  'https',
  'self',
  'true',
  '0',
  '[object Object]',
  '__proto__',
  'constructor',
  'http://127.0.0.1:8080',
  'http://[::1]:8080',
  'http://0x7f000001:8080',
  'http://2130706433:8080',
  'https://*.example',
  'https://example',
  null,
  undefined,
  true,
  false,
  0,
  1,
  -1,
  1e300,
  [],
  {},
  [null],
  'x'.repeat(10_000),
];

const all = new Set([...configured.flatMap(vary), ...nothingLikeAnOrigin]);
const variants = [...all].filter((variant) => !configured.includes(variant as string));

function write(member: 'origin' | 'topOrigin', value: unknown): Fault {
  const others = member === 'topOrigin' ? { crossOrigin: true } : {};
  const change: Fault['change'] = { clientData: (data) => ({ ...data, ...others, [member]: value }) };
  return { what: 'carries another origin', ceremonies: ['create', 'get'], change };
}

test('there are at least 200 variants', () => {
  assert.ok(variants.length >= 200, `${variants.length}`);
});

describe('of all variants of the configured origins', () => {
  let enrolled: Enrolled;
  before(async () => {
    enrolled = await enroll();
  });

  const attempt = async (member: 'origin' | 'topOrigin', value: unknown) => {
    const response = await enrolled.authenticator.get(requestOptions, {
      origin: 'https://app.example',
      faults: [write(member, value)],
    });
    return signIn(response, enrolled.credential, { origins: configured, embedders: configured });
  };
  const attemptToRegister = async (member: 'origin' | 'topOrigin', value: unknown) => {
    const response = await create({ algorithms: [-8] }, { faults: [write(member, value)] });
    return register(response, { origins: configured, embedders: configured });
  };

  for (const member of ['origin', 'topOrigin'] as const) {
    test(`exactly the configured ones are accepted as ${member}`, async () => {
      for (const origin of configured) {
        await assert.doesNotReject(attempt(member, origin), origin);
        await assert.doesNotReject(attemptToRegister(member, origin), origin);
      }
    });

    test(`no other is accepted as ${member} at sign-in`, async () => {
      for (const variant of variants) await assertRefused(attempt(member, variant), 400, /[oO]rigin/);
    });

    test(`no other is accepted as ${member} at registration`, async () => {
      for (const variant of variants) await assertRefused(attemptToRegister(member, variant), 400, /[oO]rigin/);
    });
  }

  test('none is accepted when no origin is configured', async () => {
    const response = await enrolled.authenticator.get(requestOptions, { origin: 'https://app.example' });
    await assertRefused(signIn(response, enrolled.credential, { origins: [] }), 400, /origin/);
  });
});
