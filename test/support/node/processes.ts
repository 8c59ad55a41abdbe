import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Exchange } from './contract-check.js';
import { createDatabase } from './postgres.js';
import { buildProgram, root } from './program.js';
import { testSecret, type Engine } from './server.js';
import { createVisitor, type Visitor, type VisitorOptions } from './visitor.js';

const readyLine = /^Latchkey is ready: http:\/\/localhost:(\d+)$/;

/** A program that was started: its output so far, and its end. */
export interface RunningProgram {
  child: ChildProcess;
  stdout: string[];
  stderr: string[];
  /** The exit code, or the name of the signal that ended it. */
  ended: Promise<number | string>;
  /** The port from the ready line; rejects when the program ends before it. */
  port: Promise<number>;
  /** Sends the signal and waits for the end. */
  end(signal: NodeJS.Signals): Promise<number | string>;
}

/**
 * Runs the server as a separate program with the pages of the demo, with exactly these variables and PATH. It logs warnings
 * and errors only.
 * `program` is that of another version.
 */
export async function runServer(environment: Record<string, string>, program?: string): Promise<RunningProgram> {
  const child = spawn(process.execPath, [program ?? (await buildProgram())], {
    cwd: root,
    env: { PATH: process.env['PATH'], LOG_LEVEL: 'warn', PAGES_DIR: 'dist/demo', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const killAtExit = (): void => void child.kill('SIGKILL');
  process.once('exit', killAtExit);
  const stdout: string[] = [];
  const stderr: string[] = [];
  createInterface({ input: child.stderr! }).on('line', (line) => stderr.push(line));
  const ended = new Promise<number | string>((resolve) => {
    child.once('close', (code, signal) => {
      process.off('exit', killAtExit);
      resolve(code ?? signal!);
    });
  });
  const port = new Promise<number>((resolve, reject) => {
    createInterface({ input: child.stdout! }).on('line', (line) => {
      stdout.push(line);
      const match = readyLine.exec(line);
      if (!match) return;
      // From now on it does not keep the process alive: a test that fails before it stops its servers must still end.
      for (const handle of [child, child.stdout, child.stderr]) (handle as { unref?: () => void }).unref?.();
      resolve(Number(match[1]));
    });
    void ended.then((how) =>
      reject(new Error(`The server ended with ${how} before it was ready:\n${stderr.join('\n')}`)),
    );
  });
  // Callers that only wait for the end do not need the port.
  port.catch(() => {});
  const end = (signal: NodeJS.Signals): Promise<number | string> => {
    child.ref();
    child.kill(signal);
    return ended;
  };
  return { child, stdout, stderr, ended, port, end };
}

/** Passes requests to the ports in turn, so that the processes share one origin. */
async function startProxy(ports: () => readonly number[]): Promise<{ server: Server; origin: string }> {
  let turn = 0;
  const server = createServer((incoming, outgoing) => {
    const targets = ports();
    turn += 1;
    const { method, url, headers } = incoming;
    const forwarded = request(
      // without an agent: no connection is used again in the moment in which a server closes it as idle
      { host: '127.0.0.1', port: targets[turn % targets.length], method, path: url, headers, agent: false },
      (answer) => {
        outgoing.writeHead(answer.statusCode!, answer.rawHeaders);
        answer.pipe(outgoing);
      },
    );
    forwarded.on('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  return { server, origin: `http://localhost:${(server.address() as AddressInfo).port}` };
}

/** Servers as separate programs behind one origin. */
export interface ServerProcesses {
  origin: string;
  programs: readonly RunningProgram[];
  exchanges: Exchange[];
  visitor(options?: VisitorOptions): Visitor;
  /** Ends all programs the hard way: SIGKILL. */
  kill(): Promise<void>;
  /** Starts them again over the same database, behind the same origin. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts `count` server programs over one database; requests go to them in turn. */
export async function startProcesses(
  options: {
    count?: number;
    store?: Engine;
    /** Where the database is, instead of a new one. */
    databaseUrl?: string;
    environment?: Record<string, string>;
    /** The programs of other versions, which are started first. */
    older?: readonly string[];
  } = {},
): Promise<ServerProcesses> {
  const { count = 1, store = 'libsql', environment = {}, older = [] } = options;
  const dataDirectory = await mkdtemp(join(tmpdir(), 'latchkey-test-'));
  const place: Record<string, string> =
    store === 'postgres'
      ? { DATABASE_URL: options.databaseUrl ?? (await createDatabase()) }
      : { DATA_DIR: dataDirectory };
  let programs: RunningProgram[] = [];
  let ports: number[] = [];
  const proxy = await startProxy(() => ports);
  const exchanges: Exchange[] = [];

  const start = async (): Promise<void> => {
    const variables = {
      PORT: '0',
      ORIGIN: proxy.origin,
      SESSION_SECRET: testSecret,
      RATE_LIMIT: 'off',
      ...place,
      ...environment,
    };
    const first = await Promise.all(older.map((program) => runServer(variables, program)));
    await Promise.all(first.map(({ port }) => port));
    programs = [...first, ...(await Promise.all(Array.from({ length: count }, () => runServer(variables))))];
    ports = await Promise.all(programs.map(({ port }) => port));
  };
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    await Promise.all(programs.map((program) => program.end(signal)));
  };

  await start();
  return {
    origin: proxy.origin,
    exchanges,
    get programs() {
      return programs;
    },
    visitor: (visitorOptions) =>
      createVisitor(
        proxy.origin,
        (request) => fetch(request),
        (exchange) => exchanges.push(exchange),
        visitorOptions,
      ),
    kill: () => end('SIGKILL'),
    restart: start,
    async stop() {
      await end('SIGTERM');
      proxy.server.closeAllConnections();
      await new Promise((resolve) => proxy.server.close(resolve));
      await rm(dataDirectory, { recursive: true });
    },
  };
}
