import { defineConfig } from 'vite';
import solid from 'vite-plugin-solid';

// The endpoints answer below /api on the same origin as the pages. In development Vite passes them on to the reference server.
const server = process.env['LATCHKEY_SERVER'] ?? 'http://localhost:3000';

export default defineConfig({
  plugins: [solid({ ssr: true })],
  server: { proxy: { '/api': server } },
});
