import { codeBlock, escapeHtml } from './markdown.js';
import {
  brands,
  densities,
  directions,
  firstLook,
  fonts,
  largestRadius,
  nameOf,
  writeCss,
  writeHtml,
  writeTag,
} from './looks.js';
import { readSizes, writeBars } from './figures.js';

/** The front page, as HTML, with links below `docs/`. `figures` is the Markdown of the figures. */
export function writeFrontPage(languages: readonly string[], figures: string): string {
  const sizes = readSizes(figures);
  const own = sizes[0]!.value;
  return `<section class="pitch">
  <h1>Sign-in for web apps, as HTML&nbsp;tags</h1>
  <p class="lede">Passkeys, passwords, providers, one-time codes and the settings of an account, as custom elements over the
  backend that you have. They look like your app, and work offline and in ${languages.length} languages.</p>
  <p class="actions"><a class="button" href="docs/first-page.html">Get started</a>
  <a class="button quiet" href="docs/why.html">Why, and when not</a></p>
  <p data-signed-in hidden>You are signed in to the demo. <a href="home">Go to your account</a></p>
</section>
${writeStudio(languages)}
<section aria-labelledby="answers">
  <h2 id="answers">What people ask first</h2>
  <dl class="answers">
${answers(own, languages.length)
  .map(([question, answer]) => `    <div><dt>${question}</dt><dd>${answer}</dd></div>`)
  .join('\n')}
  </dl>
</section>
<section aria-labelledby="looks">
  <h2 id="looks">Three sites, the same tags</h2>
  <p>Each is styled by custom properties and parts alone: <a href="docs/elements.html#style-the-elements">how</a>. Three more brands are
  laid over the card by one style sheet each: <a href="brand-neutral">neutral</a>, <a href="brand-playful">playful</a>, <a href="brand-console">console</a>.</p>
  <ul class="looks">
${looks
  .map(
    ({ path, name, about }) =>
      `    <li><a href="${path}"><img src="docs/pictures/${path}.webp" alt="" width="800" height="560" loading="lazy" /><strong>${name}</strong> <span>${about}</span></a></li>`,
  )
  .join('\n')}
  </ul>
</section>
<section aria-labelledby="app">
  <h2 id="app">One app, from the first account to the last sign-out</h2>
  <div class="pair">
    <div>
      <p>The demo is an app for private notes. Sign up with a passkey, write in airplane mode, change your settings, see
      your devices, install it. Each screen has a link to how it is made.</p>
      <p class="actions"><a class="button" href="sign-up">Open a demo account</a> <a class="button quiet" href="private-notes">Private notes</a></p>
      <p class="hint">It runs on the server that serves this page: <code>npm start</code> in a clone.</p>
    </div>
    <div>${codeBlock('git clone https://github.com/latchkey/latchkey\ncd latchkey && npm start\n', 'sh')}
      <p class="hint">Have a backend already? This prints each rule of the contract that it breaks:</p>
      ${codeBlock('npx latchkey check-backend https://app.example/\n', 'sh')}
    </div>
  </div>
</section>
<section aria-labelledby="sizes">
  <h2 id="sizes">What a sign-in page loads</h2>
  ${writeBars(sizes)}
  <p><a href="docs/figures.html">All figures</a>, with the command that measures them.</p>
</section>`;
}

const looks = [
  { path: 'look-dark', name: 'Driftline', about: 'A dark product page that sets no color-scheme' },
  { path: 'look-newspaper', name: 'The Evening Ledger', about: 'Serif type and square corners' },
  { path: 'look-admin', name: 'Northyard', about: 'An admin page: small type, tight rows' },
];

