import { limits } from './tables/limits.js';
import { memberFacts } from './tables/members.js';
import { completeFindings, processing, type Draft } from './findings.js';
import type { JsonNode } from './json-node.js';
import { readJson } from './json-reader.js';
import { readCategories } from './members/categories.js';
import { readColor, readDarkColors } from './members/colors.js';
import { readDisplay, readDisplayOverride, readOrientation } from './members/display.js';
import { readFileHandlers } from './members/file-handlers.js';
import { readIdentity } from './members/identity.js';
import { readIcons } from './members/images.js';
import { readLaunchHandler } from './members/launch-handler.js';
import { readLocalizedImages, readLocalizedTexts } from './members/localized.js';
import { readMigrateFrom, readMigrateTo } from './members/migration.js';
import { readDirection, readLanguage, readName } from './members/names.js';
import { isSoundPolicy } from './members/permissions-policy.js';
import { readProtocolHandlers } from './members/protocol-handlers.js';
import { readPreference, readRelatedApplications } from './members/related-applications.js';
import { readScopeExtensions } from './members/scope-extensions.js';
import { readScreenshots } from './members/screenshots.js';
import { readShareTarget } from './members/share-target.js';
import { readShortcuts } from './members/shortcuts.js';
import { readTabStrip } from './members/tab-strip.js';
import { readNoteTaking, readServiceWorker, readSidePanel, readTranslations, readWidgets } from './members/vendor-members.js';
import { checkOptions } from './options.js';
import { Reading } from './reading.js';
import type { ProcessedManifest, ProcessedResult, ProcessOptions, TextDirection } from './types.js';

/** Reads one member; undefined if it does not count. Gets the direction of the manifest for texts that give none. */
type MemberReader = (reading: Reading, node: JsonNode, direction: TextDirection, manifest: Partial<ProcessedManifest>) => unknown;

/** How each member is read, but for those that depend on one another: `start_url`, `scope`, `id` and `dir`. */
const readers: Record<string, MemberReader> = {
  name: readName,
  short_name: readName,
  description: (reading, node) => reading.text(node),
  lang: readLanguage,
  name_localized: readLocalizedTexts,
  short_name_localized: readLocalizedTexts,
  description_localized: readLocalizedTexts,
  icons: readIcons,
  icons_localized: readLocalizedImages,
  display: readDisplay,
  display_override: readDisplayOverride,
  orientation: readOrientation,
  theme_color: readColor,
  background_color: readColor,
  color_scheme_dark: readDarkColors,
  screenshots: readScreenshots,
  shortcuts: readShortcuts,
  categories: readCategories,
  iarc_rating_id: (reading, node) => reading.text(node),
  launch_handler: readLaunchHandler,
  share_target: readShareTarget,
  file_handlers: readFileHandlers,
  protocol_handlers: readProtocolHandlers,
  scope_extensions: readScopeExtensions,
  migrate_from: readMigrateFrom,
  migrate_to: readMigrateTo,
  tab_strip: readTabStrip,
  note_taking: readNoteTaking,
  related_applications: readRelatedApplications,
  prefer_related_applications: readPreference,
  handle_links: (reading, node) => reading.text(node),
  edge_side_panel: readSidePanel,
  widgets: readWidgets,
  serviceworker: readServiceWorker,
  gcm_sender_id: (reading, node) => reading.text(node),
  translations: readTranslations,
};

const obsolete = new Map([
  ['gcm_sender_id', 'Push messages have not needed it since VAPID'],
  ['translations', 'The localized members have replaced it'],
  ['edge_side_panel', 'It is going away'],
]);

/**
 * Processes the text of a manifest as one engine does. Answers the manifest that the engine ends up with, the identity of the installed app, and what is to be
 * said about the text. Never throws because of the text: what is not JSON leaves a manifest of defaults and a finding of level `error`.
 *
 * @throws {TypeError} naming the option that is missing or wrong.
 * @see {@link https://www.w3.org/TR/appmanifest/#processing-the-manifest Web Application Manifest, Processing the manifest}
 */
export function processManifest(text: string, options: ProcessOptions): ProcessedResult {
  if (typeof text !== 'string') throw new TypeError('"text" must be a string');
  const context = checkOptions(options);
  const reading = new Reading(context);
  if (context.contentType !== undefined) checkContentType(reading, context.contentType);
  const given = readRoot(reading, text);
  const root = given ?? emptyRoot();
  const { manifest, understood } = readMembers(reading, root, given !== undefined);
  return {
    manifest,
    appId: manifest.id,
    findings: completeFindings(reading.drafts, text, context.engine),
    engine: context.engine,
    platform: context.platform,
    manifestUrl: context.manifestUrl.href,
    documentUrl: context.documentUrl.href,
    readable: given !== undefined,
    understood,
  };
}

function emptyRoot(): JsonNode {
  return { value: new Map(), start: 0, end: 0 };
}

