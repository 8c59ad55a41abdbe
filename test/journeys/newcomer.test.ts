import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Browser } from 'puppeteer-core';
import { openStore } from '../../server/src/store/open.js';
import { runsEverything } from '../support/node/quick.js';
import { launchBrowser, openProfile, releaseBrowser } from '../support/node/browser.js';
import { describeOnBothEnginesInFullRuns } from '../support/node/engines.js';
import { createDatabase } from '../support/node/postgres.js';
import { startProcesses, type ServerProcesses } from '../support/node/processes.js';
import {
  createPasskey,
  expectSession,
  signInThroughAutofill,
  signInThroughButton,
  signOut,
  signUp,
} from './account-page.js';

await describeOnBothEnginesInFullRuns('a newcomer', (engine) => {
  let browser: Browser;
  let dataDirectory: string;
  before(async () => {
    browser = await launchBrowser();
    dataDirectory = await mkdtemp(join(tmpdir(), 'latchkey-journey-'));
  });
  after(async () => {
    await releaseBrowser(browser);
    await rm(dataDirectory, { recursive: true });
  });

  /** The ids of the passkeys that the database holds for an account, read past the server. */
  async function readCredentialIds(
    place: { databaseUrl: string | undefined; dataDirectory: string },
    username: string,
  ): Promise<string[]> {
    const store = await openStore(place, () => {});
    try {
      const account = await store.findAccountByUsername(username);
      return account ? (await store.listCredentials(account.id)).map(({ id }) => id) : [];
    } finally {
      await store.close();
    }
  }

  /** The whole way, with the servers killed in between. */
  async function walk(
    servers: ServerProcesses,
    place: { databaseUrl: string | undefined; dataDirectory: string },
  ): Promise<void> {
    const profile = await openProfile(browser, servers.origin);
    const tab = await profile.open();
    const authenticator = await tab.addAuthenticator();

    await signUp(tab, 'alice');
    await expectSession(tab, 'alice', 'by creating this account');
    await createPasskey(tab, authenticator);
    await signOut(tab);
    await tab.read('.notice', 'You’re signed out.');

    await signInThroughAutofill(tab, authenticator);
    await expectSession(tab, 'alice', 'with a passkey');
    await signOut(tab);

    await signInThroughButton(tab, authenticator);
    await expectSession(tab, 'alice', 'with a passkey');
    await signOut(tab);
    await tab.waitForAutofill();

    await servers.kill();
    const held = (await authenticator.passkeys()).map(({ credentialId }) =>
      Buffer.from(credentialId, 'base64').toString('base64url'),
    );
    assert.equal(held.length, 1);
    assert.deepEqual(await readCredentialIds(place, 'alice'), held);
    await servers.restart();

    await tab.go('/home');
    await signInThroughAutofill(tab, authenticator);
    await expectSession(tab, 'alice', 'with a passkey');
    await profile.close();
    assert.deepEqual(
      servers.programs.flatMap(({ stderr }) => stderr),
      [],
    );
  }

  for (const count of runsEverything ? [1, 2] : [2]) {
    const who = count === 1 ? 'one server process' : 'two server processes that answer in turn';
    test(`signs up, creates a passkey and signs in with it, before and after kill -9, at ${who}`, async () => {
      const databaseUrl = engine === 'postgres' ? await createDatabase() : undefined;
      const folder = join(dataDirectory, String(count));
      const environment: Record<string, string> = databaseUrl ? { DATABASE_URL: databaseUrl } : { DATA_DIR: folder };
      const servers = await startProcesses({ count, environment });
      try {
        await walk(servers, { databaseUrl, dataDirectory: folder });
      } finally {
        await servers.stop();
      }
    });
  }
});
