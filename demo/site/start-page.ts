import { codeBlock, escapeHtml } from './markdown.js';
import { tagGroups } from './navigation.js';
import { exampleOf } from './examples.js';
import type { Declaration } from './custom-elements.js';
import { writeStage } from './element-page.js';

/** The start page, as HTML. `figures` is the Markdown of the figures. */
export function writeStartPage(declarations: readonly Declaration[], figures: string): string {
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
  const signIn = { tag: 'latch-sign-in', attributes: {}, content: '<h2 slot="heading">Sign in to Example</h2>' };
  return `<section class="hero">
  <div>
    <h1>Sign-in for web apps, as HTML tags</h1>
    <p class="lede">Passkeys, passwords, providers, codes, an encrypted vault and complete sign-out: custom elements that work
    with any backend that implements a small documented contract.</p>
    ${codeBlock(
      `<script type="module" src="/latchkey/latchkey.js"></script>

<latch-sign-in>
  <h2 slot="heading">Sign in to Example</h2>
</latch-sign-in>
`,
      'html',
    )}
    <p class="actions"><a class="button" href="first-page.html">Get started</a> <a href="elements/latch-sign-in.html">Try every state</a></p>
  </div>
  <div class="playground live" data-tag="latch-sign-in">
    <div class="stage">${writeStage(signIn)}</div>
    <p class="hint">Live, with a backend and a passkey simulated in this page. Nothing is sent.</p>
  </div>
</section>
<section aria-labelledby="commands">
  <h2 id="commands">Two commands</h2>
  <div class="pair"><div><p>Run the demo and the reference server:</p>${codeBlock('git clone https://github.com/latchkey/latchkey\ncd latchkey && npm start\n', 'sh')}</div>
  <div><p>Check the backend that you have:</p>${codeBlock('npx latchkey check-backend https://app.example/\n', 'sh')}</div></div>
  <p>A new React app: <a href="recipes/react-app.html">from an empty folder to a signed-in user</a>. For coding agents:
  <a href="skill/SKILL.md">a skill with a guide for each task</a>, and <a href="llms.txt">llms.txt</a>.</p>
</section>
<section aria-labelledby="tags">
  <h2 id="tags">Tags</h2>
  <div class="groups">${grouped.join('\n')}</div>
  ${others.length > 0 ? `<p>Also: ${others.map(({ tagName }) => `<a href="elements/${tagName}.html"><code>${tagName}</code></a>`).join(', ')}</p>` : ''}
</section>
<section aria-labelledby="figures">
  <h2 id="figures">What a sign-in page loads</h2>
  ${writeFigures(figures)}
  <p><a href="figures.html">All figures</a>, with the command that measures them.</p>
</section>`;
}

const slug = (text: string): string => text.toLowerCase().replaceAll(' ', '-');

const linkTo = (tag: string): string => `<li><a href="elements/${tag}.html"><code>${tag}</code></a></li>`;

/** The first table of the figures as bars: ours and the other packages. */
function writeFigures(figures: string): string {
  const table = /^\| passkey sign-in, field[^\n]*\n\|[^\n]*\n((?:\|[^\n]*\n)+)/m.exec(figures)?.[1] ?? '';
  const rows = table
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .flatMap(([, name, value]) => (name && value ? [{ name, value, size: Number.parseFloat(value) }] : []));
  if (rows.length === 0) throw new Error('docs/figures.md has no table of what a sign-in page loads');
  const largest = Math.max(...rows.map(({ size }) => size));
  return `<table class="bars"><caption>Brotli, everything included</caption><thead><tr><th scope="col">what</th><th scope="col">size</th></tr></thead><tbody>${rows
    .map(
      ({ name, value, size }) =>
        `<tr><th scope="row">${escapeHtml(name)}</th><td><meter min="0" max="${largest}" value="${size}" aria-hidden="true"></meter> ${escapeHtml(value)}</td></tr>`,
    )
    .join('')}</tbody></table>`;
}
