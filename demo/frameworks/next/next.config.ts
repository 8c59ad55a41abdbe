import type { NextConfig } from 'next';

// The endpoints answer on the same origin as the pages. In development Next passes them on to the reference server.
const server = process.env['LATCHKEY_SERVER'] ?? 'http://localhost:3000';
const paths = ['webauthn', 'login', 'logout', 'session', 'sessions', 'signup', 'otp', 'account'];

export default {
  devIndicators: false,
  // The folder lies in another project, with a lock file of its own.
  turbopack: { root: import.meta.dirname },
  rewrites: async () =>
    paths.flatMap((path) => [
      { source: `/${path}`, destination: `${server}/${path}` },
      { source: `/${path}/:rest*`, destination: `${server}/${path}/:rest*` },
    ]),
} satisfies NextConfig;
