import type { ImageResource, ProcessedResult } from '../types.js';
import { writeUrl } from '../urls.js';
import { touchIconSize } from './head/apple-tags.js';

/** A tag for the head of a page. */
export interface HeadTag {
  name: 'link' | 'meta';
  /** Values as they are; escape them, as {@link buildHead} does, or set them as attributes. */
  attributes: Record<string, string>;
}

const tabIconSize = 32;

/**
 * Lists the tags that a page needs in its head for the manifest, including those for browsers that read only part of
 * it: the link, the colors (for light and dark if the manifest has both), an icon for tabs and one for WebKit's Home
 * Screen, and the titles. URLs on the origin of the page are written as paths.
 */
export function listHeadTags({ manifest, manifestUrl, documentUrl }: ProcessedResult): HeadTag[] {
  const { name, short_name: shortName, theme_color: color, color_scheme_dark: dark } = manifest;
  const write = (url: string): string => writeUrl(url, documentUrl);
  const tabIcon = manifest.icons.find(isSvg) ?? chooseIcon(manifest.icons.filter(isForAny), tabIconSize);
  const touchIcon = chooseIcon(manifest.icons.filter(isForAny).filter(isPng), touchIconSize);

  return [
    link({ rel: 'manifest', href: write(manifestUrl) }),
    ...(color !== undefined && dark?.theme_color !== undefined
      ? [themeColor(color, 'light'), themeColor(dark.theme_color, 'dark')]
      : []),
    ...(color !== undefined && dark?.theme_color === undefined ? [themeColor(color)] : []),
    ...(tabIcon
      ? [
          link({
            rel: 'icon',
            ...(tabIcon.type && { type: tabIcon.type }),
            ...sizesOf(tabIcon),
            href: write(tabIcon.src),
          }),
        ]
      : []),
    ...(touchIcon ? [link({ rel: 'apple-touch-icon', ...sizesOf(touchIcon), href: write(touchIcon.src) })] : []),
    ...(name ? [meta({ name: 'application-name', content: name })] : []),
    ...(shortName || name ? [meta({ name: 'apple-mobile-web-app-title', content: (shortName || name)! })] : []),
  ];
}

/**
 * Writes the tags of {@link listHeadTags} as HTML, one per line. All values are escaped, so that no text in the
 * manifest ends a tag or an attribute.
 */
export function buildHead(processed: ProcessedResult): string {
  return listHeadTags(processed)
    .map((tag) => `${writeTag(tag)}\n`)
    .join('');
}

/** Writes one tag as HTML. */
export function writeTag({ name, attributes }: HeadTag): string {
  return `<${name}${Object.entries(attributes)
    .map(([attribute, value]) => ` ${attribute}="${escape(value)}"`)
    .join('')}>`;
}

/** The tag for a colour as the manifest has it, `#rrggbbaa`; for light or dark only if `scheme` is given. */
export function themeColor(color: string, scheme?: 'light' | 'dark'): HeadTag {
  return meta({
    name: 'theme-color',
    ...(scheme && { media: `(prefers-color-scheme: ${scheme})` }),
    content: color.replace(/^(#.{6})ff$/i, '$1'),
  });
}

function link(attributes: Record<string, string>): HeadTag {
  return { name: 'link', attributes };
}

function meta(attributes: Record<string, string>): HeadTag {
  return { name: 'meta', attributes };
}

/** The smallest icon that is at least that large, else the largest. Icons of unknown size come last. */
function chooseIcon(icons: ImageResource[], size: number): ImageResource | undefined {
  const rank = (icon: ImageResource): number => {
    const largest = largestSide(icon);
    return largest >= size ? largest : 1e6 - largest;
  };
  return icons.toSorted((one, other) => rank(one) - rank(other))[0];
}

function largestSide({ sizes = [] }: ImageResource): number {
  return Math.max(0, ...sizes.map((size) => parseInt(size, 10) || 0));
}

function sizesOf({ sizes }: ImageResource): { sizes?: string } {
  return sizes?.length ? { sizes: sizes.join(' ') } : {};
}

function isForAny({ purpose }: ImageResource): boolean {
  return purpose.includes('any');
}

function isPng({ type, src }: ImageResource): boolean {
  return type === 'image/png' || (type === undefined && /\.png$/i.test(new URL(src).pathname));
}

function isSvg(icon: ImageResource): boolean {
  return (
    isForAny(icon) &&
    (icon.type === 'image/svg+xml' || (icon.type === undefined && /\.svg$/i.test(new URL(icon.src).pathname)))
  );
}

function escape(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' };
  return text.replace(/[&"<>]/g, (character) => entities[character]!);
}
