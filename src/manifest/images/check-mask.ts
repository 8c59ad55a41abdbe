import type { Pixels } from '../compare-icons.js';

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
export function checkMask({ data, width, height }: Pixels): MaskFault | undefined {
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
