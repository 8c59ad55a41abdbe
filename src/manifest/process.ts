import { completeFindings } from './findings.js';
import type { JsonNode } from './json-node.js';
import { readJson } from './json-reader.js';
import { categories } from './members/categories.js';
import { color, darkColors } from './members/colors.js';
import { display, displayOverride, orientation } from './members/display.js';
import { fileHandlers } from './members/file-handlers.js';
import { readIdentity } from './members/identity.js';
import { icons } from './members/images.js';
import { launchHandler } from './members/launch-handler.js';
import { localizedImages, localizedTexts } from './members/localized.js';
import { migrateFrom, migrateTo } from './members/migration.js';
import { appName, direction, language } from './members/names.js';
import { isSoundPolicy } from './members/permissions-policy.js';
import { protocolHandlers } from './members/protocol-handlers.js';
import { preference, relatedApplications } from './members/related-applications.js';
import { scopeExtensions } from './members/scope-extensions.js';
import { screenshots } from './members/screenshots.js';
import { shareTarget } from './members/share-target.js';
import { shortcuts } from './members/shortcuts.js';
import { tabStrip } from './members/tab-strip.js';
import { noteTaking, serviceWorker, sidePanel, translations, widgets } from './members/vendor-members.js';
import { checkOptions } from './options.js';
import { Reading } from './reading.js';
import { text, type Rule } from './rules.js';
import { limits } from './tables/limits.js';
import { memberFacts } from './tables/members.js';
import type { ProcessedManifest, ProcessedResult, ProcessOptions } from './types.js';

/** How each member is read, but for those that all others need first: `start_url`, `scope`, `id` and `dir`. */
const rules = new Map<string, Rule<unknown>>(
  Object.entries({
    name: appName,
    short_name: appName,
    description: text,
    lang: language,
    name_localized: localizedTexts,
    short_name_localized: localizedTexts,
    description_localized: localizedTexts,
    icons,
    icons_localized: localizedImages,
    display,
    display_override: displayOverride,
    orientation,
    theme_color: color,
    background_color: color,
    color_scheme_dark: darkColors,
    screenshots,
    shortcuts,
    categories,
    iarc_rating_id: text,
    launch_handler: launchHandler,
    share_target: shareTarget,
    file_handlers: fileHandlers,
    protocol_handlers: protocolHandlers,
    scope_extensions: scopeExtensions,
    migrate_from: migrateFrom,
    migrate_to: migrateTo,
    tab_strip: tabStrip,
    note_taking: noteTaking,
    related_applications: relatedApplications,
    prefer_related_applications: preference,
    handle_links: text,
    edge_side_panel: sidePanel,
    widgets,
    serviceworker: serviceWorker,
    gcm_sender_id: text,
    translations,
  }),
);

const obsolete = ['gcm_sender_id', 'translations', 'edge_side_panel'];

/**
 * Processes the text of a manifest as one engine does. Answers the manifest that the engine ends up with, the identity of the installed app, and what is to be
 * said about the text. Never throws because of the text: what is not JSON leaves a manifest of defaults and a finding of level `error`.
 *
 * @throws {TypeError} naming the option that is missing or wrong.
 * @see {@link https://www.w3.org/TR/appmanifest/#processing-the-manifest Web Application Manifest, Processing the manifest}
 */
export function processManifest(manifestText: string, options: ProcessOptions): ProcessedResult {
  if (typeof manifestText !== 'string') throw new TypeError('"text" must be a string');
  const { contentType, ...context } = checkOptions(options);
  const reading = new Reading(context);
  const { engine, platform, manifestUrl, documentUrl } = context;
  if (contentType !== undefined && !isJsonType(contentType)) reading.report('content-type', emptyRoot(), { detail: contentType });
  const root = readRoot(reading, manifestText);
  reading.muted = !root;
  const { manifest, understood } = readMembers(reading, root ?? emptyRoot());
  return {
    manifest,
    appId: manifest.id,
    findings: completeFindings(reading.drafts, manifestText, engine),
    engine,
    platform,
    manifestUrl: manifestUrl.href,
    documentUrl: documentUrl.href,
    readable: root !== undefined,
    understood,
  };
}

