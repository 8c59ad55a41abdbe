import type { MiddlewareHandler } from 'hono';
import { Refusal } from '../refusal.js';
import type { Env } from '../request-context.js';

/**
 * Refuses requests that no page of this site made. `Sec-Fetch-Site` decides alone where the browser sends it, because
 * no script can set it; otherwise `Origin` must be one of the configured ones. A request with neither is refused. Of
 * other origins of the site, only the pages of `appOrigins` may send requests.
 */
export function refuseCrossSite(
  ownOrigins: readonly string[],
  appOrigins: readonly string[] = [],
): MiddlewareHandler<Env> {
  const origins = [...ownOrigins, ...appOrigins];
  return async (context, next) => {
    const site = context.req.header('Sec-Fetch-Site');
    const origin = context.req.header('Origin');
    const isApp = site === 'same-site' && appOrigins.some((app) => app === origin);
    const ours =
      site === undefined ? origin !== undefined && origins.includes(origin) : isApp || site === 'same-origin';
    if (!ours)
      throw new Refusal(403, 'csrf', {
        message: 'The request does not come from a page of this site.',
        ...(origin !== undefined && { foreignOrigin: { page: origin, configured: origins } }),
      });
    await next();
  };
}
