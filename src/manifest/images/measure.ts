import { disableTypes, imageSize } from 'image-size';

/** The bytes of an image, and what the server calls them. */
export interface ImageBytes {
  bytes: Uint8Array;
  /** The essence of the content type, in lower case; empty if the server sent none, undefined for a file. */
  contentType: string | undefined;
}

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
const svgBeginning =
  /^(?:\s|<\?[^>]*>|<!--(?:[^-]|-(?!->))*-->|<!doctype svg[^[>]*(?:\[[^\]]*\]\s*)?>)*<(?:[\w-]+:)?svg[\s/>]/i;

disableTypes(['cur', 'dds', 'icns', 'j2c', 'jp2', 'jxl', 'jxl-stream', 'ktx', 'pnm', 'psd', 'tga', 'tiff']);

/** Reads type and size from the header of an image. */
export function measure({ bytes, contentType }: ImageBytes): MeasuredImage {
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
    const isSvg = svgBeginning.test(decodeXml(bytes.subarray(0, 4096)));
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

/**
 * Decodes XML as browsers do for images: by its byte order mark, else as UTF-8.
 *
 * @throws {TypeError} if `fatal` and it is neither.
 */
export function decodeXml(bytes: Uint8Array, fatal = false): string {
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8';
  return new TextDecoder(encoding, { fatal }).decode(bytes);
}
