import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

// The endpoints answer on the same origin as the pages. In development Vite passes them on to the reference server.
const server = process.env['LATCHKEY_SERVER'] ?? 'http://localhost:3000';
const paths = ['/webauthn', '/login', '/logout', '/session', '/sessions', '/signup', '/otp', '/account'];

export default defineConfig({
  plugins: [react()],
  server: { proxy: Object.fromEntries(paths.map((path) => [path, server])) },
});
