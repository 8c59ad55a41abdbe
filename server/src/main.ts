import { backUp } from './backup.js';
import { ConfigError, readConfig } from './config/config.js';
import { createLog } from './log.js';
import { drill, reseal } from './reseal.js';
import { startServer } from './start.js';
import { StartError } from './start-error.js';

const usage = [
  'Usage: latchkey-server starts the server;',
  'latchkey-server drill says what accounts would lose if a secret was removed;',
  'latchkey-server reseal says so too, and seals what the database holds with the first secret;',
  'latchkey-server backup <folder> copies the embedded database and the secret into a new folder.',
].join(' ');

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

const [command, ...others] = process.argv.slice(2);
try {
  if (command === undefined) {
    await serve();
  } else if (command === 'reseal' && others.length === 0) {
    console.log(await reseal(readConfig(process.env), undefined, console.log));
  } else if (command === 'drill' && others.length === 0) {
    console.log(await drill(readConfig(process.env)));
  } else if (command === 'backup' && others.length === 1) {
    console.log(await backUp(readConfig(process.env), others[0]!));
  } else {
    console.error(usage);
    process.exitCode = 2;
  }
} catch (error) {
  if (!(error instanceof ConfigError) && !(error instanceof StartError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
