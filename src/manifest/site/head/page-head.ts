import type { FindingLevel } from '../../finding-codes.js';
import type { Engine } from '../../engine.js';
import type { ProcessedResult } from '../../types.js';
import type { HeadFinding, HeadFindingCode } from './finding-codes.js';
import type { PageTag } from './read-head.js';

/** What a rule says; the rest of the finding follows from the tag. */
export interface Remark {
  code: HeadFindingCode;
  level: FindingLevel;
  message: string;
  engines: Engine[];
  spec: string;
  fix?: string;
}

/** The tags of a page, to be looked up by the rules. */
export interface PageHead {
  /** Links that have `rel` among their types, in order. */
  links(rel: string): PageTag[];
  /** Metas of that name, in order. */
  metas(name: string): PageTag[];
  /** Every meta whose name begins like this, in order. */
  metasFrom(prefix: string): PageTag[];
  /** What relative addresses in the page are resolved against. */
  base: URL;
}

/** One rule: looks at the page and at the manifest that it links, and answers what there is to say about it. */
export type HeadRule = (head: PageHead, processed: ProcessedResult) => HeadFinding[];

/** Makes the tags of the page at `documentUrl` ready for the rules. */
export function openHead(tags: readonly PageTag[], documentUrl: string): PageHead {
  const document = new URL(documentUrl);
  const base =
    tags.find(({ name, attributes }) => name === 'base' && attributes.href !== undefined)?.attributes.href ?? '';
  const nameOf = ({ attributes }: PageTag): string => (attributes.name ?? '').trim().toLowerCase();
  const metas = tags.filter(({ name }) => name === 'meta');
  return {
    links: (rel) =>
      tags.filter(
        ({ name, attributes }) => name === 'link' && (attributes.rel ?? '').toLowerCase().split(/\s+/).includes(rel),
      ),
    metas: (name) => metas.filter((tag) => nameOf(tag) === name),
    metasFrom: (prefix) => metas.filter((tag) => nameOf(tag).startsWith(prefix)),
    base: URL.canParse(base, document) ? new URL(base, document) : document,
  };
}

/** A finding about a tag that is there. */
export function remarkOn(tag: PageTag, { code, level, message, engines, spec, fix }: Remark): HeadFinding {
  const { rel, name, href, content } = tag.attributes;
  const path = tag.name === 'link' ? `link[rel="${rel ?? ''}"]` : `meta[name="${name ?? ''}"]`;
  return {
    level,
    code,
    path,
    message,
    value: tag.name === 'link' ? href : content,
    engines,
    spec,
    ...(fix !== undefined && { fix }),
    line: tag.line,
    column: tag.column,
  };
}

/** A finding about a tag that is missing, which `path` would select. */
export function remarkOnMissing(path: string, { code, level, message, engines, spec, fix }: Remark): HeadFinding {
  return {
    level,
    code,
    path,
    message,
    value: undefined,
    engines,
    spec,
    ...(fix !== undefined && { fix }),
    line: 1,
    column: 1,
  };
}
