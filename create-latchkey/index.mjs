#!/usr/bin/env node
// `npm create latchkey [folder]`: writes a new app. The files are in templates.json, which comes from the guides.
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { argv, cwd, exit, stderr, stdin, stdout } from 'node:process';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';

const { frameworks, languages: known } = JSON.parse(readFileSync(new URL('templates.json', import.meta.url), 'utf8'));
const backends = {
  'latchkey-server': 'Latchkey’s own server, with an embedded database',
  'better-auth': 'Better Auth, which you have at http://localhost:3000',
  own: 'my own, at http://localhost:3000',
};
const usage = `npm create latchkey [folder] [-- --framework ${Object.keys(frameworks).join('|')}]
  [--backend ${Object.keys(backends).join('|')}] [--languages all|de,fr,…]`;

class Failure extends Error {}

try {
  await create();
} catch (error) {
  const isUsage = error instanceof Failure || String(error.code).startsWith('ERR_PARSE_ARGS');
  if (!isUsage) throw error;
  stderr.write(`${error.message}\n\n${usage}\n`);
  exit(2);
}

async function create() {
  const { values, positionals } = parseArgs({
    args: argv.slice(2),
    allowPositionals: true,
    options: {
      framework: { type: 'string' },
      backend: { type: 'string' },
      languages: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) return stdout.write(`${usage}\n`);
  if (positionals.length > 1) throw new Failure(`Name one folder: ${positionals[1]} is one too many.`);
  const folder = resolve(positionals[0] ?? 'my-app');
  refuseFull(folder);
  const ask = stdin.isTTY && stdout.isTTY ? askUser : (_question, _choices, first) => first;
  const labels = Object.fromEntries(Object.entries(frameworks).map(([name, { label }]) => [name, label]));
  const framework = check(
    'framework',
    values.framework ?? (await ask('Which framework?', labels, 'plain')),
    Object.keys(frameworks),
  );
  const backend = check(
    'backend',
    values.backend ?? (await ask('Which backend?', backends, 'latchkey-server')),
    Object.keys(backends),
  );
  const languages = readLanguages(
    values.languages ?? (await ask(`Which languages? all, or some of ${known.join(', ')}`, {}, 'all')),
  );
  const files = filesFor(frameworks[framework], backend, languages, basename(folder));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const isServed = backend === 'latchkey-server' || framework !== 'plain';
  stdout.write(`Wrote ${Object.keys(files).length} files. Now run

  cd ${relative(cwd(), folder) || '.'} && npm install
  ${isServed ? 'npm start' : 'cp -r node_modules/latchkey/dist/cdn/. pages/latchkey/'}
${isServed ? '' : '\nYour backend serves the folder pages.\n'}${hint(backend)}\n`);
}

function refuseFull(folder) {
  let names = [];
  try {
    names = readdirSync(folder);
  } catch (error) {
    if (error.code === 'ENOTDIR') throw new Failure(`${folder} is a file.`);
    if (error.code !== 'ENOENT') throw error;
  }
  if (names.some((name) => name !== '.git')) throw new Failure(`${folder} is not empty. Name another folder.`);
}

/** Asks until the answer is a choice, by its name or number; without choices, once. An empty answer is `first`. */
async function askUser(question, choices, first) {
  const names = Object.keys(choices);
  const list = names.map((name, index) => `\n  ${index + 1}  ${choices[name]}`).join('');
  const lines = createInterface({ input: stdin, output: stdout });
  try {
    for (;;) {
      const answer = (await lines.question(`${question}${list}\n[${first}] `)).trim();
      if (answer === '') return first;
      if (names.length === 0 || names.includes(answer)) return answer;
      if (/^\d+$/.test(answer) && names[answer - 1]) return names[answer - 1];
    }
  } finally {
    lines.close();
  }
}

function check(option, value, names) {
  if (!names.includes(value)) throw new Failure(`--${option} is one of ${names.join(', ')}, not "${value}".`);
  return value;
}

/** The tags of a list; undefined for all languages. */
function readLanguages(text) {
  if (text.trim() === 'all') return undefined;
  const tags = text.split(/[\s,]+/).filter(Boolean);
  const unknown = tags.find((tag) => tag !== 'en' && !known.includes(tag));
  if (unknown || tags.length === 0)
    throw new Failure(`--languages is "all", or some of en, ${known.join(', ')}, not "${unknown ?? text}".`);
  return tags;
}

/** The name and text of every file. */
function filesFor({ files, manifest, port, isBundled, program, start }, backend, languages, name) {
  const hasServer = backend === 'latchkey-server';
  const own = languages && isBundled ? languages.filter((tag) => tag !== 'en') : undefined;
  const pages = Object.entries(files).map(([path, text]) => [
    path,
    adapt(path, text, { backend, language: languages?.[0], own }),
  ]);
  const { dependencies, devDependencies } = manifest;
  return {
    ...Object.fromEntries(pages),
    ...(own && { 'src/languages.ts': writeLanguages(own) }),
    ...(hasServer && {
      'server.env': port
        ? `# The pages are at ORIGIN; the server answers them below BASE_PATH.\nORIGIN=http://localhost:${port}\nBASE_PATH=/api\n`
        : '# The folder of the pages.\nPAGES_DIR=pages\n',
    }),
    ...(hasServer && port && { 'start.mjs': writeStart(program) }),
    '.gitignore': 'node_modules\ndist\n.next\ndata\n',
    'package.json': `${JSON.stringify(
      {
        name:
          name
            .toLowerCase()
            .replace(/[^a-z\d-]+/g, '-')
            .replace(/^-+|-+$/g, '') || 'my-app',
        private: true,
        type: 'module',
        scripts: {
          start: !hasServer
            ? start
            : port
              ? 'node start.mjs'
              : 'node --env-file=server.env node_modules/latchkey-server/dist/main.js',
          build: manifest.build,
        },
        dependencies: { ...dependencies, ...(hasServer && { 'latchkey-server': dependencies.latchkey }) },
        devDependencies,
      },
      null,
      2,
    )}\n`,
  };
}

function adapt(path, text, { backend, language, own }) {
  let adapted = text;
  if (language) adapted = adapted.replace('<html lang="en">', `<html lang="${language}">`);
  if (backend === 'better-auth')
    adapted = adapted.replace(
      /( *)<meta name="latch-base-url" content="\/api" \/>/,
      '$&\n$1<meta name="latch-backend" content="better-auth" />',
    );
  if (own && path === 'vite.config.ts')
    adapted = adapted
      .replace("import { defineConfig } from 'vite';", "import { defaultClientConditions, defineConfig } from 'vite';")
      .replace(
        'export default defineConfig({\n',
        "export default defineConfig({\n  // the languages of src/languages.ts, and English\n  resolve: { conditions: ['latchkey-own-languages', ...defaultClientConditions] },\n",
      );
  if (own && path.startsWith('src/main.')) adapted = `import './languages.js';\n${adapted}`;
  return adapted;
}

/** The module that gives the tags the chosen languages. Portuguese is there under its language alone. */
function writeLanguages(tags) {
  const imports = tags.map((tag, index) => `import language${index} from 'latchkey/messages/${tag}';\n`);
  const calls = tags.map((tag, index) => `void setMessages('${tag.replace('pt-BR', 'pt')}', language${index});\n`);
  return `import { setMessages } from 'latchkey/messages';\n${imports.join('')}\n${calls.join('')}`;
}

function writeStart(program) {
  return `// Starts the server and the pages. When one ends, the other does too.
import { spawn } from 'node:child_process';

const programs = [
  ['--env-file=server.env', 'node_modules/latchkey-server/dist/main.js'],
  [${program.map((word) => `'${word}'`).join(', ')}],
].map((parameters) => spawn(process.execPath, parameters, { stdio: 'inherit' }));
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

function hint(backend) {
  const documents = 'https://github.com/latchkey/latchkey/blob/main/docs';
  if (backend === 'better-auth')
    return `\nStart your Better Auth server at http://localhost:3000 too: ${documents}/adapters.md#better-auth\n`;
  if (backend === 'own')
    return `\nYour backend answers at http://localhost:3000/api: ${documents}/backend.md
npx latchkey check-backend http://localhost:3000 says what is missing.\n`;
  return '';
}
