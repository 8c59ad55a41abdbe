import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import {
  BackendUnreachable,
  checkBackend as check,
  type BackendReport,
  type Level,
  type SignInMeans,
} from '../../conformance/index.js';
import { Failure } from '../failure.js';
import type { Output } from '../output.js';
import { createProgress } from '../progress.js';
import { help, readArguments, type Arguments } from './arguments.js';
import { printReport } from './print-report.js';
import { sendWithAuthority } from './send-with-authority.js';
import { writeJson, writeJunit, reportSarif } from './formats.js';

/** The levels that a level includes. */
const included: Readonly<Record<Level, readonly Level[]>> = {
  must: ['must'],
  should: ['must', 'should'],
  advice: ['must', 'should', 'advice'],
};

const write: Readonly<Record<Arguments['format'], (report: BackendReport) => string>> = {
  text: printReport,
  json: writeJson,
  junit: writeJunit,
  sarif: reportSarif,
};

/** With one of these, the kit creates its accounts. */
const signUpChapters = ['accounts', 'passkey-sign-up'];

/** Runs `latchkey check-backend` with what follows these words, and returns the exit code. */
export async function checkBackend(parameters: string[], { stdout, stderr }: Output): Promise<number> {
  const given = readArguments(parameters);
  if (!given) {
    stdout.write(help);
    return 0;
  }
  const signIn = signInMeansOf(given);
  const progress = createProgress(stderr);
  try {
    const report = await check({
      url: given.url,
      levels: included[given.level],
      slow: given.slow,
      rate: given.rate,
      ...(given.origin !== undefined && { origin: given.origin }),
      ...(given.oidcPort !== undefined && { oidcPort: given.oidcPort }),
      ...(given.only && { only: given.only }),
      ...(signIn && { signIn }),
      ...(given.ca !== undefined && { send: sendWithAuthority(given.ca) }),
      onStart: (what) => progress.show(what),
      onResult: ({ title }, done, all) => progress.show(`${done} of ${all}: ${title}`),
    });
    progress.clear();
    stdout.write(write[given.format](report));
    if (report.results.some(({ outcome, level }) => outcome === 'failed' && level === 'must')) return 1;
    const unchecked = report.results.filter(({ outcome }) => outcome === 'not-checked').length;
    if (signIn || unchecked === 0 || signUpChapters.some((chapter) => report.chapters.found.includes(chapter)))
      return 0;
    stderr.write(
      `${unchecked} of ${report.results.length} cases were not checked: those that need a signed-in user, such as registrations, sign-ins and sign-out. The backend has no sign-up. Give --user and --password, --sign-in-command or --cookie.\n`,
    );
    return 2;
  } catch (error) {
    progress.clear();
    if (error instanceof BackendUnreachable || error instanceof TypeError)
      throw new Failure(error.message, { cause: error });
    throw error;
  }
}

function signInMeansOf({ account, cookie, signInCommand }: Arguments): SignInMeans | undefined {
  if (account) return account;
  if (cookie !== undefined) return async () => cookie;
  if (signInCommand === undefined) return undefined;
  return async () => {
    try {
      const { stdout } = await promisify(execFile)('/bin/sh', ['-c', signInCommand]);
      return stdout.trim();
    } catch (cause) {
      const { stderr = '' } = cause as { stderr?: string };
      throw new Failure(`The sign-in command failed. ${stderr.trim()}`.trim(), { cause });
    }
  };
}
