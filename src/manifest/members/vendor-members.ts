import { wholeValue, type JsonNode } from '../json-node.js';
import { memberOf, type Reading } from '../reading.js';
import type { ProcessedManifest } from '../types.js';

/** `note_taking`, for the note-taking surfaces of ChromeOS. */
export function readNoteTaking(reading: Reading, node: JsonNode): ProcessedManifest['note_taking'] {
  if (!reading.object(node)) return undefined;
  const url = reading.urlInScope(memberOf(node, 'new_note_url'), 'it is ignored');
  return url ? { new_note_url: url.href } : {};
}

/** `edge_side_panel`, of one browser. */
export function readSidePanel(reading: Reading, node: JsonNode): ProcessedManifest['edge_side_panel'] {
  if (!reading.object(node)) return undefined;
  const width = reading.number(memberOf(node, 'preferred_width'));
  return width === undefined ? {} : { preferred_width: width };
}

/** `serviceworker`, for payment handlers that are installed just in time. */
export function readServiceWorker(reading: Reading, node: JsonNode): ProcessedManifest['serviceworker'] {
  if (!reading.object(node)) return undefined;
  const source = memberOf(node, 'src');
  if (!source) reading.reportMissing(node, 'src', 'the service worker is ignored');
  const src = reading.urlOfOrigin(source, 'the service worker is ignored');
  if (!src) return undefined;
  const scope = reading.url(memberOf(node, 'scope'));
  const useCache = reading.boolean(memberOf(node, 'use_cache'));
  return { src: src.href, ...(scope && { scope: scope.href }), ...(useCache !== undefined && { use_cache: useCache }) };
}

/** `widgets`, of one browser on one system: the objects among them, as they are. */
export function readWidgets(reading: Reading, node: JsonNode): unknown[] {
  return reading.objects(node).map((item) => wholeValue(item));
}

/** `translations`, which the localized members have replaced: as it is. */
export function readTranslations(reading: Reading, node: JsonNode): Record<string, unknown> | undefined {
  return reading.object(node) && (wholeValue(node) as Record<string, unknown>);
}
