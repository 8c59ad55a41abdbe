import * as limits from '../tables/limits.js';
import type { ImageResource } from '../types.js';
import type { Platform } from '../engine.js';

/** What an icon has to be. */
interface IconDemands {
  most: number;
  isSquare: boolean;
  accepts: (type: string) => boolean;
}

/** What determines the type of an image. */
interface TypedImage {
  src: string;
  type?: string | undefined;
}

const svg = 'image/svg+xml';
const installableTypes = ['image/png', svg, 'image/webp'];
/** Chromium compares types case-sensitively for an installable app, and case-insensitively for what it can decode. */
const decodableTypes =
  /^image\/(?:a?png|webp|avif|bmp|gif|jxl|p?jpe?g|svg\+xml|vnd\.microsoft\.icon|x-(?:icon|png|xbitmap))$/i;
/** The subtypes of file extensions that differ from them. */
const subtypes: Record<string, string> = {
  svg: 'svg+xml',
  svgz: 'svg+xml',
  jpg: 'jpeg',
  jfif: 'jpeg',
  pjp: 'jpeg',
  ico: 'x-icon',
  xbm: 'x-xbitmap',
};

/** Whether one of the icons makes the app installable in Chromium: purpose any, PNG, SVG or WebP, and large enough. */
export function hasInstallableIcon(icons: readonly ImageResource[], platform: Platform): boolean {
  return (
    findIcon(icons, {
      most: mostOn(platform),
      isSquare: false,
      accepts: (type) => installableTypes.includes(type),
    }) !== undefined
  );
}

const mostOn = (platform: Platform): number => (platform === 'mobile' ? Infinity : limits.mostIcon);

/** Which condition no icon meets, the end of a sentence. */
export function explainNoIcon(icons: readonly ImageResource[], platform: Platform): string {
  if (icons.length === 0) return 'there is none';
  const any = icons.filter(({ purpose }) => purpose.includes('any'));
  if (any.length === 0)
    return `the only icons are ${[...new Set(icons.flatMap(({ purpose }) => purpose))].join(' or ')}`;
  const shown = any.filter((icon) => installableTypes.includes(typeOf(icon)));
  if (shown.length === 0) return 'none of purpose any is a PNG, SVG or WebP';
  const heights = shown.flatMap(({ sizes = [] }) => sizes.map((size) => measure(size)[1]));
  if (heights.length === 0) return 'none of purpose any has "sizes"';
  const most = platform === 'mobile' ? '' : ` and at most ${limits.mostIcon}`;
  return `none of purpose any has at least ${limits.leastIcon}${most} pixels, but ${heights.join(', ')}`;
}

/**
 * The icon that Chromium fetches to show the app: square, of any type that it can decode, and as close to the smallest
 * size as possible.
 */
export function findPrimaryIcon(icons: readonly ImageResource[]): ImageResource | undefined {
  return findIcon(icons, {
    most: Infinity,
    isSquare: true,
    accepts: (type) => decodableTypes.test(type),
  });
}

/**
 * @see {@link
 * https://source.chromium.org/chromium/chromium/src/+/main:third_party/blink/common/manifest/manifest_icon_selector.cc
 * Chromium's icon selector}
 */
function findIcon(
  icons: readonly ImageResource[],
  { most, isSquare, accepts }: IconDemands,
): ImageResource | undefined {
  let closest: ImageResource | undefined;
  let closestHeight = Infinity;
  let scalable: ImageResource | undefined;
  let unsized: ImageResource | undefined;
  for (const icon of icons) {
    if (!icon.purpose.includes('any') || !accepts(typeOf(icon))) continue;
    for (const size of icon.sizes ?? []) {
      const [width, height] = measure(size);
      if (width === 0 || height === 0) {
        if (isSvg(icon)) scalable = icon;
        else unsized = icon;
      } else if (
        height >= limits.leastIcon &&
        width <= most &&
        height <= most &&
        (width === height || !isSquare) &&
        height <= closestHeight
      ) {
        closest = icon;
        closestHeight = height;
      }
    }
  }
  return closestHeight === limits.leastIcon ? closest : (scalable ?? unsized ?? closest);
}

/** Width and height; 0 for `any`, and for numbers beyond 32 bits, which overflow in Chromium. */
function measure(size: string): [width: number, height: number] {
  return [readSide(size), readSide(size.slice(size.indexOf('x') + 1))];
}

function readSide(digits: string): number {
  const side = parseInt(digits, 10);
  return side <= 0x7fffffff ? side : 0;
}

function typeOf({ type, src }: TypedImage): string {
  if (type !== undefined) return type;
  const extension = extensionOf(src);
  return `image/${subtypes[extension] ?? extension}`;
}

/** Whether an icon is a vector image, which Chromium draws in any size. */
export function isSvg(icon: TypedImage): boolean {
  return typeOf(icon) === svg;
}

/** That of the file name, which ends at a semicolon. */
function extensionOf(src: string): string {
  const [path] = src.split(/[?#]/, 1);
  const [name] = path!.slice(path!.lastIndexOf('/') + 1).split(';', 1);
  return /\.([^.]*)$/.exec(name!)?.[1]?.toLowerCase() ?? '';
}
