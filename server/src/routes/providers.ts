import type { Handler } from 'hono';
import type { ProviderList } from '../../../src/base/contract/types.js';
import type { Providers } from '../oidc/providers.js';
import { Refusal } from '../http/refusal.js';
import type { Env } from '../http/request-context.js';

/** The longest address that is looked at. */
const longest = 254;

/**
 * `GET /auth/providers`: lists the providers. Writes nothing and sends no request to a provider. Pages of another origin
 * have none: a flow ends at a page of this one.
 */
export function listProviders(providers: Providers, origins: readonly string[]): Handler<Env> {
  return (context) => {
    const origin = context.req.header('Origin');
    if (origin !== undefined && !origins.includes(origin)) throw new Refusal(404, 'unsupported');
    const address = context.req.query('for')?.slice(-longest);
    return context.json(providers.list(address) satisfies ProviderList);
  };
}
