import type { Handler } from 'hono';
import type { ProviderAnswer } from '../../../src/core/contract-types.js';
import type { Provider } from '../oidc/provider.js';
import type { Env } from '../http/request-context.js';

/** `GET /auth/provider`: at which OpenID provider people sign in. Writes nothing and asks nobody. */
export function readProvider({ issuer }: Provider): Handler<Env> {
  return (context) => context.json({ issuer } satisfies ProviderAnswer);
}
