// The files of a new app.
import { basename } from 'node:path';

const documents = 'https://github.com/latchkey/latchkey/blob/main/docs';

/**
 * The name and text of every file of an app in `folder`. `languages` are tags for the page with the names of their files;
 * undefined for all.
 */
export function filesFor(framework, { backend, languages, folder }) {
  const { files, filesWith, manifest, isBundled, program } = framework;
  const hasServer = backend === 'latchkey-server';
  const own = languages && isBundled ? languages.map(({ file }) => file).filter((file) => file !== 'en') : undefined;
  const pages = Object.entries({ ...files, ...filesWith?.[backend] }).map(([path, text]) => [
    path,
    adapt(path, text, { language: languages?.[0].tag, own, hasServer }),
  ]);
  const { dependencies, devDependencies, build, check } = manifest;
  /** What a build leaves in the folder. */
  const made = isBundled ? ['/dist'] : program ? ['/.next', '/next-env.d.ts', '*.tsbuildinfo'] : [];
  const description = {
    name: packageName(basename(folder)),
    private: true,
    type: 'module',
    scripts: {
      start: hasServer || !program ? 'node start.mjs' : program.join(' '),
      build,
      check,
    },
    dependencies: { ...dependencies, ...(hasServer && { 'latchkey-server': dependencies.latchkey }) },
    devDependencies,
  };
  return {
    ...Object.fromEntries(pages),
    ...(own && { 'src/languages.ts': writeLanguages(own) }),
    ...(hasServer && { 'server.env': writeSettings(framework), 'start.mjs': writeStart(program) }),
    '.gitignore': ['node_modules', ...made, ...(hasServer ? ['/data', '/.env.server.local'] : []), ''].join('\n'),
    'README.md': writeReadme(description.name, framework, backend),
    'package.json': `${JSON.stringify(description, null, 2)}\n`,
  };
}

function packageName(folder) {
  const name = folder
    .toLowerCase()
    .replace(/[^a-z\d-]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return name || 'my-app';
}

function adapt(path, text, { language, own, hasServer }) {
  let adapted = text;
  const direction = /^(?:ar|he)\b/.test(language ?? '') ? ' dir="rtl"' : '';
  if (language) adapted = adapted.replace('<html lang="en">', `<html lang="${language}"${direction}>`);
  if (own && path === 'vite.config.ts')
    adapted = adapted
      .replace("import { defineConfig } from 'vite';", "import { defaultClientConditions, defineConfig } from 'vite';")
      .replace(
        'export default defineConfig({\n',
        "export default defineConfig({\n  // the languages of src/languages.ts, and English\n  resolve: { conditions: ['latchkey-own-languages', ...defaultClientConditions] },\n",
      );
  if (hasServer && path === 'vite.config.ts')
    adapted = adapted.replace(
      "  server: { proxy: { '/api': server } },\n",
      `  // Files that Vite must not serve: its own list, and the data of the server.
  server: { proxy: { '/api': server }, fs: { deny: ['.env*', '*.{crt,pem}', '**/.git/**', 'session-secret', 'latchkey.db*'] } },
`,
    );
  if (own && path.startsWith('src/main.')) adapted = `import './languages.js';\n${adapted}`;
  return adapted;
}

/** The module that gives the tags the chosen languages. Portuguese is there under its language alone. */
function writeLanguages(files) {
  const imports = files.map((file, index) => `import language${index} from 'latchkey/messages/${file}';\n`);
  const calls = files.map((file, index) => `void setMessages('${file.replace('pt-BR', 'pt')}', language${index});\n`);
  return `import { setMessages } from 'latchkey/messages';\n${imports.join('')}\n${calls.join('')}`;
}

/** The file of the secrets has a name that Vite serves to no page: by default it serves what is in the folder of the app. */
function writeSettings({ proxies, port, basePath }) {
  const own = proxies
    ? `# The server listens at PORT, which is also in ${proxies}. It answers below BASE_PATH, for pages at ORIGIN.
PORT=3000
BASE_PATH=${basePath}
ORIGIN=http://localhost:${port}`
    : `# The folder of the pages.
PAGES_DIR=pages`;
  return `# Settings of the server: ${documents}/reference-server.md#configuration
# Secrets, such as an SMTP_URL with its password, belong in .env.server.local: it is read after this file, and git ignores it.

${own}
`;
}

function writeStart(program) {
  const [name, ...parameters] = program ?? [];
  const pages = name && `\n  [process.env, programOf('${name}')${parameters.map((word) => `, '${word}'`).join('')}],`;
  return `// Starts the server${name ? ' and the pages. When one ends, the other does too' : ', which serves the pages too'}.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { parseEnv } from 'node:util';

const require = createRequire(import.meta.url);
/** The program of a package, in whichever node_modules it is. */
function programOf(name) {
  const description = require.resolve(\`\${name}/package.json\`);
  return join(description, '..', require(description).bin[name]);
}

// The server gets these settings alone: a PORT or DATABASE_URL of the shell is meant for another program.
const settings = parseEnv(readFileSync('server.env', 'utf8'));
if (existsSync('.env.server.local')) Object.assign(settings, parseEnv(readFileSync('.env.server.local', 'utf8')));
for (const name of ['PATH', 'HOME', 'TMPDIR', 'NODE_OPTIONS', 'NODE_EXTRA_CA_CERTS']) settings[name] ??= process.env[name];

const programs = [
  [settings, programOf('latchkey-server')],${pages ?? ''}
].map(([env, ...parameters]) => spawn(process.execPath, parameters, { env, stdio: 'inherit' }));
for (const program of programs)
  program.on('exit', (code) => {
    for (const other of programs) other.kill();
    process.exitCode ||= code ?? 0;
  });
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    for (const program of programs) program.kill(signal);
  });
`;
}

function writeReadme(name, framework, backend) {
  const { program, port, manifest } = framework;
  const pages = program || backend !== 'latchkey-server' ? port : 3000;
  const scripts = [
    manifest.build && '`npm run build` builds the pages for production.',
    manifest.check && '`npm run check` checks the types.',
  ].filter(Boolean);
  return [
    `# ${name}\n`,
    '```sh\nnpm install\nnpm start\n```\n',
    `Open http://localhost:${pages} and create an account.${scripts.map((sentence) => ` ${sentence}`).join('')}\n`,
    hintFor(framework, backend),
    `The tags and their options: ${documents}/elements.md\n`,
  ]
    .filter(Boolean)
    .join('\n');
}

/** What the user does besides; empty for the backend that comes along. */
export function hintFor({ port, basePath }, backend) {
  const pages = `http://localhost:${port}`;
  if (backend === 'better-auth')
    return `Your Better Auth server answers at http://localhost:3000/api/auth. It has to accept the origin of the pages,
${pages}, in baseURL or trustedOrigins, and in origin of the passkey plugin:
${documents}/adapters.md#better-auth
`;
  if (backend === 'own')
    return `Your backend answers at http://localhost:3000${basePath}, and accepts requests from pages at ${pages}:
${documents}/backend.md
npx latchkey check-backend http://localhost:3000${basePath} says what is missing.
`;
  return '';
}
