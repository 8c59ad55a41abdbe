import { createHash } from 'node:crypto';

/**
 * The sources of a Content Security Policy that allow what a page of the folder has inline, and nothing that is injected
 * later: the hash of each script, or style, without a nonce.
 */
export function inlineSources(html: string, tag: 'script' | 'style'): string[] {
  const elements = html.matchAll(new RegExp(`<${tag}(\\s[^>]*)?>([^]*?)</${tag}\\s*>`, 'gi'));
  return [...elements].flatMap(([, attributes = '', text = '']) =>
    /\s(?:src|nonce)\s*=/i.test(attributes) || text.trim() === '' ? [] : [`'sha256-${hashOf(text)}'`],
  );
}

/** Browsers hash what they have parsed, which has no carriage returns. */
const hashOf = (text: string): string => createHash('sha256').update(text.replace(/\r\n?/g, '\n')).digest('base64');
