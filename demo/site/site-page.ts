/** A page of the site, before it is laid out. */
export interface SitePage {
  /** The file of the repository that holds its text, or the name of a generated page. */
  readonly source: string;
  /** Where it is below the folder `docs`, such as `elements/latch-sign-in.html`; the front page is `../index.html`. */
  readonly path: string;
  readonly title: string;
  readonly description: string;
  /** Markdown, unless `isHtml`. */
  readonly text: string;
  readonly isHtml?: boolean;
  /** The scripts of the page beside that of all pages. */
  readonly scripts?: readonly string[];
  /** Style sheets beside that of all pages. */
  readonly styles?: readonly string[];
  /** It may be shown at any address: its links begin at the root. */
  readonly isAnywhere?: boolean;
  /** Left out of the sidebar: the start page, and the page that lists everything. */
  readonly isWide?: boolean;
}
