import type { JsonNode } from '../json-node.js';
import type { Reading } from '../reading.js';
import { anyUrl, firstKeyword, forEngine, listOf, memberOf, record, urlOfSite, type Rule } from '../rules.js';
import type { ProcessedManifest } from '../types.js';
import { isSameOrigin } from '../urls.js';

type Origin = ProcessedManifest['migrate_from'][number];
type Target = NonNullable<ProcessedManifest['migrate_to']>;

/** The page that installs an app has to be of the app's own origin. */
function checkInstallUrl<Migration extends Target>(
  migration: Migration,
  reading: Reading,
  node: JsonNode,
  lost: JsonNode,
): Migration | undefined {
  const { id, install_url: url } = migration;
  if (url === undefined || isSameOrigin(new URL(url), new URL(id))) return migration;
  return reading.report('other-origin', memberOf(node, 'install_url'), { lost, detail: id });
}

/** Beside other members an id is not to be empty. */
const id: Rule<string> = (reading, node, lost) =>
  node.value === '' ? reading.report('empty-text', node, { lost }) : urlOfSite(reading, node, lost);

const originObject = record<Origin>(
  { id },
  { install_url: anyUrl, behavior: firstKeyword(['suggest', 'force']) },
  {
    defaults: () => ({ behavior: 'suggest' }),
    check: checkInstallUrl,
  },
);

/** An id, or an object with one. */
const origin: Rule<Origin> = (reading, node, lost) => {
  if (typeof node.value !== 'string') return originObject(reading, node, lost);
  const old = urlOfSite(reading, node, lost);
  return old === undefined ? undefined : { id: old, behavior: 'suggest' };
};
const origins = listOf(origin);

/** `migrate_from`: apps of the same site whose place this one takes. */
export const migrateFrom: Rule<Origin[]> = (reading, node, lost) =>
  reading.hasId ? origins(reading, node, lost) : reading.report('id-required', node, { lost, fix: '"id": "/"' });

/** `migrate_to`: the app that takes this one's place. Chromium wants to know where it is installed. */
export const migrateTo = forEngine(
  'chromium',
  record<Target>({ id, install_url: anyUrl }, {}, { check: checkInstallUrl }),
  record<Target>({ id }, { install_url: anyUrl }, { check: checkInstallUrl }),
);
