import { listSupport, supportHead } from '../../src/manifest/tables/support-table.js';

/** The reference of all members, as Markdown, from the tables by which `check-manifest` judges. */
export function writeMemberPage(): string {
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return `# Manifest members

Every member that a specification or an engine defines, and the version since which it has an effect in an installed app.
The data is that of [check-manifest](https://github.com/latchkey/latchkey/blob/main/docs/check-manifest.md).

${[row(supportHead), row(supportHead.map(() => '---')), ...listSupport().map(row)].join('\n')}

## Preview an update

[The inspector](https://github.com/latchkey/latchkey/blob/main/docs/check-manifest.md) compares a manifest with the installed one and shows what changes
for the people who have the app. An icon that differs in 10 % of its color, on average, counts as a new icon in Chromium.`;
}

/** The page where people paste a manifest or give an address, as HTML. */
export function writeInspectPage(): string {
  return `<h1>Inspect a manifest</h1>
<p>Paste a web app manifest, or give the address of one on this site. See what Chromium, WebKit, Gecko and the
specification make of it. Nothing leaves your browser.</p>
<noscript><p class="note">The inspector needs JavaScript. <code>npx latchkey check-manifest</code> prints the same report.</p></noscript>
<latch-manifest-inspector></latch-manifest-inspector>
<p><a data-permalink hidden href="#manifest=">Link to this manifest</a></p>
<p class="hint">Browsers let a page read other sites only where they allow it. For those, run
<code>npx latchkey check-manifest https://app.example/</code>. Add <code>#src=/manifest.webmanifest</code> to the address of
this page to open a manifest of this site.</p>
<h2 id="in-ci" tabindex="-1"><a class="header-anchor" href="#in-ci"><span>Check it in CI</span></a></h2>
<p>The same rules run on the command line, and as an action for GitHub that marks findings on their lines. See
<a href="check-manifest.html#in-github-actions">check-manifest</a>.</p>`;
}
