import { html } from 'hono/html';
import { randomText } from '../crypto/random-text.js';
import { popupPolicy } from '../http/content-security-policy.js';
import { isNavigation } from '../http/navigation.js';
import { answerPage } from '../http/own-page.js';
import { Refusal } from '../http/refusal.js';
import { scriptJson } from '../http/script-json.js';
import type { Outcome, RequestContext } from '../http/request-context.js';
import { signInPageOf, type ServerConfig } from '../config/server-config.js';
import type { Services } from '../services.js';
import type { SignedIn } from '../sessions/sign-in.js';
import { StoreUnavailable } from '../store/database.js';
import type { Flow } from '../store/records.js';
import { answerNotice } from '../hand-off/page.js';
import type { Provider } from './provider.js';
import { ProviderFailure } from './provider-failure.js';

/** Why a flow did not sign anybody in. `reason` is for the page that opened the popup, the sentence for the user. */
export class FlowFailure extends Error {
  override readonly name = 'FlowFailure';

  constructor(
    readonly status: 400 | 403 | 404 | 409 | 410 | 500 | 502 | 503,
    readonly reason: Outcome,
    readonly sentence: string,
  ) {
    super(reason);
  }
}

/** @throws {FlowFailure} 400 for a flow that this browser does not have, or no longer. */
export function refuseExpired(): never {
  throw new FlowFailure(400, 'expired', 'This sign-in has expired. Go back to the app and try again.');
}

/** Turns an error into a sentence for the user; unexpected errors are rethrown. */
export function toFlowFailure(
  error: unknown,
  { log }: Services,
  context: RequestContext,
  provider?: Provider,
): FlowFailure {
  if (error instanceof FlowFailure) return error;
  if (error instanceof ProviderFailure) {
    log({ level: 'warn', event: 'provider-failed', provider: provider?.settings.id, reason: error.reason });
    return new FlowFailure(502, 'provider_failed', 'The sign-in service has a problem. Try again later.');
  }
  if (error instanceof StoreUnavailable) {
    log({ level: 'error', event: 'store-unavailable', path: context.req.path, reason: error.message });
    return new FlowFailure(503, 'unavailable', 'Sign-in is not available at the moment. Try again later.');
  }
  if (error instanceof Refusal && error.code === 'provider_required') {
    return new FlowFailure(409, 'provider_required', 'Your company wants you to sign in with its own account.');
  }
  if (error instanceof Refusal && error.code === 'session_failed') {
    return new FlowFailure(500, 'session_failed', 'You could not be signed in. Try again later.');
  }
  throw error;
}

/** The result of a flow, as sent on the channel `auth` to the page that opened the popup. */
type Message = { type: 'signed-in' } | { type: 'sign-in-failed'; reason: string };

/**
 * The page in the popup: sends the result on the channel and closes. If the browser does not let it close, the sentence
 * stays.
 */
function popupPage(nonce: string, message: Message, sentence: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Sign-in</title>
<p>${sentence} You can close this window.</p>
<script nonce="${nonce}">
const channel = new BroadcastChannel('auth');
channel.postMessage(${scriptJson(message)});
channel.close();
close();
</script>
</html>
`;
}

function answerPopup(
  context: RequestContext,
  status: 200 | FlowFailure['status'],
  message: Message,
  sentence: string,
): Response {
  const nonce = randomText(16);
  context.header('Content-Security-Policy', popupPolicy(nonce));
  return context.html(popupPage(nonce, message, sentence), status);
}

/** Where a flow ends that signed nobody in: the page that began it, else the sign-in page. */
type Ending = Pick<Flow, 'mode' | 'startedFrom'>;

/** The page that a flow goes back to, with what it is to say. */
function pageBefore(config: ServerConfig, { startedFrom }: Ending, said: Record<string, string> = {}): string {
  const page = new URL(startedFrom ?? signInPageOf(config), 'https://origin.invalid');
  for (const [name, value] of Object.entries(said)) page.searchParams.set(name, value);
  return page.pathname + page.search + page.hash;
}

/**
 * Answers a flow that did what it was for: on to its page, or out of the popup. While a next step is required, the page
 * that began the flow asks for it.
 */
export function answerSuccess(context: RequestContext, config: ServerConfig, flow: Flow, { next }: SignedIn): Response {
  const { mode, returnTo } = flow;
  if (next) context.set('outcome', 'next_step');
  if (next && mode !== 'popup') return context.redirect(pageBefore(config, flow, { error: 'next_step' }), 302);
  if (next)
    return answerPopup(context, 200, { type: 'sign-in-failed', reason: 'next_step' }, 'One more step is needed.');
  if (mode !== 'popup') return context.redirect(returnTo, 302);
  return answerPopup(context, 200, { type: 'signed-in' }, 'You’re signed in.');
}

/**
 * Answers a flow that failed, with the same status in the popup, in a page for a hand-off, and else in a page with a
 * way back, or in plain text for who does not look.
 */
export function answerFailure(
  context: RequestContext,
  config: ServerConfig,
  flow: Ending,
  { status, reason, sentence }: FlowFailure,
): Response | Promise<Response> {
  const { mode } = flow;
  context.set('outcome', reason);
  if (status === 503) context.header('Retry-After', '1');
  if (mode === 'handoff') return answerNotice(context, status, sentence);
  if (mode === 'redirect') {
    return isNavigation(context)
      ? answerPage(
          context,
          status,
          'Sign-in',
          html`<h1>Sign-in</h1>
<p>${sentence}</p>
<p><a href="${pageBefore(config, flow)}">Back to sign-in</a></p>`,
        )
      : context.text(sentence, status);
  }
  return answerPopup(context, status, { type: 'sign-in-failed', reason }, sentence);
}

/** Whether the user broke the flow off, as far as the provider says. */
export const isCancelled = (error: string | undefined): boolean => error === undefined || error === 'access_denied';

/**
 * Longer error codes of the provider are truncated: the page acts on `access_denied` only, and shows none of the
 * others.
 */
const longestReason = 100;

/**
 * Answers a flow that the user broke off at the provider, or the provider, which says so by any other `error` than
 * `access_denied`. The page that began the flow says which.
 */
export function answerCancellation(
  context: RequestContext,
  config: ServerConfig,
  flow: Flow,
  provider: string,
  error: string | undefined,
): Response | Promise<Response> {
  const { mode } = flow;
  const outcome = isCancelled(error) ? 'cancelled' : 'refused';
  context.set('outcome', outcome);
  if (mode === 'handoff')
    return answerNotice(context, 200, 'You were not signed in. You can close this window and go back to the app.');
  if (mode === 'redirect') return context.redirect(pageBefore(config, flow, { error: outcome, provider }), 302);
  const reason = (error ?? 'cancelled').slice(0, longestReason);
  return answerPopup(context, 200, { type: 'sign-in-failed', reason }, 'You were not signed in.');
}
