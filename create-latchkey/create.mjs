// Asks for what the options leave open, and writes a new app. The files are in templates.json, which comes from the guides.
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { filesFor, hintFor } from './app.mjs';
import { didYouMean, quoteForShell, readChoice, readLanguages } from './words.mjs';

const { stdin, stdout, stderr } = process;
const templates = JSON.parse(readFileSync(new URL('templates.json', import.meta.url), 'utf8'));
const { frameworks, languages: known } = templates;
const backends = {
  'latchkey-server': 'Latchkey’s own server, with an embedded database',
  'better-auth': 'Better Auth, which you have at http://localhost:3000',
  own: 'my own, at http://localhost:3000',
};
const options = {
  framework: { type: 'string' },
  backend: { type: 'string' },
  languages: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
};
const usage = `npm create latchkey [folder] [-- --framework ${Object.keys(frameworks).join('|')}]
  [--backend ${Object.keys(backends).join('|')}] [--languages all|de,fr,…]`;
const beforeOptions = 'npm passes options on only after --.';

/** What the user has to change. */
class Failure extends Error {}
/** The user has ended the program at a question. */
class Ended extends Error {
  constructor(code) {
    super('Nothing was written.');
    this.code = code;
  }
}

// The reader of the output may have ended before: the files are written without it.
stdout.on('error', (error) => {
  if (error.code !== 'EPIPE') throw error;
});

try {
  await create();
} catch (error) {
  if (error instanceof Failure) stderr.write(`${error.message}\n\n${usage}\n`);
  else if (error instanceof Ended) stderr.write(`\n${error.message}\n`);
  else if (error.syscall) stderr.write(`${describeProblem(error)}\n`);
  else throw error;
  process.exitCode = error instanceof Failure ? 2 : error instanceof Ended ? error.code : 1;
}

async function create() {
  const { values, positionals } = readArguments(process.argv.slice(2));
  if (values.help) return stdout.write(`${usage}\n`);
  if (positionals.length > 1) throw new Failure(`Name one folder: ${positionals[1]} is one too many. ${beforeOptions}`);
  const folder = resolve(positionals[0] ?? 'my-app');
  refuseFull(folder);
  const labels = Object.fromEntries(Object.entries(frameworks).map(([name, { label }]) => [name, label]));
  const questions = {
    framework: {
      text: 'Which framework?',
      choices: labels,
      first: 'plain',
      read: (text) => readChoice(text, Object.keys(labels)),
    },
    backend: {
      text: 'Which backend?',
      choices: backends,
      first: 'latchkey-server',
      read: (text) => readChoice(text, Object.keys(backends)),
    },
    languages: {
      text: `Which languages? all, or some of ${known.join(', ')}`,
      choices: {},
      first: 'all',
      read: (text) => readLanguages(text, known),
    },
  };
  const given = {};
  for (const [option, { read }] of Object.entries(questions)) {
    // npm makes a variable of an option that does not come after `--`, without its value if a space is between them.
    const fromNpm = process.env[`npm_config_${option}`];
    const value = values[option] ?? fromNpm;
    if (value === undefined) continue;
    if (value === 'true' && fromNpm) throw new Failure(`--${option} has no value. ${beforeOptions}`);
    given[option] = read(value);
    if (given[option].problem) throw new Failure(`--${option} is ${given[option].problem}`);
  }
  const open = Object.entries(questions).filter(([option]) => !(option in given));
  const isAsked = open.length > 0 && stdin.isTTY && stdout.isTTY;
  const answers = isAsked ? await askAll(open) : {};
  const [framework, backend, languages] = Object.entries(questions).map(
    ([option, { first, read }]) => (given[option] ?? answers[option] ?? read(first)).value,
  );

  const files = filesFor(frameworks[framework], { backend, languages, folder });
  writeAll(folder, files);
  // the PowerShell of Windows has no `&&`
  const separator = process.platform === 'win32' ? '\n  ' : ' && ';
  const hint = hintFor(frameworks[framework], backend);
  const taken = isAsked ? '' : open.map(([option, { first }]) => ` --${option}=${first}`).join('');
  stdout.write(`${taken && `Defaults used:${taken}\n`}Wrote ${Object.keys(files).length} files. Now run

  cd ${quoteForShell(relative(process.cwd(), folder) || '.', process.platform)}${separator}npm install
  npm start
${hint && `\n${hint}`}`);
}

