import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

// The endpoints answer below /api on the same origin as the pages. In development Vite passes them on to the reference server.
const server = process.env['LATCHKEY_SERVER'] ?? 'http://localhost:3000';

export default defineConfig({
  plugins: [svelte()],
  server: { proxy: { '/api': server } },
});
