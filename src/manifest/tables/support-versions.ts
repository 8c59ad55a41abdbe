import type { Engine, Platform } from '../engine.js';

/** When the table was compared with what browsers do. */
export const supportDate = 'September 2026';

/** The places of the table's columns, in this order. */
export const supportPlaces = [
  'chromium desktop',
  'chromium chromeos',
  'chromium mobile',
  'webkit desktop',
  'webkit mobile',
  'gecko mobile',
] as const;

/**
 * Since which version an installed app of each place uses a member; `-` where it has no effect. WebKit on desktop means
 * Safari on macOS, on mobile iOS and iPadOS; Chromium on mobile is Android. What is not listed is used by no browser on
 * its own; Gecko on desktops uses none. 0 stands for a version that nobody has written down.
 *
 * @see {@link
 *   https://developer.mozilla.org/en-US/docs/Web/Progressive_web_apps/Manifest/Reference#browser_compatibility MDN,
 *   browser compatibility}
 * @see {@link https://chromestatus.com/features Chrome Platform Status}
 */
const table = `name short_name start_url 39 39 39 17 11.3 79
id 96 96 96 17 16.4 -
scope 53 53 53 17 11.3 79
display 39 39 39 17 11.3 47
display_override 89 89 89 - - -
icons 39 39 39 17 15.4 79
theme_color 46 46 46 17 15 79
background_color 46 46 46 - - 79
orientation - - 39 - - 79
lang name_localized short_name_localized description_localized icons_localized 148 148 - - - -
dir 0 0 0 - - -
description 88 88 88 - - -
screenshots 108 108 94 - - -
shortcuts 96 96 84 17.4 - -
categories - - - 17.4 - -
launch_handler 110 110 - - - -
share_target - 89 76 - - -
file_handlers 102 102 - - - -
protocol_handlers 96 96 - - - -
scope_extensions 139 139 - - - -
migrate_from migrate_to 150 150 - - - -
tab_strip - 126 - - - -
note_taking - 95 - - - -
related_applications 85 85 44 - - -
prefer_related_applications 0 0 0 - - -`;

const versions = new Map(
  table.split('\n').flatMap((line) => {
    const cells = line.split(' ');
    const since = cells.splice(-supportPlaces.length).map(Number);
    return cells.map((member) => [member, since] as const);
  }),
);

/** The members of the table, in its order. */
export const supportedMembers: readonly string[] = [...versions.keys()];

/**
 * The version since which `member` has an effect in a column of {@link supportPlaces}; NaN if it has none there,
 * undefined if the table does not list it.
 */
export function supportSince(member: string, place: string): number | undefined {
  const since = versions.get(member);
  return since && (since[(supportPlaces as readonly string[]).indexOf(place)] ?? NaN);
}

/** The same for an engine and a platform, NaN too if no table lists it; of the specification, which has no versions, nothing. */
export function findSupport(member: string, engine: Engine, platform: Platform): number | undefined {
  if (engine === 'spec') return undefined;
  const place = `${engine} ${platform === 'chromeos' && engine !== 'chromium' ? 'desktop' : platform}`;
  return supportSince(member, place) ?? NaN;
}
