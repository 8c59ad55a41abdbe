import type { FindingCode, ProcessedResult } from '../../src/manifest/index.js';

/**
 * What `Page.getAppManifest` says about a manifest, as far as it says it. Other members it does not report: see {@link
 * countDropped}.
 */
export interface Report {
  startUrl: string;
  id: string;
  scope: string;
  name: string;
  description: string;
  display: string;
  displayOverrides: string[];
  orientation: string;
  themeColor: string;
  backgroundColor: string;
  icons: Array<{ url: string; sizes: string; type: string }>;
  screenshots: Array<{ url: string; sizes: string; type: string; formFactor: string; label: string }>;
  shortcuts: Array<{ name: string; url: string }>;
  launchHandler: string;
  /** Of the names of the parameters only the last one is reported, as `title`. */
  shareTarget: { action: string; method: string; title: string } | null;
  protocolHandlers: Array<{ protocol: string; url: string }>;
  scopeExtensions: string[];
  relatedApplications: Array<{ id: string; url: string }>;
  preferRelatedApplications: boolean;
  /** Entries that were dropped of members whose values are not reported, by the complaints about them. */
  dropped: { fileHandlers: number; migrateFrom: number; migrateTo: boolean; noteUrl: boolean };
  /** How often it complains of values of members that are not reported. */
  complaints: {
    direction: number;
    languages: number;
    mediaTypes: number;
    extensions: number;
    launchType: number;
    formFactor: number;
  };
}

const displayNames = new Map([
  ['kUndefined', ''],
  ['kBrowser', 'browser'],
  ['kMinimalUi', 'minimal-ui'],
  ['kStandalone', 'standalone'],
  ['kFullscreen', 'fullscreen'],
  ['kWindowControlsOverlay', 'window-controls-overlay'],
  ['kTabbed', 'tabbed'],
  ['kUnframed', 'unframed'],
  ['kPictureInPicture', 'picture-in-picture'],
]);

/** The report on a processed manifest, from what we make of it. */
export function describeAsChromium(
  { manifest, understood, readable, findings }: ProcessedResult,
  given: unknown,
): Report {
  const countFindings = (place: RegExp, ...codes: FindingCode[]): number =>
    findings.filter(({ code, path }) => codes.includes(code) && place.test(path)).length;
  const { share_target: share } = manifest;
  const lengthOf = (name: string): number => {
    const value = readable && given instanceof Object ? (given as Record<string, unknown>)[name] : undefined;
    return Array.isArray(value) ? value.length : 0;
  };
  return {
    startUrl: manifest.start_url,
    id: manifest.id,
    scope: manifest.scope,
    name: manifest.name ?? '',
    description: manifest.description ?? '',
    display: understood.includes('display') ? manifest.display : '',
    displayOverrides: manifest.display_override,
    orientation: manifest.orientation ?? 'default',
    themeColor: manifest.theme_color ?? '',
    backgroundColor: manifest.background_color ?? '',
    icons: manifest.icons.map(({ src, sizes, type }) => ({
      url: src,
      sizes: (sizes ?? []).map(writeSize).join(' '),
      type: type ?? '',
    })),
    screenshots: manifest.screenshots.map(({ src, sizes, type, form_factor, label }) => ({
      url: src,
      sizes: (sizes ?? []).map(writeSize).join(' '),
      type: type ?? '',
      formFactor: form_factor ?? 'unknown',
      label: label ?? '',
    })),
    shortcuts: manifest.shortcuts.map(({ name, url }) => ({ name, url })),
    launchHandler: manifest.launch_handler.client_mode,
    shareTarget: share
      ? {
          action: share.action,
          method: share.method,
          title: share.params.url ?? share.params.text ?? share.params.title ?? '',
        }
      : null,
    protocolHandlers: manifest.protocol_handlers,
    scopeExtensions: manifest.scope_extensions.map(({ origin }) => origin),
    relatedApplications: manifest.related_applications.map(({ id, url }) => ({ id: id ?? '', url: url ?? '' })),
    preferRelatedApplications: manifest.prefer_related_applications,
    dropped: {
      fileHandlers: lengthOf('file_handlers') - manifest.file_handlers.length,
      migrateFrom: understood.includes('id') ? lengthOf('migrate_from') - manifest.migrate_from.length : 0,
      migrateTo: readable && given instanceof Object && Object.hasOwn(given, 'migrate_to') && !manifest.migrate_to,
      noteUrl: countFindings(/^note_taking\.new_note_url$/, 'wrong-type', 'invalid-url', 'out-of-scope') > 0,
    },
    complaints: {
      direction: countFindings(/^(?:name_localized.*\.)?dir$/, 'wrong-type', 'unknown-value'),
      languages: countFindings(/^name_localized\W/, 'invalid-language-tag'),
      mediaTypes: countFindings(/^file_handlers\b.*\.accept\b/, 'invalid-media-type'),
      extensions: countFindings(/^file_handlers\b.*\.accept\b/, 'invalid-extension'),
      launchType: countFindings(/^file_handlers\b.*\.launch_type/, 'unknown-value'),
      formFactor: countFindings(/^screenshots\b.*\.form_factor$/, 'unknown-value'),
    },
  };
}

