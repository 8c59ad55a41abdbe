import process from 'node:process';
import { nearestWord } from '../base/nearest-word.js';
import { Failure } from './failure.js';
import type { Output } from './output.js';
import { printable } from './terminal.js';
import { version } from './version.js';

/** A command: gets what follows its name, prints, and resolves with the exit code. */
type Command = (parameters: string[], output: Output) => Promise<number>;

const commands: Record<string, { load: () => Promise<Command>; summary: string }> = {
  'check-backend': {
    load: async () => (await import('./check-backend/command.js')).checkBackend,
    summary: 'checks a backend against the contract of the elements',
  },
  'check-manifest': {
    load: async () => (await import('./check-manifest/command.js')).checkManifest,
    summary: 'shows how each browser engine reads a web app manifest',
  },
  'check-site': {
    load: async () => (await import('./check-site/command.js')).checkSite,
    summary: 'checks a sign-in page and the well-known documents of its site',
  },
  'import-map': {
    load: async () => (await import('./import-map.js')).printImportMap,
    summary: 'prints the script tag for a page, with the hash of every file',
  },
};

const help = `latchkey ${version}: sign-in for installed web apps

  latchkey <command> …

${Object.entries(commands)
  .map(([name, { summary }]) => `  ${name.padEnd(16)}  ${summary}`)
  .join('\n')}

  latchkey <command> --help   shows the help of a command
  latchkey --version          prints the version
`;

/**
 * Runs the command that `parameters` name.
 *
 * @returns The exit code: 0 if all is well, 1 if the command found errors, 2 if it could not do its work.
 */
export async function run(parameters: string[], output: Output): Promise<number> {
  try {
    return await runCommand(parameters, output);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    output.stderr.write(`${printable(error.message)}\n${error.hint ? `See ${error.hint}\n` : ''}`);
    return 2;
  }
}

async function runCommand([name, ...parameters]: string[], output: Output): Promise<number> {
  if (name === undefined) {
    output.stderr.write(help);
    return 2;
  }
  if (name === '--help' || name === '-h' || name === 'help') {
    const [about, ...others] = parameters;
    refuseMore(name, others);
    if (about !== undefined) return (await findCommand(about).load())(['--help'], output);
    output.stdout.write(help);
    return 0;
  }
  if (name === '--version' || name === '-v') {
    refuseMore(name, parameters);
    output.stdout.write(`${version}\n`);
    return 0;
  }
  const runLoaded = await findCommand(name).load();
  return runLoaded(parameters, output);
}

const hint = 'latchkey --help';

function refuseMore(name: string, [first]: string[]): void {
  if (first !== undefined) throw new Failure(`Remove ${first}: ${name} does not take it.`, { hint });
}

/** @throws {Failure} if no command has this name. */
function findCommand(name: string): (typeof commands)[string] {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command) return command;
  const isOption = name.startsWith('-');
  const nearest = nearestWord(name, [...Object.keys(commands), 'help', 'version']);
  const meant = nearest && !Object.hasOwn(commands, nearest) ? `--${nearest}` : nearest;
  const advice = meant ? ` Did you mean ${meant}?` : isOption ? ' Name a command first.' : '';
  throw new Failure(`Unknown ${isOption ? 'option' : 'command'} ${name}.${advice}`, { hint });
}

/** Runs the command that this process was started with, and sets its exit code. */
export async function runProgram(): Promise<void> {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // A reader that has seen enough, such as `head`, closes the pipe.
    if (error.code === 'EPIPE') process.exit();
    process.stderr.write(`Standard output cannot be written: ${error.message}.\n`);
    process.exit(2);
  });
  // Where no one reads what is wrong, the exit code still says that something is.
  process.stderr.on('error', () => undefined);
  try {
    process.exitCode = await run(process.argv.slice(2), process);
  } catch (error) {
    console.error(error);
    process.exitCode = 2;
  }
}
