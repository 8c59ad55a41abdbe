import type { FindingWith } from './finding.js';
import { pathOf, plainValue, type JsonMembers, type JsonNode } from './json-node.js';
import { readJson } from './json-reader.js';
import { memberOf } from './rules.js';
import { knownCategories } from './tables/known-values.js';
import * as limits from './tables/limits.js';
import { placeOf, splitTokens } from './text.js';
import type { ImageResource, ProcessedResult } from './types.js';
import { writeUrl } from './urls.js';

/** What advice is about, in the order in which it is told. */
export const adviceGroups = ['identity', 'names', 'icons', 'colors', 'screenshots', 'behavior'] as const;
export type AdviceGroup = (typeof adviceGroups)[number];

const kinds = {
  'id-missing': ['identity', '"id" is missing, so another start URL makes another app'],
  'scope-missing': ['identity', '"scope" is missing, so the folder of the start URL is the app'],
  'relative-url': ['identity', '@ is relative to the folder of the manifest, so moving the manifest changes the app'],
  'start-url-in-folder': ['identity', '@ is $, a folder that the manifest lies in and that no user opens'],
  'user-identifier': ['identity', '@ must not identify the user, as $ seems to'],
  'short-name-missing': ['names', '"short_name" is missing, so launchers cut off the name, which has $ characters'],
  'short-name-long': ['names', '@ has $ characters, and launchers show about 12'],
  'description-long': ['names', '@ has $ characters, and install dialogs show about 300'],
  'maskable-missing': ['icons', 'No icon is maskable, so Android puts the icon on a white plate'],
  'combined-purposes': ['icons', '@ is any and maskable at once, and looks small where it is not masked'],
  'icon-192-missing': ['icons', 'No icon of purpose any is 192 pixels, the size of home screens'],
  'icon-512-missing': ['icons', 'No icon of purpose any is 512 pixels, the size of the screen while an app starts'],
  'icon-type-missing': ['icons', '@ is missing, so browsers fetch the image to learn whether they can show it'],
  'icons-too-many': [
    'icons',
    `@ and those behind it are lost: an installed app keeps ${limits.keptIcons} icons, each counted for each purpose`,
  ],
  'shortcut-icon-small': ['icons', '@ has no size of at least 96 pixels'],
  'theme-color-missing': ['colors', '"theme_color" is missing, so the title bar has the color of the system'],
  'background-color-missing': ['colors', '"background_color" is missing, so the screen while the app starts is white'],
  'screenshots-missing': [
    'screenshots',
    'There are no screenshots for $, so the install dialog there is the small one',
  ],
  'screenshots-narrow-first': [
    'screenshots',
    '@ stands behind wide ones, which count on phones too: list narrow ones first',
  ],
  'screenshot-unlabelled': ['screenshots', '@ is missing, so people who cannot see the image get no description'],
  'orientation-lock': ['behavior', '@ excludes people who cannot rotate their device'],
  'unknown-category': ['behavior', '$ is not on the list of known categories'],
  'launch-queue-needed': ['behavior', '@ opens nothing by itself: the page must take launches from window.launchQueue'],
  'tab-strip-unused': ['behavior', '@ has an effect only where "display_override" has "tabbed"'],
} as const satisfies Record<string, readonly [AdviceGroup, string]>;

/** All that can be advised. */
export type AdviceCode = keyof typeof kinds;

/** Something that makes a better app. Nothing is broken without it. */
export type Advice = FindingWith<AdviceCode> & { group: AdviceGroup };

/** The group and the sentence of each code: `@` stands for the place, `$` for what the finding adds. */
export const adviceKinds: Readonly<Record<AdviceCode, readonly [AdviceGroup, string]>> = kinds;

const specs: Record<AdviceGroup, string> = {
  identity: 'https://www.w3.org/TR/appmanifest/#id-member',
  names: 'https://www.w3.org/TR/appmanifest/#short_name-member',
  icons: 'https://web.dev/articles/maskable-icon',
  colors: 'https://www.w3.org/TR/appmanifest/#theme_color-member',
  screenshots: 'https://developer.chrome.com/docs/capabilities/web-apis/richer-install-ui',
  behavior: 'https://developer.mozilla.org/en-US/docs/Web/Progressive_web_apps/Manifest/Reference',
};

/** Lengths and sizes that people see. */
const [longestShortName, longestDescription, leastShortcutIcon] = [12, 300, 96];

/**
 * Advises on a manifest: what makes a better app though nothing is broken. `processed` is what `processManifest` made of the
 * text, for whichever engine. Nothing is said of a text that is no manifest.
 */
