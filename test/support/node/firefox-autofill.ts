import type { Browser } from 'puppeteer-core';
import type { Visit } from './tab.js';

/** What Puppeteer's browser has besides, when it speaks WebDriver BiDi. */
interface BidiBrowser {
  connection: { send(method: string, parameters: object): Promise<{ result: unknown }> };
}

/**
 * Runs in Firefox's own context: asks for what autofill lists at this origin, in any tab, and chooses the first
 * passkey, as a click on it does. Answers whether there is one.
 */
const choose = `async (origin) => {
  const { WebAuthnFeature } = ChromeUtils.importESModule('resource://gre/modules/WebAuthnFeature.sys.mjs');
  for (const window of Services.wm.getEnumerator('navigator:browser')) {
    for (const { linkedBrowser } of window.gBrowser.tabs) {
      const items = await WebAuthnFeature.autocompleteItemsAsync(linkedBrowser.browsingContext.id, origin, undefined, true);
      const passkey = items.find(({ fillMessageData }) => fillMessageData.selection.credentialId);
      if (!passkey) continue;
      await WebAuthnFeature.promptForAuthenticator(linkedBrowser, passkey.fillMessageData.selection);
      return true;
    }
  }
  return false;
}`;

/**
 * Chooses the first passkey that Firefox lists in the autofill of the tab. Headless, its list is not on display; what
 * is in it and what choosing does are the browser's own.
 */
export async function chooseInFirefox(browser: Browser, visit: Visit): Promise<void> {
  await visit.waitForAutofill();
  const { connection } = browser as unknown as BidiBrowser;
  const { contexts } = (await connection.send('browsingContext.getTree', { 'moz:scope': 'chrome' })).result as {
    contexts: { context: string }[];
  };
  const answer = (
    await connection.send('script.callFunction', {
      functionDeclaration: choose,
      awaitPromise: true,
      target: { context: contexts[0]!.context },
      arguments: [{ type: 'string', value: new URL(visit.page.url()).origin }],
    })
  ).result as { result?: { value: unknown } };
  if (answer.result?.value !== true)
    throw new Error(`Firefox offers no passkey in autofill: ${JSON.stringify(answer)}`);
}
