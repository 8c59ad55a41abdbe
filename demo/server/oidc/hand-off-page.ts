import { html } from 'hono/html';
import { answerPage } from '../http/own-page.js';
import type { RequestContext } from '../http/request-context.js';

/** The statuses of these pages: of a question and its answer, and of every failure. */
export type HandOffPageStatus = 200 | 400 | 404 | 409 | 410 | 500 | 502 | 503;

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

/** What the person is asked. */
export interface Question {
  code: string;
  /** Whom the app would be signed in as. */
  person: string;
  /** What the app is called. */
  app: string;
  /** What the answer is given with. */
  confirmation: string;
}

/** `7QX4-M3KF` so that it is read out one by one, with a pause in the middle. */
const spell = (code: string): string =>
  code
    .split('-')
    .map((group) => Array.from(group).join(' '))
    .join(', ');

/**
 * Answers with the question whether the code is the one that the app shows. Who is asked for somebody else's app has to
 * be told what a yes would do.
 */
export function answerQuestion(
  context: RequestContext,
  { code, person, app, confirmation }: Question,
): Response | Promise<Response> {
  return answerPage(
    context,
    200,
    `Is this the code that the app shows? · ${app}`,
    html`<h1>Is this the code that the app shows?</h1>
<p class="code"><span aria-hidden="true">${code}</span><span class="spoken">${spell(code)}</span></p>
<p>If you say yes, the app ${app} that shows this code is signed in as <strong><bdi>${person}</bdi></strong>.</p>
<p class="warning">Say no if you have not just begun this yourself, in an app in front of you. Nobody else should have sent you here: a yes would let them into your account.</p>
<form method="post" action="/auth/handoff/confirm">
<input type="hidden" name="confirmation" value="${confirmation}">
<button name="answer" value="yes">Yes, the app shows this code</button>
<button name="answer" value="no">No</button>
</form>`,
  );
}
