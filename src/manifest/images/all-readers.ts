import type { Readers } from './decode.js';

/** Readers of all types that icons mostly have. Those of WebP and JPEG are large. */
export const allReaders: Readers = {
  'image/png': async (bytes) => (await import('./read-png.js')).readPng(bytes),
  'image/webp': async (bytes) => (await import('./read-webp.js')).readWebp(bytes),
  'image/jpeg': async (bytes) => (await import('./read-jpeg.js')).readJpeg(bytes),
};