/** A report as the protocol sends it. */
// oxlint-disable-next-line typescript/no-explicit-any -- the protocol's types lag behind what the browser sends
export function normalizeReport(raw: any, errors: Array<{ message: string }>): Report {
  const count = (pattern: RegExp): number => errors.filter(({ message }) => pattern.test(message)).length;
  return {
    startUrl: raw.startUrl,
    id: raw.id,
    scope: raw.scope,
    name: raw.name ?? '',
    description: raw.description ?? '',
    display: displayNames.get(raw.display) ?? raw.display,
    displayOverrides: (raw.displayOverrides ?? []).map((mode: string) => displayNames.get(mode) ?? mode),
    orientation: raw.orientation.toLowerCase().replace('_', '-'),
    themeColor: readColor(raw.themeColor),
    backgroundColor: readColor(raw.backgroundColor),
    icons: raw.icons ?? [],
    screenshots: (raw.screenshots ?? []).map(
      ({ image, formFactor, label }: { image: object; formFactor: string; label?: string }) => ({
        ...image,
        formFactor: formFactor.slice(1).toLowerCase(),
        label: label ?? '',
      }),
    ),
    shortcuts: raw.shortcuts ?? [],
    launchHandler: (raw.launchHandler?.clientMode ?? 'kAuto')
      .slice(1)
      .replace(/\B[A-Z]/g, '-$&')
      .toLowerCase(),
    shareTarget: raw.shareTarget
      ? {
          action: raw.shareTarget.action,
          method: raw.shareTarget.method.slice(1).toUpperCase(),
          title: raw.shareTarget.title ?? '',
        }
      : null,
    protocolHandlers: raw.protocolHandlers ?? [],
    scopeExtensions: (raw.scopeExtensions ?? []).map(({ origin }: { origin: string }) => origin.replaceAll('%2A', '*')), // Chromium alone escapes an asterisk in a host
    relatedApplications: (raw.relatedApplications ?? []).map(({ id, url }: { id?: string; url: string }) => ({
      id: id ?? '',
      url,
    })),
    preferRelatedApplications: raw.preferRelatedApplications,
    dropped: {
      fileHandlers: count(/^FileHandler ignored/),
      migrateFrom: count(/^migrate_from entry ignored/),
      migrateTo: count(/^property 'migrate_to' ignored/) > 0,
      noteUrl: count(/^property 'new_note_url' ignored/) > 0,
    },
    complaints: {
      direction: count(/^unknown 'dir' value|^property 'dir' ignored/),
      languages: count(/^property 'name_localized' entry for .* ignored, invalid l/s),
      mediaTypes: count(/^invalid MIME type/),
      extensions: count(/^property 'accept' file extension ignored, (?:must|contains)/),
      launchType: count(/^launch_type value .* ignored, unknown/s),
      formFactor: count(/^property 'form_factor' on screenshots/),
    },
  };
}

function writeSize(size: string): string {
  if (size === 'any') return '0x0';
  return size
    .split('x')
    .map((digits) => (Number(digits) > 0x7fffffff ? '0' : digits))
    .join('x');
}

function readColor(color: string | undefined): string {
  const [, channels = '', alpha = ''] = /^rgba\((.*),(.*)\)$/.exec(color ?? '') ?? [];
  if (!color) return '';
  return `#${[...channels.split(',').map(Number), Math.round(Number(alpha) * 255)].map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}
