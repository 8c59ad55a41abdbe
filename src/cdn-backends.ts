/** Everything for adapters in one script, for pages without a bundler. */
export * from './adapters.js';
export { aspNetIdentity } from './adapters/aspnet-identity.js';
export { authJs } from './adapters/auth-js.js';
export { betterAuth } from './adapters/better-auth.js';
export { djangoAllauth } from './adapters/django-allauth.js';
export { endpoints, type EndpointPath, type EndpointsOptions } from './adapters/endpoints.js';
export { laravelFortify } from './adapters/laravel-fortify.js';
export { springSecurity } from './adapters/spring-security.js';
export { supabase } from './adapters/supabase.js';
