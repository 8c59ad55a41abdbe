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
 * The platforms of related applications that Chromium acts on. @see {@link
 * https://developer.chrome.com/docs/capabilities/get-installed-related-apps getInstalledRelatedApps}
 */
export const platformsOfChromium: readonly string[] = ['play', 'windows', 'webapp', 'chrome_web_store'];
