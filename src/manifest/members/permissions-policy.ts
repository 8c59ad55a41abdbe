import type { JsonNode } from '../json-node.js';
import type { Reading } from '../reading.js';

/**
 * Whether `permissions_policy` has the shape that Chromium insists on: from feature names to lists of origins. Anything
 * else makes Chromium give up on the whole manifest, though the member is meant for isolated web apps only.
 */
export function isSoundPolicy(reading: Reading, node: JsonNode): boolean {
  const fault = node.value instanceof Map ? [...node.value.values()].find((entry) => !isListOfTexts(entry)) : node;
  if (fault)
    reading.report('permissions-policy-malformed', fault, { detail: fault === node ? 'an object' : 'a list of texts' });
  return !fault;
}

function isListOfTexts({ value }: JsonNode): boolean {
  return Array.isArray(value) && value.every((item) => typeof item.value === 'string');
}
