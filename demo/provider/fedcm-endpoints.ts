import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { client, isClientOrigin } from './client.js';
import type { Brand } from './brands.js';
import { emailOf, findPerson, mayUseApps, people, type DemoPerson } from './people.js';
import { readForm } from './read-form.js';
import type { Respond } from './respond.js';
import type { SignIns } from './sign-ins.js';

/** What the provider signs about the person with these claims. */
export interface SignTokens {
  /** A token for the client. */
  forClient(sub: string, claims: Record<string, unknown>): Promise<string>;
  /** A token for a browser, which presents it to any site. */
  forBrowser(sub: string, claims: Record<string, unknown>): Promise<string>;
}

const cssColor = ({ color }: Brand): string => `#${color.map((part) => part.toString(16).padStart(2, '0')).join('')}`;

/** The format in which browsers present tokens. */
const format = 'vc+sd-jwt';

function answer(response: ServerResponse, status: number, body: object): void {
  response
    .writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' })
    .end(JSON.stringify(body));
}

/**
 * Answers with what the browser hands to the page as an `IdentityCredentialError`. Older ones look for its name in
 * `code`.
 */
function answerError(response: ServerResponse, status: number, error: string, url?: string): void {
  answer(response, status, { error: { error, code: error, url } });
}

/** What the client learns of the person when it asks for these fields. */
function disclose(
  person: DemoPerson,
  fields: readonly string[],
  issuer: string,
  brand: Brand,
): Record<string, unknown> {
  const { sub, name, preferred_username } = person;
  return {
    ...(fields.includes('name') && { name, preferred_username }),
    ...(fields.includes('email') && { email: emailOf(person, brand), email_verified: true }),
    ...(fields.includes('picture') && { picture: `${issuer}/pictures/${sub}.png` }),
  };
}

/**
 * Reads the nonce from what the page gave the browser for the provider, or nothing when that is no object with texts.
 */
function readNonce(params: string): string | undefined {
  try {
    const { nonce } = JSON.parse(params) as { nonce?: unknown };
    return typeof nonce === 'string' ? nonce : undefined;
  } catch {
    // Neither JSON nor an object: it has no nonce.
    return undefined;
  }
}

/** The public key that a browser has made to present with, or nothing when it is not one on P-256. */
function readHolderKey(text: string): Record<string, string> | undefined {
  try {
    const { kty, crv, x, y } = JSON.parse(text) as Record<string, unknown>;
    const isKey = kty === 'EC' && crv === 'P-256' && typeof x === 'string' && typeof y === 'string';
    return isKey ? { kty, crv, x, y } : undefined;
  } catch {
    // Neither JSON nor an object: it is no key.
    return undefined;
  }
}

/** A claim that the browser discloses or not: its salted text. */
function hideClaim([name, value]: [string, unknown]): string {
  return Buffer.from(JSON.stringify([randomBytes(16).toString('base64url'), name, value])).toString('base64url');
}

/**
 * The endpoints of an identity provider for Federated Credential Management, by path. Only a browser that asks on
 * behalf of a page gets an answer.
 *
 * @see {@link https://w3c-fedid.github.io/FedCM/#idp-api FedCM, Identity Provider HTTP API}
 */
