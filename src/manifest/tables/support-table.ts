import { members } from '../members.js';
import { samsungVersions, supportNotes } from './support-notes.js';
import { supportDate, supportPlaces, supportSince } from './support-versions.js';

/** Since which version each member has an effect where, as rows of Markdown. */
export function listSupport(): string[][] {
  const tell = (since: number | undefined): string =>
    Number.isNaN(since ?? NaN) ? 'no' : since === 0 ? 'yes' : `${since}`;
  return [...members].map(([name, { spec }]) => [
    `[\`${name}\`](${spec})`,
    ...supportPlaces.map((place) => tell(supportSince(name, place))),
    tell(samsungVersions[name]),
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
