import { exec } from 'node:child_process';
import { Agent, request as ask } from 'node:https';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import {
  backendCases,
  type BackendReport,
  BackendUnreachable,
  checkBackend as check,
  type Level,
  type Send,
  type SignInMeans,
} from '../../conformance/index.js';
import { nearestWord } from '../../base/nearest-word.js';
import { Failure } from '../failure.js';
import { createProgress, type Output } from '../output.js';
import { readCertificates, withOwnAuthorities } from '../read-certificates.js';
import { type Arguments, help, hint, readArguments } from './arguments.js';
import { reportSarif, writeJson, writeJunit } from './formats.js';
import { printReport } from './print-report.js';

/**
 * A `fetch` that also trusts the certificates in a PEM file: the `fetch` of Node takes them from the environment only,
 * before it starts.
 *
 * @throws {Failure} if the file cannot be read, or has no certificate.
 */
function sendWithAuthority(file: string): Send {
  const agent = new Agent({ keepAlive: true, ca: withOwnAuthorities(readCertificates(file)) });
  return async (request) => {
    if (!request.url.startsWith('https:')) return fetch(request);
    const body = new Uint8Array(await request.arrayBuffer());
    const { method, url, headers, signal } = request;
    return new Promise((resolve, reject) => {
      const sent = ask(
        url,
        { method, agent, signal, headers: { ...Object.fromEntries(headers), 'content-length': body.byteLength } },
        (response) => {
          const received = new Headers();
          for (let index = 0; index < response.rawHeaders.length; index += 2)
            received.append(response.rawHeaders[index]!, response.rawHeaders[index + 1]!);
          const { statusCode: status = 502 } = response;
          const isEmpty = [204, 205, 304].includes(status);
          if (isEmpty) response.resume();
          const content = isEmpty ? null : (Readable.toWeb(response) as ReadableStream);
          resolve(new Response(content, { status, headers: received }));
        },
      );
      // As `fetch` reports it.
      sent.once('error', (cause) => reject(new TypeError('fetch failed', { cause })));
      sent.end(body);
    });
  };
}

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
  refuseUnknownWords(given.only ?? []);
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

/** @throws {Failure} if one of the words of `--only` is no case, rule or chapter. */
function refuseUnknownWords(words: readonly string[]): void {
  const known = [...new Set(backendCases.flatMap(({ id, rule, chapter }) => [id, rule, chapter]))];
  const unknown = words.find((word) => !known.includes(word));
  if (unknown === undefined) return;
  const meant = nearestWord(unknown, known);
  const suggestion = meant ? ` Did you mean ${meant}?` : '';
  throw new Failure(`--only takes a case, a rule or a chapter, not ${unknown}.${suggestion}`, { hint });
}

function signInMeansOf({ account, cookie, signInCommand }: Arguments): SignInMeans | undefined {
  if (account) return account;
  if (cookie !== undefined) return async () => cookie;
  if (signInCommand === undefined) return undefined;
  return async () => {
    try {
      const { stdout } = await promisify(exec)(signInCommand);
      return stdout.trim();
    } catch (cause) {
      const { stderr = '', code, signal } = cause as { stderr?: string; code?: number | string; signal?: string };
      throw new Failure(
        `The sign-in command failed${stderr.trim() ? `. ${stderr.trim()}` : ` with ${code ?? signal}.`}`,
        {
          cause,
        },
      );
    }
  };
}
