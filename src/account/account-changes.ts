import type { ReactiveControllerHost } from 'lit';
import type { Client } from '../base/client/client.js';
import { readProvider, startProviderSignIn } from '../base/contract/oidc.js';
import { LatchError } from '../base/client/errors.js';
import { withStepUp, type AskStepUp } from '../session/step-up.js';
import { changeAccount } from '../passkey/manage.js';
import { removePassword, setPassword } from '../password/settings.js';
import {
  changeAddresses,
  deleteAccount,
  listIdentities,
  listSecurityEvents,
  readDeletion,
  restoreAccount,
  signOutOtherDevices,
  unlinkIdentity,
  type DeletionPlan,
  type LinkedIdentity,
  type SecurityEventList,
} from './account.js';
import { signOut, type Loss, type SignedOut } from '../sign-out/sign-out.js';
import { signOutDevice } from '../session/sign-out-device.js';
import { listSessions } from '../session/list-sessions.js';
import { Activity } from '../base/element/activity.js';
import { clientOf, type BackendHost } from '../base/element/backend.js';

export type { DeletionPlan, LinkedIdentity, SecurityEvent, SecurityEventList } from './account.js';
export type { Loss, SignedOut } from '../sign-out/sign-out.js';

/** The current phase: a change is being made, or a step-up is requested. */
export type AccountChangesPhase = 'saving' | 'confirming';

/** What the controller needs from its view. */
export interface AccountChangesHost extends Pick<ReactiveControllerHost, 'requestUpdate'>, BackendHost {
  /** Has the user authenticate again. */
  readonly ask: AskStepUp;
}

/** The user’s accounts at providers, and the issuer of the provider at which they can link one more, if there is one. */
export interface Providers {
  identities: readonly LinkedIdentity[];
  linkable: string | undefined;
}

/**
 * Reads and changes what a settings page shows, for one section of it. If the backend requires a step-up, it requests one
 * in place and continues. All methods reject with the errors of the functions that they call.
 */
export class AccountChanges {
  readonly #host: AccountChangesHost;
  readonly #activity: Activity<AccountChangesPhase>;

  constructor(host: AccountChangesHost) {
    this.#host = host;
    this.#activity = new Activity(host);
  }

  /** The current phase. */
  get phase(): AccountChangesPhase | undefined {
    return this.#activity.phase;
  }

  /** Changes the name that is shown and the one to sign in with. */
  rename(names: { name: string; displayName: string }, signal: AbortSignal): Promise<void> {
    return this.make(async (client) => void (await changeAccount({ client, ...names, signal })), signal);
  }

  /** Replaces an address, or removes it with null. */
  changeAddress(kind: 'email' | 'phone', address: string | null, signal: AbortSignal): Promise<void> {
    return this.make((client) => changeAddresses({ client, [kind]: address, signal }), signal);
  }

  /** Sets or replaces the password, or removes it with null. */
  changePassword(password: string | null, signal: AbortSignal): Promise<void> {
    return this.make(
      (client) => (password === null ? removePassword({ client, signal }) : setPassword({ client, password, signal })),
      signal,
    );
  }

  /** Reads the linked accounts, and which provider another one can be linked at. */
  async readProviders(signal: AbortSignal): Promise<Providers> {
    const client = clientOf(this.#host);
    const identities = await listIdentities({ client, signal });
    const issuer = await client.call(readProvider, { signal }).then(
      (provider) => provider.issuer,
      () => undefined,
    );
    const isLinked = identities.some((identity) => identity.issuer === issuer);
    return { identities, linkable: isLinked ? undefined : issuer };
  }

  /** Unlinks an account at a provider. */
  unlink(id: string, signal: AbortSignal): Promise<void> {
    return this.make((client) => unlinkIdentity({ client, id, signal }), signal);
  }

  /**
   * Leaves the page for the provider, to link an account there, and comes back to the page. A step-up comes first, because
   * the provider cannot ask for one.
   */
  async link(signal: AbortSignal): Promise<void> {
    // Only the refusal of this request matters. The flow that it begins otherwise ends when the next one begins.
    await this.make(async (client) => {
      const address = new URL(`${startProviderSignIn.path}?link`, client.baseUrl);
      const headers = { accept: 'application/json' };
      // The backend may be on another origin of the site.
      const answer = await fetch(address, { redirect: 'manual', credentials: 'include', headers, signal });
      if (answer.status === 403) {
        const cause: unknown = await answer.json().catch(() => undefined);
        throw new LatchError('step_up_required', 'Linking needs a step-up.', { cause, status: 403 });
      }
      address.searchParams.set('returnTo', location.pathname + location.search);
      location.assign(address);
    }, signal);
  }

  /** Reads what happened to the account, from where the list before ended. */
  async readEvents(from: string | undefined, signal: AbortSignal): Promise<SecurityEventList> {
    return listSecurityEvents({ client: clientOf(this.#host), from, signal });
  }

  /**
   * Signs out all devices, this one last. What the device has stored of the user is deleted, after `confirm` if unsynced
   * changes would be lost.
   */
  async signOutEverywhere(confirm: (loss: Loss) => Promise<boolean>, signal: AbortSignal): Promise<SignedOut> {
    let result: SignedOut;
    await this.make(async (client) => {
      try {
        await signOutOtherDevices({ client, signal });
      } catch (error) {
        if (!(error instanceof LatchError) || error.code !== 'unsupported') throw error;
        const others = (await listSessions({ client, signal })).filter(({ current }) => !current);
        for (const { id } of others) await signOutDevice({ client, id, signal });
      }
      result = await signOut({ client, confirm });
    }, signal);
    return result!;
  }

  /** Whether the backend may list the devices of the account: false only if it has answered that it cannot. */
  async knowsDevices(signal: AbortSignal): Promise<boolean> {
    try {
      await listSessions({ client: clientOf(this.#host), signal });
      return true;
    } catch (error) {
      return (error as LatchError).code !== 'unsupported';
    }
  }

  /** Reads what the deletion of the account would do, in this language. */
  async readDeletion(language: string | undefined, signal: AbortSignal): Promise<DeletionPlan> {
    return readDeletion({ client: clientOf(this.#host), language, signal });
  }

  /**
   * Has the account deleted, and answers when; not later than now if it was deleted at once, and this device signed out.
   */
  async delete(signal: AbortSignal): Promise<number> {
    let due = 0;
    await this.make(async (client) => {
      const { deletesAt } = await deleteAccount({ client, signal });
      due = deletesAt;
      // There is no account any more that unsynced changes could be sent for.
      if (deletesAt <= Date.now()) await signOut({ client, confirm: async () => true });
    }, signal);
    return due;
  }

  /** Keeps the account. */
  keep(signal: AbortSignal): Promise<void> {
    return this.make((client) => restoreAccount({ client, signal }), signal);
  }

  /** Does `work`, after a step-up if the backend requires one. */
  make(work: (client: Client) => Promise<void>, signal: AbortSignal): Promise<void> {
    return this.#activity.run(async (enter) => {
      enter('saving');
      const client = clientOf(this.#host);
      await withStepUp(
        () => work(client),
        async (methods) => {
          enter('confirming');
          await this.#host.ask(methods, signal);
          enter('saving');
        },
        signal,
      );
    });
  }
}
