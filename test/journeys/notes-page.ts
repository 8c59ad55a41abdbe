import { after, before, describe } from 'node:test';
import type { Browser } from 'puppeteer-core';
import { launchBrowser, openProfile, type Profile, releaseBrowser } from '../support/node/browser.js';
import type { Tab } from '../support/node/tab.js';
import type { Authenticator } from '../support/node/virtual-authenticator.js';
import { startNotesSite, type NotesSite } from './notes-site.js';

/** What a user does in the app of private notes, each up to the point where the page shows that it is done. */

export const status = 'latch-offline-status >>> [part=status]';
export const unlockButton = 'latch-vault-unlock >>> [part=button]';
export const password = 'correct horse battery staple';

/** What the console says of a line that is cut, and of a session that is over. */
export const troubles = /ERR_[A-Z_]+|status of (?:401|404|412)|Failed to (?:fetch|load)/;

/** Where journeys through the app take place. */
export interface NotesPlace {
  browser: Browser;
  site: NotesSite;
}

/** A user with an account and a passkey. */
export interface Visit {
  profile: Profile;
  tab: Tab;
  authenticator: Authenticator;
}

/** Describes journeys through the app, which all share a browser and a site, and each have a profile of their own. */
export function describeNotes(title: string, journeys: (place: NotesPlace) => void): void {
  describe(title, () => {
    const place = {} as NotesPlace;
    before(async () => {
      place.browser = await launchBrowser();
      place.site = await startNotesSite();
    });
    after(async () => {
      await releaseBrowser(place.browser);
      await place.site.stop();
    });
    journeys(place);
  });
}

/** Opens the app as a new user. */
export async function openNotes(place: NotesPlace, username: string): Promise<Visit> {
  const visit = await openAsNewcomer(place, username);
  await visit.tab.go('/private-notes');
  await unlock(visit.tab, visit.authenticator);
  return visit;
}

/** Opens the site as a new user, who has an account and a passkey, and nothing on this device yet. */
export async function openAsNewcomer({ browser, site }: NotesPlace, username: string): Promise<Visit> {
  const profile = await openProfile(browser, site.origin);
  const tab = await profile.open({ expects: troubles });
  return { profile, tab, authenticator: await enterSite(tab, username) };
}

/** Opens an account with a passkey, and the app, which is unlocked at the end. */
export async function enterNotes(tab: Tab, username: string): Promise<Authenticator> {
  const authenticator = await enterSite(tab, username);
  await tab.go('/private-notes');
  await unlock(tab, authenticator);
  return authenticator;
}

async function enterSite(tab: Tab, username: string): Promise<Authenticator> {
  const authenticator = await tab.addAuthenticator();
  await tab.go('/offline');
  await openAccount(tab, authenticator, username);
  return authenticator;
}

/** Opens an account with a passkey past the pages that do it, and signs in. */
async function openAccount(tab: Tab, authenticator: Authenticator, username: string): Promise<void> {
  await post(tab, '/signup', { username, password });
  const options = await post(tab, '/webauthn/register/options');
  let response: unknown;
  await authenticator.whilePresent(async () => {
    response = await tab.page.evaluate(async (json) => {
      const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
        json as PublicKeyCredentialCreationOptionsJSON,
      );
      const passkey = (await navigator.credentials.create({
        publicKey: { ...publicKey, extensions: { prf: {} } },
      })) as PublicKeyCredential;
      return passkey.toJSON() as unknown;
    }, options);
  });
  await post(tab, '/webauthn/register/verify', response);
}

/** Has the page that is shown post JSON to the server. Resolves with the answer, also JSON. */
export function post({ page }: Tab, path: string, body: unknown = {}): Promise<unknown> {
  return page.evaluate(
    (to, json) =>
      // As the elements do it: the response to options that autofill fetches has a cookie too, and the last one stays.
      navigator.locks.request('latchkey', async () => {
        const answer = await fetch(to, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(json),
        });
        if (!answer.ok) throw new Error(`${to} answered ${answer.status}.`);
        return (await answer.json()) as unknown;
      }),
    path,
    body,
  );
}

/** Waits until the worker has kept the app, so that it opens without a connection. */
export async function isKept(tab: Tab): Promise<void> {
  await tab.until(() => navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null));
}

export async function unlock(tab: Tab, authenticator: Authenticator): Promise<void> {
  await authenticator.whilePresent(async () => {
    await tab.click(unlockButton);
    await tab.find('latch-vault-unlock[unlocked]');
  });
  await isOpen(tab);
}

const isOpen = (tab: Tab) =>
  tab.until(
    () =>
      (document.querySelector('latch-offline-status') as (Element & { outbox?: unknown }) | null)?.outbox !== undefined,
  );

