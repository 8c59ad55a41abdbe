import vue from '@vitejs/plugin-vue';
import { defineConfig } from 'vite';

// The endpoints answer below /api on the same origin as the pages. In development Vite passes them on to the reference server.
const server = process.env['LATCHKEY_SERVER'] ?? 'http://localhost:3000';

export default defineConfig({
  // Without this Vue looks for components of these names.
  plugins: [vue({ template: { compilerOptions: { isCustomElement: (tag) => tag.startsWith('latch-') } } })],
  server: { proxy: { '/api': server } },
});
