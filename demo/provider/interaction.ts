import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Provider } from 'oidc-provider';
import { people } from './people.js';
import { signInPage } from './sign-in-page.js';

/** More than a form with one button can be, in bytes. */
const longestForm = 1024;

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  let text = '';
  // What is too long is read to its end all the same: leaving off in the middle would close the connection before the answer.
  for await (const chunk of request) if (text.length <= longestForm) text += String(chunk);
  return new URLSearchParams(text.length > longestForm ? '' : text);
}

function showPage(response: ServerResponse): void {
  const nonce = randomBytes(16).toString('base64url');
  response.writeHead(200, {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
    // No `form-action`: Chromium applies it to where the form's answer redirects to as well, which is the app.
    'Content-Security-Policy': `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; frame-ancestors 'none'`,
  });
  response.end(signInPage(nonce));
}

/** Shows who can sign in, and takes the choice: signing in and letting the app know are one step. */
export async function interact(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { params } = await provider.interactionDetails(request, response);
  if (request.method !== 'POST') return showPage(response);
  const chosen = (await readForm(request)).get('person');
  const person = people.find(({ sub }) => sub === chosen);
  if (!person) return provider.interactionFinished(request, response, { error: 'access_denied', error_description: 'The person went back.' });

  const grant = new provider.Grant({ accountId: person.sub, clientId: String(params['client_id']) });
  grant.addOIDCScope('openid profile email offline_access');
  return provider.interactionFinished(request, response, { login: { accountId: person.sub }, consent: { grantId: await grant.save() } });
}
