import type { Access, Download } from '../download.js';
import { isUtf8 } from 'node:buffer';

/** A page that links a manifest. */
export interface Page {
  url: string;
  html: string;
  headers: Headers;
  /** Values of `Content-Security-Policy`, of its headers and of its meta tags. */
  policies: string[];
  /** Whether the policy of its headers takes its origin from it. */
  isSandboxed: boolean;
  /** Whether its head has a link to a manifest, with an address of whatever kind. */
  isLinked: boolean;
  /** The address of the manifest as the page links it, if that is a URL; from the body rather than not at all. */
  linked: { url: string; withCredentials: boolean } | undefined;
}

/** A manifest and what is known about the place that it comes from. */
export interface Source {
  /** What to call it in the report. */
  name: string;
  /** Undefined if there is none, because the page links none or may not read it, or it cannot be fetched. */
  text: string | undefined;
  /** The encoding that the text was read in, if it is none that all browsers take it to be; `broken` if none fits. */
  oddEncoding?: string;
  manifestUrl: string;
  documentUrl: string;
  page?: Page;
  /** The response that the manifest came in. */
  response?: Download;
  /** Why the manifest that the page links cannot be fetched, and what to do about it. */
  obstacle?: { message: string; fix?: string; code?: 'manifest-unreachable' | 'manifest-needs-credentials' };
  /** Whether the obstacle is one for this program, where a browser may go on. */
  isUnchecked?: boolean;
  /** The folder that stands for the root of the site of a manifest that is a file; its addresses are made up then. */
  folder?: string;
  access?: Access | undefined;
}

/**
 * Decodes the bytes of a manifest as Chromium does: by a byte order mark, else as the content type says, else as UTF-8.
 */
export function decodeText(bytes: Uint8Array, contentType = ''): Pick<Source, 'text' | 'oddEncoding'> {
  const charset = /;\s*charset\s*=\s*"?([\w-]+)/i.exec(contentType)?.[1]?.toLowerCase() ?? 'utf-8';
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : charset;
  const isPlain = /^utf-?8$/.test(encoding) || !isKnown(encoding);
  const text = new TextDecoder(isPlain ? 'utf-8' : encoding, { ignoreBOM: isPlain }).decode(bytes);
  if (!isPlain)
    return /^[\0-\x7f]*$/.test(text) && !encoding.startsWith('utf-16') ? { text } : { text, oddEncoding: encoding };
  return isUtf8(bytes) ? { text } : { text, oddEncoding: 'broken' };
}

function isKnown(encoding: string): boolean {
  try {
    return Boolean(new TextDecoder(encoding));
  } catch {
    return false;
  }
}
