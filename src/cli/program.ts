import process from 'node:process';
import { run } from './run.js';

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
