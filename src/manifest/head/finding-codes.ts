import type { FindingWith } from '../finding-with.js';

/** Everything that can be found in the head of a page. Codes are stable; sentences may change. */
export const headFindingCodes = {
  'manifest-link-missing': 'The page links no manifest',
  'manifest-link-outside-head': 'The link to the manifest is not in the head',
  'manifest-link-repeated': 'The page links more than one manifest; the first counts',
  'manifest-link-empty': 'The link to the manifest has no address',
  'manifest-link-elsewhere': 'The page links another manifest than the one that was checked',
  'manifest-link-credentials': 'The manifest is fetched with cookies',
  'crossorigin-unknown': 'The link has a `crossorigin` that no browser knows',
  'theme-color-missing': 'The page has no `theme-color` although the manifest has one',
  'theme-color-invalid': 'A `theme-color` is no colour',
  'theme-color-differs': 'The `theme-color` of the page replaces another one of the manifest',
  'theme-color-unpaired': 'There is a `theme-color` for light or dark, and none for the other',
  'theme-color-hidden': 'An earlier `theme-color` without `media` keeps a later one from ever counting',
  'touch-icon-missing': 'There is no `apple-touch-icon`',
  'touch-icon-wins': 'WebKit takes the `apple-touch-icon` and ignores the icons of the manifest',
  'touch-icon-format': 'The `apple-touch-icon` is no PNG',
  'touch-icon-size': 'No `apple-touch-icon` is 180 × 180 pixels',
  'title-differs': '`apple-mobile-web-app-title` is not the short name of the manifest',
  'application-name-differs': '`application-name` is not the name of the manifest',
  'capable-legacy': 'A tag says that the page can be an app, which the manifest says already',
  'capable-contradicts': 'A tag says that the page can be an app, and the manifest says that it opens in a browser',
  'status-bar-style-unknown': 'The status bar style is none that WebKit knows',
  'status-bar-needs-viewport-fit': 'The status bar is translucent, but the page does not reach below it',
  'startup-image-without-media': 'One of several startup images has no `media`',
  'startup-image-repeated': 'Two startup images are for the same devices',
  'icon-link-missing': 'The page has no icon for tabs',
  'mask-icon-legacy': 'A `mask-icon` is only for old versions of Safari',
  'mask-icon-without-color': 'A `mask-icon` has no colour',
  'retired-tag': 'No browser reads this tag any more',
  'viewport-missing': 'The page has no viewport, so that phones show it as on a desktop',
  'viewport-fit-missing': 'The app is to fill the screen, but the page leaves out its edges',
} as const;

export type HeadFindingCode = keyof typeof headFindingCodes;

/** A finding in the head of a page. Its `path` is a selector; `line` and `column` are those of the tag in the page, or 1 if it is missing. */
export type HeadFinding = FindingWith<HeadFindingCode>;
