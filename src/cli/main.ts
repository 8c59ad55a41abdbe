import process from 'node:process';
import { checkManifest } from './check-manifest/command.js';
import { Failure } from './failure.js';
import { printable } from './terminal.js';
import { version } from './version.js';

/** A command: gets what follows its name, prints what it has to say, and answers the exit code. */
type Command = (parameters: string[]) => Promise<number>;

const commands: Record<string, { run: Command; summary: string }> = {
  'check-manifest': { run: checkManifest, summary: 'shows what each browser engine makes of a web app manifest' },
};

const help = `latchkey ${version}: sign-in for installed web apps

  latchkey <command> …

${Object.entries(commands)
  .map(([name, { summary }]) => `  ${name.padEnd(16)}  ${summary}`)
  .join('\n')}

  latchkey <command> --help   tells more about a command
  latchkey --version          prints the version
`;

/**
 * Runs the command that `parameters` name. Answers 0 if all is well, 1 if the command found errors, 2 if it could not
 * do its work.
 */
async function run([name, ...parameters]: string[]): Promise<number> {
  if (name === '--help' || name === '-h' || name === 'help') {
    process.stdout.write(help);
    return 0;
  }
  if (name === '--version' || name === '-v') {
    process.stdout.write(`${version}\n`);
    return 0;
  }
  if (name === undefined) {
    process.stderr.write(help);
    return 2;
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new Failure(`There is no command ${name}.`, { hint: 'latchkey --help' });
  return command.run(parameters);
}

// A reader that has seen enough, such as `head`, closes the pipe.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof Failure)) throw error;
  process.stderr.write(`${printable(error.message)}\n${error.hint ? `See ${error.hint}\n` : ''}`);
  process.exitCode = 2;
}
