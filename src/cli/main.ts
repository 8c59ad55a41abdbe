import process from 'node:process';
import { run } from './run.js';

// A reader that has seen enough, such as `head`, closes the pipe.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

// With a top-level await, the bundler would no longer merge what modules share into fewer files.
void run(process.argv.slice(2), process).then((code) => (process.exitCode = code));
