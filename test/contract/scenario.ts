import type { ServerConfig } from '../../server/src/config/server-config.js';
import type { Store } from '../../server/src/store/store.js';
import { createClientNames } from '../../server/src/http/address.js';
import { minutes } from '../support/node/clock.js';
import type { Person } from '../support/node/people.js';
import type { FederatedServer } from '../support/node/provider-visit.js';
import type { Answer } from '../support/node/visitor.js';

/** One way to get an answer. What is said about the store holds from the moment everything is prepared. */
export interface Scenario {
  /** The name of the example in the contract that its answer becomes, beside the one of the plain status. */
  example?: string;
  /** The operation of the store that fails because the database does not respond. */
  failing?: keyof Store;
  /** The operation of the store that fails for another reason. */
  broken?: keyof Store;
  /** The operation of the store just before which a user signs out in another tab. */
  signOutBefore?: keyof Store;
  limited?: boolean;
  config?: Partial<ServerConfig>;
  bindsSessions?: boolean;
  /** Whether passkeys need attestation, by a model that the metadata knows; it knows none. */
  requiresAttestation?: boolean;
  withoutPages?: boolean;
  withoutProvider?: boolean;
  withoutIssuers?: boolean;
  prepare?: (server: FederatedServer) => Promise<Person>;
  act: (userId: Person, server: FederatedServer) => Promise<Answer>;
}

/**
 * Counts as many failures for the address of all visitors as it may have. That failed requests are counted is shown
 * where the limit is tested.
 */
export async function failUntilLimited({ store, clock }: FederatedServer): Promise<void> {
  const subject = `address:${createClientNames([])('127.0.0.1', undefined)}`;
  for (let count = 0; count < 300; count += 1)
    await store.countFailure(subject, clock.now(), clock.now() + 1 * minutes);
}
