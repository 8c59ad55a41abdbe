/** The page in place of one that does not exist. It can be shown at any address, so its links begin at the root. */
export function writeMissingPage(): string {
  return `<section class="pitch">
  <h1>This page does not exist</h1>
  <p class="lede">The address may be mistyped, or the page has another name now. Search for it above, or go on from here.</p>
  <p class="actions"><a class="button" href="/">Front page</a> <a class="button quiet" href="/docs/">Documentation</a></p>
</section>
<ul class="ways">
  <li><a href="/docs/first-page.html"><strong>Your first page</strong> <span>From an empty folder to a signed-in user</span></a></li>
  <li><a href="/docs/elements.html"><strong>Elements</strong> <span>Every tag with its attributes, events and styles</span></a></li>
  <li><a href="/docs/backend.html"><strong>Backend</strong> <span>The contract that a backend implements</span></a></li>
</ul>`;
}
