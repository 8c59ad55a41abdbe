import type { Handler } from 'hono';
import { randomText } from '../crypto/random-text.js';
import { inlineSources } from '../http/inline-sources.js';
import { isNavigation } from '../http/navigation.js';
import { filePolicy, pagePolicy, workerPolicy } from '../http/content-security-policy.js';
import { neverStored, permissionsPolicy } from '../http/middleware/headers.js';
import { Refusal } from '../http/refusal.js';
import { scriptJson } from '../http/script-json.js';
import { sendAsset } from '../http/send-asset.js';
import type { Env, RequestContext } from '../http/request-context.js';
import type { Services } from '../services.js';
import { showsMessages } from './shown-messages.js';
import { issueRequestOptions } from './sign-in.js';

/** Where a page wants request options inlined, so that autofill works without a request. */
const optionsMarker = '<!-- latchkey:request-options -->';
/** What a page writes as the nonce of its inline scripts and styles. */
const noncePlaceholder = 'latchkey-nonce';
/**
 * What a page that shows one of ours in a frame writes as our origin, for it may be on the host of an embedder itself.
 */
const originPlaceholder = 'latchkey-origin';

/** What a page says about messages that are shown instead of being sent, which it hides until it is true. */
const messagesMarker = 'data-messages-shown hidden';

/** What a page keeps for users who are signed in. */
const signedInMarker = 'data-signed-in hidden';

/** The page that is shown where there is none, if the pages have one: `404.html`. */
const missingPage = '/404';

/** Headers that mean something to a page alone. */
const ofPages = ['Cross-Origin-Opener-Policy', 'Permissions-Policy'];

/** The tags that have the browser ask a FedCM provider for something, which the policy of the page must allow. */
const fedCmTag = /<latch-fedcm-button[\s>]|<latch-sign-in\s[^>]*\bmethods="[^"]*\bfedcm\b/;

/** Shows the sentence that a page keeps for an error, so that a page without script can say what went wrong. */
function revealError(html: string, error: string | undefined): string {
  return error && /^[a-z_]+$/.test(error)
    ? html.replaceAll(`data-error="${error}" hidden`, `data-error="${error}"`)
    : html;
}

/**
 * What a page should say at once: that another site shows it in a frame, where no cookie of ours goes along; else the
 * error in its address.
 */
function findError({ req }: RequestContext): string | undefined {
  const isFramedElsewhere = req.header('Sec-Fetch-Dest') === 'iframe' && req.header('Sec-Fetch-Site') === 'cross-site';
  return isFramedElsewhere ? 'other_site' : req.query('error');
}

/**
 * Shows what a page keeps for a sign-in that waits, so that it can go on without script: `code` takes a code, `other`
 * and `over` say what to do about another step, and when the sign-in waits no longer.
 */
async function revealStep(
  { nextSteps, now, sessions, store }: Services,
  context: RequestContext,
  html: string,
): Promise<string> {
  if (!html.includes('data-next="') || !/^(?:next_step|wrong_code)$/.test(context.req.query('error') ?? ''))
    return html;
  const session = await sessions.read(context);
  const pending = session && (await store.findPendingSignIn(session.id, now()));
  const next = pending && (await nextSteps.findFor(pending));
  const takesCode = next?.step === 'second-factor' && !next.setUp && /totp|recovery-code/.test(String(next.methods));
  const shown = takesCode ? 'code' : next ? 'other' : 'over';
  context.header('Cache-Control', 'no-store');
  return html.replaceAll(`data-next="${shown}" hidden`, `data-next="${shown}"`);
}

/**
 * Shows what a page keeps for users who are signed in, so that a form without script leads to a page that says so. It
 * contains no data of the user, so the browser's back-forward cache may keep the page.
 */
async function revealSignedIn({ sessions }: Services, context: RequestContext, html: string): Promise<string> {
  if (!html.includes(signedInMarker) || !(await sessions.read(context))?.authentication) return html;
  context.header('Cache-Control', 'private, no-cache');
  return html.replaceAll(signedInMarker, 'data-signed-in');
}

