/**
 * Since which version something is supported: on desktop, then on mobile; null where it is not. A note in words where
 * the number alone would mislead.
 */
export interface SupportVersions {
  chromium?: readonly [desktop: number | null, mobile: number | null];
  webkit?: readonly [desktop: number | null, mobile: number | null];
  gecko?: readonly [desktop: number | null, mobile: number | null];
  samsungInternet?: number;
  note?: string;
}

const core = { chromium: [39, 39], webkit: [17, 11.3], gecko: [null, 79], samsungInternet: 4 } as const;
const localized = { chromium: [148, null] } as const;

/**
 * Support of the members as of September 2026; WebKit on desktop means Safari on macOS, on mobile iOS and iPadOS. What
 * is not listed is read by no browser.
 *
 * @see {@link
 *   https://developer.mozilla.org/en-US/docs/Web/Progressive_web_apps/Manifest/Reference#browser_compatibility MDN,
 *   browser compatibility}
 * @see {@link https://chromestatus.com/features Chrome Platform Status}
 */
export const supportVersions: Readonly<Record<string, SupportVersions>> = {
  name: core,
  short_name: core,
  start_url: core,
  id: { chromium: [96, 96], webkit: [17, 16.4] },
  scope: { ...core, chromium: [53, 53], samsungInternet: 6 },
  display: { ...core, gecko: [null, 47], note: 'WebKit opens fullscreen as standalone and has no minimal-ui.' },
  display_override: { chromium: [89, 89], samsungInternet: 15 },
  icons: {
    ...core,
    webkit: [17, 15.4],
    note: 'WebKit uses them only where the page has no apple-touch-icon, and only those of purpose any.',
  },
  theme_color: { chromium: [46, 46], webkit: [17, 15], gecko: [null, 79] },
  background_color: { chromium: [46, 46], gecko: [null, 79] },
  orientation: { chromium: [null, 39], gecko: [null, 79], note: 'Windows on desktops do not turn.' },
  lang: { chromium: [148, null], note: 'The language of what the localized members do not have.' },
  name_localized: localized,
  short_name_localized: localized,
  description_localized: localized,
  icons_localized: localized,
  description: { chromium: [88, 88], samsungInternet: 15 },
  screenshots: { chromium: [108, 94] },
  shortcuts: { chromium: [96, 84], webkit: [17.4, null], note: 'On Windows from Chromium 85 on.' },
  categories: { webkit: [17.4, null] },
  launch_handler: { chromium: [110, null], samsungInternet: 21, note: 'No launch queue on mobile.' },
  share_target: { chromium: [89, 76], samsungInternet: 12, note: 'On desktop only ChromeOS registers it.' },
  file_handlers: { chromium: [102, null] },
  protocol_handlers: { chromium: [96, null] },
  scope_extensions: { chromium: [139, null] },
  migrate_from: { chromium: [150, null], note: 'Within one site.' },
  migrate_to: { chromium: [150, null], note: 'Within one site.' },
  tab_strip: { chromium: [126, null], note: 'Only on ChromeOS.' },
  note_taking: { chromium: [95, null], note: 'Only on ChromeOS.' },
  related_applications: { chromium: [85, 44], samsungInternet: 4, note: 'Installed web apps from Chromium 140 on.' },
  prefer_related_applications: { chromium: [85, 44], samsungInternet: 4 },
};
