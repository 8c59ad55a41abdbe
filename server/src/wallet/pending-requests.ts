import { walletRequestLifetime } from '../config/lifetimes.js';
import type { IdentityProtocol } from '../../../src/base/contract/types.js';
import { randomText } from '../crypto/random-text.js';
import { createSeals } from '../crypto/sealed-text.js';
import type { RequestContext } from '../http/request-context.js';
import type { Services } from '../services.js';
import type { PendingRequest, RequestSecrets } from './pending-request.js';

/**
 * Keeps requests to wallets in the store until their response comes, each bound to the session that asked. The database
 * knows their secrets sealed only.
 */
export interface PendingRequests {
  /** Begins a request in the visitor's session, or in a new one that gets a cookie. */
  begin(context: RequestContext, protocol: IdentityProtocol): Promise<PendingRequest>;
  /** The requests of the visitor that wait. */
  list(context: RequestContext): Promise<PendingRequest[]>;
  /** Takes a request out of the visitor's session; true only the first time. */
  take(context: RequestContext, id: string): Promise<boolean>;
}

async function createSecrets(): Promise<RequestSecrets> {
  const { privateKey } = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits']);
  const { x, y, d } = (await crypto.subtle.exportKey('jwk', privateKey)) as RequestSecrets['key'];
  return { nonce: randomText(), key: { kty: 'EC', crv: 'P-256', x, y, d } };
}

/** Creates the requests over a store. */
export function createPendingRequests({
  now,
  secrets: serverSecrets,
  sessions,
  store,
}: Pick<Services, 'now' | 'secrets' | 'sessions' | 'store'>): PendingRequests {
  const seals = createSeals(serverSecrets, 'latchkey wallet request v1');

  return {
    async begin(context, protocol) {
      const secrets = await createSecrets();
      const id = randomText(16);
      let requestedAt = 0;
      await sessions.attach(context, (sessionId, time, session) => {
        requestedAt = time;
        const sealed = seals.seal(JSON.stringify(secrets), id);
        return store.addWalletRequest(
          { id, sessionId, protocol, sealed, requestedAt, expires: time + walletRequestLifetime },
          time,
          session,
        );
      });
      return { id, protocol, requestedAt, secrets };
    },

    async list(context) {
      const sessionId = sessions.readId(context);
      const requests = sessionId === undefined ? [] : await store.listWalletRequests(sessionId, now());
      return requests.flatMap(({ id, protocol, requestedAt, sealed }) => {
        const text = seals.open(sealed, id);
        // One that was sealed with a secret that is gone is over.
        return text === undefined ? [] : [{ id, protocol, requestedAt, secrets: JSON.parse(text) as RequestSecrets }];
      });
    },

    async take(context, id) {
      const sessionId = sessions.readId(context);
      return sessionId !== undefined && store.takeWalletRequest(id, sessionId, now());
    },
  };
}
