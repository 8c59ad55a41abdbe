import { findingCodes } from './finding-codes.js';
import type { Engine } from './engine.js';
import type { FindingWith } from './finding.js';
import { plainValue, type JsonNode } from './json-node.js';
import { readJson } from './json-reader.js';
import { memberOf } from './rules.js';
import { placeOf } from './text.js';
import type { PlaceVerdict } from './places.js';
import type { InstallabilityReason } from './types.js';

type ManifestFinding = FindingWith<string>;

/** What keeps apps from being installed, and the findings whose place that does not take. */
interface ListedObstacles<Found extends ManifestFinding> {
  obstacles: ManifestFinding[];
  others: Found[];
}

const criteria = 'https://web.dev/articles/install-criteria';

/** The findings that say already what an obstacle says, by its id. */
const causes: Readonly<Record<string, RegExp>> = {
  'manifest-parsing-or-network-error':
    /^(?:not-json|json-comment|trailing-comma|nested-too-deep|text-too-short|not-an-object|permissions-policy-malformed|html-instead-of-manifest|manifest-(?:unreachable|needs-credentials|link-.*)|other-origin-refused|blocked-by-policy|page-sandboxed)$/,
  'no-manifest': /^(?:manifest-(?:unreachable|link-.*)|other-origin-refused|blocked-by-policy)$/,
  'no-acceptable-icon': /^(?:image-(?:unreachable|unreadable|blocked-by-.*)|page-sandboxed)$/,
};

/**
 * Lists what keeps an engine from installing the app, or from offering it, under the engine's own name for it, unless an
 * error in `findings` says it already. Where findings are about the member that an obstacle is about, it takes their
 * place. Of a manifest that cannot be read, only the first.
 */
export function listObstacles<Found extends ManifestFinding>(
  findings: readonly Found[],
  verdicts: readonly PlaceVerdict[],
  text: string,
): ListedObstacles<Found> {
  const { root } = readJson(text);
  const added = new Map<string, ManifestFinding>();
  const replaced = new Set<Found>();
  for (const { engine, processed, installability } of verdicts) {
    const reasons = installability.reasons.filter(({ effect }) => effect !== 'notes');
    const [first] = reasons;
    for (const reason of processed.readable ? withoutEchoes(reasons) : reasons.slice(0, 1)) {
      const isReported = findings.some(({ code, level }) => level === 'error' && causes[reason.id]?.test(code));
      if (added.has(reason.id) || isReported || (first!.id === 'no-manifest' && reason !== first)) continue;
      const places = verdicts.filter((verdict) => verdict.engine === engine);
      const concerned = places.filter((verdict) => verdict.installability.reasons.some(({ id }) => id === reason.id));
      const where = concerned.length < places.length ? `${concerned.map(({ label }) => label).join(', ')}: ` : '';
      const about = findings.filter((finding) => isAboutSame(finding, reason));
      for (const finding of about) replaced.add(finding);
      const place = about[0] ?? placeOfMember(text, root, reason.member);
      added.set(reason.id, describeObstacle(reason, engine, where, about[0], place));
    }
  }
  return { obstacles: [...added.values()], others: findings.filter((finding) => !replaced.has(finding)) };
}

/** Without the second of two reasons with one cause: that no icon is good enough, and that none was fetched. */
function withoutEchoes(reasons: readonly InstallabilityReason[]): readonly InstallabilityReason[] {
  return reasons.some(({ id }) => id === 'manifest-missing-suitable-icon')
    ? reasons.filter(({ id }) => id !== 'no-acceptable-icon')
    : reasons;
}

function isAboutSame({ path, level, code }: ManifestFinding, { member, effect }: InstallabilityReason): boolean {
  if (effect !== 'blocks-install' || level === 'error') return false;
  if (!(findingCodes as string[]).includes(code) || code === 'member-not-read') return false;
  if (member === 'icons') return path === 'icons' || code === 'missing-sizes' || code === 'unusable-purpose';
  return member !== undefined && path === member;
}

/** Where a member stands, or where it is missing. */
function placeOfMember(
  text: string,
  root: JsonNode | undefined,
  member: string | undefined,
): Pick<ManifestFinding, 'path' | 'value' | 'line' | 'column'> {
  if (!(root?.value instanceof Map) || member === undefined) return { path: '', value: undefined, line: 0, column: 0 };
  const node = memberOf(root, member);
  return { path: member, value: plainValue(node), ...placeOf(text, node.start) };
}

function describeObstacle(
  { id, effect, message, fix }: InstallabilityReason,
  engine: Engine,
  where: string,
  cause: ManifestFinding | undefined,
  { path, value, line, column }: Pick<ManifestFinding, 'path' | 'value' | 'line' | 'column'>,
): ManifestFinding {
  const advised = cause?.fix ?? fix;
  return {
    level: effect === 'blocks-install' ? 'error' : 'warning',
    code: id,
    path,
    message: `${where}${message}${cause && cause.code !== 'missing-member' ? ` ${cause.message}` : ''}`,
    value,
    engines: [engine],
    spec: criteria,
    ...(advised !== undefined && { fix: advised }),
    line,
    column,
  };
}
