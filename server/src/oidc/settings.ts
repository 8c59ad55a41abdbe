import { ConfigError } from '../config/config-error.js';
import { isLocalhost } from '../http/localhost.js';

/** Who the server is to the OpenID provider, and what it asks for. */
export interface OidcSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Names separated by spaces, `openid` among them. */
  scope: string;
}

/** Those of RFC 6749, appendix A.4. */
const scopeNames = /^[\u0021\u0023-\u005b\u005d-\u007e]+(?: [\u0021\u0023-\u005b\u005d-\u007e]+)*$/;

function readIssuer(text: string): string {
  if (!URL.canParse(text))
    throw new ConfigError(
      `OIDC_ISSUER must be the URL of an OpenID provider such as https://login.example.com, not "${text}".`,
    );
  const { protocol, hostname, search, hash, username, password } = new URL(text);
  if (search || hash || username || password || /[?#]$/.test(text))
    throw new ConfigError('OIDC_ISSUER must be a URL without query, fragment, user or password.');
  if (protocol !== 'https:' && !(protocol === 'http:' && isLocalhost(hostname))) {
    throw new ConfigError(`OIDC_ISSUER must use https, except for a provider on localhost, but is "${text}".`);
  }
  return text;
}

/**
 * Reads `OIDC_ISSUER`, `OIDC_CLIENT_ID`, `OIDC_CLIENT_SECRET` and `OIDC_SCOPE` (default `openid profile email`);
 * without an issuer there is no provider.
 *
 * @throws {ConfigError} naming the first variable that is wrong, or that stands alone.
 */
export function readOidcSettings(environment: Readonly<Record<string, string | undefined>>): OidcSettings | undefined {
  const {
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: clientSecret,
    OIDC_SCOPE: scope,
  } = environment;
  if (!issuer) {
    const alone = ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_SCOPE'].find((name) => environment[name]);
    if (alone) throw new ConfigError(`OIDC_ISSUER is required together with ${alone}.`);
    return undefined;
  }
  if (!clientId) throw new ConfigError('OIDC_CLIENT_ID is required together with OIDC_ISSUER.');
  if (!clientSecret) throw new ConfigError('OIDC_CLIENT_SECRET is required together with OIDC_ISSUER.');
  if (scope && !scopeNames.test(scope))
    throw new ConfigError(`OIDC_SCOPE must be names separated by single spaces, not "${scope}".`);
  if (scope && !scope.split(' ').includes('openid'))
    throw new ConfigError(`OIDC_SCOPE must contain openid, but is "${scope}".`);
  return { issuer: readIssuer(issuer), clientId, clientSecret, scope: scope || 'openid profile email' };
}
