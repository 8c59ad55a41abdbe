import { type Engine, engines, type Platform } from './engine.js';
import { completeFindings } from './findings.js';
import type { JsonNode } from './json-node.js';
import { readJson } from './json-reader.js';
import { isJsonType } from './media-type.js';
import { fewUsers, type Member, members, obsoleteMembers, supersededMembers } from './members.js';
import { readIdentity } from './members/identity.js';
import { isSoundPolicy } from './members/vendor-members.js';
import { Reading, type ReadingContext } from './reading.js';
import { noteUnknown } from './rules.js';
import * as limits from './tables/limits.js';
import { findSupport } from './tables/support-versions.js';
import type { ProcessedManifest, ProcessedResult, ProcessOptions, TextDirection } from './types.js';
import { resolveUrl } from './urls.js';

/**
 * Processes the text of a manifest as one engine does, with the words for colors that were provided by then.
 *
 * @throws {TypeError} naming the option that is missing or wrong.
 */
export function processText(manifestText: string, options: ProcessOptions): ProcessedResult {
  if (typeof manifestText !== 'string') throw new TypeError('"text" must be a string');
  const { contentType, ...context } = checkOptions(options);
  const reading = new Reading(context);
  const { engine, platform, manifestUrl, documentUrl } = context;
  if (contentType !== undefined && !isJsonType(contentType))
    reading.report('content-type', emptyRoot(), { detail: contentType });
  const root = readRoot(reading, manifestText);
  reading.muted = !root;
  const { manifest, understood } = readMembers(reading, root ?? emptyRoot());
  return {
    manifest,
    appId: manifest.id,
    findings: completeFindings(reading, manifestText, members),
    engine,
    platform,
    manifestUrl: manifestUrl.href,
    documentUrl: documentUrl.href,
    readable: root !== undefined,
    understood,
    withoutEffect: understood.filter((name) => Number.isNaN(findSupport(name, engine, platform))),
    ...(options.version !== undefined && { version: options.version }),
  };
}

function emptyRoot(): JsonNode {
  return { value: new Map(), start: 0, end: 0 };
}

/** The object that the text is; undefined if the engine gives up on it. */
function readRoot(reading: Reading, manifestText: string): JsonNode | undefined {
  const { engine } = reading.context;
  const isChromium = engine === 'chromium';
  const mark = manifestText.startsWith('\uFEFF') ? 1 : 0;
  if (mark) reading.report('byte-order-mark', emptyRoot());
  const { root, problems } = readJson(manifestText, { engine, deepest: limits.nesting[engine] });
  for (const { code, node, start: place, message } of problems)
    reading.report(code, node ?? emptyRoot(), { start: place, detail: message });
  if (!root) return undefined;
  if (!(root.value instanceof Map)) return reading.report('not-an-object', root);
  if (isChromium && manifestText.length - mark < limits.leastBytes)
    return reading.report('text-too-short', root, { detail: limits.leastBytes });
  const policy = root.value.get('permissions_policy');
  return isChromium && policy && !isSoundPolicy(reading, policy) ? undefined : root;
}

function readMembers(reading: Reading, root: JsonNode): Pick<ProcessedResult, 'manifest' | 'understood'> {
  const nodes = root.value as Map<string, JsonNode>;
  const { id, given } = readIdentity(reading, root);
  const dir = nodes.get('dir');
  if (dir) reading.dir = (readMember(reading, 'dir', dir, members.get('dir')!) as TextDirection | undefined) ?? 'auto';
  const manifest: ProcessedManifest & Record<string, unknown> = {
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
  };
  const understood: string[] = [];
  const unread: JsonNode[] = [];
  for (const [name, node] of nodes) {
    const member = members.get(name);
    const successor = supersededMembers[name];
    if (successor) reading.report('obsolete-member', node, { fix: `"${successor}"` });
    if (!member) continue;
    if (!noteUsers(reading, name, node, member)) unread.push(node);
    const value = name === 'dir' ? reading.dir : readMember(reading, name, node, member);
    if (value !== undefined) manifest[name] = value;
    const isGiven = value !== undefined && (value as { length?: number }).length !== 0;
    if ((given.includes(name) || isGiven) && isRead(reading, name, member)) understood.push(name);
  }
  const { engine } = reading.context;
  if (unread[0])
    reading.report('member-not-read', unread[0], {
      detail: `${engineNames[engine]} ignores ${unread.map(({ key }) => `"${key}"`).join(', ')}`,
      engines: [engine],
    });
  noteUnknown(reading, nodes, [...members.keys()], Object.keys(supersededMembers));
  return { manifest, understood };
}

const engineNames: Partial<Record<Engine, string>> = { chromium: 'Chromium', webkit: 'WebKit', gecko: 'Gecko' };

/** Whether the engine reads the member, in the version of the options. */
function isRead({ context: { engine, platform, version } }: Reading, name: string, { readers }: Member): boolean {
  return readers.includes(engine) && !(findSupport(name, engine, platform)! > version);
}

/**
 * Reads a member by the rules of the engine, or silently by those of the specification if the engine does not look at
 * it.
 */
function readMember(reading: Reading, name: string, node: JsonNode, member: Member): unknown {
  const { muted } = reading;
  if (!isRead(reading, name, member)) {
    reading.rules = 'spec';
    reading.muted = true;
  }
  const value = member.rule?.(reading, node, node);
  reading.rules = reading.context.engine;
  reading.muted = muted;
  return value;
}

/** Whether the engine reads a member, or a finding says who does. */
function noteUsers(reading: Reading, name: string, node: JsonNode, member: Member): boolean {
  if (obsoleteMembers.includes(name)) reading.report('obsolete-member', node);
  else if (fewUsers[name]) reading.report('member-for-few', node, { detail: fewUsers[name] });
  else return isRead(reading, name, member);
  return true;
}

const platforms: readonly Platform[] = ['desktop', 'mobile', 'chromeos'];

/**
 * Checks the options of a call and fills in the defaults.
 *
 * @throws {TypeError} naming the option that is missing or wrong.
 */
export function checkOptions(options: ProcessOptions): ReadingContext & { contentType: string | undefined } {
  if (typeof options !== 'object' || options === null) throw new TypeError('"options" must be an object');
  const { engine, platform = 'desktop', version = Infinity, contentType, sameSite, isRegistrable } = options;
  if (!engines.includes(engine)) throw new TypeError(`"engine" must be one of ${engines.join(', ')}`);
  if (!platforms.includes(platform)) throw new TypeError(`"platform" must be one of ${platforms.join(', ')}`);
  if (typeof version !== 'number' || !(version > 0)) throw new TypeError('"version" must be a positive number');
  if (contentType !== undefined && typeof contentType !== 'string')
    throw new TypeError('"contentType" must be a string');
  for (const [name, given] of Object.entries({ sameSite, isRegistrable }))
    if (given !== undefined && typeof given !== 'function') throw new TypeError(`"${name}" must be a function`);
  const { href, origin, pathname } = checkUrl(options, 'manifestUrl');
  return {
    engine,
    platform,
    version,
    contentType,
    sameSite,
    isRegistrable,
    manifestUrl: { href, origin, pathname },
    documentUrl: checkUrl(options, 'documentUrl'),
  };
}

function checkUrl(options: ProcessOptions, name: 'manifestUrl' | 'documentUrl'): URL {
  const given: unknown = options[name];
  const url =
    typeof given === 'string' || given instanceof URL
      ? resolveUrl(String(given), undefined, options.engine)
      : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) throw new TypeError(`"${name}" must be an absolute http or https URL`);
  return url;
}
