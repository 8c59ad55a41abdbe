import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Provider } from 'oidc-provider/lib/provider.js';
import type { Brand } from './brands.js';
import { showPage } from './page.js';
import { findPerson, mayUseApps } from './people.js';
import { readForm } from './read-form.js';
import { signInPage } from './sign-in-page.js';
import type { SignIns } from './sign-ins.js';

/** Shows who can sign in, and takes the choice: signing in and letting the app know are one step. */
export async function interact(
  provider: Provider,
  brand: Brand,
  signIns: SignIns,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { params } = await provider.interactionDetails(request, response);
  if (request.method !== 'POST') {
    return showPage(
      response,
      brand,
      signInPage(
        brand,
        'Sign in to Latchkey',
        'Choose who you are. Latchkey will learn your name and e-mail address.',
        String(params['login_hint']),
      ),
    );
  }
  const person = findPerson((await readForm(request)).get('person'));
  if (!person)
    return provider.interactionFinished(request, response, {
      error: 'access_denied',
      error_description: 'The person went back.',
    });
  signIns.add(request, response, person.sub);
  if (!mayUseApps(person))
    return provider.interactionFinished(request, response, {
      error: 'access_denied',
      error_description: 'The person may not use apps.',
    });

  const grant = new provider.Grant({ accountId: person.sub, clientId: String(params['client_id']) });
  grant.addOIDCScope('openid profile email offline_access');
  return provider.interactionFinished(request, response, {
    login: { accountId: person.sub },
    consent: { grantId: await grant.save() },
  });
}
