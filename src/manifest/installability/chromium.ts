import * as limits from '../tables/limits.js';
import type { DisplayOverride, Installability, InstallabilityFacts, InstallabilityReason, ProcessedResult } from '../types.js';
import { findPrimaryIcon, hasInstallableIcon, isSvg } from './primary-icon.js';

const least = `${limits.leastIcon} pixels`;

/** What each of Chromium's ids stands for. */
const obstacles = {
  'no-manifest': 'The page has no manifest.',
  'in-incognito': 'Nothing can be installed from a private window.',
  'not-from-secure-origin': 'The page is not loaded over https.',
  'manifest-parsing-or-network-error': 'The manifest cannot be fetched or read.',
  'start-url-not-valid': 'The manifest gives no usable "start_url".',
  'manifest-missing-name-or-short-name': 'The manifest gives neither "name" nor "short_name".',
  'manifest-display-override-not-supported': 'The first mode of "display_override" is browser or picture-in-picture.',
  'manifest-display-not-supported': '"display" is not standalone, fullscreen or minimal-ui.',
  'manifest-missing-suitable-icon': `No icon is a PNG, SVG or WebP of purpose any, whose "sizes" are at least ${least}, and on desktop at most ${limits.mostIcon}.`,
  'no-acceptable-icon': `No square icon of purpose any, of at least ${least}, can be fetched.`,
} as const;

/** Chromium's criteria for the install icon and `beforeinstallprompt`, with Chromium's own ids and in its order. */
export function checkChromium(processed: ProcessedResult, facts: InstallabilityFacts): Installability {
  const reasons = findObstacles(processed, facts).map((id): InstallabilityReason => ({ id, effect: 'blocks-install', message: obstacles[id] }));
  const installable = reasons.length === 0;
  const hasRival = installable && prefersAnother(processed);
  if (hasRival) reasons.push({ id: 'prefer-related-applications', effect: 'blocks-promotion', message: '"prefer_related_applications" keeps the browser from offering this app.', fix: 'remove it' });
  return { installable, promotable: installable && !hasRival, effectiveDisplay: chooseDisplay(processed), reasons };
}

function findObstacles(processed: ProcessedResult, { linked, privateWindow, allowedByPolicy, status = 200, icons: fetched = {}, ...facts }: InstallabilityFacts): Array<keyof typeof obstacles> {
  if (linked === false) return ['no-manifest'];
  const { manifest, platform, understood, readable } = processed;
  const isAllowed = allowedByPolicy !== false;
  const isFetched = isAllowed && status >= 200 && status < 300;
  const gives = (name: string): boolean => isFetched && understood.includes(name);
  const icons = isFetched ? manifest.icons : [];
  const primary = findPrimaryIcon(icons);
  const { ok, type = primary?.type, width = limits.leastIcon, height = limits.leastIcon } = (primary && fetched[primary.src]) ?? { ok: true };
  const isLargeEnough = primary && (isSvg({ src: primary.src, type }) || Math.min(width, height) >= limits.leastIcon);
  const [override] = isFetched ? manifest.display_override : [];
  const found: Array<[keyof typeof obstacles, boolean]> = [
    ['in-incognito', privateWindow === true],
    ['not-from-secure-origin', !isSecure(processed, facts)],
    ['manifest-parsing-or-network-error', !readable || !isFetched],
    ['no-manifest', !isAllowed],
    ['start-url-not-valid', isAllowed && platform === 'desktop' && !gives('start_url')],
    ['manifest-missing-name-or-short-name', isAllowed && !gives('name') && !gives('short_name')],
    ['manifest-display-override-not-supported', override === 'browser' || override === 'picture-in-picture'],
    ['manifest-display-not-supported', isAllowed && !override && (!gives('display') || manifest.display === 'browser')],
    ['manifest-missing-suitable-icon', isAllowed && !hasInstallableIcon(icons, platform)],
    ['no-acceptable-icon', isAllowed && !(isLargeEnough && ok)],
  ];
  return found.flatMap(([id, applies]) => (applies ? id : []));
}

/** Whether the browser would rather offer a related app. On desktop only a browser app counts. */
function prefersAnother({ manifest, platform }: ProcessedResult): boolean {
  return manifest.prefer_related_applications && (platform === 'mobile' || manifest.related_applications.some((app) => app.platform === 'chrome_web_store'));
}

function chooseDisplay({ manifest, platform }: ProcessedResult): DisplayOverride {
  const impossible: DisplayOverride[] = ['unframed', 'tabbed', 'picture-in-picture', ...(platform === 'mobile' ? (['window-controls-overlay'] as const) : [])];
  return manifest.display_override.find((mode) => !impossible.includes(mode)) ?? manifest.display;
}

function isSecure({ documentUrl }: ProcessedResult, { secureOrigin }: InstallabilityFacts): boolean {
  return secureOrigin ?? (documentUrl.startsWith('https:') || /^(?:.*\.)?localhost\.?$|^127(?:\.\d+){3}$|^\[::1\]$/.test(new URL(documentUrl).hostname));
}
