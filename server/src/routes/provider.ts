import type { Handler } from 'hono';
import type { ProviderAnswer } from '../../../src/base/contract/types.js';
import type { Provider } from '../oidc/provider.js';
import { Refusal } from '../http/refusal.js';
import type { Env } from '../http/request-context.js';

/**
 * `GET /auth/provider`: returns the OpenID provider. Writes nothing and sends no request to the provider. Pages of
 * another origin have none: a flow ends at a page of this one.
 */
export function readProvider({ issuer }: Provider, origins: readonly string[]): Handler<Env> {
  return (context) => {
    const origin = context.req.header('Origin');
    if (origin !== undefined && !origins.includes(origin)) throw new Refusal(404, 'unsupported');
    return context.json({ issuer } satisfies ProviderAnswer);
  };
}
