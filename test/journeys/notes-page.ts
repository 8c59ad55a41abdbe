import type { Browser } from 'puppeteer-core';
import { openProfile, type Profile } from '../support/node/browser.js';
import type { Tab } from '../support/node/tab.js';
import type { Authenticator } from '../support/node/virtual-authenticator.js';
import { createPasskey, signUp } from './account-page.js';
import type { NotesSite } from './notes-site.js';

/** What a person does in the app of private notes, each up to the point where the page shows that it is done. */

export const status = 'latch-offline-status >>> [part=status]';
export const unlockButton = 'latch-vault-unlock >>> [part=button]';
const password = 'correct horse battery staple';

/** What the console says of a line that is cut, and of a session that is over. */
export const troubles = /ERR_[A-Z_]+|status of (?:401|404|412)|Failed to (?:fetch|load)/;

/** Somebody with an account, a passkey and the app, which is unlocked and kept by the worker. */
export interface Visit {
  profile: Profile;
  tab: Tab;
  authenticator: Authenticator;
}

/** Opens the app as somebody new. */
export async function openNotes(browser: Browser, site: NotesSite, username: string): Promise<Visit> {
  const profile = await openProfile(browser, site.origin);
  const tab = await profile.open({ expects: troubles });
  return { profile, tab, authenticator: await enterNotes(tab, username) };
}

/** Opens an account with a passkey, and the app, which is unlocked and kept by the worker at the end. */
export async function enterNotes(tab: Tab, username: string): Promise<Authenticator> {
  const authenticator = await tab.addAuthenticator();
  await signUp(tab, username, password);
  await createPasskey(tab, authenticator);
  await tab.go('/private-notes');
  await tab.until(() => navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null));
  await unlock(tab, authenticator);
  return authenticator;
}

export async function unlock(tab: Tab, authenticator: Authenticator): Promise<void> {
  await authenticator.whilePresent(async () => {
    await tab.click(unlockButton);
    await tab.find('latch-vault-unlock[unlocked]');
  });
  await isOpen(tab);
}

const isOpen = (tab: Tab) => tab.until(() => (document.querySelector('latch-offline-status') as (Element & { outbox?: unknown }) | null)?.outbox !== undefined);

/** Makes a recovery code, by which another tab gets in: its authenticator would not have the passkey. */
export async function makeCode(tab: Tab, authenticator: Authenticator): Promise<string> {
  await authenticator.whilePresent(async () => {
    await tab.click('latch-vault-unlock >>> ::-p-text(Make a recovery code)');
    await tab.click('latch-vault-unlock >>> dialog[open] button:not(.quiet)');
    await tab.find('latch-vault-unlock >>> dialog[open] [part=code]');
  });
  const code = await tab.page.$eval('latch-vault-unlock >>> [part=code]', ({ textContent }) => textContent);
  await tab.click('latch-vault-unlock >>> dialog[open] [value=yes]');
  await tab.read('latch-vault-unlock >>> [part=status]', 'The recovery code opens this too');
  return code;
}

export async function unlockByCode(tab: Tab, code: string): Promise<void> {
  await tab.click('latch-vault-unlock >>> ::-p-text(Use the recovery code)');
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
  await tab.read('.notes', text);
}

/** What the list shows, in order. */
export function readList({ page }: Tab): Promise<string[]> {
  return page.$$eval('.notes span', (names) => names.map(({ textContent }) => textContent));
}

/** Airplane mode: the line is cut, and the browser knows it. */
export async function goOffline({ page }: Tab, site: NotesSite): Promise<void> {
  site.cut();
  await page.setOfflineMode(true);
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

/** Another device of the same person: writes a note past the app. Resolves with its version. */
export async function writeElsewhere(site: NotesSite, username: string, path: string, text: string | undefined): Promise<string | null> {
  const device = site.server.visitor({ headers: { 'Sec-Fetch-Site': 'same-origin' } });
  await device.post('/login', { username, password });
  const etag = (await device.get(path)).headers.get('etag');
  const body = text === undefined ? {} : { body: JSON.stringify({ title: '', text }) };
  const answer = await device.send(path, { method: text === undefined ? 'DELETE' : 'PUT', ...body, headers: { 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/json', ...(etag ? { 'If-Match': etag } : { 'If-None-Match': '*' }) } });
  if (answer.status >= 300) throw new Error(`Writing elsewhere answered ${answer.status}.`);
  return answer.headers.get('etag');
}

/** Presses a button of the change that needs a decision. */
export async function choose(tab: Tab, label: string): Promise<void> {
  await tab.click(`latch-offline-status >>> [part=refused] ::-p-text(${label})`);
}
