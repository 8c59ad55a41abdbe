// Writes create-latchkey/templates.json: the files of a new app, from the guides, and the versions that are tested; with --check
// only tells whether it is up to date.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { argv, exit } from 'node:process';
import { root } from './run.mjs';

const read = (file) => readFileSync(root + file, 'utf8');
const { version } = JSON.parse(read('package.json'));

/** The code block of a guide that follows the words `after`. */
function block(guide, after) {
  const text = read(`docs/${guide}`);
  const start = text.indexOf(after);
  const [, code] = (start >= 0 && /```\w+\n([^]*?)```/.exec(text.slice(start))) || [];
  if (!code) throw new Error(`docs/${guide} has no code after "${after}"`);
  return code;
}

/** The text with another part, which it must have. */
function change(text, part, replacement) {
  if (!text.includes(part)) throw new Error(`There is no ${part} in:\n${text}`);
  return text.replace(part, () => replacement);
}

/** The packages of the tested app of a framework, and how its types are checked. */
function manifestOf(name, build) {
  const { dependencies, devDependencies, scripts } = JSON.parse(read(`demo/frameworks/${name}/package.json`));
  const ranges = (packages) =>
    Object.fromEntries(
      Object.entries(packages).map(([key, value]) => [key, key === 'latchkey' ? `^${version}` : `^${value}`]),
    );
  return { dependencies: ranges(dependencies), devDependencies: ranges(devDependencies), build, check: scripts.check };
}

const page = block('recipes/react-app.md', 'Write this as `my-app/index.html`');
const style = block('recipes/react-app.md', 'Write this as `my-app/src/index.css`');
const pageFor = (main) => change(page, '/src/main.tsx', `/src/${main}`);
/** The page that leaves the path of the endpoints to the adapter. */
const withAdapter = (text) =>
  change(text, '<meta name="latch-base-url" content="/api" />', '<meta name="latch-backend" content="better-auth" />');

/** The settings of TypeScript of the tested app, with what Vite adds to imports: style sheets and pictures. */
function settingsOf(name) {
  const text = read(`demo/frameworks/${name}/tsconfig.json`);
  const [line, types] = /"types": (\[.*\])/.exec(text);
  const all = [...JSON.parse(types), 'vite/client'].map((type) => JSON.stringify(type));
  return change(text, line, `"types": [${all.join(', ')}]`);
}

/** An app that Vite builds: its settings and its component from the guide, and what Vite's own templates have around these. */
const withVite = (name, label, component, main, code) => ({
  label,
  isBundled: true,
  port: 5173,
  basePath: '/api',
  // the server takes requests of this port alone
  program: ['vite', '--strictPort'],
  // what names the address of the server
  proxies: 'vite.config.ts',
  manifest: manifestOf(name, 'vite build'),
  files: {
    'index.html': pageFor(main),
    'vite.config.ts': block(`frameworks/${name}.md`, 'in `vite.config.ts`'),
    'tsconfig.json': settingsOf(name),
    [`src/${component}`]: block(`frameworks/${name}.md`, `This is \`${component}\``),
    [`src/${main}`]: code,
    'src/index.css': style,
  },
  filesWith: { 'better-auth': { 'index.html': withAdapter(pageFor(main)) } },
});

const pageServer = block('script-tags.md', 'Write it as `start.mjs`');
const layout = `${change(
  change(
    block('frameworks/next.md', '`app/layout.tsx`'),
    'import type { Metadata }',
    "import 'latchkey/styles.css';\nimport './index.css';\nimport type { ReactNode } from 'react';\nimport type { Metadata }",
  ),
  '{ other:',
  "{ title: 'My app', other:",
)}
export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  );
}
`;

const frameworks = {
  plain: {
    label: 'none: a page without a build',
    // of the server of the guide; latchkey-server serves the pages itself
    port: 8080,
    basePath: '',
    manifest: { dependencies: { latchkey: `^${version}` } },
    files: { 'pages/index.html': block('first-page.md', 'Write this as `my-page/index.html`') },
    filesWith: {
      'better-auth': {
        'pages/index.html': block('adapters.md', '## Choose an adapter in the page'),
        'start.mjs': pageServer,
      },
      own: { 'start.mjs': pageServer },
    },
  },
  react: withVite(
    'react',
    'React, with Vite',
    'App.tsx',
    'main.tsx',
    `import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import App from './App.js';
import './index.css';

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
`,
  ),
  vue: withVite(
    'vue',
    'Vue, with Vite',
    'App.vue',
    'main.ts',
    `import { createApp } from 'vue';
import App from './App.vue';
import './index.css';

createApp(App).mount('#root');
`,
  ),
  svelte: withVite(
    'svelte',
    'Svelte, with Vite',
    'App.svelte',
    'main.ts',
    `import { mount } from 'svelte';
import App from './App.svelte';
import './index.css';

mount(App, { target: document.getElementById('root')! });
`,
  ),
  next: {
    label: 'Next',
    port: 3001,
    basePath: '/api',
    program: ['next', 'dev', '--port', '3001'],
    proxies: 'next.config.ts and app/read-session.ts',
    manifest: manifestOf('next', 'next build'),
    files: {
      'next.config.ts': block('frameworks/next.md', 'in `next.config.ts`'),
      'tsconfig.json': read('demo/frameworks/next/tsconfig.json'),
      'app/layout.tsx': layout,
      'app/index.css': style,
      'app/read-session.ts': block('frameworks/next.md', 'This is `app/read-session.ts`'),
      'app/account.tsx': block('frameworks/next.md', 'This is `app/account.tsx`'),
      'app/page.tsx': `import { Account } from './account';
import { readSession } from './read-session';

export default async function Page() {
  return <Account initial={await readSession()} />;
}
`,
    },
    filesWith: {
      'better-auth': {
        'app/layout.tsx': change(layout, "'latch-base-url': '/api'", "'latch-backend': 'better-auth'"),
        'app/read-session.ts': block('adapters.md', 'reads the session of Better Auth so'),
      },
    },
  },
};

const languages = readdirSync(`${root}src/messages/languages`).map((file) => file.replace('.ts', ''));
const file = `${root}create-latchkey/templates.json`;
const text = `${JSON.stringify({ frameworks, languages }, null, 2)}\n`;
if (!argv.includes('--check')) writeFileSync(file, text);
else if (read('create-latchkey/templates.json') !== text) {
  console.error('create-latchkey/templates.json is out of date: run npm run describe.');
  exit(1);
}
