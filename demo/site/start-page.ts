import { escapeHtml } from './markdown.js';
import { tagGroups } from './navigation.js';
import { exampleOf } from './examples.js';
import type { Declaration } from './custom-elements.js';
import { writeStage } from './element-page.js';

/** What readers come for, with where it is. */
const ways = [
  ['first-page.html', 'Your first page', 'A page that signs people up, in and out, in a few minutes'],
  ['why.html', 'Why, and when not', 'What Latchkey takes over, what stays yours, and when something else fits better'],
  ['compare.html', 'Compared', 'Clerk, hanko, better-auth, SimpleWebAuthn and a page by hand, point by point'],
  ['elements.html', 'Elements', 'Every tag with its attributes, events, slots and styles'],
  ['frameworks.html', 'Frameworks', 'React, Next, Vue, Svelte, Solid, Angular, and HTML-first ones'],
  ['backend.html', 'Backend', 'The contract, adapters, the reference server and a kit that checks yours'],
  ['protect-pages.html', 'Protect a page', 'On the server: Express, Next, Hono'],
  ['glossary.html', 'Glossary', 'The words of this documentation, in a sentence each'],
] as const;

/** The start page of the documentation, as HTML. */
export function writeStartPage(declarations: readonly Declaration[]): string {
  const grouped = tagGroups.map(({ title, shown, tags }) => {
    const present = tags.filter((tag) => declarations.some(({ tagName }) => tagName === tag));
    const { attributes, content, signedIn } = exampleOf(shown);
    return `<section aria-labelledby="group-${slug(title)}">
  <h3 id="group-${slug(title)}">${title}</h3>
  <div class="playground small" data-tag="${shown}"${signedIn ? ' data-signed-in' : ''}><div class="stage">${writeStage({ tag: shown, attributes, content })}</div></div>
  <ul>${present.map(linkTo).join('')}</ul>
</section>`;
  });
  const listed = new Set<string>(tagGroups.flatMap(({ tags }) => [...tags]));
  const others = declarations.filter(({ tagName }) => !listed.has(tagName));
  return `<section class="pitch small">
  <h1>Documentation</h1>
  <p class="lede">Guides, every tag, and the contract. The pages and programs in it are built and run by tests, as they stand here.</p>
</section>
<ul class="ways">
${ways.map(([path, title, about]) => `  <li><a href="${path}"><strong>${title}</strong> <span>${escapeHtml(about)}</span></a></li>`).join('\n')}
</ul>
<p>A new React app: <a href="recipes/react-app.html">from an empty folder to a signed-in user</a>. For coding agents:
<a href="skill/SKILL.md">a skill with a guide for each task</a>, and <a href="llms.txt">llms.txt</a>.</p>
<section aria-labelledby="tags">
  <h2 id="tags">Tags</h2>
  <p>Live, with a backend and a passkey simulated in this page. Each has a page with controls for everything.</p>
  <div class="groups">${grouped.join('\n')}</div>
  ${others.length > 0 ? `<p>Also: ${others.map(({ tagName }) => `<a href="elements/${tagName}.html"><code>${tagName}</code></a>`).join(', ')}</p>` : ''}
</section>`;
}

const slug = (text: string): string => text.toLowerCase().replaceAll(' ', '-');

const linkTo = (tag: string): string => `<li><a href="elements/${tag}.html"><code>${tag}</code></a></li>`;
