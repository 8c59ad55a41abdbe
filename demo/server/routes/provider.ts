import type { Handler } from 'hono';
import type { ProviderAnswer } from '../../../src/core/contract-types.js';
import type { Provider } from '../oidc/provider.js';
import type { Env } from '../http/request-context.js';

/** `GET /auth/provider`: returns the OpenID provider. Writes nothing and sends no request to the provider. */
export function readProvider({ issuer }: Provider): Handler<Env> {
  return (context) => context.json({ issuer } satisfies ProviderAnswer);
}
