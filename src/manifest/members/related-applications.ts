import { platformsOfChromium, storePlatforms, systemPlatforms } from '../tables/platforms.js';
import { wholeValue, type JsonNode } from '../json-node.js';
import { memberOf, type Reading } from '../reading.js';
import type { RelatedApplication } from '../types.js';

const consequence = 'the entry is dropped';
const known = [...new Set([...platformsOfChromium, ...systemPlatforms, ...storePlatforms])];

/** `related_applications`. */
export function readRelatedApplications(reading: Reading, node: JsonNode): RelatedApplication[] {
  return reading.objects(node).flatMap((item) => readRelatedApplication(reading, item) ?? []);
}

function readRelatedApplication(reading: Reading, node: JsonNode): RelatedApplication | undefined {
  const platformNode = memberOf(node, 'platform');
  if (!platformNode) reading.reportMissing(node, 'platform', consequence);
  const platform = reading.text(platformNode, consequence);
  if (platform === undefined) return undefined;
  if (!known.includes(platform)) {
    reading.report('unknown-value', platformNode!, `${reading.label(platformNode!)} is ${JSON.stringify(platform)}. Chromium acts on ${platformsOfChromium.join(', ')} only.`, { level: 'info' });
  }
  const id = reading.text(memberOf(node, 'id'));
  const urlNode = memberOf(node, 'url');
  if (urlNode?.value === '') reading.report('empty-url', urlNode, `${reading.label(urlNode)} is empty and is taken for the manifest's own URL.`);
  const url = reading.url(urlNode);
  if (!id && !url) {
    reading.reportMissing(node, 'id', `and no usable "url" either; ${consequence}`);
    return undefined;
  }
  const version = reading.text(memberOf(node, 'min_version'));
  const fingerprints = memberOf(node, 'fingerprints');
  return {
    platform,
    ...(url && { url: url.href }),
    ...(id && { id }),
    ...(version && { min_version: version }),
    ...(fingerprints && reading.list(fingerprints) && { fingerprints: wholeValue(fingerprints) }),
  };
}

/** `prefer_related_applications`: true keeps the browser from offering this app. */
export function readPreference(reading: Reading, node: JsonNode): boolean {
  const prefers = reading.boolean(node) ?? false;
  if (prefers) reading.report('prefers-other-app', node, '"prefer_related_applications" asks the browser to offer the related app instead of this one.', { fix: 'remove it' });
  return prefers;
}
