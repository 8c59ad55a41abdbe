import { limits } from '../tables/limits.js';
import type { ImageResource, Platform } from '../types.js';

/** What an icon has to be. */
interface IconDemands {
  most: number;
  isSquare: boolean;
  types: readonly string[];
}

const installableTypes = ['image/png', 'image/svg+xml', 'image/webp'];
const decodableTypes = [...installableTypes, 'image/apng', 'image/avif', 'image/bmp', 'image/gif', 'image/jpeg', 'image/jpg', 'image/pjpeg', 'image/vnd.microsoft.icon', 'image/x-icon', 'image/x-png', 'image/x-xbitmap'];
const typesOfExtensions = new Map(
  'png image/png,svg image/svg+xml,svgz image/svg+xml,webp image/webp,apng image/apng,avif image/avif,bmp image/bmp,gif image/gif,jpg image/jpeg,jpeg image/jpeg,jfif image/jpeg,pjp image/jpeg,pjpeg image/jpeg,ico image/vnd.microsoft.icon,xbm image/x-xbitmap'
    .split(',')
    .map((entry) => entry.split(' ') as [string, string]),
);

/** Whether one of the icons makes the app installable in Chromium: purpose any, PNG, SVG or WebP, and large enough. */
export function hasInstallableIcon(icons: readonly ImageResource[], platform: Platform): boolean {
  return findIcon(icons, { most: platform === 'desktop' ? limits.mostIcon : Infinity, isSquare: false, types: installableTypes }) !== undefined;
}

/** The icon that Chromium fetches to show the app: square, of any type that it can decode, and as close to the smallest size as possible. */
export function findPrimaryIcon(icons: readonly ImageResource[]): ImageResource | undefined {
  return findIcon(icons, { most: Infinity, isSquare: true, types: decodableTypes });
}

/** @see {@link https://source.chromium.org/chromium/chromium/src/+/main:third_party/blink/common/manifest/manifest_icon_selector.cc Chromium's icon selector} */
function findIcon(icons: readonly ImageResource[], { most, isSquare, types }: IconDemands): ImageResource | undefined {
  let closest: ImageResource | undefined;
  let closestHeight = Infinity;
  let scalable: ImageResource | undefined;
  let unsized: ImageResource | undefined;
  for (const icon of icons) {
    if (!icon.purpose.includes('any') || !isAmong(types, typeOf(icon))) continue;
    for (const [width, height] of (icon.sizes ?? []).map(measure)) {
      if (width === 0 || height === 0) {
        if (isSvg(icon)) scalable = icon;
        else unsized = icon;
      } else if (height >= limits.leastIcon && width <= most && height <= most && (width === height || !isSquare) && height <= closestHeight) {
        closest = icon;
        closestHeight = height;
      }
    }
  }
  return closestHeight === limits.leastIcon ? closest : (scalable ?? unsized ?? closest);
}

/** Chromium minds capitals where it asks for the few types of an installable app, and not where it asks what it can decode. */
function isAmong(types: readonly string[], type = ''): boolean {
  return types.includes(types === decodableTypes ? type.toLowerCase() : type);
}

/** Width and height; 0 for `any`, and for numbers beyond 32 bits, which overflow in Chromium. */
function measure(size: string): [number, number] {
  const [width = 0, height = 0] = size.split('x').map((digits) => (Number(digits) <= 0x7fffffff ? Number(digits) : 0));
  return [width, height];
}

function typeOf({ type, src }: ImageResource): string | undefined {
  return type ?? typesOfExtensions.get(extensionOf(src));
}

function isSvg({ type, src }: ImageResource): boolean {
  return type === undefined ? extensionOf(src) === 'svg' : type === 'image/svg+xml';
}

function extensionOf(src: string): string {
  return /\.([^./]*)$/.exec(src.replace(/[?#].*$/s, ''))?.[1]?.toLowerCase() ?? '';
}
