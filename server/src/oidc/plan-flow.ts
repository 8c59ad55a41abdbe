import { demandFreshness } from '../sessions/freshness.js';
import { Refusal } from '../http/refusal.js';
import type { RequestContext } from '../http/request-context.js';
import type { Services } from '../services.js';
import type { Flow } from '../store/records.js';
import { handOffIdsFor } from '../hand-off/hand-offs.js';
import type { Provider } from './provider.js';
import { safeReturnTo } from './return-to.js';

/**
 * Whether a page of this site, or the user by typing the URL, starts the flow: a page of another site could sign the
 * user in as someone else. Browsers without `Sec-Fetch-Site` send the referrer, unless an app has opened the link of a
 * hand-off, which the code protects.
 */
export function isBegunHere({ req }: RequestContext, origins: readonly string[]): boolean {
  const site = req.header('Sec-Fetch-Site');
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const page = req.header('Referer');
  if (page === undefined) return req.query('mode') === 'handoff';
  return URL.canParse(page) && origins.includes(new URL(page).origin);
}

/** What is decided about a flow when it begins. */
export type FlowPlan = Pick<
  Flow,
  'issuer' | 'startedFrom' | 'returnTo' | 'mode' | 'purpose' | 'userId' | 'maxAge' | 'handOff'
>;

/** The highest `max_age`, in seconds: 30 days. */
const oldestMaxAge = 2_592_000;

function readMode(mode: string | undefined): Flow['mode'] {
  if (mode === undefined || mode === 'redirect' || mode === 'popup' || mode === 'handoff') return mode ?? 'redirect';
  throw new Refusal(400, 'bad_request', { message: 'mode: not redirect, popup or handoff' });
}

function readMaxAge(maxAge: string | undefined): number | null {
  if (maxAge === undefined) return null;
  if (!/^\d{1,7}$/.test(maxAge) || Number(maxAge) > oldestMaxAge) {
    throw new Refusal(400, 'bad_request', { message: `max_age: not a number of seconds from 0 to ${oldestMaxAge}` });
  }
  return Number(maxAge);
}

/**
 * Reads the purpose of the flow from the request. Only our own pages can start linking, after a fresh authentication.
 * Otherwise an attacker could make a victim's browser, signed in at the provider as the attacker, link the attacker's
 * identity to the victim's account.
 *
 * @throws {Refusal} 400 for a wrong `mode` or `max_age`, and without a provider where there are several; for linking 403 `csrf`, 401 and 403 `step_up_required`.
 */
export async function planFlow(services: Services, context: RequestContext, { issuer }: Provider): Promise<FlowPlan> {
  const query = new URL(context.req.url).searchParams;
  const from = query.get('from');
  const startedFrom = from === null ? null : safeReturnTo(from);
  const mode = readMode(query.get('mode') ?? undefined);
  const maxAge = readMaxAge(query.get('max_age') ?? undefined);
  if (mode === 'handoff') {
    // Independent of the user who is signed in in this browser.
    return {
      issuer,
      startedFrom,
      mode,
      maxAge,
      returnTo: '/',
      purpose: 'sign-in',
      userId: null,
      handOff: handOffIdsFor(services.secrets)(query.get('handoff') ?? ''),
    };
  }
  const returnTo = safeReturnTo(query.get('returnTo') ?? undefined);
  if (query.has('link')) {
    if (context.req.header('Sec-Fetch-Site') !== 'same-origin')
      throw new Refusal(403, 'csrf', { message: 'Only a page of this site may link an account.' });
    const session = await services.sessions.demand(context);
    await demandFreshness(services, session);
    const { userId } = session.authentication;
    return { issuer, startedFrom, mode, maxAge, returnTo, purpose: 'link', userId, handOff: null };
  }
  const userId = maxAge === null ? undefined : (await services.sessions.read(context))?.authentication?.userId;
  return {
    issuer,
    startedFrom,
    mode,
    maxAge,
    returnTo,
    purpose: userId === undefined ? 'sign-in' : 'step-up',
    userId: userId ?? null,
    handOff: null,
  };
}
