import type { Engine } from '../../engine.js';
import { remarkOn, remarkOnMissing, type HeadRule } from './page-head.js';

const engines: Engine[] = ['chromium', 'webkit', 'gecko'];
const html = 'https://html.spec.whatwg.org/multipage';
const tiles =
  'https://learn.microsoft.com/previous-versions/windows/internet-explorer/ie-developer/platform-apis/dn255024(v=vs.85)';
const pinnedTabs =
  'https://developer.apple.com/library/archive/documentation/AppleApplications/Reference/SafariWebContent/pinnedTabs/pinnedTabs.html';
const viewportFit = 'https://www.w3.org/TR/css-round-display-1/#viewport-fit-descriptor';

/** What tabs and bookmarks show: the name and icons of the page itself. */
export const checkPageIdentity: HeadRule = (head, { manifest }) => {
  const found = head
    .metas('application-name')
    .filter(({ attributes }) => manifest.name && attributes.content?.trim() !== manifest.name)
    .map((meta) => {
      const message = `The page calls the app ${JSON.stringify(meta.attributes.content?.trim() ?? '')}, the manifest ${JSON.stringify(manifest.name)}.`;
      return remarkOn(meta, {
        code: 'application-name-differs',
        level: 'info',
        message,
        engines: ['chromium'],
        spec: `${html}/semantics.html#meta-application-name`,
      });
    });
  if (head.links('icon').length === 0) {
    const message = 'The page names no icon for tabs; browsers ask for /favicon.ico instead.';
    found.push(
      remarkOnMissing('link[rel="icon"]', {
        code: 'icon-link-missing',
        level: 'info',
        message,
        engines,
        spec: `${html}/links.html#rel-icon`,
      }),
    );
  }
  for (const link of head.links('mask-icon')) {
    const about = { engines: ['webkit'] satisfies Engine[], spec: pinnedTabs };
    const message = 'Only Safari before 15 shows a mask-icon, in pinned tabs; it has nothing to do with installation.';
    found.push(remarkOn(link, { code: 'mask-icon-legacy', level: 'info', message, ...about }));
    if (link.attributes.color?.trim()) continue;
    found.push(
      remarkOn(link, {
        code: 'mask-icon-without-color',
        level: 'warning',
        message: 'A mask-icon needs a color attribute.',
        ...about,
        fix: 'color="#…"',
      }),
    );
  }
  return found;
};

/** Tags of browsers that are gone. */
export const checkRetiredTags: HeadRule = (head) =>
  head.metasFrom('msapplication-').map((meta) => {
    const message = `${meta.attributes.name} was for Internet Explorer and the first Edge; the manifest says it for all others. Remove it.`;
    return remarkOn(meta, { code: 'retired-tag', level: 'warning', message, engines: [], spec: tiles });
  });

/** Whether the page fits a phone, and fills the screen if the app is to. */
export const checkViewport: HeadRule = (head, { manifest }) => {
  const [meta] = head.metas('viewport');
  if (!meta) {
    const message = 'The page has no viewport, so that phones lay it out like a desktop page and shrink it.';
    const fix = '<meta name="viewport" content="width=device-width, initial-scale=1">';
    return [
      remarkOnMissing('meta[name="viewport"]', {
        code: 'viewport-missing',
        level: 'warning',
        message,
        engines,
        spec: 'https://www.w3.org/TR/css-viewport-1/#viewport-meta',
        fix,
      }),
    ];
  }
  const opensFull = manifest.display === 'fullscreen' || manifest.display_override[0] === 'fullscreen';
  if (!opensFull || /viewport-fit\s*=\s*cover/i.test(meta.attributes.content ?? '')) return [];
  const message =
    'The app is to open in full screen, but without viewport-fit=cover the page leaves out the corners and the notch.';
  return [
    remarkOn(meta, {
      code: 'viewport-fit-missing',
      level: 'info',
      message,
      engines,
      spec: viewportFit,
      fix: 'viewport-fit=cover',
    }),
  ];
};
