import { readFileSync, statSync, watch, writeFileSync, type FSWatcher, type Stats } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { dirname } from 'node:path';
import process from 'node:process';
import { listImages } from '../../manifest/images/list-images.js';
import { Failure } from '../failure.js';
import type { Output } from '../output.js';
import { printable } from '../terminal.js';
import { help, readArguments, type Arguments } from './arguments.js';
import { examine } from './examine.js';
import { loadFile, refuseUnreadable } from './file.js';
import { fixManifest } from './fix.js';
import { printReport } from './print-report.js';
import { reportSarif, isSound, type Report, writeJson } from './report.js';
import { fileAt } from './resource.js';

const write: Readonly<Record<Arguments['format'], (report: Report, given: Arguments) => string>> = {
  text: printReport,
  json: writeJson,
  sarif: reportSarif,
};

/**
 * Runs `latchkey check-manifest` with what follows these words, and answers the exit code. With `--watch` that takes
 * until `signal` aborts.
 */
export async function checkManifest(parameters: string[], output: Output, signal?: AbortSignal): Promise<number> {
  const given = readArguments(parameters);
  if (!given) {
    output.stdout.write(help);
    return 0;
  }
  if (given.watch) return watchFile(given, output, signal);
  if (given.fix) fixFile(given.target, output.stderr);
  return check(given, output);
}

async function check(given: Arguments, { stdout, stderr }: Output): Promise<number> {
  const report = await examine(given, stderr);
  stdout.write(write[given.format](report, given));
  return isSound(report, given) ? 0 : 1;
}

/**
 * Repairs the file, and prints what was repaired beside the report, which programs may read.
 *
 * @throws {Failure} if the file cannot be written.
 */
function fixFile(path: string, printer: Output['stderr']): void {
  let given: string;
  try {
    given = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(path));
  } catch {
    return; // The check says what is wrong with the file.
  }
  const { text, fixes } = fixManifest(given);
  if (text === given) {
    printer.write(`${printable(path)}: --fix found nothing that it can repair.\n`);
    return;
  }
  try {
    writeFileSync(path, text);
  } catch (error) {
    throw new Failure(`${path} cannot be repaired: ${(error as Error).message}.`, { cause: error });
  }
  for (const { line, done } of fixes) printer.write(`${printable(`${path}:${line}: ${done}.`)}\n`);
}

/**
 * Checks now and after each change of the file or of an image in its folder, one check at a time, until Ctrl+C or until
 * `signal` aborts. Answers the exit code of the last check.
 *
 * @throws {Failure} if the target is a folder, or cannot be read before the first check.
 */
async function watchFile(given: Arguments, output: Output, signal?: AbortSignal): Promise<number> {
  await refuseUnreadable(given.target);
  if (isFolder(given.target)) throw new Failure(`${given.target} is a folder. Name the manifest in it.`);
  let code = 0;
  /** The files when the last check began, after its repairs. */
  let checked: string | undefined;
  let changed = () => {};
  const watchers = new Map<string, { version: string; watcher: FSWatcher }>();
  /** Whether a folder is missing: its creation is not reported. */
  let isMissing = false;
  const checkOnce = async () => {
    try {
      if (given.fix) fixFile(given.target, output.stderr);
      checked = await describeFiles(given, watchFolder);
      code = await check(given, output);
    } catch (error) {
      // A file that is being written may be missing or cut for a moment.
      if (!(error instanceof Failure)) throw error;
      output.stderr.write(`${printable(error.message)}\n`);
      code = 2;
    }
    output.stderr.write(`\nWaiting for changes of ${printable(given.target)}. Press Ctrl+C to stop.\n`);
  };
  // Editors replace files, so their folders are watched; builds replace folders.
  function watchFolder(folder: string): void {
    const version = versionOf(folder);
    isMissing ||= version === undefined;
    if (watchers.get(folder)?.version === version) return;
    watchers.get(folder)?.watcher.close();
    watchers.delete(folder);
    if (version === undefined) return;
    try {
      const watcher = watch(folder, () => changed()).on('error', () => changed());
      watchers.set(folder, { version, watcher });
    } catch (error) {
      throw new Failure(`${folder} cannot be watched: ${(error as Error).message}.`, { cause: error });
    }
  }
  /** The time until a folder that is missing is looked for again. */
  const waitForFolder = (): Array<Promise<void>> =>
    isMissing ? [pause(1000, undefined, { signal: stopped.signal }).catch(() => {})] : [];
  const stopped = new AbortController();
  const stop = (): void => stopped.abort();
  process.once('SIGINT', stop);
  signal?.addEventListener('abort', stop, { once: true });
  if (signal?.aborted) stop();
  const ended = new Promise<void>((resolve) =>
    stopped.signal.addEventListener('abort', () => resolve(), { once: true }),
  );
  try {
    while (!stopped.signal.aborted) {
      const change = new Promise<void>((resolve) => (changed = resolve));
      // A change during the check makes the files differ from `checked`, so they are checked at once.
      isMissing = false;
      if ((await describeFiles(given, watchFolder)) === checked)
        await Promise.race([change, ended, ...waitForFolder()]);
      else await checkOnce();
    }
    return code;
  } finally {
    process.off('SIGINT', stop);
    for (const { watcher } of watchers.values()) watcher.close();
  }
}

/** What tells a version of the manifest and its images from others. `found` gets the folder of each. */
async function describeFiles({ target, root }: Arguments, found: (folder: string) => void): Promise<string> {
  found(dirname(target));
  const text = read(target);
  const images = text === null ? [] : await listFiles(target, root);
  const stamps = images.map((file) => {
    found(dirname(file));
    const { mtimeMs, size } = stat(file) ?? {};
    return `${file} ${mtimeMs} ${size}`;
  });
  return JSON.stringify([text, stamps]);
}

/** The files of the images that a manifest names on its own site. */
async function listFiles(target: string, root: string | undefined): Promise<string[]> {
  try {
    const { text = '', manifestUrl, folder } = await loadFile(target, root);
    const { origin } = new URL(manifestUrl);
    const urls = listImages(text, manifestUrl).map(({ url }) => new URL(url));
    return [...new Set(urls.filter((url) => url.origin === origin).map(({ pathname }) => fileAt(folder!, pathname)))];
  } catch (error) {
    if (error instanceof Failure) return [];
    throw error;
  }
}

/** Identifies a folder: a new folder at the same path has another value. Undefined if there is no folder. */
function versionOf(folder: string): string | undefined {
  const stats = stat(folder);
  return stats?.isDirectory() ? `${stats.ino} ${stats.birthtimeMs}` : undefined;
}

function isFolder(path: string): boolean {
  return stat(path)?.isDirectory() === true;
}

/** What is at a path, which need not be one that a file can have. */
function stat(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

function read(path: string): string | null {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return null;
  }
}
