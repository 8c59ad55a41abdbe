import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { env } from 'node:process';

/** The Firefox of this machine: `FIREFOX_PATH`, or one on the `PATH`; undefined if there is none. */
export const firefoxPath: string | undefined = env.FIREFOX_PATH ?? ['firefox-esr', 'firefox'].flatMap((name) => (env.PATH ?? '').split(delimiter).map((folder) => join(folder, name))).find(existsSync);

/** A Firefox that runs scripts with the rights of the browser itself. */
export interface Firefox {
  /** Runs the body of a function in the browser's own context; `args` is what it finds under that name. */
  run(body: string, args: unknown): Promise<unknown>;
  close(): Promise<void>;
}

/** Starts a headless Firefox with a profile of its own and talks to it by Marionette, its built-in remote control. */
export async function launchFirefox(): Promise<Firefox> {
  const profile = mkdtempSync(join(tmpdir(), 'latchkey-firefox-'));
  writeFileSync(join(profile, 'user.js'), 'user_pref("marionette.port", 0);\nuser_pref("datareporting.policy.dataSubmissionEnabled", false);\n');
  const child = spawn(firefoxPath!, ['--headless', '--marionette', '--remote-allow-system-access', '--no-remote', '--profile', profile], { stdio: 'ignore', env: { ...env, HOME: profile } });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const remote = new Remote(connect(await waitForPort(profile, child), '127.0.0.1'));
  await remote.send('WebDriver:NewSession', {});
  await remote.send('Marionette:SetContext', { value: 'chrome' });
  return {
    run: async (body, args) => ((await remote.send('WebDriver:ExecuteScript', { script: `const args = arguments[0]; ${body}`, args: [args] })) as { value: unknown }).value,
    async close() {
      remote.close();
      child.kill();
      await ended;
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

/** Firefox picks a free port and writes it into its profile. */
async function waitForPort(profile: string, child: ChildProcess): Promise<number> {
  const file = join(profile, 'MarionetteActivePort');
  while (!existsSync(file) || readFileSync(file, 'utf8') === '') {
    if (child.exitCode !== null) throw new Error(`Firefox ended with code ${child.exitCode}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return Number(readFileSync(file, 'utf8'));
}

/** Marionette's protocol: `length:[kind, id, …]`, one answer for each command. */
class Remote {
  private received = Buffer.alloc(0);
  private id = 0;
  private readonly waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();

  constructor(private readonly socket: Socket) {
    socket.on('data', (chunk: Buffer) => this.receive(chunk));
  }

  send(command: string, parameters: object): Promise<unknown> {
    const message = JSON.stringify([0, ++this.id, command, parameters]);
    this.socket.write(`${Buffer.byteLength(message)}:${message}`);
    return new Promise((resolve, reject) => this.waiting.set(this.id, { resolve, reject }));
  }

  close(): void {
    this.socket.destroy();
  }

  private receive(chunk: Buffer): void {
    this.received = Buffer.concat([this.received, chunk]);
    for (let colon = this.received.indexOf(':'); colon >= 0; colon = this.received.indexOf(':')) {
      const end = colon + 1 + Number(this.received.subarray(0, colon).toString());
      if (this.received.length < end) return;
      const message = JSON.parse(this.received.subarray(colon + 1, end).toString()) as [number, number, { message: string } | null, unknown] | object;
      this.received = this.received.subarray(end);
      if (!Array.isArray(message)) continue;
      const [, id, error, result] = message as [number, number, { message: string } | null, unknown];
      if (error) this.waiting.get(id)?.reject(new Error(error.message));
      else this.waiting.get(id)?.resolve(result);
    }
  }
}
