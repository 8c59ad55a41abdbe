import type { Pixels } from '../compare-icons.js';
import { measure, type ImageBytes } from './measure.js';

/**
 * The pixels of an icon, or why they are unknown, as a sentence; `limit` if browsers may well decode it.
 */
export type DecodedIcon = { pixels: Pixels } | { reason: string; limit?: true };

const mostPixels = 4096 * 4096;

/** What reads the pixels of images, by their type. */
export type Readers = Readonly<Record<string, (bytes: Uint8Array) => Pixels | Promise<Pixels>>>;

/** Decodes an icon if one of `readers` reads its type. */
export async function decodeIcon(resource: ImageBytes, readers: Readers): Promise<DecodedIcon> {
  const { type, width = 0, height = 0 } = measure(resource);
  if (type === undefined) return { reason: 'It is not an image that can be measured.' };
  if (type === 'image/svg+xml') return { reason: 'It is an SVG, which has no pixels until a browser draws it.' };
  const read = readers[type];
  if (!read) return { reason: `It is ${type}; only PNG, WebP and JPEG are decoded.` };
  // The header has the size before anything is decompressed.
  if (width * height > mostPixels)
    return {
      reason: `It is ${width} × ${height} pixels, which is more than 4096 × 4096.`,
      limit: true,
    };
  try {
    return { pixels: await read(resource.bytes) };
  } catch {
    return { reason: 'It is damaged, animated, or in an unsupported format.' };
  }
}
