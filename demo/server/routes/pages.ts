import type { Handler } from 'hono';
import { randomText } from '../bytes.js';
import { neverStored, pagePolicy } from '../middleware/headers.js';
import { Refusal } from '../refusal.js';
import type { Asset, Env, RequestContext, Services } from '../services.js';
import { issueRequestOptions } from './sign-in.js';

/** Where a page wants request options inlined, so that autofill works without a request. */
const optionsMarker = '<!-- latchkey:request-options -->';
/** What a page writes as the nonce of its inline scripts and styles. */
const noncePlaceholder = 'latchkey-nonce';

const escapes: Record<string, string> = { '<': '\\u003c', '>': '\\u003e', '&': '\\u0026', '\u2028': '\\u2028', '\u2029': '\\u2029' };

/** Shows the sentence that a page keeps for the error in its address, so that a page without script can say what went wrong. */
function revealError(html: string, error: string | undefined): string {
  return error && /^[a-z_]+$/.test(error) ? html.replaceAll(`data-error="${error}" hidden`, `data-error="${error}"`) : html;
}

/** JSON that can stand in a script element: no character of it can end the element or begin a comment. */
function inlineJson(value: unknown): string {
  const json = JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (character) => escapes[character]!);
  return `<script type="application/json">${json}</script>`;
}

/** A page with the marker starts a challenge; every other page view writes no row and sets no cookie. */
async function renderPage(services: Services, context: RequestContext, asset: Asset, nonce: string): Promise<string> {
  const written = new TextDecoder().decode(asset.body).replaceAll(`nonce="${noncePlaceholder}"`, `nonce="${nonce}"`);
  const html = revealError(written, context.req.query('error'));
  if (!html.includes(optionsMarker) || context.req.method === 'HEAD') return html;
  const [before, ...after] = html.split(optionsMarker);
  return before! + inlineJson(await issueRequestOptions(services, context)) + after.join('');
}

/** Every other GET: the built pages and their files. `/name` is the page `name.html`, `/` is `index.html`. */
export function page(services: Services): Handler<Env> {
  return async (context) => {
    const asset = await services.assets(context.req.path);
    if (!asset) throw new Refusal(404, 'not_found');
    const nonce = randomText(16);
    context.header('Content-Security-Policy', pagePolicy(nonce, services.config.embedders));
    context.header('Content-Type', asset.contentType);
    if (!neverStored.test(context.req.path)) context.header('Cache-Control', asset.immutable ? 'public, max-age=31536000, immutable' : 'no-cache');
    if (!asset.contentType.startsWith('text/html')) return context.body(asset.body);
    return context.body(await renderPage(services, context, asset, nonce));
  };
}
