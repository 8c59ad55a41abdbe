import type { Pixels } from '../compare-icons.js';
import { decodeIcon, type Readers } from './decode.js';
import { type ImageBytes, measure, type MeasuredImage } from './measure.js';

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

/** What a launcher's mask would spoil: the background can be seen through, or the content leaves the safe zone. */
export type MaskFault = 'transparent' | 'outside-safe-zone';

/** The radius of the circle that no mask cuts, of the size of the icon. */
const safeRadius = 0.4;
/** Parts of an icon, or of what is outside of the circle, that are too small to matter. */
const [negligible, negligibleOutside] = [0.005, 0.015];
/** How much a channel differs in what is seen as another color. */
const seen = 64;

/**
 * Whether an icon fits its masks: opaque to its edges, with its content in a circle of 40 percent. What is drawn to the
 * edges, such as a photograph, has no background that its content could be told from.
 *
 * @see {@link https://www.w3.org/TR/appmanifest/#icon-masks Web Application Manifest, icon masks and safe zone}
 */
function checkMask({ data, width, height }: Pixels): MaskFault | undefined {
  let clear = 0;
  for (let at = 3; at < data.length; at += 4) if (data[at]! < 250) clear += 1;
  if (clear > width * height * negligible) return 'transparent';

  const differs = (one: number, other: number): boolean =>
    [0, 1, 2].some((channel) => Math.abs(data[one + channel]! - data[other + channel]!) > seen);
  const offsetOf = (x: number, y: number): number => 4 * (Math.round(y) * width + Math.round(x));
  const [middleX, middleY] = [(width - 1) / 2, (height - 1) / 2];
  const radius = safeRadius * Math.min(width, height);

  // A background has one color along an edge; neighbors along the edges of a picture differ.
  let jumps = 0;
  for (let x = 1; x < width; x += 1)
    for (const y of [0, height - 1]) if (differs(offsetOf(x, y), offsetOf(0, y))) jumps += 1;
  if (jumps > 2 * width * negligibleOutside) return undefined;

  let [outside, other] = [0, 0];
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const [fromX, fromY] = [x - middleX, y - middleY];
      if (fromX ** 2 + fromY ** 2 <= radius ** 2) continue;
      outside += 1;
      // Compared with the edge behind it, so that a gradient is background too.
      const scale = Math.min(middleX / Math.abs(fromX), middleY / Math.abs(fromY));
      if (differs(offsetOf(x, y), offsetOf(middleX + fromX * scale, middleY + fromY * scale))) other += 1;
    }
  return other > outside * negligibleOutside ? 'outside-safe-zone' : undefined;
}
