/** A page of the site, before it is laid out. */
export interface SitePage {
  /** The file of the repository that holds its text, or the name of a generated page. */
  readonly source: string;
  /** Where it is below the root of the site, such as `elements/latch-sign-in.html`. */
  readonly path: string;
  readonly title: string;
  readonly description: string;
  /** Markdown, unless `isHtml`. */
  readonly text: string;
  readonly isHtml?: boolean;
  /** The scripts of the page beside that of all pages. */
  readonly scripts?: readonly string[];
  /** Left out of the sidebar: the start page, and the page that lists everything. */
  readonly isWide?: boolean;
}
