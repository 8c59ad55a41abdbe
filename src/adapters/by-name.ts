import { createTransport, missing, type Adapter } from '../base/client/adapter.js';
import { aspNetCsrf, djangoCsrf, laravelCsrf, railsCsrf, springCsrf } from '../base/client/csrf.js';
import type { Transport } from '../base/client/transport.js';

/** The adapters that a page can name in `<meta name="latch-backend">`; each is loaded when it is named. */
const adapters: Record<string, () => Promise<Adapter>> = {
  'better-auth': async () => (await import('./better-auth.js')).betterAuth(),
  'auth-js': async () => (await import('./auth-js.js')).authJs(),
  'spring-security': async () => (await import('./spring-security.js')).springSecurity(),
  'django-allauth': async () => (await import('./django-allauth.js')).djangoAllauth(),
  'laravel-fortify': async () => (await import('./laravel-fortify.js')).laravelFortify(),
  'aspnet-identity': async () => (await import('./aspnet-identity.js')).aspNetIdentity(),
  simplewebauthn: async () => (await import('./endpoints.js')).endpoints(),
  // The contract itself, with a token of the framework against CSRF.
  django: async () => ({ headers: djangoCsrf }),
  rails: async () => ({ headers: railsCsrf }),
  laravel: async () => ({ headers: laravelCsrf }),
  spring: async () => ({ headers: springCsrf }),
  'asp.net': async () => ({ headers: aspNetCsrf }),
};

let named: { content: string; transport: Promise<Transport> } | undefined;

/** The adapter that the page names, loaded once, as what sends its requests. */
export async function loadNamed(): Promise<Transport> {
  const content = document.querySelector<HTMLMetaElement>('meta[name=latch-backend]')?.content ?? '';
  if (named?.content !== content) named = { content, transport: load(content) };
  return named.transport.catch((error: unknown) => {
    // Its module could not be loaded, which the next request tries again.
    named = undefined;
    throw error;
  });
}

/** Sends a request through the adapter that the page names. */
export const send: Transport = async (...request) => (await loadNamed())(...request);

/** The content of the element: the name of an adapter, `same-site`, or both. */
async function load(content: string): Promise<Transport> {
  const names = content.split(/\s+/).filter((name) => name !== '');
  const sameSite = names.includes('same-site');
  const [name, ...others] = names.filter((one) => one !== 'same-site');
  if (name !== undefined && (others.length > 0 || !Object.hasOwn(adapters, name))) {
    const reason = `<meta name="latch-backend"> must name one of ${Object.keys(adapters).join(', ')} or same-site, not "${content}"`;
    reportError(new TypeError(reason));
    return async () => missing();
  }
  return createTransport({ ...(name !== undefined && (await adapters[name]!())), sameSite });
}
