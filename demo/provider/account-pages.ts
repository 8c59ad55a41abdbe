import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Brand } from './brands.js';
import { showPage, type ProviderPage } from './page.js';
import { findPerson, type DemoPerson } from './people.js';
import { readForm } from './read-form.js';
import type { Respond } from './respond.js';
import { signInPage } from './sign-in-page.js';
import type { SignIns } from './sign-ins.js';

/**
 * Closes the window when the browser has opened it in the middle of a sign-in at an app, and leaves it open otherwise.
 */
const closeForApp = `if ('IdentityProvider' in window) IdentityProvider.close();`;

const signedIn = ({ name }: DemoPerson): ProviderPage => ({
  title: 'Signed in',
  body: `<h1>You are signed in as ${name}</h1>
<p>Apps that offer this provider can now ask whether they may know you.</p>
<p><a href="/sign-in">Sign in as someone else</a> · <a href="/sign-out">Sign out</a></p>`,
  script: closeForApp,
});

const goneBack: ProviderPage = {
  title: 'Not signed in',
  body: `<h1>You were not signed in</h1>
<p><a href="/sign-in">Sign in</a></p>`,
  script: closeForApp,
};

const signOutPage: ProviderPage = {
  title: 'Sign out',
  body: `<h1>Sign out?</h1>
<p>Everybody who is signed in here in this browser will be signed out. Apps that you have signed in to are not.</p>
<form method="post"><button class="main">Sign out</button></form>`,
};

const signedOut: ProviderPage = {
  title: 'Signed out',
  body: `<h1>You are signed out</h1>
<p><a href="/sign-in">Sign in</a></p>`,
};

/** Where the browser leads who wants to know why an app may not know them. */
const refused: ProviderPage = {
  title: 'Not allowed',
  body: `<h1>This account may not be used for apps</h1>
<p>Its administrator does not allow that. Choose another user, or another way to sign in.</p>`,
};

/** What the app promises, as the browser links to it before an app learns anything. */
const promises: ProviderPage = {
  title: 'About Latchkey',
  body: `<h1>What Latchkey does with your data</h1>
<p>It stores your name and e-mail address in a database on this computer only. These users are not real.</p>`,
};

/**
 * Whether a page of ours sent the form. A browser that does not say where it comes from has none of our cookies either.
 */
function isOurs({ headers }: IncomingMessage): boolean {
  const site = headers['sec-fetch-site'];
  return site === undefined || site === 'same-origin';
}

const refuseForm = (response: ServerResponse): void => {
  response
    .writeHead(400, { 'Content-Type': 'text/plain; charset=utf-8' })
    .end('This form belongs to a page of this provider.');
};

/** The pages where people sign in and out at the provider itself, and those that the browser links to, by path. */
export function createAccountPages(brand: Brand, signIns: SignIns): Record<string, Respond> {
  const show =
    (page: ProviderPage): Respond =>
    async (_request, response) =>
      showPage(response, brand, page);
  return {
    async '/sign-in'(request, response) {
      const hint = new URL(request.url!, 'http://provider').searchParams.get('login_hint');
      if (request.method !== 'POST')
        return showPage(response, brand, signInPage(brand, 'Sign in', 'Choose who you are.', hint));
      if (!isOurs(request)) return refuseForm(response);
      const person = findPerson((await readForm(request)).get('person'));
      if (!person) return showPage(response, brand, goneBack);
      signIns.add(request, response, person.sub);
      return showPage(response, brand, signedIn(person));
    },

    async '/sign-out'(request, response) {
      if (request.method !== 'POST') return showPage(response, brand, signOutPage);
      if (!isOurs(request)) return refuseForm(response);
      signIns.end(request, response);
      return showPage(response, brand, signedOut);
    },

    '/refused': show(refused),
    '/promises': show(promises),
  };
}
