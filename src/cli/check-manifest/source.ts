import type { Download } from '../download.js';
import { isUtf8 } from 'node:buffer';

/** A page that links a manifest. */
export interface Page {
  url: string;
  html: string;
  /** Values of `Content-Security-Policy`, of its headers and of its meta tags. */
  policies: string[];
  /** The address of the manifest as the page links it, if it does. */
  linked: { url: string; withCredentials: boolean } | undefined;
}

/** A manifest and what is known about the place that it comes from. */
export interface Source {
  /** What to call it in the report. */
  name: string;
  /** Undefined if there is none, because the page links none or it cannot be fetched. */
  text: string | undefined;
  /** Whether the text is encoded as browsers take it to be. */
  isUtf8?: boolean;
  manifestUrl: string;
  documentUrl: string;
  page?: Page;
  /** The response that the manifest came in. */
  response?: Download;
  /** Why the manifest that the page links cannot be fetched. */
  obstacle?: string;
  /** The folder of a manifest that is a file; its addresses are made up then, with this folder at the root. */
  folder?: string;
}

/** Decodes the bytes of a manifest as browsers do: as UTF-8, whether it is or not. */
export function decodeText(bytes: Uint8Array): { text: string; isUtf8: boolean } {
  return { text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes), isUtf8: isUtf8(bytes) };
}
