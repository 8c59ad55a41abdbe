import { casesOf, ofRule, type BackendCase } from '../case.js';
import type { Answer } from '../exchange.js';
import { expect, type Kit } from '../kit.js';

const { must } = casesOf('core', { isAcrossOrigins: true });
const appOrigins = ofRule(must, 'app-origins');

/** What a browser asks before a page on another origin posts JSON. */
const preflight = (kit: Kit, origin: string, path: string): Promise<Answer> =>
  kit.visitor().send('OPTIONS', path, undefined, {
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type',
    },
  });

const listOf = (answer: Answer, name: string): string[] =>
  (answer.headers.get(name) ?? '')
    .toLowerCase()
    .split(',')
    .map((item) => item.trim());

function requireShared(answer: Answer, origin: string, what: string): void {
  const allowed = answer.headers.get('access-control-allow-origin');
  expect(allowed === origin, `${what} has Access-Control-Allow-Origin ${allowed ?? 'missing'}, not ${origin}.`);
  expect(
    answer.headers.get('access-control-allow-credentials') === 'true',
    `${what} has no Access-Control-Allow-Credentials: true, so browsers keep the session cookie from it.`,
  );
}

/** Origins that look like that of the pages, and are others. */
const strangers = ({ origin }: Kit): [id: string, origin: string][] => {
  const { protocol, host } = new URL(origin);
  return [
    ['another-site', 'https://elsewhere.example'],
    ['subdomain', `${protocol}//other.${host}`],
    ['suffix', `${origin}.elsewhere.example`],
    ['null', 'null'],
  ];
};

/** Cases for pages on another origin of the site: see `--origin`. */
export const crossOriginCases: readonly BackendCase[] = [
  appOrigins('app-origin-answers', 'reads GET /session from a page on another origin of the site', async (kit) => {
    const answer = await kit.visitor().get('session');
    expect(answer.status === 200, `GET /session returned ${answer.status}.`);
    requireShared(answer, kit.origin, 'GET /session');
  }),
  appOrigins('app-origin-vary', 'reads GET /session with and without an Origin', async (kit) => {
    for (const origin of [kit.origin, undefined]) {
      const answer = await kit.visitor().get('session', { headers: { origin } });
      expect(
        listOf(answer, 'vary').includes('origin'),
        `GET /session ${origin === undefined ? 'without' : 'with'} Origin has no Vary: Origin, so a cache could give one origin the answer to another.`,
      );
    }
  }),
  appOrigins(
    'app-origin-preflight',
    'asks for permission to post JSON from a page on another origin of the site',
    async (kit) => {
      const answer = await preflight(kit, kit.origin, 'webauthn/login/verify');
      expect(answer.status >= 200 && answer.status < 300, `The preflight returned ${answer.status}, not 2xx.`);
      requireShared(answer, kit.origin, 'The preflight');
      expect(
        listOf(answer, 'access-control-allow-headers').includes('content-type'),
        'The preflight does not allow the header Content-Type, so browsers send no JSON.',
      );
    },
  ),
  appOrigins('app-origin-refusals', 'sends a wrong body from a page on another origin of the site', async (kit) => {
    const answer = await kit.visitor().post('webauthn/login/verify', {});
    requireShared(answer, kit.origin, `The ${answer.status} of POST /webauthn/login/verify`);
  }),
  appOrigins(
    'app-origin-strangers',
    'reads GET /session, and asks to post, from origins that are not configured',
    async (kit) => {
      for (const [id, origin] of strangers(kit)) {
        const answers = [
          await kit.visitor().get('session', { headers: { origin } }),
          await preflight(kit, origin, 'webauthn/login/verify'),
        ];
        for (const { headers, exchange } of answers) {
          const allowed = headers.get('access-control-allow-origin');
          expect(
            allowed !== origin && allowed !== '*',
            `${exchange.method} lets pages of ${origin} (${id}) read the answer.`,
          );
        }
      }
    },
  ),
];