/** A page with the marker starts a challenge; every other page view writes no row and sets no cookie. */
async function renderPage(
  services: Services,
  context: RequestContext,
  written: string,
  nonce: string,
): Promise<string> {
  const filled = written
    .replaceAll(`nonce="${noncePlaceholder}"`, `nonce="${nonce}"`)
    .replaceAll(originPlaceholder, services.config.origins[0]!);
  const marked = showsMessages(services, context) ? filled.replaceAll(messagesMarker, 'data-messages-shown') : filled;
  const shown = await revealSignedIn(services, context, revealError(marked, findError(context)));
  const html = await revealStep(services, context, shown);
  if (!html.includes(optionsMarker) || context.req.method === 'HEAD') return html;
  const options = await issueRequestOptions(services, context).catch((error: unknown) => {
    // The page is there for a client with too many challenges too; its script asks again when it needs one.
    if (error instanceof Refusal && error.status === 429) return undefined;
    throw error;
  });
  if (options) context.header('Cache-Control', 'no-store');
  const [before, ...after] = html.split(optionsMarker);
  const inlined = options ? `<script type="application/json">${scriptJson(options)}</script>` : '';
  return before + inlined + after.join('');
}

/**
 * Every other GET: the built pages and their files. `/name` is the page `name.html`, `/` is `index.html`; who opens a page
 * that does not exist sees `404.html`. Only a page that names our origin for a frame may frame it, and hand on to it what
 * signing in needs; only one with a tag for FedCM may have the browser ask its providers.
 */
export function page(services: Services): Handler<Env> {
  const { embedders, fedcm = [], origins } = services.config;
  const fedCmOrigins = [...new Set(fedcm.map(({ configURL }) => new URL(configURL).origin))];
  return async (context) => {
    const { path } = context.req;
    const found = await services.assets(path);
    // A folder without its slash: the links of its pages are relative to the slash.
    if (!found && !path.endsWith('/') && (await services.assets(`${path}/`)))
      return context.redirect(`${path.slice(path.lastIndexOf('/') + 1)}/${new URL(context.req.url).search}`, 308);
    const asset = found ?? (isNavigation(context) ? await services.assets(missingPage) : undefined);
    if (!asset) throw new Refusal(404, 'unsupported');
    const written = asset.contentType.startsWith('text/html') ? new TextDecoder().decode(asset.body) : undefined;
    const nonce = randomText(16);
    if (written !== undefined) {
      const framed = written.includes(originPlaceholder) ? origins.slice(0, 1) : [];
      const connected = fedCmTag.test(written) ? fedCmOrigins : [];
      const inline = { scripts: inlineSources(written, 'script'), styles: inlineSources(written, 'style') };
      context.header('Content-Security-Policy', pagePolicy(nonce, embedders, framed, connected, inline));
      context.header('Permissions-Policy', permissionsPolicy(framed));
      // A page that isolates itself shows only frames that say that they may be there.
      if (embedders.length > 0) context.header('Cross-Origin-Resource-Policy', 'cross-origin');
    } else {
      const isScript = asset.contentType.startsWith('text/javascript');
      context.header('Content-Security-Policy', isScript ? workerPolicy : filePolicy(embedders));
      for (const name of ofPages) context.header(name, undefined);
    }
    context.header('Content-Type', asset.contentType);
    if (!found) context.header('Cache-Control', 'no-store');
    else if (!neverStored.test(context.req.path))
      context.header('Cache-Control', asset.immutable ? 'public, max-age=31536000, immutable' : 'no-cache');
    const rendered = written && (await renderPage(services, context, written, nonce));
    if (!found) return context.body(rendered ?? asset.body, 404);
    const isAsOnDisk = rendered === written && !written?.includes(optionsMarker);
    return isAsOnDisk ? sendAsset(context, asset) : context.body(rendered!);
  };
}
