import * as limits from '../tables/limits.js';
import type {
  DisplayOverride,
  Installability,
  InstallabilityFacts,
  InstallabilityReason,
  ProcessedResult,
} from '../types.js';
import { writeUrl } from '../urls.js';
import { findPrimaryIcon, hasInstallableIcon, isSvg, explainNoIcon } from './primary-icon.js';

/** Chromium's criteria for the install icon and `beforeinstallprompt`, with Chromium's own ids and in its order. */
export function checkChromium(processed: ProcessedResult, facts: InstallabilityFacts): Installability {
  const effectiveDisplay = chooseDisplay(processed);
  const { obstacle } = facts;
  if (obstacle) {
    const reasons: InstallabilityReason[] = [{ id: 'not-checked', effect: 'unchecked', ...obstacle }];
    return { installable: null, promotable: null, effectiveDisplay, reasons };
  }
  const applying = listObstacles(processed, facts).filter(([id, applies]) =>
    facts.linked === false ? id === 'no-manifest' : applies,
  );
  const reasons = applying.map(([id, , message, member, fix]): InstallabilityReason => ({
    id,
    effect: 'blocks-install',
    message,
    ...(member && { member }),
    ...(fix && { fix }),
  }));
  const unknown = facts.icons?.[findPrimaryIcon(processed.manifest.icons)?.src ?? '']?.ok;
  if (reasons.length === 0 && typeof unknown === 'string')
    reasons.push({ id: 'icon-not-checked', effect: 'unchecked', message: unknown, member: 'icons' });
  const installable = reasons.length === 0 || (reasons[0]!.effect === 'unchecked' ? null : false);
  const hasRival = installable !== false && prefersAnother(processed);
  if (hasRival)
    reasons.push({
      id: 'prefer-related-applications',
      effect: 'blocks-promotion',
      message: `"prefer_related_applications" makes the browser offer an app of ${rivalsOf(processed).join(' or ')} instead.`,
      member: 'prefer_related_applications',
      fix: 'remove it',
    });
  return { installable, promotable: hasRival ? false : installable, effectiveDisplay, reasons };
}

/** Chromium's ids, whether each applies to a page that links a manifest, what it stands for, its member and a fix. */
function listObstacles(
  processed: ProcessedResult,
  facts: InstallabilityFacts,
): Array<[id: string, applies: boolean, message: string, member?: string, fix?: string]> {
  const { privateWindow, allowedByPolicy, reached, sandboxed = false, status = 200, icons: fetched = {} } = facts;
  const { manifest, platform, understood, readable } = processed;
  const isAllowed = allowedByPolicy !== false && reached !== false;
  const isFetched = isAllowed && status >= 200 && status < 300;
  const gives = (name: string): boolean => isFetched && understood.includes(name);
  const icons = isFetched ? manifest.icons : [];
  const primary = findPrimaryIcon(icons);
  const {
    ok,
    type = primary?.type,
    width = limits.leastIcon,
    height = limits.leastIcon,
  } = (primary && fetched[primary.src]) ?? { ok: true };
  const isLargeEnough = primary && (isSvg({ src: primary.src, type }) || Math.min(width, height) >= limits.leastIcon);
  const [override] = isFetched ? manifest.display_override : [];
  return [
    ['in-incognito', privateWindow === true, 'Nothing can be installed from a private window.'],
    ['not-from-secure-origin', !isSecure(processed, facts), 'The page is not loaded over https.'],
    [
      'manifest-parsing-or-network-error',
      !readable || !isFetched || sandboxed,
      'The manifest cannot be fetched or read.',
    ],
    ['no-manifest', !isAllowed, 'The page has no manifest.'],
    [
      'start-url-not-valid',
      isAllowed && platform !== 'mobile' && !gives('start_url'),
      'The manifest gives no usable "start_url".',
      'start_url',
      `"start_url": ${JSON.stringify(writeUrl(new URL('/', processed.documentUrl).href, processed.manifestUrl))}`,
    ],
    [
      'manifest-missing-name-or-short-name',
      isAllowed && !gives('name') && !gives('short_name'),
      'The manifest gives neither "name" nor "short_name".',
      'name',
      '"name": "…"',
    ],
    [
      'manifest-display-override-not-supported',
      override === 'browser' || override === 'picture-in-picture',
      `The first mode of "display_override" is ${override}.`,
      'display_override',
    ],
    [
      'manifest-display-not-supported',
      isAllowed && !override && (!gives('display') || manifest.display === 'browser'),
      `"display" is ${gives('display') ? 'browser' : 'missing or not valid'}, not standalone, fullscreen or minimal-ui.`,
      'display',
      '"display": "standalone"',
    ],
    [
      'manifest-missing-suitable-icon',
      isAllowed && !hasInstallableIcon(icons, platform),
      `No icon makes the app installable: ${explainNoIcon(icons, platform)}.`,
      'icons',
      '{ "src": "…", "sizes": "512x512", "type": "image/png" }',
    ],
    [
      'no-acceptable-icon',
      isAllowed && (sandboxed || !(isLargeEnough && ok && !namesUser(primary.src))),
      primary
        ? `The icon ${primary.src.slice(0, 99)} ${ok ? `is smaller than ${limits.leastIcon} pixels` : 'cannot be fetched or shown'}.`
        : `No icon of purpose any is square.`,
      'icons',
    ],
    [
      'url-not-supported-for-webapk',
      platform === 'mobile' && [manifest.start_url, manifest.scope, ...icons.map(({ src }) => src)].some(namesUser),
      'The start page, the scope or an icon has a password in its URL.',
    ],
  ];
}

/**
 * Whether an address has a user name or a password. Chromium fetches no icon from it; packages for Android are made on a
 * server, which must not get passwords.
 *
 * @see {@link
 * https://source.chromium.org/chromium/chromium/src/+/main:components/webapps/browser/android/webapps_utils.cc Chromium's
 * check of WebAPKs}
 */
function namesUser(address: string): boolean {
  return /^\w+:\/\/[^/?#]*@/.test(address);
}

/** The stores one of whose apps the browser offers in place of this one. */
function rivalsOf({ platform }: ProcessedResult): string[] {
  return [...(platform === 'mobile' ? [] : ['chrome_web_store']), ...(platform === 'desktop' ? [] : ['play'])];
}

/**
 * Whether the browser offers a related app instead.
 *
 * @see {@link https://source.chromium.org/chromium/chromium/src/+/main:components/webapps/browser/ Chromium's offers}
 */
function prefersAnother(processed: ProcessedResult): boolean {
  const { manifest } = processed;
  return (
    manifest.prefer_related_applications &&
    manifest.related_applications.some((app) => rivalsOf(processed).includes(app.platform))
  );
}

function chooseDisplay({ manifest, platform }: ProcessedResult): DisplayOverride {
  const impossible: DisplayOverride[] = [
    'unframed',
    'picture-in-picture',
    ...(platform === 'chromeos' ? [] : (['tabbed'] as const)),
    ...(platform === 'mobile' ? (['window-controls-overlay'] as const) : []),
  ];
  return manifest.display_override.find((mode) => !impossible.includes(mode)) ?? manifest.display;
}

function isSecure({ documentUrl }: ProcessedResult, { secureOrigin }: InstallabilityFacts): boolean {
  return (
    secureOrigin ??
    (documentUrl.startsWith('https:') ||
      /^(?:.*\.)?localhost\.?$|^127(?:\.\d+){3}$|^\[::1\]$/.test(new URL(documentUrl).hostname))
  );
}
