import { signInPageOf, type ServerConfig } from '../config/server-config.js';
import type { Outcome, RequestContext } from './request-context.js';

/** Answers a form of a page without script: sends the browser to the sign-in page, which says `outcome`. */
export function redirectToSignIn(context: RequestContext, config: ServerConfig, outcome: Outcome): Response {
  context.set('outcome', outcome);
  return context.redirect(`${signInPageOf(config)}?error=${outcome}`, 303);
}
