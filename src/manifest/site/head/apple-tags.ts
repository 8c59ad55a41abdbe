import type { Engine } from '../../engine.js';
import { openHead, remarkOn, remarkOnMissing, type HeadRule } from './page-head.js';
import type { PageTag } from './read-head.js';

const spec =
  'https://developer.apple.com/library/archive/documentation/AppleApplications/Reference/SafariWebContent/ConfiguringWebApplications/ConfiguringWebApplications.html';
const engines: Engine[] = ['webkit'];
const touchIcon = '<link rel="apple-touch-icon" sizes="180x180" href="…">';

/** The size of icon that phones of Apple show. */
export const touchIconSize = 180;

/** The largest side that a link names, in pixels; that of phones if it names none. */
function sideOf({ attributes: { sizes } }: PageTag): number {
  return sizes ? Math.max(...sizes.split(/\s+/).map((size) => parseInt(size, 10) || 0)) : touchIconSize;
}

/** The largest icon for the Home Screen that the page at `documentUrl` links by a valid address, if there is one. */
export function findTouchIcon(
  tags: readonly PageTag[],
  documentUrl: string,
): { url: string; tag: PageTag } | undefined {
  const head = openHead(tags, documentUrl);
  const isThere = ({ attributes: { href } }: PageTag): boolean =>
    !!href?.trim() && URL.canParse(href.trim(), head.base);
  const [tag] = head
    .links('apple-touch-icon')
    .filter(isThere)
    .sort((one, other) => sideOf(other) - sideOf(one));
  return tag && { url: new URL(tag.attributes.href!.trim(), head.base).href, tag };
}

/** The icon on the Home Screen, which WebKit prefers to the icons of the manifest. */
export const checkTouchIcon: HeadRule = (head, { manifest }) => {
  const retired = head.links('apple-touch-icon-precomposed').map((link) => {
    const message = 'apple-touch-icon-precomposed is retired; apple-touch-icon does the same.';
    return remarkOn(link, { code: 'retired-tag', level: 'warning', message, engines, spec, fix: touchIcon });
  });
  const icons = head.links('apple-touch-icon');
  const usable = manifest.icons.some(({ purpose }) => purpose.includes('any'));
  if (icons.length === 0) {
    const message = usable
      ? 'There is no apple-touch-icon: WebKit takes an icon of the manifest, and older versions take a picture of the page.'
      : 'There is no apple-touch-icon and no icon in the manifest that WebKit takes, so that the Home Screen shows a letter or a picture of the page.';
    return [
      ...retired,
      remarkOnMissing('link[rel="apple-touch-icon"]', {
        code: 'touch-icon-missing',
        level: usable ? 'info' : 'warning',
        message,
        engines,
        spec,
        fix: touchIcon,
      }),
    ];
  }

  const found = icons.filter(isNoPng).map((link) => {
    const message = `The apple-touch-icon ${link.attributes.href ?? ''} is no PNG, which WebKit asks for.`;
    return remarkOn(link, { code: 'touch-icon-format', level: 'warning', message, engines, spec, fix: touchIcon });
  });
  if (!icons.some((link) => sideOf(link) >= touchIconSize)) {
    const message = `No apple-touch-icon is at least ${touchIconSize} × ${touchIconSize} pixels, the size that phones show.`;
    found.push(remarkOn(icons[0]!, { code: 'touch-icon-size', level: 'info', message, engines, spec, fix: touchIcon }));
  }
  if (usable) {
    const message =
      'WebKit takes this icon and ignores those of the manifest; Chromium takes it where it has no other.';
    found.push(remarkOn(icons[0]!, { code: 'touch-icon-wins', level: 'info', message, engines, spec }));
  }
  return [...retired, ...found];
};

/** The tags that made a page an app before there were manifests, and whether they agree with this one. */
export const checkAppTags: HeadRule = (head, { manifest, readable }) => {
  const capable = [...head.metas('apple-mobile-web-app-capable'), ...head.metas('mobile-web-app-capable')];
  const found = capable
    .filter(({ attributes }) => attributes.content?.trim().toLowerCase() === 'yes')
    .map((meta) => {
      const about = {
        engines: meta.attributes.name?.trim().toLowerCase().startsWith('apple')
          ? engines
          : (['chromium'] satisfies Engine[]),
        spec,
      };
      if (readable && manifest.display === 'browser') {
        const message = 'The tag says that the page opens like an app; the manifest says that it opens in a browser.';
        return remarkOn(meta, { code: 'capable-contradicts', level: 'warning', message, ...about });
      }
      const message =
        'The tag says what the manifest says already. Only Safari before 26 and browsers that find the manifest incomplete read it.';
      return remarkOn(meta, { code: 'capable-legacy', level: 'info', message, ...about });
    });

  const label = manifest.short_name || manifest.name;
  for (const meta of head.metas('apple-mobile-web-app-title')) {
    const title = meta.attributes.content?.trim() ?? '';
    if (!label || title === label) continue;
    const message = `On the Home Screen WebKit calls the app ${JSON.stringify(title)}, elsewhere it is ${JSON.stringify(label)}.`;
    found.push(
      remarkOn(meta, {
        code: 'title-differs',
        level: 'warning',
        message,
        engines,
        spec,
        fix: `content=${JSON.stringify(label)}`,
      }),
    );
  }
  return found;
};

const styles = ['default', 'black', 'black-translucent'];

/** The status bar of a Home Screen app, and the images that it shows while it starts. */
export const checkStart: HeadRule = (head) => {
  const found = head.metas('apple-mobile-web-app-status-bar-style').flatMap((meta) => {
    const style = meta.attributes.content?.trim().toLowerCase() ?? '';
    if (!styles.includes(style)) {
      const message = `WebKit knows no status bar style ${JSON.stringify(style)}.`;
      return [
        remarkOn(meta, {
          code: 'status-bar-style-unknown',
          level: 'warning',
          message,
          engines,
          spec,
          fix: `content="${styles.join('" or "')}"`,
        }),
      ];
    }
    if (
      style !== 'black-translucent' ||
      head.metas('viewport').some(({ attributes }) => /viewport-fit\s*=\s*cover/i.test(attributes.content ?? ''))
    )
      return [];
    const message =
      'Behind a translucent status bar the page needs viewport-fit=cover, and safe-area insets around what must stay visible.';
    return [
      remarkOn(meta, {
        code: 'status-bar-needs-viewport-fit',
        level: 'warning',
        message,
        engines,
        spec,
        fix: 'viewport-fit=cover',
      }),
    ];
  });

  const images = head.links('apple-touch-startup-image');
  const seen = new Map<string, number>();
  for (const link of images) {
    const media = link.attributes.media?.replace(/\s+/g, ' ').trim().toLowerCase() ?? '';
    const earlier = seen.get(media);
    if (media === '' && images.length > 1) {
      const message = 'Each of several startup images needs a media query for the device and orientation that it fits.';
      found.push(remarkOn(link, { code: 'startup-image-without-media', level: 'warning', message, engines, spec }));
    } else if (earlier !== undefined) {
      const message = `The startup image in line ${earlier} is for the same devices.`;
      found.push(remarkOn(link, { code: 'startup-image-repeated', level: 'warning', message, engines, spec }));
    }
    seen.set(media, link.line);
  }
  return found;
};

function isNoPng({ attributes }: { attributes: Record<string, string> }): boolean {
  const type = attributes.type?.trim().toLowerCase();
  return type
    ? type !== 'image/png'
    : /\.(svg|webp|jpe?g|gif|ico|avif)$/i.test(attributes.href?.replace(/[?#].*$/, '') ?? '');
}
