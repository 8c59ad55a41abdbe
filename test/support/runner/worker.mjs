// Runs bundled test files in one process, one after the other, as the parent names them.
import { pathToFileURL } from 'node:url';
import { runFile } from './node-test.mjs';

const environment = { ...process.env };

process.on('message', (message) => {
  if (message === 'end') process.exit();
  // what one file or a tool that it runs has set, as Vite sets NODE_ENV, is not there for the next
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
  const { name, file, timeout } = message;
  void runFile(name, () => import(pathToFileURL(file).href), timeout);
});
process.once('disconnect', () => process.exit(1));
process.once('SIGTERM', () => process.exit(1)); // ends its browser, too
process.send({ type: 'ready' });
