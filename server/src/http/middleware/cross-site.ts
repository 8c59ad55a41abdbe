import type { MiddlewareHandler } from 'hono';
import { Refusal } from '../refusal.js';
import type { Env, RequestContext } from '../request-context.js';

/** Whether a page of one of these origins, which are others of this site, made the request. */
export const isOfApp = ({ req }: RequestContext, appOrigins: readonly string[] = []): boolean =>
  req.header('Sec-Fetch-Site') === 'same-site' && appOrigins.some((origin) => origin === req.header('Origin'));

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
    const ours =
      site === undefined
        ? origin !== undefined && origins.includes(origin)
        : site === 'same-origin' || isOfApp(context, appOrigins);
    if (!ours)
      throw new Refusal(403, 'csrf', {
        message: 'The request does not come from a page of this site.',
        ...(origin !== undefined && { foreignOrigin: { page: origin, configured: origins } }),
      });
    await next();
  };
}
