import { type JsonNode, wholeValue } from '../json-node.js';
import type { Reading } from '../reading.js';
import { anyUrl, flag, listOf, number, object, record, type Rule, urlInScope, urlOfOrigin } from '../rules.js';
import type { ProcessedManifest } from '../types.js';

/** `note_taking`, for the note-taking surfaces of ChromeOS. */
export const noteTaking = record<NonNullable<ProcessedManifest['note_taking']>>({}, { new_note_url: urlInScope });

/** `lock_screen`, which Chromium only parses. */
export const lockScreen = record<NonNullable<ProcessedManifest['lock_screen']>>({}, { start_url: urlInScope });

/** `edge_side_panel`, of one browser. */
export const sidePanel = record<NonNullable<ProcessedManifest['edge_side_panel']>>({}, { preferred_width: number });

const script: Rule<string> = (reading, node, lost) => urlOfOrigin(reading, node, lost)?.href;

/** `serviceworker`, for payment handlers that are installed just in time. */
export const serviceWorker = record<NonNullable<ProcessedManifest['serviceworker']>>(
  { src: script },
  { scope: anyUrl, use_cache: flag },
);

/** `translations`, which the localized members have replaced: as they are. */
export const translations: Rule<Record<string, unknown>> = (reading, node, lost) =>
  object(reading, node, lost) && (wholeValue(node) as Record<string, unknown>);

/** `widgets`, of one browser on one system: the objects among them, as they are. */
export const widgets = listOf<unknown>(translations);

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