export function adviseOn(manifestText: string, processed: ProcessedResult): Advice[] {
  const { root } = readJson(manifestText);
  if (!processed.readable || !(root?.value instanceof Map)) return [];
  const found: Advice[] = [];
  const advise = (code: AdviceCode, node: JsonNode, details: { detail?: string | number; fix?: string } = {}): void => {
    const { detail = '', fix } = details;
    const [group, sentence] = kinds[code];
    const path = pathOf(node);
    found.push({
      level: 'advice',
      code,
      group,
      path,
      message: `${sentence.replace('@', () => `"${path}"`).replace('$', () => `${detail}`)}.`,
      value: plainValue(node),
      engines: group === 'screenshots' || group === 'behavior' ? ['chromium'] : ['chromium', 'webkit', 'gecko'],
      spec: specs[group],
      ...(fix !== undefined && { fix }),
      ...placeOf(manifestText, node.start),
    });
  };
  const top = (name: string): JsonNode => memberOf(root, name);
  adviseOnIdentity(top, processed, advise);
  adviseOnTexts(top, processed, advise);
  adviseOnIcons(top, processed, advise);
  adviseOnScreenshots(top, processed, advise);
  adviseOnBehavior(top, processed, advise);
  return found.sort((one, other) => adviceGroups.indexOf(one.group) - adviceGroups.indexOf(other.group));
}

type Top = (name: string) => JsonNode;
type Advise = (code: AdviceCode, node: JsonNode, details?: { detail?: string | number; fix?: string }) => void;

function adviseOnIdentity(top: Top, { manifest, manifestUrl, documentUrl }: ProcessedResult, advise: Advise): void {
  const write = (url: string): string => JSON.stringify(writeUrl(url, manifestUrl));
  const folder = new URL('.', manifestUrl);
  const isOfOrigin = folder.origin === new URL(documentUrl).origin;
  const start = top('start_url');
  // A manifest among the assets, whose start page is another than the folder of assets.
  const isAmongAssets =
    isOfOrigin &&
    manifest.start_url === folder.href &&
    /\/(?:assets|static|public|build|dist|icons|img|images|files|_next|_nuxt|manifest)\/$/i.test(folder.pathname);
  if (isAmongAssets && typeof start.value === 'string')
    advise('start-url-in-folder', start, { detail: folder.pathname, fix: '"start_url": "/"' });
  const startUrl = new URL(manifest.start_url);
  if (typeof start.value === 'string' && start.value !== '' && identifiesUser(startUrl))
    advise('user-identifier', start, { detail: startUrl.search });
  if (top('id').value === undefined)
    advise('id-missing', top('id'), {
      fix: `"id": ${isAmongAssets ? '"/"' : JSON.stringify(writeUrl(manifest.start_url.replace(/#.*/s, ''), manifest.start_url))}`,
    });
  if (top('scope').value === undefined && start.value !== undefined)
    advise('scope-missing', top('scope'), { fix: `"scope": ${isAmongAssets ? '"/"' : write(manifest.scope)}` });
  for (const name of ['start_url', 'scope'] as const) {
    const node = top(name);
    if (
      typeof node.value === 'string' &&
      !isAmongAssets &&
      folder.pathname !== '/' &&
      !/^(?:[a-z][a-z\d+.-]*:|\/)/i.test(node.value)
    )
      advise('relative-url', node, { fix: write(manifest[name]) });
  }
}

/** By the names of query parameters, and by values that look like it. */
function identifiesUser(url: URL): boolean {
  const name =
    /^(?:u|user|account|member|customer|client|session|visitor|device)[-_]?(?:id|name|key|token)?$|^(?:uid|uuid|guid|sid|e?-?mail|token|auth|jwt)$/i;
  const value = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$|^[\da-f]{32,}$|@/i;
  return [...url.searchParams].some(([key, text]) => text !== '' && (name.test(key) || value.test(text)));
}

function adviseOnTexts(top: Top, { manifest }: ProcessedResult, advise: Advise): void {
  const { name = '', short_name: short, description = '' } = manifest;
  if (!short && countLetters(name) > longestShortName)
    advise('short-name-missing', top('short_name'), { detail: countLetters(name), fix: '"short_name": "…"' });
  if (short && countLetters(short) > longestShortName)
    advise('short-name-long', top('short_name'), { detail: countLetters(short) });
  if (countLetters(description) > longestDescription)
    advise('description-long', top('description'), { detail: countLetters(description) });
  if (top('theme_color').value === undefined)
    advise('theme-color-missing', top('theme_color'), { fix: '"theme_color": "#336699"' });
  if (top('background_color').value === undefined)
    advise('background-color-missing', top('background_color'), { fix: '"background_color": "#ffffff"' });
}

