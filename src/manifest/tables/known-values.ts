import type { DisplayMode, DisplayOverride, Orientation } from '../types.js';

/**
 * @see {@link https://www.w3.org/TR/appmanifest/#dfn-display-modes-list Web Application Manifest, display modes list};
 * each falls back to the next.
 */
export const displayModes: readonly DisplayMode[] = ['fullscreen', 'standalone', 'minimal-ui', 'browser'];

/**
 * What `display_override` takes besides. @see {@link
 * https://wicg.github.io/manifest-incubations/#display_override-member Manifest Incubations, display_override}
 */
export const overrideModes: readonly DisplayOverride[] = [
  ...displayModes,
  'window-controls-overlay',
  'tabbed',
  'unframed',
];

/**
 * @see {@link https://www.w3.org/TR/screen-orientation/#screenorientation-interface Screen Orientation,
 * OrientationLockType}
 */
export const orientations: readonly Orientation[] = [
  'any',
  'natural',
  'portrait',
  'portrait-primary',
  'portrait-secondary',
  'landscape',
  'landscape-primary',
  'landscape-secondary',
];

/** @see {@link https://html.spec.whatwg.org/multipage/system-state.html#safelisted-scheme HTML, safelisted scheme} */
export const safelistedSchemes: readonly string[] =
  'bitcoin ftp ftps geo im irc ircs magnet mailto matrix mms news nntp openpgp4fpr sftp sip sms smsto ssh tel urn webcal wtai xmpp'.split(
    ' ',
  );

/**
 * What Chromium takes besides. @see {@link https://chromestatus.com/feature/4776602869170176 Chrome Platform Status,
 * protocol schemes for decentralized systems}
 */
export const schemesOfChromium: readonly string[] = 'cabal dat did doi dweb ethereum hyper ipfs ipns ssb'.split(' ');

/**
 * What `platform` of a screenshot or of a related application may name: operating systems, then places that distribute
 * apps.
 *
 * @see {@link https://www.w3.org/TR/manifest-app-info/#platform-member Web App Manifest – Application Information,
 *   platform}
 */
export const systemPlatforms: readonly string[] = [
  'android',
  'chromeos',
  'ios',
  'ipados',
  'kaios',
  'macos',
  'windows',
  'xbox',
];
export const storePlatforms: readonly string[] = [
  'chrome_web_store',
  'itunes',
  'microsoft-inbox',
  'microsoft-store',
  'play',
];

/**
 * The platforms of related applications that Chromium acts on; the last one is for ChromeOS. @see {@link
 * https://developer.chrome.com/docs/capabilities/get-installed-related-apps getInstalledRelatedApps}
 */
export const platformsOfChromium: readonly string[] = [
  'play',
  'windows',
  'webapp',
  'chrome_web_store',
  'chromeos_play',
];

/**
 * Further platforms of related applications. @see {@link
 * https://developer.mozilla.org/en-US/docs/Web/Progressive_web_apps/Manifest/Reference/related_applications MDN,
 * related_applications}
 */
export const otherPlatforms: readonly string[] = ['f-droid', 'amazon'];

/** @see {@link https://github.com/w3c/manifest/wiki/Categories Known categories} */
export const knownCategories: readonly string[] = /* @__PURE__ */ (
  'beauty,books,books & reference,business,cars,dating,design,developer,developer tools,development,education,entertainment,events,fashion,finance,fitness,' +
  'food,fundraising,games,government,graphics,graphics & design,health,health & fitness,kids,lifestyle,magazines,medical,multimedia,multimedia design,music,' +
  'navigation,network,networking,news,parenting,personalization,pets,photo,photo & video,politics,productivity,reference,security,shopping,social,' +
  'social networking,sports,transportation,travel,utilities,video,weather'
).split(',');
