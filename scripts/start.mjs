// `npm start`: installs and builds what is missing, then becomes the reference server. Everything but the server's own line goes to stderr.
import { chdir, execPath, exit } from 'node:process';
import { installDependencies } from './dependencies.mjs';
import { isBuilt } from './fingerprint.mjs';
import { root, run } from './run.mjs';

const parent = process.ppid;
chdir(root);
try {
  await installDependencies();
  if (!isBuilt()) {
    console.error('Building …');
    const { code } = await run(execPath, ['scripts/build.mjs', '--if-needed'], { stdio: ['ignore', 2, 2] });
    if (code !== 0) exit(1);
  }
} catch (error) {
  console.error(error.message);
  exit(1);
}

// npm does not pass SIGTERM on to what it runs: when it has gone, so does the server
setInterval(() => {
  if (process.ppid !== parent) process.emit('SIGTERM');
}, 500).unref();

await import('../dist/server/main.js');
