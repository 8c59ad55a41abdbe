import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { env, execPath, exit, kill, platform } from 'node:process';
import { fileURLToPath } from 'node:url';

/** The folder of the package, with a trailing separator. */
export const root = fileURLToPath(new URL('../', import.meta.url));

const endSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
/** How long a program that is asked to end may take, in ms. */
const patience = 5000;
const path = [join(root, 'node_modules', '.bin'), dirname(execPath), env.PATH].join(delimiter);

/**
 * Runs a program in the package's folder, with the installed tools and this very Node first on the `PATH`. A signal
 * that ends this process ends the program and what it started first; `timeout` (ms) ends them too.
 *
 * @returns `{code, output}`: `code` is 0 only for success; `output` is what it printed, if `stdio` was `pipe` (the
 *   default).
 */
export function run(program, parameters, { stdio = 'pipe', timeout, environment = {}, onStart } = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, parameters, {
      cwd: root,
      stdio: stdio === 'pipe' ? ['ignore', 'pipe', 'pipe'] : stdio,
      env: { ...env, PATH: path, ...environment },
      // a separate process group, so that a timeout also ends the browsers and servers that it started
      detached: platform !== 'win32',
      shell: platform === 'win32',
    });
    const chunks = [];
    child.stdout?.on('data', (chunk) => chunks.push(chunk));
    child.stderr?.on('data', (chunk) => chunks.push(chunk));
    if (child.pid) onStart?.(child.pid);

    let interruption;
    let killing;
    // The signal first, so that the program can end processes in other groups, such as a browser.
    const stop = (signal) => {
      endGroup(child, signal);
      killing ??= setTimeout(() => endGroup(child, 'SIGKILL'), patience);
    };
    const interrupt = (signal) => {
      interruption = signal;
      stop(signal);
    };
    for (const signal of endSignals) process.on(signal, interrupt);
    const timer =
      timeout &&
      setTimeout(() => {
        const sentence = `${program} did not end within ${timeout / 1000} s and was stopped.\n`;
        if (stdio === 'pipe') chunks.push(sentence);
        else console.error(sentence);
        stop('SIGTERM');
      }, timeout);

    const finish = (code) => {
      clearTimeout(timer);
      clearTimeout(killing);
      if (interruption) exit(128 + constants.signals[interruption]);
      for (const signal of endSignals) process.off(signal, interrupt);
      resolve({ code: code ?? 1, output: chunks.join('') });
    };
    child.once('error', (error) => {
      chunks.push(`${program} could not be started: ${error.message}\n`);
      finish(1);
    });
    child.once('close', finish);
  });
}

function endGroup(child, signal) {
  try {
    kill(platform === 'win32' ? child.pid : -child.pid, signal);
  } catch {
    child.kill(signal); // the group has gone already; harmless if the program has, too
  }
}
