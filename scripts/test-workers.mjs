import { fork } from 'node:child_process';
import { root } from './run.mjs';

const reporter = `${root}test/support/runner/worker-reporter.mjs`;

/**
 * @typedef {object} FileOutcome
 * @property {string} name The test file.
 * @property {{passed: number, failed: number, skipped: number}} counts
 * @property {{title: string, error: string}[]} failures
 * @property {string[]} skips Why tests were skipped, each reason once.
 * @property {string} output What the file printed.
 * @property {number} milliseconds
 * @property {number} processorMilliseconds Of the worker itself, without the programs and browsers it started.
 */

/**
 * Runs bundled test files of Node in several processes, each of which takes one file after the other.
 *
 * @param {{name: string, file: string}[]} files In the order in which they are begun.
 * @param {object} options
 * @param {string} options.program The bundled worker.
 * @param {number} options.count How many processes run at once.
 * @param {Promise<unknown>} [options.idle] One more runs from then on.
 * @param {number} options.timeout Milliseconds that one file may take.
 * @param {Record<string, string>} options.environment
 * @param {(outcome: FileOutcome) => void} options.onFile Gets the outcome of each file as soon as it is over.
 */
export async function runInWorkers(files, { program, count, idle, timeout, environment, onFile }) {
  const queue = [...files];
  const work = async () => {
    while (queue.length > 0) await runWorker(queue, { program, timeout, environment, onFile });
  };
  await Promise.all([...Array.from({ length: Math.min(count, queue.length) }, work), idle?.then(work)]);
}

/** Runs files of the queue in one process until there are none, or until the process dies of one. */
function runWorker(queue, { program, timeout, environment, onFile }) {
  return new Promise((resolve) => {
    const child = fork(program, [], {
      cwd: root,
      execArgv: ['--enable-source-maps', `--test-reporter=${reporter}`, '--test-reporter-destination=stdout'],
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    const endWithParent = () => child.kill();
    process.once('exit', endWithParent);
    let running;
    let output = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk));

    const next = () => {
      const file = queue.shift();
      if (!file) return child.send('end');
      // the file's own limit ends what waits; this one ends what is too busy to notice it
      const guard = setTimeout(() => child.kill('SIGKILL'), timeout + 30_000);
      running = { ...file, failures: [], skips: new Set(), started: performance.now(), guard };
      output = [];
      child.send({ ...file, timeout });
    };
    const settle = (counts, processorMilliseconds) => {
      clearTimeout(running.guard);
      const { name, failures, skips, started } = running;
      running = undefined;
      if (counts.passed + counts.failed + counts.skipped === 0) {
        counts.failed = 1;
        failures.push({ title: 'has no test', error: 'The file was loaded and declared no test.' });
      }
      const milliseconds = performance.now() - started;
      onFile({
        name,
        counts,
        failures,
        skips: [...skips],
        output: output.join(''),
        milliseconds,
        processorMilliseconds,
      });
    };
    child.on('message', (message) => {
      if (message.type === 'failure') running.failures.push(message);
      if (message.type === 'skip') running.skips.add(message.reason);
      if (message.type === 'file') settle(message.counts, message.processorMilliseconds);
      if (message.type === 'file' || message.type === 'ready') next();
    });
    child.once('close', (code, signal) => {
      process.off('exit', endWithParent);
      if (running) {
        const error = `The process ended with ${signal ?? code} in the middle of the file.`;
        running.failures.push({ title: 'ends the process', error });
        settle({ passed: 0, failed: 1, skipped: 0 }, 0);
      }
      resolve();
    });
  });
}