export function createFedCmEndpoints(
  issuer: string,
  brand: Brand,
  signIns: SignIns,
  sign: SignTokens,
): Record<string, Respond> {
  /** Whom the client knows already, and may therefore be given again without asking. */
  const approved = new Set<string>();
  const metadata = { accounts_endpoint: `${issuer}/fedcm/accounts`, login_url: `${issuer}/sign-in` };
  const icon = { url: `${issuer}/pictures/sign.png`, size: 96 };

  const forBrowsers =
    (method: 'GET' | 'POST', respond: Respond): Respond =>
    async (request, response) => {
      // No script can send this, so no page can ask in the browser's place.
      if (request.headers['sec-fetch-dest'] !== 'webidentity')
        return answer(response, 400, { error: 'Only a browser asks here: Sec-Fetch-Dest is not webidentity.' });
      if (request.method !== method)
        return answer(response.setHeader('Allow', method), 405, { error: `Only ${method} is answered here.` });
      return respond(request, response);
    };

  /** For what a page of the client asks: others are refused, and cannot read that either. */
  const forClient = (
    respond: (form: URLSearchParams, request: IncomingMessage, response: ServerResponse) => void | Promise<void>,
  ): Respond =>
    forBrowsers('POST', async (request, response) => {
      const { origin } = request.headers;
      if (!isClientOrigin(origin)) return answer(response, 403, { error: 'The origin is not one of a client.' });
      response
        .setHeader('Access-Control-Allow-Origin', origin)
        .setHeader('Access-Control-Allow-Credentials', 'true')
        .setHeader('Vary', 'Origin');
      const form = await readForm(request);
      if (form.get('client_id') !== client.id) return answerError(response, 400, 'unauthorized_client');
      return respond(form, request, response);
    });

  const describeAccount = (sub: string): object => {
    const person = findPerson(sub)!;
    const { name } = person;
    const email = emailOf(person, brand);
    const picture = `${issuer}/pictures/${sub}.png`;
    return {
      id: sub,
      name,
      given_name: name.split(' ')[0],
      email,
      picture,
      login_hints: [sub, email],
      approved_clients: approved.has(sub) ? [client.id] : [],
    };
  };

  return {
    '/.well-known/web-identity': forBrowsers('GET', async (_request, response) =>
      answer(response, 200, { provider_urls: [`${issuer}/fedcm.json`], ...metadata }),
    ),

    '/fedcm.json': forBrowsers('GET', async (_request, response) =>
      answer(response, 200, {
        ...metadata,
        client_metadata_endpoint: `${issuer}/fedcm/client-metadata`,
        id_assertion_endpoint: `${issuer}/fedcm/assertion`,
        vc_issuance_endpoint: `${issuer}/fedcm/issue`,
        formats: [format],
        disconnect_endpoint: `${issuer}/fedcm/disconnect`,
        branding: { name: brand.name, background_color: cssColor(brand), color: '#ffffff', icons: [icon] },
        modes: { active: { supports_use_other_account: true } },
      }),
    ),

    '/fedcm/client-metadata': forBrowsers('GET', async (request, response) => {
      if (new URL(request.url!, issuer).searchParams.get('client_id') !== client.id)
        return answer(response, 404, { error: 'There is no such client.' });
      return answer(response, 200, {
        privacy_policy_url: `${issuer}/promises`,
        terms_of_service_url: `${issuer}/promises`,
      });
    }),

    '/fedcm/accounts': forBrowsers('GET', async (request, response) => {
      const signedIn = [...signIns.read(request).keys()];
      if (signedIn.length === 0) return answer(response, 401, { error: 'No user is signed in.' });
      return answer(response, 200, { accounts: signedIn.map(describeAccount) });
    }),

    '/fedcm/assertion': forClient(async (form, request, response) => {
      const signedIn = signIns.read(request);
      if (signedIn.size === 0) return answerError(response, 401, 'access_denied');
      const person = people.find(({ sub }) => sub === form.get('account_id') && signedIn.has(sub));
      const nonce = readNonce(form.get('params') ?? '');
      if (!person || nonce === undefined) return answerError(response, 400, 'invalid_request');
      if (!mayUseApps(person)) return answerError(response, 403, 'access_denied', `${issuer}/refused`);
      // Without fields the client learns what it has learned already, if anything.
      const fields = form.get('fields')?.split(',') ?? (approved.has(person.sub) ? ['name', 'email', 'picture'] : []);
      approved.add(person.sub);
      const claims = {
        nonce,
        auth_time: Math.floor(signedIn.get(person.sub)! / 1000),
        ...disclose(person, fields, issuer, brand),
      };
      return answer(response, 200, { token: await sign.forClient(person.sub, claims) });
    }),

    // With delegation the provider does not learn which site asks: the browser names none, and binds what it presents.
    '/fedcm/issue': forBrowsers('POST', async (request, response) => {
      const form = await readForm(request);
      const signedIn = signIns.read(request);
      if (signedIn.size === 0) return answerError(response, 401, 'access_denied');
      const person = people.find(({ sub }) => sub === form.get('account_id') && signedIn.has(sub));
      const jwk = readHolderKey(form.get('holder_key') ?? '');
      if (!person || !jwk || form.get('format') !== format) return answerError(response, 400, 'invalid_request');
      if (!mayUseApps(person)) return answerError(response, 403, 'access_denied', `${issuer}/refused`);
      const { name } = person;
      const email = emailOf(person, brand);
      const hidden = Object.entries({ name, email, picture: `${issuer}/pictures/${person.sub}.png` }).map(hideClaim);
      const claims = {
        cnf: { jwk },
        auth_time: Math.floor(signedIn.get(person.sub)! / 1000),
        email_verified: true,
        _sd_alg: 'sha-256',
        _sd: hidden.map((claim) => createHash('sha256').update(claim).digest('base64url')).sort(),
      };
      const token = [await sign.forBrowser(person.sub, claims), ...hidden, ''].join('~');
      return answer(response, 200, { token });
    }),

    '/fedcm/disconnect': forClient((form, request, response) => {
      const hint = form.get('account_hint');
      const person = people.find(
        (one) => signIns.read(request).has(one.sub) && (one.sub === hint || emailOf(one, brand) === hint),
      );
      if (!person) return answerError(response, 400, 'invalid_request');
      approved.delete(person.sub);
      return answer(response, 200, { account_id: person.sub });
    }),
  };
}
