import type { JsonNode } from '../json-node.js';
import { memberOf, type Reading } from '../reading.js';
import type { ProcessedManifest } from '../types.js';
import { readFirstKnown } from './launch-handler.js';

type MigrateFrom = ProcessedManifest['migrate_from'];

const behaviors = ['suggest', 'force'] as const;
const consequence = 'the entry is dropped';

/** `migrate_from`: apps of the same site whose place this one takes. */
export function readMigrateFrom(reading: Reading, node: JsonNode, hasId: boolean): MigrateFrom {
  const items = reading.list(node);
  if (items && !hasId) {
    reading.report('id-required', node, 'An app can take the place of another only if it has an "id" of its own; "migrate_from" is ignored.', { fix: '"id": "/"' });
    return [];
  }
  return (items ?? []).flatMap((item) => {
    const isShort = typeof item.value === 'string';
    if (!isShort && !reading.object(item, `${consequence}; an id or an object with "id" should stand here`)) return [];
    const idNode = isShort ? item : memberOf(item, 'id');
    if (!idNode) reading.reportMissing(item, 'id', consequence);
    const id = reading.urlOfSite(idNode, consequence);
    if (!id) return [];
    const installUrl = isShort ? undefined : reading.urlOfSite(memberOf(item, 'install_url'), 'it is ignored');
    const behavior = (isShort ? undefined : readFirstKnown(reading, memberOf(item, 'behavior'), behaviors)) ?? 'suggest';
    return { id: id.href, ...(installUrl && { install_url: installUrl.href }), behavior };
  });
}

/** `migrate_to`: the app that takes this one's place. */
export function readMigrateTo(reading: Reading, node: JsonNode): ProcessedManifest['migrate_to'] {
  if (!reading.object(node)) return undefined;
  const idNode = memberOf(node, 'id');
  if (!idNode) reading.reportMissing(node, 'id', '"migrate_to" is ignored');
  const id = reading.urlOfSite(idNode, '"migrate_to" is ignored');
  const installNode = memberOf(node, 'install_url');
  const isRequired = reading.rules === 'chromium';
  if (!installNode) reading.reportMissing(node, 'install_url', isRequired ? 'Chromium ignores "migrate_to"' : 'Chromium would ignore "migrate_to"');
  const installUrl = reading.urlOfSite(installNode, isRequired ? 'Chromium ignores "migrate_to"' : 'it is ignored');
  if (!id || (isRequired && !installUrl)) return undefined;
  return { id: id.href, ...(installUrl && { install_url: installUrl.href }) };
}