function emptyRoot(): JsonNode {
  return { value: new Map(), start: 0, end: 0 };
}

/** No browser minds the type of the response, but proxies and checkers do. */
function isJsonType(contentType: string): boolean {
  return /^\s*(?:application|text)\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(contentType);
}

/** The object that the text is; undefined if the engine gives up on it. */
function readRoot(reading: Reading, manifestText: string): JsonNode | undefined {
  const isChromium = reading.context.engine === 'chromium';
  const start = manifestText.startsWith('\uFEFF') ? 1 : 0;
  if (start > 0) reading.report('byte-order-mark', emptyRoot());
  const { root, problems } = readJson(manifestText, { start, lenient: isChromium, deepest: isChromium ? limits.nesting : Infinity });
  for (const { code, node, start: place, message } of problems) reading.report(code, node ?? emptyRoot(), { start: place, detail: code === 'nested-too-deep' ? limits.nesting : message });
  if (!root) return undefined;
  if (!(root.value instanceof Map)) return reading.report('not-an-object', root);
  if (isChromium && manifestText.length - start < limits.leastBytes) return reading.report('text-too-short', root, { detail: limits.leastBytes });
  const policy = root.value.get('permissions_policy');
  return isChromium && policy && !isSoundPolicy(reading, policy) ? undefined : root;
}

function readMembers(reading: Reading, root: JsonNode): Pick<ProcessedResult, 'manifest' | 'understood'> {
  const members = root.value as Map<string, JsonNode>;
  const { id, given } = readIdentity(reading, root);
  const dirNode = members.get('dir');
  reading.dir = (dirNode && (readMember(reading, 'dir', dirNode, direction) as typeof reading.dir)) ?? 'auto';
  const manifest: Record<string, unknown> = {};
  const understood: string[] = [];
  for (const [name, node] of members) {
    noteReaders(reading, name, node);
    const rule = rules.get(name);
    const value = rule && readMember(reading, name, node, rule);
    if (value !== undefined) manifest[name] = value;
    const isGiven = value !== undefined && !(Array.isArray(value) && value.length === 0);
    if (given.includes(name) || (isGiven && isRead(reading, name))) understood.push(name);
  }
  const complete: ProcessedManifest = {
    id,
    start_url: reading.startUrl.href,
    scope: reading.scope.href,
    display: 'browser',
    display_override: [],
    dir: reading.dir,
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
  return { manifest: complete, understood };
}

function isRead({ context }: Reading, name: string): boolean {
  return memberFacts.get(name)?.readers.includes(context.engine) ?? false;
}

/** Reads a member by the rules of the engine, or silently by those of the specification if the engine does not look at it. */
function readMember(reading: Reading, name: string, node: JsonNode, rule: Rule<unknown>): unknown {
  const { muted } = reading;
  if (!isRead(reading, name)) {
    reading.rules = 'spec';
    reading.muted = true;
  }
  const value = rule(reading, node, node);
  reading.rules = reading.context.engine;
  reading.muted = muted;
  return value;
}

/** Says that nobody, or not this engine, looks at a member. */
function noteReaders(reading: Reading, name: string, node: JsonNode): void {
  const facts = memberFacts.get(name);
  const { engine } = reading.context;
  if (!facts) noteUnknown(reading, name, node);
  else if (obsolete.includes(name)) reading.report('obsolete-member', node);
  else if (facts.readers.length === 1) reading.report('member-read-by-none', node);
  else if (!isRead(reading, name)) reading.report('member-not-read', node, { detail: engine === 'webkit' ? 'WebKit' : engine === 'gecko' ? 'Gecko' : 'Chromium', engines: [engine] });
}

function noteUnknown(reading: Reading, name: string, node: JsonNode): void {
  if (name === '$schema') return;
  const plain = (given: string): string => given.toLowerCase().replace(/[_-]/g, '');
  const meant = [...memberFacts.keys()].find((known) => plain(known) === plain(name));
  reading.report('unknown-member', node, { lost: node, ...(meant && { fix: JSON.stringify(meant), level: 'warning' }) });
}