/** The first questions of people who do not know Latchkey, each with its answer and where to read on. */
const answers = (size: string, languages: number): (readonly [question: string, answer: string])[] => [
  [
    'What is it?',
    'Custom elements for the page, and a contract of six endpoints for the backend. No service in between. <a href="docs/why.html">Why</a>',
  ],
  [
    'What does it cost?',
    'Nothing: MIT license, no account, no telemetry, no price per user. You run the backend. <a href="docs/why.html#what-it-costs-you">What it costs you</a>',
  ],
  [
    'Does it work with my backend?',
    'With any that answers the contract. There are adapters for widespread ones, and starters in several languages. <a href="docs/backend.html">Backend</a>, <a href="docs/adapters.html">adapters</a>',
  ],
  [
    'With Tailwind?',
    'Yes. Resets change nothing inside the elements, and your tokens become theirs. <a href="docs/elements.html#style-the-elements">Style the elements</a>',
  ],
  [
    'Without email?',
    'Yes: passkeys need no address, and a second way in replaces the mailbox. <a href="docs/recipes/no-email.html">No email</a>',
  ],
  [
    'On iOS?',
    'In Safari, and in apps on the home screen, whose storage is their own. <a href="docs/recipes/installed-ios-app.html">Installed on iOS</a>, <a href="docs/browser-support.html">browser support</a>',
  ],
  [
    'Offline?',
    'A vault that a passkey opens without a connection, and changes that are sent later. <a href="docs/offline.html">Offline</a>, <a href="docs/vault.html">vault</a>',
  ],
  [
    'How big is it?',
    `${escapeHtml(size)} for passkeys in a field, compressed, everything included. <a href="#sizes">Beside others</a>`,
  ],
  [
    'Is it safe?',
    'It runs under a strict policy, and each requirement of a checklist names the test that proves it. <a href="docs/security-checklist.html">Checklist</a>, <a href="docs/security.html">reports</a>',
  ],
  [
    'Who else does it?',
    'Clerk, hanko, better-auth, SimpleWebAuthn, and you by hand. <a href="docs/compare.html">Point by point</a>',
  ],
  ['In my language?', `In ${languages} languages, from right to left too. <a href="docs/languages.html">Languages</a>`],
  [
    'Can everybody use it?',
    'By keyboard, by screen reader, at 400 % and in forced colors. <a href="docs/accessibility.html">Accessibility</a>',
  ],
];

/** The studio as it comes, which `studio.js` brings to life. */
function writeStudio(languages: readonly string[]): string {
  const look = firstLook;
  const tag = writeTag(look);
  return `<section class="studio" id="studio" aria-labelledby="studio-title">
  <form class="studio-head" id="look" inert>
    <h2 id="studio-title">Make it yours</h2>
    <fieldset class="brands"><legend class="unseen">Brand</legend>
${Object.entries(brands)
  .map(
    ([name, { title, page, accent }]) =>
      `      <label><input type="radio" name="brand" value="${name}"${name === look.brand ? ' checked' : ''} /><svg viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="11" fill="${page[0]}" /><circle cx="12" cy="12" r="6" fill="${accent[0]}" /></svg>${title}</label>`,
  )
  .join('\n')}
    </fieldset>
  </form>
  <div class="studio-stage" role="group" aria-label="The sign-in, live" lang="en" dir="ltr">
    <div data-scene="sign-in"><template>${tag}</template>${tag}</div>
    <div data-scene="account" hidden>
      <div class="who"><span class="avatar" aria-hidden="true">AL</span><h2 tabindex="-1">You are signed in as Ada Lovelace</h2><p>ada@example.com</p></div>
      <div data-account></div>
    </div>
    <noscript><p>The studio needs JavaScript. What it makes is a few lines of CSS: they are beside it.</p></noscript>
  </div>
  <div class="studio-code">
    <div class="tools" inert>
      <label>Accent <input type="color" form="look" name="accent" value="${brands[look.brand].accent[0]}" /></label>
      ${select(
        'font',
        'Font',
        Object.entries(fonts).map(([name, { title }]) => [name, title]),
        look.font,
      )}
      <label class="radius"><span>Radius <output data-radius>${look.radius} px</output></span> <input type="range" form="look" name="radius" min="0" max="${largestRadius}" step="1" value="${look.radius}" /></label>
      ${select(
        'density',
        'Density',
        Object.entries(densities).map(([name, { size }]) => [name, `${capital(name)}, ${size} px`]),
        look.density,
      )}
      ${select(
        'theme',
        'Colors',
        [
          ['page', 'As the page'],
          ['light', 'Light'],
          ['dark', 'Dark'],
        ],
        look.theme,
      )}
      ${select(
        'language',
        'Language',
        languages.map((language) => [language, capital(nameOf(language))]),
        look.language,
      )}
      ${select(
        'direction',
        'Direction',
        directions.map((name) => [name, { auto: 'Automatic', ltr: 'Left to right', rtl: 'Right to left' }[name]]),
        look.direction,
      )}
      <label class="switch"><input type="checkbox" form="look" name="width" value="phone" /> Phone width</label>
    </div>
    <div data-code="css">${codeBlock(writeCss(look), 'css')}</div>
    <div data-code="html">${codeBlock(writeHtml(look), 'html')}</div>
    <p class="actions"><button type="button" class="button quiet" data-copy-link>Copy link to this look</button> <button type="button" class="button quiet" data-save>Save as a page</button></p>
    <p class="hint" role="status" data-news></p>
    <p class="hint">A real element; the backend and the passkey dialog are simulated in this page. Nothing is sent.</p>
  </div>
</section>`;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function select(
  name: string,
  label: string,
  options: readonly (readonly [value: string, text: string])[],
  chosen: string,
): string {
  const written = options.map(
    ([value, text]) => `<option value="${value}"${value === chosen ? ' selected' : ''}>${escapeHtml(text)}</option>`,
  );
  return `<label>${label} <select name="${name}" form="look">${written.join('')}</select></label>`;
}
