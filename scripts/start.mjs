// `npm start`: installs and builds what is missing, then becomes the reference server. Everything but the server's own line goes to stderr.
import { readFileSync } from 'node:fs';
import { chdir, execPath, exit } from 'node:process';
import { installDependencies } from './dependencies.mjs';
import { isBuilt } from './fingerprint.mjs';
import { root, run } from './run.mjs';

const starters = findStarters();
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

// npm does not pass every signal on to what it runs: when it has gone, so does the server
setInterval(() => {
  if (findStarters() !== starters) process.emit('SIGTERM');
}, 500).unref();

await import('../dist/server/main.js');

/** Names what started this process and, where Linux tells it, what started that: between npm and here stands a shell, which outlives a killed npm. */
function findStarters() {
  try {
    const [, parentOfParent] = readFileSync(`/proc/${process.ppid}/stat`, 'utf8').split(') ')[1].split(' ');
    return `${process.ppid} ${parentOfParent}`;
  } catch {
    return String(process.ppid);
  }
}
