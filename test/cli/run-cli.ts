import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../../src/cli/run.js';

/** The program as it is built. */
export const program = join(import.meta.dirname, '../../dist/cli/main.js');

/** How a run of the program ended. */
export interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs the built `latchkey` with these parameters to its end, in a process of its own, without a terminal. */
export async function latchkey(
  parameters: string[],
  { cwd, environment = {} }: { cwd?: string; environment?: Record<string, string> } = {},
): Promise<Outcome> {
  if (!existsSync(program)) throw new Error('dist/cli is missing: run npm run build first');
  const { NODE_TEST_CONTEXT: _context, FORCE_COLOR: _color, ...inherited } = process.env;
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [program, ...parameters],
      { cwd, env: { ...inherited, ...environment }, maxBuffer: 2 ** 26 },
      (error, stdout, stderr) => {
        resolve({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr });
      },
    );
  });
}

/** Runs `latchkey` in this process, where it starts at once, without a terminal and without colors. */
export async function latchkeyHere(...parameters: string[]): Promise<Outcome> {
  delete process.env['FORCE_COLOR'];
  const printed = { stdout: '', stderr: '' };
  const code = await run(parameters, {
    stdout: { write: (text) => (printed.stdout += text) },
    stderr: { write: (text) => (printed.stderr += text) },
  });
  return { code, ...printed };
}

/** Runs `latchkey check-manifest` in this process. */
export const checkManifest = (...parameters: string[]): Promise<Outcome> =>
  latchkeyHere('check-manifest', ...parameters);

/** What `--json` prints, as far as the tests look at it. */
export interface JsonReport {
  target: string;
  ok: boolean;
  manifestUrl: string | null;
  documentUrl: string;
  assumed: boolean;
  findings: Array<{
    level: string;
    code: string;
    path: string;
    message: string;
    about: string;
    line: number;
    column: number;
    engines: string[];
  }>;
  engines: Array<{
    label: string;
    engine: string;
    platform: string;
    appId: string;
    installable: boolean | null;
    promotable: boolean | null;
    reasons: Array<{ id: string; effect: string; message: string; fix?: string }>;
    manifest: { name?: string };
  }>;
  images: Array<{ url: string; ok: boolean; type?: string; width?: number; height?: number; reason?: string }>;
  update?: {
    identity: { sameApp: boolean };
    iconDifference?: number;
    iconNote: string;
    places: Array<{ label: string; forecast: Record<'silent' | 'asks' | 'never', Array<{ member: string }>> }>;
  };
}

/** Runs `latchkey check-manifest --json` and answers what it printed, with the exit code. */
export async function checkAsJson(...parameters: string[]): Promise<JsonReport & { code: number }> {
  const { code, stdout, stderr } = await checkManifest(...parameters, '--json');
  if (code === 2) throw new Error(stderr);
  return { ...(JSON.parse(stdout) as JsonReport), code };
}