/** Makes a recovery code, by which another tab gets in: its authenticator would not have the passkey. */
export async function makeCode(tab: Tab, authenticator: Authenticator): Promise<string> {
  await authenticator.whilePresent(async () => {
    await tab.choose('latch-vault-unlock >>>', 'Create a recovery code');
    await tab.click('latch-vault-unlock >>> dialog[open] [part=dialog-confirm]');
    await tab.find('latch-vault-unlock >>> dialog[open] [part=box]');
  });
  const code = await tab.page.$eval('latch-vault-unlock >>> [part=box]', ({ textContent }) => textContent);
  await tab.click('latch-vault-unlock >>> dialog[open] [value=yes]');
  await tab.read('latch-vault-unlock >>> [part=status]', 'Recovery code added.');
  return code;
}

export async function unlockByCode(tab: Tab, code: string): Promise<void> {
  await tab.click('latch-vault-unlock >>> ::-p-text(Use recovery code)');
  await tab.fill('latch-vault-unlock >>> dialog[open] input', code);
  await tab.click('latch-vault-unlock >>> dialog[open] [value=yes]');
  await tab.find('latch-vault-unlock[unlocked]');
  await isOpen(tab);
}

/** Writes a new note. */
export async function writeNote(tab: Tab, text: string): Promise<void> {
  await tab.click('[data-new]');
  await finish(tab, text);
}

/** Changes the note that begins like this. */
export async function changeNote(tab: Tab, beginning: string, text: string): Promise<void> {
  await openNote(tab, beginning);
  await finish(tab, text);
}

export async function openNote(tab: Tab, beginning: string): Promise<void> {
  await tab.click(`.notes ::-p-text(${beginning})`);
  await tab.find('[data-part=editor]:not([hidden])');
}

async function finish(tab: Tab, text: string): Promise<void> {
  await tab.fill('#note', text);
  await tab.read('[data-kept]', 'Kept on this device.');
  await tab.click('[data-part=editor] button');
  await tab.find('[data-part=list]:not([hidden])');
  await tab.read('.notes', text);
}

/** What the list shows, in order. */
export function readList({ page }: Tab): Promise<string[]> {
  return page.$$eval('.notes span', (names) => names.map(({ textContent }) => textContent));
}

/**
 * Airplane mode: the line is cut, and the browser knows it. Not before the app is kept, or what the page has yet to
 * load could not be had.
 */
export async function goOffline(tab: Tab, site: NotesSite): Promise<void> {
  await isKept(tab);
  site.cut();
  await tab.page.setOfflineMode(true);
}

export async function comeBack({ page }: Tab, site: NotesSite): Promise<void> {
  site.mend();
  await page.setOfflineMode(false);
}

/** Opens the app anew, with nothing left of it in memory, its worker included. */
export async function startCold({ page, devtools, go }: Tab): Promise<void> {
  await page.goto('about:blank');
  await devtools.send('ServiceWorker.enable');
  await devtools.send('ServiceWorker.stopAllWorkers');
  await devtools.send('ServiceWorker.disable');
  await go('/private-notes');
}

/** Signs in by the passkey, where the page asks for it because the session is over. */
export async function signInAgain(tab: Tab, authenticator: Authenticator): Promise<void> {
  await tab.waitForAutofill();
  await authenticator.whilePresent(async () => {
    await tab.click('[data-session] latch-passkey-field >>> [part=button]');
    await tab.until(() => document.querySelector('[data-session]')!.childElementCount === 0);
  });
}

/** Another device of the same user: writes a note past the app. Resolves with its version. */
export async function writeElsewhere(
  site: NotesSite,
  username: string,
  path: string,
  text: string | undefined,
): Promise<string | null> {
  const device = site.server.visitor({ headers: { 'Sec-Fetch-Site': 'same-origin' } });
  await device.post('/login', { username, password });
  const etag = (await device.get(path)).headers.get('etag');
  const body = text === undefined ? {} : { body: JSON.stringify({ title: '', text }) };
  const answer = await device.send(path, {
    method: text === undefined ? 'DELETE' : 'PUT',
    ...body,
    headers: {
      'Sec-Fetch-Site': 'same-origin',
      'Content-Type': 'application/json',
      ...(etag ? { 'If-Match': etag } : { 'If-None-Match': '*' }),
    },
  });
  if (answer.status >= 300) throw new Error(`Writing elsewhere answered ${answer.status}.`);
  return answer.headers.get('etag');
}

/** Presses a button of the change that needs a decision. */
export async function choose(tab: Tab, label: string): Promise<void> {
  await tab.click(`latch-offline-status >>> ul ::-p-text(${label})`);
}
