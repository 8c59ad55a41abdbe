import description from '../package.json' with { type: 'json' };
import { backUp } from './backup.js';
import { ConfigError, readConfig } from './config/config.js';
import { createLog } from './log.js';
import { drill, reseal } from './reseal.js';
import { startServer } from './start.js';
import { StartError } from './start-error.js';

const usage = `latchkey-server ${description.version}: the reference server of Latchkey

  latchkey-server                   starts the server
  latchkey-server backup <folder>   copies the embedded database and the secret into a new folder
  latchkey-server drill             prints what accounts would lose if a secret was removed
  latchkey-server reseal            the same, and encrypts what is stored with the first secret
  latchkey-server --help            prints this help
  latchkey-server --version         prints the version

Environment variables
  PORT             the port to listen on; default 3000
  HOST             the address to listen on; default 127.0.0.1
  ORIGIN           the origins of the pages, comma-separated; default http://localhost:PORT
  RP_ID            the domain that passkeys belong to; default the host of the first origin
  DATA_DIR         the folder of the embedded database and of the generated secret; default data
  DATABASE_URL     a PostgreSQL URL, instead of the embedded database
  SESSION_SECRET   the secret or a list of them; required with DATABASE_URL
  PAGES_DIR        the folder of the pages, if the server serves them
  LOG_LEVEL        the least important entries to log; default info

All variables: https://github.com/latchkey/latchkey/blob/main/docs/reference-server.md#configuration`;

/** What is wrong with the parameters, in one sentence. */
class UsageError extends Error {
  override readonly name = 'UsageError';
}

async function serve(): Promise<void> {
  const config = readConfig(process.env);
  const server = await startServer(config, createLog(config.logLevel));
  let stopping = false;
  const stop = async (): Promise<void> => {
    if (stopping) return;
    stopping = true;
    await server.stop();
    process.exit(0);
  };
  process.on('SIGTERM', () => void stop());
  process.on('SIGINT', () => void stop());
  console.log(`Latchkey is ready: http://localhost:${server.port}`);
}

async function runBackup([folder, ...others]: readonly string[]): Promise<void> {
  if (!folder) throw new UsageError('Name a new folder for the backup.');
  if (folder.startsWith('-'))
    throw new UsageError(`Unknown option ${folder}. Write ./${folder} for a folder of this name.`);
  refuseMore('backup', others);
  console.log(await backUp(readConfig(process.env), folder));
}

async function runDrill(parameters: readonly string[]): Promise<void> {
  refuseMore('drill', parameters);
  console.log(await drill(readConfig(process.env)));
}

async function runReseal(parameters: readonly string[]): Promise<void> {
  refuseMore('reseal', parameters);
  console.log(await reseal(readConfig(process.env), undefined, console.log));
}

function refuseMore(command: string, [first]: readonly string[]): void {
  if (first !== undefined) throw new UsageError(`Remove ${first}: ${command} does not take it.`);
}

const commands = new Map([
  ['backup', runBackup],
  ['drill', runDrill],
  ['reseal', runReseal],
]);

async function runCommand(parameters: readonly string[]): Promise<void> {
  const [name, ...others] = parameters;
  if (name === undefined) return serve();
  const command = commands.get(name);
  const [first = name] = command ? others : parameters;
  if (['--help', '-h', 'help'].includes(first)) return console.log(usage);
  if (['--version', '-v'].includes(first)) return console.log(description.version);
  if (command) return command(others);
  if (name.startsWith('-'))
    throw new UsageError(`Unknown option ${name}. The server is configured by environment variables.`);
  throw new UsageError(`Unknown command ${name}. The commands are ${[...commands.keys()].join(', ')}.`);
}

/** Does what the parameters say; resolves when the server is ready, or the command is done. Sets the exit code. */
export async function runProgram(parameters: readonly string[]): Promise<void> {
  try {
    await runCommand(parameters);
  } catch (error) {
    if (error instanceof UsageError) {
      console.error(`${error.message}\nSee latchkey-server --help`);
      process.exitCode = 2;
    } else if (error instanceof ConfigError || error instanceof StartError) {
      console.error(error.message);
      process.exitCode = 1;
    } else throw error;
  }
}
