import { run } from '../../base/browser/ceremony.js';
import type { Client } from '../../base/client/client.js';
import { readSession } from '../../base/contract/session.js';
import { readProvider } from '../../base/contract/oidc.js';
import { within } from '../../base/client/deadline.js';
import { writeLocal, readLocal } from '../../base/storage/local.js';
import { takeVisit } from './visits.js';

/** The interface as Chromium has it; TypeScript does not know it. */
interface FederatedCredentialConstructor {
  new (data: { id: string; provider: string; name?: string }): Credential;
}

/** How long the browser may take to respond without a prompt, in ms. */
const deadline = 5000;

const nameFor = ({ baseUrl }: Client) => `provider-chosen:${baseUrl.pathname}`;

function federatedCredential(): FederatedCredentialConstructor | undefined {
  return (globalThis as { FederatedCredential?: FederatedCredentialConstructor }).FederatedCredential;
}

/**
 * Does what {@link rememberProvider} does, if the user is back from the provider in this window and is signed in. For
 * the page that `returnTo` names. Never throws.
 */
export async function rememberVisit(client: Client): Promise<void> {
  if (takeVisit(client)) await rememberProvider(client);
}

/**
 * Tells the browser that the signed-in user has chosen this backend's provider, with the user's name. Stores no
 * secrets. Does nothing in browsers without `FederatedCredential`, which only Chromium has, and for users who signed in
 * another way. Never throws: saving is up to the user and the browser.
 *
 * @see {@link https://www.w3.org/TR/credential-management-1/#federated Credential Management, FederatedCredential}
 */
export async function rememberProvider(client: Client): Promise<void> {
  try {
    const FederatedCredential = federatedCredential();
    if (!FederatedCredential) return;
    const [provider, { user, authMethod }] = await Promise.all([originOf(client), client.call(readSession)]);
    if (!user || authMethod !== 'oidc') return;
    const credential = new FederatedCredential({ id: user.name, name: user.displayName, provider });
    await within(deadline, () => navigator.credentials.store(credential));
    writeLocal(nameFor(client), true);
  } catch {
    // The user, a policy or an extension may prevent saving. The user is still signed in.
  }
}

/**
 * Whether the user has chosen this backend's provider before, as far as the browser reports it without a prompt: in
 * Chromium, for one account, and not after a sign-out. The browser is queried only if the choice was saved on this
 * device, because the query keeps the page out of the back-forward cache. Never rejects.
 *
 * @see {@link https://www.w3.org/TR/credential-management-1/#user-mediation Credential Management, silent mediation}
 */
export async function wasChosen(client: Client, signal?: AbortSignal): Promise<boolean> {
  try {
    if (!federatedCredential() || readLocal(nameFor(client)) !== true) return false;
    const provider = await originOf(client, signal);
    const asked = { federated: { providers: [provider] }, mediation: 'silent' } as CredentialRequestOptions;
    // To Chromium this is the same kind of request as passwords, and it accepts one at a time.
    const found: unknown = await run(
      (turn) => within(deadline, () => navigator.credentials.get({ ...asked, signal: turn })),
      { mode: 'ambient', kind: 'password', signal },
    );
    const { type, provider: chosen } = found as { type: unknown; provider: unknown };
    return type === 'federated' && chosen === provider;
  } catch {
    // Nothing is known, or an extension has put something else in the place of credentials.
    return false;
  }
}

async function originOf(client: Client, signal?: AbortSignal): Promise<string> {
  return new URL((await client.call(readProvider, { signal })).issuer).origin;
}
