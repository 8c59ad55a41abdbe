// Runs bundled test files in one process, one after the other, as the parent names them.
import { pathToFileURL } from 'node:url';
import { runFile } from './node-test.mjs';

process.on('message', (message) => {
  if (message === 'end') process.exit();
  const { name, file, timeout } = message;
  void runFile(name, () => import(pathToFileURL(file).href), timeout);
});
process.once('disconnect', () => process.exit(1));
process.send({ type: 'ready' });
