import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, describe, test } from 'node:test';
import type { AxeResults } from 'axe-core';
import type { Browser } from 'puppeteer-core';
import { createShownMessages } from '../../server/src/one-time-codes/shown-messages.js';
import { launchBrowser, openProfile, releaseBrowser } from '../support/node/browser.js';
import type { Tab } from '../support/node/tab.js';
import { createPasskey, signOut, signUp } from './account-page.js';
import { startDemo } from './demo-site.js';
import { enterNotes, openNote, status as notesStatus, unlockButton, writeNote } from './notes-page.js';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const refused = /status of (?:400|401|403|404|409|412)|ERR_FAILED|ERR_INTERNET_DISCONNECTED/;

/** Each page and state of the demo: what a user does to get there. */
const states: Record<string, (tab: Tab) => Promise<void>> = {
  'the front page': (tab) => tab.go('/'),
  'the sign-in page': (tab) => tab.go('/login'),
  'the sign-in page after a wrong password': (tab) => tab.go('/login?error=rejected'),
  'the smallest page of the field': (tab) => tab.go('/passkey-field'),
  'the page with options in it': (tab) => tab.go('/inline'),
  'the smallest page of the button': (tab) => tab.go('/passkey-button'),
  'the smallest page of the FedCM button': (tab) => tab.go('/fedcm-button'),
  'the FedCM button of a server without a provider, and the other way': async (tab) => {
    await tab.go('/fedcm-button');
    await tab.click('latch-fedcm-button >>> [part=button]');
    await tab.read('latch-fedcm-button >>> [part=status]', 'This browser can’t sign you in with a provider.');
  },
  'the smallest page of the OIDC button': (tab) => tab.go('/oidc-button'),
  'the OIDC button of a server without a provider': async (tab) => {
    await tab.go('/oidc-button');
    await tab.read('latch-oidc-button >>> [part=status]', 'You can’t sign in this way here.');
  },
  'the smallest page of creation': (tab) => tab.go('/passkey-create'),
  'the smallest page of proofs from a wallet': (tab) => tab.go('/digital-credential-button'),
  'the smallest page of payments': (tab) => tab.go('/payment-button'),
  'a payment shown by the page': async (tab) => {
    const authenticator = await tab.addAuthenticator();
    await signUp(tab, 'payer');
    await createPasskey(tab, authenticator);
    await tab.go('/payment-button');
    await tab.click('latch-payment-button >>> [part=button]');
    await tab.find('latch-payment-button >>> dialog[open]');
  },
  'the smallest page of an outbox': (tab) => tab.go('/offline-status'),
  'private notes, before anybody has signed in': async (tab) => {
    await tab.go('/private-notes');
    await tab.find('[data-view=sign-in]');
  },
  'private notes of a device that has none yet, without a server': async (tab) => {
    await tab.page.setRequestInterception(true);
    tab.page.on(
      'request',
      (request) => void (request.url().endsWith('/session') ? request.abort() : request.continue()),
    );
    await tab.go('/private-notes');
    await tab.find('[data-view=unreachable]');
  },
  'private notes, none written yet': async (tab) => {
    await enterNotes(tab, 'empty');
    await tab.read('[data-state]', 'You have no notes yet.');
  },
  'private notes, locked': async (tab) => {
    await enterNotes(tab, 'locked');
    await tab.click(unlockButton);
    await tab.find('latch-vault-unlock:not([unlocked])');
  },
  'private notes and one of them open, to be deleted, without a connection': async (tab) => {
    await enterNotes(tab, 'reader');
    await tab.page.setOfflineMode(true);
    await writeNote(tab, 'One');
    await writeNote(tab, 'Two');
    await openNote(tab, 'One');
    await tab.click('[data-delete]');
    await tab.find('dialog[open]');
  },
  'private notes that were changed elsewhere, when the session is over': async (tab) => {
    await enterNotes(tab, 'torn');
    await writeNote(tab, 'One');
    await tab.read(notesStatus, 'All your changes are sent.');
    await openNote(tab, 'One');
    await tab.page.evaluate(async () => {
      const { notes } = (await (await fetch('/notes')).json()) as { notes: { id: string; etag: string }[] };
      const [{ id, etag }] = notes as [(typeof notes)[0]];
      await fetch(`/notes/${id}`, {
        method: 'PUT',
        headers: { 'Content-Type': 'application/json', 'If-Match': etag },
        body: '{"title":"","text":"Theirs"}',
      });
    });
    await tab.fill('#note', 'Mine');
    await tab.click('[data-part=editor] button');
    await tab.read('.texts', 'Theirs');
    await tab.devtools.send('Network.clearBrowserCookies');
    await writeNote(tab, 'Later');
    await tab.find('[data-session] latch-passkey-field');
  },
  'the page for when there is no connection': (tab) => tab.go('/offline'),
  'the smallest page of signing out': (tab) => tab.go('/sign-out-button'),
  'the button while it waits for the person': async (tab) => {
    await tab.addAuthenticator();
    await tab.go('/passkey-button');
    await tab.click('latch-passkey-button >>> [part=button]');
    await tab.find('latch-passkey-button >>> [part=button][aria-disabled=true]');
  },
  'creation refused, because no user is signed in': async (tab) => {
    await tab.go('/passkey-create');
    await tab.click('latch-passkey-create >>> [part=button]');
    await tab.read('latch-passkey-create >>> [part=status]', 'Sign in first.');
  },
  'the account while nothing is known': async (tab) => {
    await tab.page.setRequestInterception(true);
    tab.page.on('request', (request) => void (request.url().endsWith('/session') ? undefined : request.continue()));
    await tab.go('/home');
    await tab.until(() => getComputedStyle(document.querySelector('.loading')!).visibility === 'visible');
  },
  'the account without a server': async (tab) => {
    await tab.page.setRequestInterception(true);
    tab.page.on(
      'request',
      (request) => void (request.url().endsWith('/session') ? request.abort() : request.continue()),
    );
    await tab.go('/home');
    await tab.find('[data-view=unreachable]');
  },
  'the form for signing in': async (tab) => {
    await tab.go('/home');
    await tab.find('[data-view=sign-in]');
  },
  'a wrong password': async (tab) => {
    await tab.go('/home');
    await tab.fill('#username', 'unknown');
    await tab.fill('#password', 'wrong');
    await tab.click('form button');
    await tab.read('latch-password-form >>> [part=status]', 'Wrong username or password.');
  },
  'the form for a new account': async (tab) => {
    await tab.go('/home#sign-up');
    await tab.find('[data-view=sign-up]');
  },
  'a name that is taken': async (tab) => {
    await signUp(tab, 'taken');
    await signOut(tab);
    await tab.go('/home#sign-up');
    await tab.fill('#username', 'Taken');
    await tab.click('form button');
    await tab.read('.problem', 'That username is taken.');
  },
  'a new account': (tab) => signUp(tab, 'newcomer'),
  'an account with a passkey': async (tab) => {
    const authenticator = await tab.addAuthenticator();
    await signUp(tab, 'settled');
    await createPasskey(tab, authenticator);
  },
  'an account whose name has just been saved': async (tab) => {
    await signUp(tab, 'renamed');
    await tab.click('[data-form=name] button');
    await tab.read('[data-done]', 'Your name is saved.');
  },
  'an account that asks who the person is, and got a wrong password': async (tab) => {
    await signUp(tab, 'forgetful', 'correct horse');
    await tab.page.setRequestInterception(true);
    const refusal = {
      status: 403,
      contentType: 'application/json',
      body: JSON.stringify({ error: 'step_up_required', methods: ['passkey', 'password'] }),
    };
    tab.page.on(
      'request',
      (request) => void (request.url().endsWith('/account') ? request.respond(refusal) : request.continue()),
    );
    await tab.click('[data-form=name] button');
    await tab.fill('#step-up-password', 'wrong horse');
    await tab.page.keyboard.press('Enter');
    await tab.read('#step-up-problem', 'Wrong password.');
  },
  'a page that embeds the sign-in': async (tab) => {
    await tab.go('/embedder');
    await (await tab.lookInto('iframe')).find('[data-view=sign-in]');
  },
  'the page that is embedded, of a user who is signed in': async (tab) => {
    await signUp(tab, 'framed');
    await tab.go('/embedded');
    await tab.find('[data-view=account]');
  },
  'a requested code': async (tab) => {
    await tab.go('/otp-input');
    await tab.fill('#to', 'unknown@example.com');
    await tab.click('form button');
    await tab.read('latch-otp-input >>> [part=status]', 'a code is on its way.');
  },
  'a wrong code': async (tab) => {
    await tab.go('/otp-input');
    await tab.fill('#to', 'unknown@example.com');
    await tab.click('form button');
    await tab.fill('latch-otp-input input[autocomplete=one-time-code]', '000000');
    await tab.click('latch-otp-input >>> [part=button]');
    await tab.read('latch-otp-input >>> [part=status]', 'That code is wrong');
  },
  'an address that is to be verified': async (tab) => {
    await signUp(tab, 'addressed');
    await tab.go('/otp-input');
    await tab.fill('#email', 'addressed@example.com');
    await tab.click('form button');
    await tab.read('[data-fact=address]', 'addressed@example.com is not verified yet.');
  },
  'the messages': async (tab) => {
    await signUp(tab, 'written');
    await tab.go('/otp-input');
    await tab.fill('#email', 'written@example.com');
    await tab.click('form button');
    await tab.read('latch-otp-input >>> [part=status]', 'a code is on its way.');
    await tab.go('/messages');
    await tab.find('.messages li');
  },
  'the dark look': (tab) => tab.go('/look-dark'),
  'the dark look, to a user who is signed in': async (tab) => {
    await signUp(tab, 'sailor');
    await tab.go('/look-dark');
    await tab.find('[data-signed-in]:not([hidden])');
  },
  'the look of a newspaper, after a wrong password and with a code field': async (tab) => {
    await tab.go('/look-newspaper');
    await tab.fill('#username', 'unknown');
    await tab.fill('#password', 'wrong');
    await tab.click('latch-password-form button');
    await tab.read('latch-password-form >>> [part=status]', 'Wrong username or password.');
    await tab.click('summary');
    await tab.fill('#to', 'unknown@example.com');
    await tab.click('[data-code] button');
    await tab.read('latch-otp-input >>> [part=status]', 'a code is on its way.');
  },
  'the look of a newspaper, to a user who is signed in': async (tab) => {
    await signUp(tab, 'reader');
    await tab.go('/look-newspaper');
    await tab.find('[data-signed-in]:not([hidden])');
  },
  'the look of an admin page': (tab) => tab.go('/look-admin'),
  'the look of an admin page, before everything is removed': async (tab) => {
    const authenticator = await tab.addAuthenticator();
    await signUp(tab, 'admin');
    await createPasskey(tab, authenticator);
    await tab.go('/look-admin');
    await tab.read('latch-passkey-list >>> [part=item-title]', 'Passkey');
    await tab.click('latch-sign-out-button[everything] >>> [part=button]');
    await tab.find('latch-sign-out-button[everything] >>> dialog[open]');
  },
  'a user who has signed out': async (tab) => {
    await signUp(tab, 'gone');
    await signOut(tab);
    await tab.read('.notice', 'You’re signed out.');
  },
};

