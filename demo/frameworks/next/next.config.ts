import type { NextConfig } from 'next';

// The endpoints answer below /api on the same origin as the pages. In development Next passes them on to the reference server.
const server = process.env['LATCHKEY_SERVER'] ?? 'http://localhost:3000';

export default {
  devIndicators: false,
  // The folder lies in another project, with a lock file of its own.
  turbopack: { root: import.meta.dirname },
  rewrites: async () => [{ source: '/api/:path*', destination: `${server}/api/:path*` }],
} satisfies NextConfig;
