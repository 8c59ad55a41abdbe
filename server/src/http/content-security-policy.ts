/** The policy of responses that are no page. */
export const answerPolicy = `default-src 'none'; frame-ancestors 'none'`;

/** The policy of the server's own pages, which have a form and a style sheet, and run no script. */
export const ownPagePolicy = (nonce: string): string =>
  `default-src 'none'; style-src 'nonce-${nonce}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

/** The policy of the page that ends a popup of a provider: one script. */
export const popupPolicy = (nonce: string): string =>
  `default-src 'none'; script-src 'nonce-${nonce}'; base-uri 'none'; frame-ancestors 'none'`;

/** The Trusted Types policies are those of the package: Lit's, and the one that names the worker's file. */
const trustedTypes = [
  `require-trusted-types-for 'script'`,
  `trusted-types lit-html latchkey 'allow-duplicates'`,
  'report-uri /csp-report',
];

/** The policy of a script that runs as a worker, which takes it from its own file and not from the page. */
export const workerPolicy = [`default-src 'self'`, ...trustedTypes].join('; ');

/** The policy of a picture, a film or a document that is no page: it shows itself, and runs nothing. */
export const filePolicy = (embedders: readonly string[]): string =>
  [`default-src 'self'`, `script-src 'none'`, `style-src 'unsafe-inline'`, ancestors(embedders)].join('; ');

const ancestors = (embedders: readonly string[]): string => `frame-ancestors ${["'self'", ...embedders].join(' ')}`;

/**
 * The policy of the pages. `embedders` may show the page in
 * a frame; `framed` are origins that it may show in one; `connected` are others than ours that it may have the browser
 * ask; `inline` are the sources of what the page itself has inline.
 */
export function pagePolicy(
  nonce: string,
  embedders: readonly string[],
  framed: readonly string[] = [],
  connected: readonly string[] = [],
  inline: { scripts: readonly string[]; styles: readonly string[] } = { scripts: [], styles: [] },
): string {
  return [
    `default-src 'self'`,
    ['script-src', `'self'`, `'nonce-${nonce}'`, ...inline.scripts].join(' '),
    ['style-src', `'self'`, `'nonce-${nonce}'`, ...inline.styles].join(' '),
    `connect-src ${["'self'", ...connected].join(' ')}`,
    ...(framed.length > 0 ? [`frame-src ${framed.join(' ')}`] : []),
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    ancestors(embedders),
    ...trustedTypes,
  ].join('; ');
}
