import type { Handler } from 'hono';
import type { SecurityEventList } from '../../../src/base/contract/types.js';
import { Refusal } from '../http/refusal.js';
import type { Env, RequestContext } from '../http/request-context.js';
import type { Services } from '../services.js';
import type { SecurityEvent } from '../store/records.js';

/** How many events one answer has at most. */
const perPage = 50;

/** Where a list goes on, as the answer before has named it. */
function readPosition({ req }: RequestContext): Pick<SecurityEvent, 'at' | 'id'> | undefined {
  const text = req.query('from');
  if (text === undefined) return undefined;
  const [, at, id] = /^(\d{1,15})\.([\w-]{1,64})$/.exec(text) ?? [];
  if (id === undefined) throw new Refusal(400, 'bad_request', { message: 'from: not the next of a list' });
  return { at: Number(at), id };
}

/** `GET /security-events`: what happened to the account, the latest first. */
export function listSecurityEvents({ providers, sessions, store }: Services): Handler<Env> {
  return async (context) => {
    const position = readPosition(context);
    const { authentication } = await sessions.demand(context);
    const found = await store.listSecurityEvents(authentication.userId, perPage + 1, position);
    const events = found.slice(0, perPage);
    const last = events.at(-1);
    return context.json({
      events: events.map(({ id, type, at, device, method, detail, issuer }) => ({
        id,
        type,
        at,
        device,
        ...(method !== null && { method }),
        ...(detail !== null && { detail }),
        ...(issuer !== null && { provider: providers.nameOf(issuer) }),
      })),
      ...(last && found.length > perPage && { next: `${last.at}.${last.id}` }),
    } satisfies SecurityEventList);
  };
}
