import * as limits from '../tables/limits.js';
import type {
  DisplayOverride,
  Installability,
  InstallabilityFacts,
  InstallabilityReason,
  ProcessedResult,
} from '../types.js';
import { note } from './notes.js';
import { findPrimaryIcon, hasInstallableIcon, isSvg } from './primary-icon.js';

/** Chromium's criteria for the install icon and `beforeinstallprompt`, with Chromium's own ids and in its order. */
export function checkChromium(processed: ProcessedResult, facts: InstallabilityFacts): Installability {
  const reasons = listObstacles(processed, facts)
    .filter(([id, applies]) => (facts.linked === false ? id === 'no-manifest' : applies))
    .map(([id, , message]): InstallabilityReason => ({ id, effect: 'blocks-install', message }));
  const installable = reasons.length === 0;
  const hasRival = installable && prefersAnother(processed);
  if (hasRival)
    reasons.push({
      id: 'prefer-related-applications',
      effect: 'blocks-promotion',
      message: '"prefer_related_applications" keeps the browser from offering this app.',
      fix: 'remove it',
    });
  if (hasRival && processed.platform === 'mobile') reasons.push(...listRefusedRivals(processed));
  return { installable, promotable: installable && !hasRival, effectiveDisplay: chooseDisplay(processed), reasons };
}

/** Chromium's ids, whether each applies to a page that links a manifest, and what it stands for. */
function listObstacles(
  processed: ProcessedResult,
  { privateWindow, allowedByPolicy, status = 200, icons: fetched = {}, ...facts }: InstallabilityFacts,
): Array<[id: string, applies: boolean, message: string]> {
  const { manifest, platform, understood, readable } = processed;
  const isAllowed = allowedByPolicy !== false;
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
    ['manifest-parsing-or-network-error', !readable || !isFetched, 'The manifest cannot be fetched or read.'],
    ['no-manifest', !isAllowed, 'The page has no manifest.'],
    [
      'start-url-not-valid',
      isAllowed && platform === 'desktop' && !gives('start_url'),
      'The manifest gives no usable "start_url".',
    ],
    [
      'manifest-missing-name-or-short-name',
      isAllowed && !gives('name') && !gives('short_name'),
      'The manifest gives neither "name" nor "short_name".',
    ],
    [
      'manifest-display-override-not-supported',
      override === 'browser' || override === 'picture-in-picture',
      'The first mode of "display_override" is browser or picture-in-picture.',
    ],
    [
      'manifest-display-not-supported',
      isAllowed && !override && (!gives('display') || manifest.display === 'browser'),
      '"display" is not standalone, fullscreen or minimal-ui.',
    ],
    [
      'manifest-missing-suitable-icon',
      isAllowed && !hasInstallableIcon(icons, platform),
      `No icon is a PNG, SVG or WebP of purpose any, whose "sizes" are at least ${limits.leastIcon} pixels, and on desktop at most ${limits.mostIcon}.`,
    ],
    [
      'no-acceptable-icon',
      isAllowed && !(isLargeEnough && ok && !namesUser(primary.src)),
      `No square icon of purpose any, of at least ${limits.leastIcon} pixels, can be fetched.`,
    ],
    [
      'url-not-supported-for-webapk',
      platform === 'mobile' && [manifest.start_url, manifest.scope, ...icons.map(({ src }) => src)].some(namesUser),
      'The URL of the start page, the scope or an icon has a user name or a password.',
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

/**
 * Why Android does not offer preferred apps of Google Play either.
 *
 * @see {@link
 * https://source.chromium.org/chromium/chromium/src/+/main:components/webapps/browser/android/app_banner_manager_android.cc
 * Chromium's offers on Android}
 */
function listRefusedRivals({ manifest }: ProcessedResult): InstallabilityReason[] {
  return manifest.related_applications.flatMap(({ platform, id, url }) => {
    const named = url && new URL(url).searchParams.get('id');
    const reason =
      platform !== 'play'
        ? 'platform-not-supported-on-android'
        : !id
          ? 'no-id-specified'
          : named && named !== id && 'ids-do-not-match';
    return reason ? note(reason, `The related application ${id ?? url} is not offered.`) : [];
  });
}

/** Whether the browser offers a related app instead. On desktop only a browser app counts. */
function prefersAnother({ manifest, platform }: ProcessedResult): boolean {
  return (
    manifest.prefer_related_applications &&
    (platform === 'mobile' || manifest.related_applications.some((app) => app.platform === 'chrome_web_store'))
  );
}

function chooseDisplay({ manifest, platform }: ProcessedResult): DisplayOverride {
  const impossible: DisplayOverride[] = [
    'unframed',
    'tabbed',
    'picture-in-picture',
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
