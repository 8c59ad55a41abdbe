import type { JsonNode } from '../json-node.js';
import { memberOf, type Reading } from '../reading.js';
import type { ProcessedManifest } from '../types.js';
import { isSameOrigin } from '../urls.js';
import { readFirstKnown } from './launch-handler.js';

type MigrateFrom = ProcessedManifest['migrate_from'];

const behaviors = ['suggest', 'force'] as const;
const consequence = 'the entry is dropped';

/** `migrate_from`: apps of the same site whose place this one takes. */
export function readMigrateFrom(reading: Reading, node: JsonNode): MigrateFrom {
  const items = reading.list(node);
  if (items && !reading.hasId) {
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
    const installUrl = isShort ? undefined : reading.url(memberOf(item, 'install_url'));
    if (installUrl && !isOfOneOrigin(reading, memberOf(item, 'install_url')!, installUrl, id, consequence)) return [];
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
  const installUrl = reading.url(installNode, isRequired ? 'Chromium ignores "migrate_to"' : 'it is ignored');
  if (!id || (isRequired && !installUrl)) return undefined;
  if (installUrl && !isOfOneOrigin(reading, installNode!, installUrl, id, '"migrate_to" is ignored')) return undefined;
  return { id: id.href, ...(installUrl && { install_url: installUrl.href }) };
}

/** The page that installs an app has to be of the app's own origin. */
function isOfOneOrigin(reading: Reading, node: JsonNode, installUrl: URL, id: URL, otherwise: string): boolean {
  if (isSameOrigin(installUrl, id)) return true;
  reading.report('other-origin', node, `${reading.label(node)} leads to ${installUrl.origin}, but the app is of ${id.origin}; ${otherwise}.`);
  return false;
}
