import { html } from 'hono/html';
import { pathOf } from '../http/contract.js';
import { answerPage } from '../http/own-page.js';
import type { RequestContext } from '../http/request-context.js';

/** The statuses of these pages: of a question and its answer, and of every failure. */
export type HandOffPageStatus = 200 | 400 | 403 | 404 | 409 | 410 | 500 | 502 | 503;

/** Answers with one sentence of ours. */
export function answerNotice(
  context: RequestContext,
  status: HandOffPageStatus,
  sentence: string,
): Response | Promise<Response> {
  return answerPage(
    context,
    status,
    'Sign-in',
    html`<h1>Sign-in</h1>
<p>${sentence}</p>`,
  );
}

/** What the user is asked. */
export interface Question {
  /** Whom the app would be signed in as. */
  displayName: string;
  /** The name of the app. */
  app: string;
  /** What the answer is given with. */
  confirmation: string;
  /** Below which path of the origin the answer goes. */
  basePath: string | undefined;
}

/**
 * Asks the user to type the code that the app shows, which shows that they have the app in front of them and were not
 * sent here by someone else. The page does not show the code. `wrong` says that another code was typed before.
 */
export function answerQuestion(
  context: RequestContext,
  { displayName, app, confirmation, basePath = '' }: Question,
  wrong = false,
): Response | Promise<Response> {
  return answerPage(
    context,
    wrong ? 400 : 200,
    `Type the code that the app shows · ${app}`,
    html`<h1>Type the code that the app shows</h1>
<p>The app ${app} that shows the code will be signed in as <strong><bdi>${displayName}</bdi></strong>.</p>
<p class="warning">Choose “No” unless you have just started this yourself, in an app in front of you. If someone sent you here or told you a code, they want to get into your account.</p>
<form method="post" action="${basePath}${pathOf('confirmHandOff')}">
<input type="hidden" name="confirmation" value="${confirmation}">
<label for="code">Code</label>
${wrong ? html`<p class="warning" id="wrong" role="alert">That is not the code that the app shows.</p>` : ''}
<input id="code" name="code" required maxlength="32" autocomplete="off" autocapitalize="characters" spellcheck="false"${wrong ? html` aria-invalid="true" aria-describedby="wrong"` : ''}>
<button name="answer" value="yes">Sign the app in</button>
<button name="answer" value="no" formnovalidate>No</button>
</form>`,
  );
}
