import type { FindingWith } from './finding.js';
import { pathOf, plainValue, type JsonNode } from './json-node.js';
import { readJson } from './json-reader.js';
import { memberOf } from './rules.js';
import * as limits from './tables/limits.js';
import { placeOf } from './text.js';
import { resolveUrl } from './urls.js';

/** What keeps a screenshot out of the install dialogs of Chromium. */
export type ScreenshotCode =
  'screenshot-out-of-bounds' | 'screenshot-too-long' | 'screenshot-shape-differs' | 'screenshots-too-many';

/** Something about a screenshot. */
export type ScreenshotFinding = FindingWith<ScreenshotCode>;

/** Width and height in pixels, by absolute URL. */
export type MeasuredSizes = Readonly<Record<string, { width: number; height: number }>>;

interface Shot {
  node: JsonNode;
  /** Place among all screenshots. */
  index: number;
  sides: readonly [width: number, height: number] | undefined;
  /** Whether the sides are those of the picture, and not only declared. */
  isMeasured: boolean;
}

const spec = 'https://developer.chrome.com/docs/capabilities/web-apis/richer-install-ui';

/**
 * Finds the screenshots of a manifest at `manifestUrl` that install dialogs leave out: on phones those that are not wide
 * count, on desktops the wide ones. Sizes are those of `measured`, else as declared; those of drawings and of `any` are
 * not judged.
 */
export function checkScreenshots(
  manifestText: string,
  manifestUrl: string,
  measured: MeasuredSizes = {},
): ScreenshotFinding[] {
  const { root } = readJson(manifestText);
  const { value: list } = root?.value instanceof Map ? memberOf(root, 'screenshots') : { value: undefined };
  if (!Array.isArray(list)) return [];
  const shots = list
    .map((node, index): Shot => ({ node, index, ...sidesOf(node, manifestUrl, measured) }))
    .filter(({ node }) => node.value instanceof Map);
  const wide = shots.filter(({ node }) => formOf(node) === 'wide');
  const narrow = shots.filter(({ node }) => formOf(node) !== 'wide');
  return [...judge(narrow, 'phones'), ...judge(wide, 'desktops')].sort(
    (one, other) => one.line - other.line || one.column - other.column,
  );

  function judge(group: readonly Shot[], place: 'phones' | 'desktops'): ScreenshotFinding[] {
    const found: ScreenshotFinding[] = [];
    const [first] = group.flatMap(({ sides }) => (sides && isShown(sides) ? [sides] : []));
    for (const [rank, { node, index, sides, isMeasured }] of group.entries()) {
      // On phones the wide ones before it count too.
      if ((place === 'phones' ? index : rank) >= limits.screenshots) {
        const which = place === 'phones' ? 'screenshots' : 'wide screenshots';
        found.push(
          about(
            node,
            'screenshots-too-many',
            `The install dialog on ${place} takes the first ${limits.screenshots} ${which}, and leaves this one out.`,
          ),
        );
        break;
      }
      if (place === 'phones' && rank === limits.screenshotsOnMobile)
        found.push({
          ...about(
            node,
            'screenshots-too-many',
            `The developer tools of Chromium warn of more than ${limits.screenshotsOnMobile} screenshots for phones.`,
          ),
          level: 'info',
        });
      if (!sides) continue;
      const size = `${isMeasured ? '' : 'declared as '}${sides.join('x')}`;
      if (isTooLong(sides))
        found.push(
          about(
            node,
            'screenshot-too-long',
            `The screenshot is ${size}; the install dialog on ${place} leaves out what is more than ${limits.screenshotRatio} times as long as wide, or as wide as long.`,
          ),
        );
      else if (!isShown(sides))
        found.push(
          about(
            node,
            'screenshot-out-of-bounds',
            `The screenshot is ${size}; the install dialog on ${place} takes sides of ${limits.leastScreenshot} to ${limits.mostScreenshot} pixels.`,
          ),
        );
      else if (place === 'phones' && first && sides[0] * first[1] !== sides[1] * first[0])
        found.push(
          about(
            node,
            'screenshot-shape-differs',
            `The screenshot is ${size}; the install dialog on phones takes those of the shape of the first, ${first.join('x')}.`,
          ),
        );
    }
    return found;
  }

  function about(node: JsonNode, code: ScreenshotCode, message: string): ScreenshotFinding {
    const source = memberOf(node, 'src');
    return {
      level: 'warning',
      code,
      path: pathOf(node),
      message,
      value: plainValue(source),
      engines: ['chromium'],
      spec,
      ...placeOf(manifestText, source.start),
    };
  }
}

function isShown([width, height]: readonly [number, number]): boolean {
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  return short >= limits.leastScreenshot && long <= limits.mostScreenshot && !isTooLong([width, height]);
}

function isTooLong([width, height]: readonly [number, number]): boolean {
  return Math.max(width, height) / Math.min(width, height) > limits.screenshotRatio;
}

function formOf(node: JsonNode): string {
  return textOf(node, 'form_factor').toLowerCase();
}

function sidesOf(node: JsonNode, manifestUrl: string, measured: MeasuredSizes): Pick<Shot, 'sides' | 'isMeasured'> {
  if (!(node.value instanceof Map)) return { sides: undefined, isMeasured: false };
  const real = measured[resolveUrl(textOf(node, 'src'), manifestUrl)?.href ?? ''];
  if (real) return { sides: [real.width, real.height], isMeasured: true };
  const [, width, height] = /^\s*([1-9]\d*)x([1-9]\d*)(?:\s|$)/i.exec(textOf(node, 'sizes')) ?? [];
  return { sides: width && height ? [Number(width), Number(height)] : undefined, isMeasured: false };
}

function textOf(node: JsonNode, name: string): string {
  const { value } = memberOf(node, name);
  return typeof value === 'string' ? value : '';
}
