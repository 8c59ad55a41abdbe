import type { Download } from '../download.js';

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
