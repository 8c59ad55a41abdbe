import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { argv, env, execPath } from 'node:process';
import { createInterface } from 'node:readline';

/**
 * The reference server under attack, in a process of its own on a free port of this machine. `TREE=<folder>` attacks
 * another checkout, to compare two versions.
 */
export interface Target {
  origin: string;
  dataDirectory: string;
  stop(): Promise<void>;
}

/** An answer with its body read. */
export interface Reply {
  status: number;
  headers: Headers;
  text: string;
}

/** A client of the target: an address that the proxy names, and cookies. */
export interface Attacker {
  cookies: Map<string, string>;
  send(method: string, path: string, body?: object, headers?: Record<string, string>): Promise<Reply>;
}

/** Starts the server of the checkout, with the rate limits of production. Clients say who they are as a proxy would. */
export async function startTarget(settings: Record<string, string> = {}): Promise<Target> {
  const tree = resolve(env['TREE'] ?? join(import.meta.dirname, '../..'));
  const dataDirectory = mkdtempSync(join(tmpdir(), 'latchkey-attack-'));
  const server = spawn(execPath, ['--import=tsx', join(tree, 'server/src/main.ts')], {
    cwd: tree,
    env: {
      PATH: env['PATH'],
      PORT: '0',
      DATA_DIR: dataDirectory,
      TRUST_PROXY: 'loopback',
      // The figures would be lost between a line for each request.
      LOG_LEVEL: 'error',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((done) => server.once('exit', () => done()));
  const origin = await new Promise<string>((ready, fail) => {
    server.once('exit', (code) => fail(new Error(`The server ended with code ${code}.`)));
    createInterface({ input: server.stdout }).on('line', (line) => {
      const address = /http:\/\/localhost:\d+/.exec(line)?.[0];
      if (address) ready(address);
    });
  });
  return {
    origin,
    dataDirectory,
    async stop() {
      server.kill('SIGTERM');
      await ended;
      await rm(dataDirectory, { recursive: true, force: true });
    },
  };
}

/** Creates a client that reaches the target from `address`. */
export function createAttacker({ origin }: Pick<Target, 'origin'>, address: string): Attacker {
  const cookies = new Map<string, string>();
  return {
    cookies,
    async send(method, path, body, headers = {}) {
      const response = await fetch(origin + path, {
        method,
        redirect: 'manual',
        headers: {
          Origin: origin,
          'X-Forwarded-For': address,
          Cookie: Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; '),
          ...(body && { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      for (const line of response.headers.getSetCookie()) {
        const [name, value] = line.split(';')[0]!.split('=') as [string, string];
        if (value) cookies.set(name, value);
        else cookies.delete(name);
      }
      return { status: response.status, headers: response.headers, text: await response.text() };
    },
  };
}

/** Runs `work` on `connections` connections side by side until `milliseconds` are over, at most `most` times in all. */
export async function flood(
  connections: number,
  milliseconds: number,
  most: number,
  work: (index: number) => Promise<unknown>,
): Promise<number> {
  const end = Date.now() + milliseconds;
  let begun = 0;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (Date.now() < end && begun < most) {
        begun += 1;
        await work(begun);
      }
    }),
  );
  return begun;
}

/** Counts statuses: `{200: 3, 429: 7}`. */
export function tally(): { add(status: number): void; counts: Record<string, number> } {
  const counts: Record<string, number> = {};
  return { counts, add: (status) => (counts[status] = (counts[status] ?? 0) + 1) };
}

/** Whether the script makes a short run. */
export const isQuick = argv.includes('--quick');
