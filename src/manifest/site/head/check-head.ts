import type { ProcessedResult } from '../../types.js';
import { checkAppTags, checkStart, checkTouchIcon } from './apple-tags.js';
import type { HeadFinding } from './finding-codes.js';
import { checkManifestLink } from './manifest-link.js';
import { openHead, type HeadRule } from './page-head.js';
import { checkPageIdentity, checkRetiredTags, checkViewport } from './page-tags.js';
import { readHead } from './read-head.js';
import { checkThemeColors } from './theme-colors.js';

const rules: HeadRule[] = [
  checkManifestLink,
  checkThemeColors,
  checkTouchIcon,
  checkAppTags,
  checkStart,
  checkPageIdentity,
  checkRetiredTags,
  checkViewport,
];

/**
 * Checks the tags of the page `html` that have to do with installation against the manifest that it links: the link
 * itself, colours, icons, titles, the status bar and startup images of WebKit, the viewport, and what is left of
 * retired browsers. `processed` is what `processManifest` made of that manifest; its `documentUrl` is taken for the
 * address of the page. Findings are in the order of the page, what is missing first.
 */
export function checkHead(html: string, processed: ProcessedResult): HeadFinding[] {
  const head = openHead(readHead(html), processed.documentUrl);
  return rules
    .flatMap((rule) => rule(head, processed))
    .sort((one, other) => one.line - other.line || one.column - other.column);
}
