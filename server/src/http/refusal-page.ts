import { html } from 'hono/html';
import { pathOf } from './contract.js';
import { answerPage } from './own-page.js';
import type { Refusal, RefusalCode } from './refusal.js';
import type { RequestContext } from './request-context.js';

/** The sentences for users, for each error code. The messages for developers are not shown. */
const sentences: Partial<Record<RefusalCode, string>> = {
  bad_request: 'Some of the data is not valid. Go back, check what you typed, and try again.',
  csrf: 'The request did not come from a page of this site. Reload the page and try again.',
  method_not_allowed: 'This page does not exist.',
  not_found: 'This page does not exist.',
  provider_required: 'Your company wants you to sign in with its own account.',
  taken: 'That name is taken. Go back and choose another one.',
  step_up_required: 'Sign in again, then retry. This action needs a recent sign-in.',
  too_large: 'The text is too long. Go back, make it shorter, and try again.',
  unsupported: 'This page does not exist.',
  unauthenticated: 'Sign in first.',
};

/** `7 seconds`, `2 minutes`: rounded up, so that who comes back then is not refused again. */
function spellDuration(seconds: number): string {
  const [count, unit] = seconds < 60 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

function explain({ status, code, details: { headers } }: Refusal, method: string): [title: string, sentence: string] {
  if (code === 'rate_limited')
    return ['Too many attempts', `Try again in ${spellDuration(Number(headers?.['Retry-After']))}.`];
  if (status >= 500) return ['Not available', 'This is not available at the moment. Try again later.'];
  if (code === 'bad_request' && method === 'GET')
    return ['That did not work', 'This link is not valid. Go back and try again.'];
  return ['That did not work', sentences[code] ?? 'The server refused the request.'];
}

/** A window that a page has opened is closed; from everywhere else there is a way back. */
function wayBack({ req }: RequestContext, signInPage: string): ReturnType<typeof html> {
  const mode = req.query('mode');
  if (
    req.path === pathOf('confirmHandOff') ||
    (req.path === pathOf('startProviderSignIn') && (mode === 'popup' || mode === 'handoff'))
  )
    return html`<p>You can close this window.</p>`;
  return /^\/(?:login|auth)(?:\/|$)/.test(req.path)
    ? html`<p><a href="${signInPage}">Back to sign-in</a></p>`
    : html`<p><a href="/">Back to the start page</a></p>`;
}

/**
 * Answers a browser that opens a page with a page: what was wrong, when to try again, and how to get back. It holds
 * nothing of the request.
 */
export function answerRefusalPage(
  context: RequestContext,
  refusal: Refusal,
  signInPage: string,
): Response | Promise<Response> {
  const [title, sentence] = explain(refusal, context.req.method);
  for (const [name, value] of Object.entries(refusal.details.headers ?? {})) context.header(name, value);
  return answerPage(
    context,
    refusal.status,
    title,
    html`<h1>${title}</h1>
<p>${sentence}</p>
${wayBack(context, signInPage)}`,
  );
}
