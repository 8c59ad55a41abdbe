import { ConfigError, readConfig } from './config/config.js';
import { startServer, StartError } from './start.js';

try {
  const server = await startServer(readConfig(process.env));
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
} catch (error) {
  if (!(error instanceof ConfigError) && !(error instanceof StartError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
