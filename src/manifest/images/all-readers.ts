import type { Readers } from './decode.js';
import { readJpeg } from './read-jpeg.js';
import { readPng } from './read-png.js';
import { readWebp } from './read-webp.js';

/** Readers of all types that icons mostly have. Those of WebP and JPEG are large. */
export const allReaders: Readers = { 'image/png': readPng, 'image/webp': readWebp, 'image/jpeg': readJpeg };
