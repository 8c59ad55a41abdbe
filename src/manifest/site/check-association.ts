import type { FindingWith } from '../finding.js';
import { kindOf, pathOf, plainValue, type JsonNode } from '../json-node.js';
import { readJson } from '../json-reader.js';
import { placeOf } from '../text.js';
import { resolveUrl } from '../urls.js';

/**
 * The findings in the file with which an origin lets an app extend its scope to it. docs/check-manifest.md describes
 * each.
 */
export type AssociationFindingCode =
  | 'association-not-json'
  | 'association-wrong-type'
  | 'association-old-format'
  | 'association-app-missing'
  | 'association-scope-outside';

/** A finding in an association file. */
export type AssociationFinding = FindingWith<AssociationFindingCode>;

/** What an association file says about one app. */
export interface Association {
  /** Whether the origin confirms that the app extends to it. */
  confirms: boolean;
  /** Which part of the origin the app extends to, as an absolute URL; only if it confirms and the origin is known. */
  scope?: string;
  findings: AssociationFinding[];
}

/** Where an origin keeps its association file. */
export const associationPath = '/.well-known/web-app-origin-association';

/**
 * Checks the text of an association file, which an origin in `scope_extensions` has to have under {@link
 * associationPath}, for the app with the id `appId`. Whether the given scope is on the right origin is judged only if
 * `origin`, the one that the file is from, is given.
 *
 * @throws {TypeError} if `appId` is not an absolute URL.
 * @see {@link https://wicg.github.io/manifest-incubations/#scope_extensions-member Manifest Incubations,
 *   scope_extensions member}
 */
export function checkAssociation(text: string, appId: string, { origin }: { origin?: string } = {}): Association {
  const app = resolveUrl(appId);
  if (!app) throw new TypeError('"appId" must be an absolute URL');
  const fix = `{ ${JSON.stringify(app.href)}: { "scope": "/" } }`;
  const { root, problems } = readJson(text);
  const problem = problems.at(-1);
  if (!root) return refuse('association-not-json', `This is not JSON: ${problem!.message}.`, problem!.start);
  if (!(root.value instanceof Map))
    return refuse(
      'association-wrong-type',
      `The file holds ${kindOf(root)} where an object of app ids should be.`,
      root.start,
      root,
    );

  const named = [...root.value].find(([id]) => resolveUrl(id)?.href === app.href)?.[1];
  const list = root.value.get('web_apps');
  if (!named && list)
    return refuse(
      'association-old-format',
      'The file lists web_apps, an old format. Now each app id is a member of the file.',
      list.start,
      list,
    );
  if (!named) return refuse('association-app-missing', `The file does not name ${app.href}.`, root.start, root);
  if (!(named.value instanceof Map))
    return refuse(
      'association-wrong-type',
      `What the file says about the app is ${kindOf(named)}, not an object.`,
      named.start,
      named,
    );

  const given = named.value.get('scope');
  if (origin === undefined) return { confirms: true, findings: [] };
  const written = typeof given?.value === 'string' ? given.value : '';
  const scope = resolveUrl(written || '/', new URL(origin));
  if (scope?.origin === new URL(origin).origin) return { confirms: true, scope: scope.href, findings: [] };
  return refuse(
    'association-scope-outside',
    `The scope ${JSON.stringify(written)} is not on ${origin}.`,
    given!.start,
    given,
  );

  function refuse(code: AssociationFinding['code'], message: string, start: number, node?: JsonNode): Association {
    const spec = 'https://wicg.github.io/manifest-incubations/#scope_extensions-member';
    const path = node ? pathOf(node) : '';
    return {
      confirms: false,
      findings: [
        {
          level: 'error',
          code,
          path,
          message,
          value: node && plainValue(node),
          engines: ['chromium'],
          spec,
          fix,
          ...placeOf(text, start),
        },
      ],
    };
  }
}
