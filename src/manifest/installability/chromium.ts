import { limits } from '../tables/limits.js';
import type { DisplayOverride, Installability, InstallabilityFacts, InstallabilityReason, ProcessedResult } from '../types.js';
import { findPrimaryIcon, hasInstallableIcon } from './primary-icon.js';

const least = `${limits.leastIcon}x${limits.leastIcon}`;

/** Chromium's criteria for the install icon and `beforeinstallprompt`, with Chromium's own ids and in its order. */
export function checkChromium(processed: ProcessedResult, facts: InstallabilityFacts): Installability {
  const reasons = facts.linked === false ? [block('no-manifest', 'The page does not link a manifest.', '<link rel="manifest" href="/manifest.webmanifest">')] : findObstacles(processed, facts);
  const installable = reasons.length === 0;
  const rival = installable ? findRival(processed) : undefined;
  if (rival) reasons.push(rival);
  return { installable, promotable: installable && !rival, effectiveDisplay: chooseDisplay(processed), reasons };
}

function findObstacles(processed: ProcessedResult, facts: InstallabilityFacts): InstallabilityReason[] {
  const { manifest, platform, understood, readable } = processed;
  const reasons: InstallabilityReason[] = [];
  if (facts.privateWindow) reasons.push(block('in-incognito', 'Nothing can be installed from a private window.'));
  if (!isSecure(processed, facts)) reasons.push(block('not-from-secure-origin', `${processed.documentUrl} is not loaded over https.`, 'serve it over https'));
  const isFetched = facts.allowedByPolicy !== false && (facts.status === undefined || (facts.status >= 200 && facts.status < 300));
  if (!readable || !isFetched) reasons.push(block('manifest-parsing-or-network-error', isFetched ? 'The manifest cannot be read.' : 'The manifest cannot be fetched.'));
  if (facts.allowedByPolicy === false) return [...reasons, block('no-manifest', "The page's policy does not allow the manifest to be fetched.", 'manifest-src in the Content-Security-Policy')];

  const counts = (name: string): boolean => isFetched && understood.includes(name);
  if (platform === 'desktop' && !counts('start_url')) reasons.push(block('start-url-not-valid', 'The manifest gives no usable "start_url".', '"start_url": "/"'));
  if (!counts('name') && !counts('short_name')) reasons.push(block('manifest-missing-name-or-short-name', 'The manifest gives neither "name" nor "short_name".', '"name": "…"'));
  const display = checkDisplay(processed, isFetched);
  if (display) reasons.push(display);
  const icons = isFetched ? manifest.icons : [];
  if (!hasInstallableIcon(icons, platform)) {
    reasons.push(block('manifest-missing-suitable-icon', `No icon is of purpose any, PNG, SVG or WebP, and ${least} or larger${platform === 'desktop' ? ` up to ${limits.mostIcon}x${limits.mostIcon}` : ''} by its "sizes".`, '{"src": "/icon-512.png", "sizes": "512x512", "type": "image/png"}'));
  }
  const icon = findPrimaryIcon(icons);
  const fetched = icon && facts.icons?.[icon.src];
  const isTooSmall = fetched?.width !== undefined && fetched.height !== undefined && Math.min(fetched.width, fetched.height) < limits.leastIcon;
  if (!icon || fetched?.ok === false || isTooSmall) {
    reasons.push(block('no-acceptable-icon', !icon ? `There is no square icon of purpose any of ${least} or larger to fetch.` : isTooSmall ? `${icon.src} is smaller than ${least}.` : `${icon.src} cannot be fetched.`));
  }
  return reasons;
}

/** The first mode of `display_override` that counts decides, else `display`. */
function checkDisplay({ manifest, understood }: ProcessedResult, isFetched: boolean): InstallabilityReason | undefined {
  const [first] = isFetched ? manifest.display_override : [];
  if (first) return first === 'browser' ? block('manifest-display-override-not-supported', 'The first mode of "display_override" is browser.', '"display_override": ["standalone"]') : undefined;
  if (isFetched && understood.includes('display') && manifest.display !== 'browser') return undefined;
  return block('manifest-display-not-supported', '"display" is not standalone, fullscreen or minimal-ui.', '"display": "standalone"');
}

/** The related application that the browser would rather offer. On desktop only a browser app counts. */
function findRival({ manifest, platform }: ProcessedResult): InstallabilityReason | undefined {
  if (!manifest.prefer_related_applications) return undefined;
  if (platform === 'desktop' && !manifest.related_applications.some(({ platform: kind }) => kind === 'chrome_web_store')) return undefined;
  return { id: 'prefer-related-applications', effect: 'blocks-promotion', message: '"prefer_related_applications" keeps the browser from offering this app.', fix: 'remove "prefer_related_applications"' };
}

function chooseDisplay({ manifest, platform }: ProcessedResult): DisplayOverride {
  const isPossible = (mode: DisplayOverride): boolean => mode !== 'unframed' && mode !== 'tabbed' && (platform === 'desktop' || mode !== 'window-controls-overlay');
  return manifest.display_override.find(isPossible) ?? manifest.display;
}

function isSecure({ documentUrl }: ProcessedResult, { secureOrigin }: InstallabilityFacts): boolean {
  if (secureOrigin !== undefined) return secureOrigin;
  const { protocol, hostname } = new URL(documentUrl);
  return protocol === 'https:' || /^(?:.*\.)?localhost\.?$|^127(?:\.\d+){3}$|^\[::1\]$/.test(hostname);
}

function block(id: string, message: string, fix?: string): InstallabilityReason {
  return { id, effect: 'blocks-install', message, ...(fix !== undefined && { fix }) };
}
