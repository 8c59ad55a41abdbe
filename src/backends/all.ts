/** Everything for adapters in one script, for pages without a bundler. */
export * from './index.js';
export { aspNetIdentity } from './aspnet-identity/index.js';
export { authJs } from './auth-js/index.js';
export { betterAuth } from './better-auth/index.js';
export { djangoAllauth } from './django-allauth/index.js';
export { laravelFortify } from './laravel-fortify/index.js';
export { springSecurity } from './spring-security/index.js';
export { supabase } from './supabase/index.js';