function adviseOnIcons(top: Top, { manifest }: ProcessedResult, advise: Advise): void {
  const { icons, shortcuts } = manifest;
  const list = top('icons');
  const any = icons.filter(({ purpose }) => purpose.includes('any'));
  const isScalable = any.some(hasAnySize);
  if (icons.length > 0) {
    if (!icons.some(({ purpose }) => purpose.includes('maskable')))
      advise('maskable-missing', list, {
        fix: '{ "src": "…", "sizes": "512x512", "type": "image/png", "purpose": "maskable" }',
      });
    if (any.length > 0 && !isScalable && !any.some((icon) => sidesOf(icon).includes(192)))
      advise('icon-192-missing', list);
    if (any.length > 0 && !isScalable && !any.some((icon) => sidesOf(icon).some((side) => side >= 512)))
      advise('icon-512-missing', list);
  }
  const lost = icons.findIndex((_icon, index) => countPurposes(icons.slice(0, index + 1)) > limits.keptIcons);
  const lostItem = lost === -1 ? undefined : itemsOf(list).find((item) => isAt(item, icons[lost]!));
  if (lostItem) advise('icons-too-many', lostItem, { fix: 'fewer sizes, the large ones first' });
  const combined = itemsOf(list).find(
    (icon) => /\bany\b/i.test(textOf(icon, 'purpose')) && /\bmaskable\b/i.test(textOf(icon, 'purpose')),
  );
  if (combined) advise('combined-purposes', memberOf(combined, 'purpose'), { fix: 'an image for each' });
  const untyped = itemsOf(list).find(
    (icon) =>
      textOf(icon, 'src') !== '' &&
      !textOf(icon, 'src').startsWith('data:') &&
      memberOf(icon, 'type').value === undefined,
  );
  if (untyped) advise('icon-type-missing', memberOf(untyped, 'type'), { fix: '"type": "image/png"' });
  for (const [index, item] of itemsOf(top('shortcuts')).entries()) {
    const ofShortcut = shortcuts[index]?.icons ?? [];
    if (
      ofShortcut.length > 0 &&
      !ofShortcut.some(
        (icon) => hasAnySize(icon) || !icon.sizes || sidesOf(icon).some((side) => side >= leastShortcutIcon),
      )
    )
      advise('shortcut-icon-small', memberOf(item, 'icons'));
  }
}

function adviseOnScreenshots(top: Top, { manifest }: ProcessedResult, advise: Advise): void {
  const { screenshots } = manifest;
  const list = top('screenshots');
  const isFor = { phones: (form?: string) => form !== 'wide', desktops: (form?: string) => form === 'wide' };
  const missing = (['phones', 'desktops'] as const).filter(
    (place) => !screenshots.some(({ form_factor: form }) => isFor[place](form)),
  );
  if (missing.length > 0)
    advise('screenshots-missing', list, {
      detail: missing.join(' and '),
      fix: missing.map((place) => `"form_factor": "${place === 'phones' ? 'narrow' : 'wide'}"`).join(' and '),
    });
  const items = itemsOf(list);
  const firstWide = items.findIndex((item) => textOf(item, 'form_factor') === 'wide');
  const late = items.findIndex(
    (item, index) => firstWide !== -1 && index > firstWide && textOf(item, 'form_factor') === 'narrow',
  );
  if (late !== -1 && items.length > limits.screenshotsOnMobile) advise('screenshots-narrow-first', items[late]!);
  const unlabelled = items.find((item) => textOf(item, 'src') !== '' && textOf(item, 'label').trim() === '');
  if (unlabelled) advise('screenshot-unlabelled', memberOf(unlabelled, 'label'), { fix: '"label": "…"' });
}

function adviseOnBehavior(top: Top, { manifest }: ProcessedResult, advise: Advise): void {
  const { orientation = 'any', launch_handler: launch } = manifest;
  if (orientation !== 'any' && orientation !== 'natural')
    advise('orientation-lock', top('orientation'), { fix: 'remove it, unless one orientation is essential' });
  const unknown = itemsOf(top('categories')).find(
    ({ value }) => typeof value === 'string' && !knownCategories.includes(value.toLowerCase()),
  );
  if (unknown) advise('unknown-category', unknown, { detail: JSON.stringify(unknown.value) });
  if (launch.client_mode === 'focus-existing')
    advise('launch-queue-needed', memberOf(top('launch_handler'), 'client_mode'));
  const modes = itemsOf(top('display_override')).map(({ value }) => value);
  if (top('tab_strip').value !== undefined && !modes.includes('tabbed')) advise('tab-strip-unused', top('tab_strip'));
}

/** The objects and values in a list; none of anything else. */
function itemsOf({ value }: JsonNode): JsonNode[] {
  return Array.isArray(value) ? value : [];
}

/** A text in an object; empty if there is none. */
function textOf({ value }: JsonNode, name: string): string {
  const text = value instanceof Map ? (value as JsonMembers).get(name)?.value : undefined;
  return typeof text === 'string' ? text : '';
}

function countPurposes(icons: readonly ImageResource[]): number {
  return icons.reduce((sum, { purpose }) => sum + purpose.length, 0);
}

/** Whether an item of the text became this icon. */
function isAt(item: JsonNode, { src, sizes = [] }: ImageResource): boolean {
  const written = textOf(item, 'src').replace(/^(?:\.?\/)+/, '');
  return src.endsWith(written) && splitTokens(textOf(item, 'sizes').toLowerCase()).join() === sizes.join();
}

function hasAnySize({ sizes = [] }: ImageResource): boolean {
  return sizes.some((size) => /any/i.test(size));
}

function sidesOf({ sizes = [] }: ImageResource): number[] {
  return sizes.map((size) => parseInt(size, 10) || 0);
}

/** As people count them. */
function countLetters(text: string): number {
  return Array.from(text).length;
}
