import { disableTypes, imageSize } from 'image-size';
import type { Progress } from '../progress.js';
import type { NamedImage } from './list-images.js';
import { readResource, type Resource } from './resource.js';
import type { Source } from './source.js';

/** An image as it really is. */
export interface MeasuredImage {
  /** How many it has; the image itself is not kept, for there may be many. */
  bytes: number;
  /** What the server calls it. */
  contentType: string | undefined;
  /** The type by its first bytes, and the size in pixels; undefined for an unknown type. */
  type: string | undefined;
  width: number | undefined;
  height: number | undefined;
  /** Every size in the file, such as `192x192`; more than one only in the old icon format. */
  sizes: string[];
}

/** What came of fetching an image. */
export type ImageResult = MeasuredImage | Extract<Resource, { missing: unknown }>;

const atOnce = 6;
/** How long to go on asking while no image comes, in ms. */
const imageTimeout = 20_000;
/** What browsers show, by the name that the library has for it. */
const types: Record<string, string> = {
  png: 'image/png',
  svg: 'image/svg+xml',
  webp: 'image/webp',
  jpg: 'image/jpeg',
  gif: 'image/gif',
  ico: 'image/vnd.microsoft.icon',
  avif: 'image/avif',
  heif: 'image/avif',
  bmp: 'image/bmp',
};
/** What an SVG begins with. No two parts match the same text, or many comments would take forever. */
const svgBeginning = /^(?:\s|<\?[^>]*>|<!--(?:[^-]|-(?!->))*-->|<!doctype svg[^[>]*(?:\[[^\]]*\]\s*)?>)*<svg[\s/>]/i;

disableTypes(['cur', 'dds', 'icns', 'j2c', 'jp2', 'jxl', 'jxl-stream', 'ktx', 'pnm', 'psd', 'tga', 'tiff']);

/**
 * Fetches each image once and reads type and size from its header. Returns the results by URL, and reports to
 * `progress`. If a server delays every image, the rest are skipped.
 */
export async function measureImages(
  images: readonly NamedImage[],
  source: Source,
  progress: Progress,
): Promise<Map<string, ImageResult>> {
  const results = new Map<string, ImageResult>();
  const urls = [...new Set(images.map(({ url }) => url))];
  const pending = urls.values();
  let lastCame = Date.now();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const url of pending) {
        const isHopeless = Date.now() - lastCame >= imageTimeout;
        const resource: Resource = isHopeless
          ? {
              missing: 'on-network',
              reason: `${url} was not fetched, because no image has arrived for ${imageTimeout / 1000} seconds.`,
            }
          : await readResource(url, source);
        if ('bytes' in resource) lastCame = Date.now();
        results.set(url, 'bytes' in resource ? measure(resource) : resource);
        progress.show(`Measuring images: ${results.size} of ${urls.length}`);
      }
    }),
  );
  return new Map(urls.map((url) => [url, results.get(url)!]));
}

/** Reads type and size from the header of an image. */
export function measure({ bytes, contentType }: Extract<Resource, { bytes: Uint8Array }>): MeasuredImage {
  try {
    const { type = '', width, height, images = [{ width, height }] } = imageSize(bytes);
    return {
      bytes: bytes.length,
      contentType,
      type: types[type],
      width,
      height,
      sizes: images.map((image) => `${image.width}x${image.height}`),
    };
  } catch {
    // An SVG needs no intrinsic size; everything else that cannot be measured does not count as an image.
    const isSvg = svgBeginning.test(new TextDecoder().decode(bytes.subarray(0, 4096)));
    return {
      bytes: bytes.length,
      contentType,
      type: isSvg ? types.svg : undefined,
      width: undefined,
      height: undefined,
      sizes: [],
    };
  }
}
