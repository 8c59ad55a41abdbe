import { members } from '../members.js';
import { supportDate, supportPlaces, supportSince } from './support-versions.js';

/** What a version alone does not tell about the support of a member. */
export const supportNotes: Readonly<Record<string, string>> = {
  short_name: 'The label in launchers: one or two short words.',
  scope: 'Which pages belong to the app. It has nothing to do with the scope of a service worker.',
  display: 'WebKit opens fullscreen as standalone and has no minimal-ui.',
  icons: 'WebKit uses only those of purpose any, and none where the page has an apple-touch-icon.',
  orientation: 'Windows on desktops do not turn.',
  lang: 'The language of localized texts without their own.',
  dir: 'The direction of the texts, of shortcuts too. No version is documented.',
  description: 'Shown when an app is installed. One or two sentences.',
  screenshots: 'Shown when an app is installed. Samsung Internet shows some of them. Their platform is for stores.',
  shortcuts: 'On Windows from Chromium 85 on.',
  categories: 'The folder of Launchpad. Others leave them to stores.',
  launch_handler: 'Pages get launches from launchQueue, which there is on desktops only. Partly in Samsung Internet.',
  share_target: 'On desktops only ChromeOS registers it.',
  file_handlers: 'Launches come to launchQueue.',
  protocol_handlers: 'Users agree at the first use.',
  migrate_from: 'Within one site.',
  migrate_to: 'Within one site.',
  tab_strip: 'Only where display_override has tabbed.',
  related_applications: 'Only of play, windows (from Chromium 85), webapp (from 140) and chrome_web_store.',
  prefer_related_applications:
    'No version is documented. Only apps of Google Play count on Android and ChromeOS, of the Chrome Web Store on desktops.',
  color_scheme_dark: 'Pages give a dark color by a theme-color with a media query.',
  iarc_rating_id: 'For stores and packaging tools.',
  serviceworker: 'For payment handlers that are installed just in time.',
  widgets: 'For the widgets board of Edge on Windows.',
  edge_side_panel: 'For the side panel of Edge, which is being removed.',
  lock_screen: 'Chromium parses it; no released version uses it.',
};

/** Since which version Samsung Internet uses a member, 0 if that is not documented. It has Chromium's parser, and uses no other members. */
const samsungVersions: Readonly<Record<string, number>> = {
  name: 4,
  short_name: 4,
  start_url: 4,
  scope: 6,
  display: 4,
  display_override: 15,
  icons: 4,
  description: 15,
  screenshots: 0,
  launch_handler: 21,
  share_target: 12,
  related_applications: 4,
};

/** Since which version each member has an effect where, as rows of Markdown. */
export function listSupport(): string[][] {
  const describe = (since: number | undefined): string =>
    Number.isNaN(since ?? NaN) ? 'no' : since === 0 ? 'yes' : `${since}`;
  return [...members].map(([name, { spec }]) => [
    `[\`${name}\`](${spec})`,
    ...supportPlaces.map((place) => describe(supportSince(name, place))),
    describe(samsungVersions[name]),
    supportNotes[name] ?? '—',
  ]);
}

/** The head of the table of support, with its date. */
export const supportHead: readonly string[] = [
  `member, ${supportDate}`,
  'Chromium desktop',
  'ChromeOS',
  'Android',
  'macOS',
  'iOS',
  'Firefox for Android',
  'Samsung Internet',
  'note',
];