describe('axe finds no fault in', () => {
  let browser: Browser;
  before(async () => {
    browser = await launchBrowser();
  });
  after(() => releaseBrowser(browser));

  async function findFaults({ page, devtools }: Tab, scheme: 'light' | 'dark'): Promise<string[]> {
    const features = [
      { name: 'prefers-color-scheme', value: scheme },
      { name: 'prefers-reduced-motion', value: 'reduce' },
    ];
    await devtools.send('Emulation.setEmulatedMedia', { features });
    // Darkness changes colours and nothing else.
    const options = { resultTypes: ['violations'], ...(scheme === 'dark' && { runOnly: 'cat.color' }) };
    const { violations, passes } = (await page.evaluate(`axe.run(document, ${JSON.stringify(options)})`)) as AxeResults;
    assert.ok(passes.length >= (scheme === 'dark' ? 1 : 10), 'axe looked at the page');
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${scheme}: ${id} at ${target.join(' ')}: ${failureSummary}`),
    );
  }

  for (const [state, reach] of Object.entries(states)) {
    test(`${state}, light and dark`, async () => {
      // a server for each state, so that none depends on what another has left behind
      const server = await startDemo({ shownMessages: createShownMessages(Date.now) });
      const profile = await openProfile(browser, server.origin);
      try {
        const tab = await profile.open({ expects: refused });
        await reach(tab);
        await tab.page.evaluate(axe);
        assert.deepEqual([...(await findFaults(tab, 'light')), ...(await findFaults(tab, 'dark'))], []);
        await profile.close();
      } finally {
        await server.stop();
      }
    });
  }
});