/** Writes the files, or none. */
function writeAll(folder, files) {
  /** The outermost folder that was not there before. */
  const made = mkdirSync(folder, { recursive: true });
  const before = new Set(readdirSync(folder));
  try {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
  } catch (error) {
    const written = made
      ? [made]
      : readdirSync(folder)
          .filter((name) => !before.has(name))
          .map((name) => join(folder, name));
    for (const path of written) rmSync(path, { recursive: true, force: true });
    throw error;
  }
}

/** The options and what stands beside them. */
function readArguments(args) {
  const { values, positionals, tokens } = parseArgs({
    args,
    allowPositionals: true,
    options,
    strict: false,
    tokens: true,
  });
  for (const { kind, name, rawName, value } of tokens) {
    if (kind !== 'option') continue;
    if (!Object.hasOwn(options, name))
      throw new Failure(`There is no option ${rawName}.${didYouMean(name, Object.keys(options), '--')}`);
    if (options[name].type === 'boolean' && value !== undefined) throw new Failure(`${rawName} takes no value.`);
    if (options[name].type === 'string' && (value === undefined || /^--?\w/.test(value)))
      throw new Failure(`${rawName} needs a value.`);
  }
  return { values, positionals };
}

function refuseFull(folder) {
  let names = [];
  try {
    names = readdirSync(folder);
  } catch (error) {
    if (error.code === 'ENOTDIR') throw new Failure(`${folder} cannot be a folder: there is a file.`);
    if (error.code !== 'ENOENT') throw error;
  }
  if (names.some((name) => name !== '.git')) throw new Failure(`${folder} is not empty. Name another folder.`);
}

/** Why a file cannot be read or written, as one sentence. */
function describeProblem({ code, path = '', message }) {
  const reasons = {
    EACCES: 'permission is denied',
    EPERM: 'permission is denied',
    ENAMETOOLONG: 'the name is too long',
    ENOSPC: 'the disk is full',
    EROFS: 'the file system is read-only',
  };
  const name = path.length > 100 ? `${path.slice(0, 100)}…` : path;
  return `${name || 'The app'} cannot be written: ${reasons[code] ?? message}.`;
}

/** Asks each question until its answer can be read. An empty answer is the first choice. */
async function askAll(questions) {
  const reader = createInterface({ input: stdin, output: stdout });
  const ending = new AbortController();
  reader.once('SIGINT', () => ending.abort(new Ended(130)));
  reader.once('close', () => ending.abort(new Ended(2)));
  const { signal } = ending;
  const ended = new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  ended.catch(() => {});
  // Lines that are typed or pasted ahead wait here.
  const lines = reader[Symbol.asyncIterator]();
  const answers = {};
  try {
    for (const [option, { text, choices, first, read }] of questions) {
      const names = Object.keys(choices);
      stdout.write(`${text}\n${names.map((name, index) => `  ${index + 1}  ${choices[name]}\n`).join('')}`);
      reader.setPrompt(`[${first}] `);
      while (!answers[option]) {
        signal.throwIfAborted();
        reader.prompt();
        const { value } = await Promise.race([ended, lines.next()]);
        const answer = value.trim();
        const result = read(names[Number(answer) - 1] ?? (answer || first));
        if (result.problem) stdout.write(`Choose ${result.problem}\n`);
        else answers[option] = result;
      }
    }
    return answers;
  } finally {
    reader.close();
    // Ctrl-D leaves the input open, and the program would wait for it.
    stdin.unref?.();
  }
}