/** The object that the text is; undefined if the engine gives up on it. */
function readRoot(reading: Reading, text: string): JsonNode | undefined {
  const isChromium = reading.context.engine === 'chromium';
  const whole = emptyRoot();
  const markLength = text.startsWith('\uFEFF') ? 1 : 0;
  if (markLength > 0) reading.report('byte-order-mark', whole, 'The text begins with a byte order mark. It is passed over when it is fetched, but JSON should not have one.', { fix: 'save as UTF-8 without a mark' });
  const { root, problems } = readJson(text, { start: markLength, lenient: isChromium, deepest: isChromium ? limits.nesting : Infinity });
  for (const { code, message, start, node } of problems) reading.report(code, node ?? whole, message, { start, spec: 'https://www.rfc-editor.org/rfc/rfc8259', ...(isChromiumOnly(code) && { engines: ['chromium'] }) });
  if (!root) return undefined;
  if (!(root.value instanceof Map)) {
    reading.report('not-an-object', root, 'The manifest is JSON, but not an object; nothing in it counts.', { fix: '{ … }', spec: processing });
    return undefined;
  }
  if (isChromium && text.length - markLength < limits.leastBytes) {
    reading.report('text-too-short', root, `Chromium takes a text of fewer than ${limits.leastBytes} bytes for an empty one.`, { engines: ['chromium'] });
    return undefined;
  }
  const policy = root.value.get('permissions_policy');
  return isChromium && policy && !isSoundPolicy(reading, policy) ? undefined : root;
}

function isChromiumOnly(code: Draft['code']): boolean {
  return code === 'nested-too-deep' || code === 'escape-of-one-engine';
}

/** Reads every member, those that all others need first. */
function readMembers(reading: Reading, root: JsonNode, isReadable: boolean): Pick<ProcessedResult, 'manifest' | 'understood'> {
  reading.muted = !isReadable;
  const members = root.value as Map<string, JsonNode>;
  const identity = readIdentity(reading, root);
  const dir = as(reading, 'dir', () => readDirection(reading, members.get('dir'))) ?? 'auto';
  const manifest: Record<string, unknown> = {};
  const understood = new Set<string>(identity.given);
  for (const [name, node] of members) {
    const facts = memberFacts.get(name);
    if (!facts) noteUnknown(reading, name, node);
    else noteReaders(reading, name, node);
    const read = Object.hasOwn(readers, name) ? readers[name] : undefined;
    const value = read && as(reading, name, () => read(reading, node, dir, manifest));
    if (value === undefined) continue;
    manifest[name] = value;
    if (facts?.readers.includes(reading.context.engine) && !isEmpty(value)) understood.add(name);
  }
  const complete: ProcessedManifest = {
    id: identity.id,
    start_url: identity.startUrl.href,
    scope: identity.scope.href,
    display: 'browser',
    display_override: [],
    dir,
    icons: [],
    screenshots: [],
    shortcuts: [],
    categories: [],
    launch_handler: { client_mode: 'auto' },
    file_handlers: [],
    protocol_handlers: [],
    scope_extensions: [],
    migrate_from: [],
    related_applications: [],
    prefer_related_applications: false,
    ...manifest,
  };
  return { manifest: complete, understood: [...members.keys()].filter((name) => understood.has(name)) };
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

/** Reads a member by the rules of the engine, or silently by those of the specification if the engine does not look at it. */
function as<Value>(reading: Reading, name: string, read: () => Value): Value {
  const { engine } = reading.context;
  const isRead = memberFacts.get(name)!.readers.includes(engine);
  const { muted } = reading;
  reading.rules = isRead ? engine : 'spec';
  reading.muted ||= !isRead;
  try {
    return read();
  } finally {
    reading.rules = engine;
    reading.muted = muted;
  }
}

/** Says that nobody, or not this engine, looks at a member. */
function noteReaders(reading: Reading, name: string, node: JsonNode): void {
  const { engine } = reading.context;
  const reason = obsolete.get(name);
  if (reason) reading.report('obsolete-member', node, `"${name}" has had its day. ${reason}.`, { fix: 'remove it' });
  else if (memberFacts.get(name)!.readers.length === 1) reading.report('member-read-by-none', node, `No browser engine looks at "${name}" by itself.`, { engines: ['chromium', 'webkit', 'gecko'] });
  else if (!memberFacts.get(name)!.readers.includes(engine)) {
    reading.report('member-not-read', node, `"${name}" means nothing to ${engine === 'webkit' ? 'WebKit' : engine === 'gecko' ? 'Gecko' : 'Chromium'}.`, { engines: [engine] });
  }
}

function noteUnknown(reading: Reading, name: string, node: JsonNode): void {
  if (name === '$schema') return;
  const plain = (text: string): string => text.toLowerCase().replace(/[_-]/g, '');
  const meant = [...memberFacts.keys()].find((candidate) => plain(candidate) === plain(name));
  reading.report('unknown-member', node, `No specification knows a member ${JSON.stringify(name.slice(0, 60))}; it is ignored.`, {
    ...(meant && { fix: JSON.stringify(meant), level: 'warning' as const }),
    engines: ['spec', 'chromium', 'webkit', 'gecko'],
    spec: processing,
  });
}

/** No browser minds the type, but proxies and checkers do. */
function checkContentType(reading: Reading, contentType: string): void {
  const type = contentType.split(';')[0]!.trim().toLowerCase();
  if (/^(?:application|text)\/(?:[\w.-]+\+)?json$/.test(type)) return;
  reading.report('content-type', emptyRoot(), `The response calls itself ${JSON.stringify(contentType)}.`, { fix: 'Content-Type: application/manifest+json', spec: 'https://www.w3.org/TR/appmanifest/#media-type-registration' });
}
