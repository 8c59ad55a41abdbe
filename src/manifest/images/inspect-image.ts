import { checkMask, type MaskFault } from './check-mask.js';
import { decodeIcon, type Readers } from './decode.js';
import { measure, type ImageBytes, type MeasuredImage } from './measure.js';
import type { Pixels } from '../compare-icons.js';

/** An image, and whether browsers show it. */
export interface InspectedImage extends MeasuredImage {
  /** True, or a sentence: why browsers do not show it, or why that is not known. */
  shown: true | { fault: string } | { unknown: string };
  /** Whether some of it can be seen through; undefined if it was not decoded. */
  isTransparent?: boolean;
  /** What a mask would spoil. */
  maskFault?: MaskFault;
}

/**
 * Measures an icon, and decodes it as Chromium does, if one of `readers` reads its type; one that is maskable is compared
 * with its masks.
 */
export async function inspectImage(image: ImageBytes, readers: Readers, isMaskable = false): Promise<InspectedImage> {
  const measured = measure(image);
  const { type, contentType } = measured;
  const fault = (reason: string): InspectedImage => ({ ...measured, shown: { fault: reason } });
  if (type === undefined)
    return fault(`It is not an image that can be measured${contentType ? `, sent as ${contentType}` : ''}.`);
  const isSvg = type === 'image/svg+xml';
  if (contentType !== undefined && isSvg !== (contentType === 'image/svg+xml'))
    return fault(
      `It is ${type}, sent as ${contentType || 'no content type'}; browsers show ${isSvg ? 'an SVG only as image/svg+xml' : 'nothing else as image/svg+xml'}.`,
    );
  if (isSvg) {
    const reason = (await import('./check-svg.js')).findSvgFault(image.bytes);
    return reason === undefined ? { ...measured, shown: true } : fault(`Browsers do not show the SVG: ${reason}.`);
  }
  // What is not decoded here is taken for what its header says.
  if (!readers[type] || isAnimatedWebp(type, image.bytes))
    return isCutOff(type, image.bytes) ? fault('It is cut off.') : { ...measured, shown: true };
  const result = await decodeIcon(image, readers);
  if ('pixels' in result) return { ...measured, shown: true, ...look(result.pixels, isMaskable) };
  return 'limit' in result
    ? { ...measured, shown: { unknown: `${result.reason} It was not decoded.` } }
    : fault(result.reason);
}

function look(pixels: Pixels, isMaskable: boolean): Pick<InspectedImage, 'isTransparent' | 'maskFault'> {
  const maskFault = isMaskable ? checkMask(pixels) : undefined;
  return {
    isTransparent: pixels.data.some((value, index) => index % 4 === 3 && value < 255),
    ...(maskFault && { maskFault }),
  };
}

/** The decoder refuses them; browsers show the first picture. */
function isAnimatedWebp(type: string, bytes: Uint8Array): boolean {
  return (
    type === 'image/webp' && Buffer.from(bytes.subarray(12, 16)).toString('latin1') === 'VP8X' && (bytes[20]! & 2) !== 0
  );
}

/** Whether the end of a WebP or a JPEG is missing, by its length or its last marker. */
function isCutOff(type: string, bytes: Uint8Array): boolean {
  const buffer = Buffer.from(bytes);
  if (type === 'image/webp') return buffer.readUInt32LE(4) + 8 > buffer.length;
  return type === 'image/jpeg' && !buffer.includes(Buffer.from([0xff, 0xd9]));
}
