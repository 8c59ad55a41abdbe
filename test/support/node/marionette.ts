import { existsSync, readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';

/**
 * Asks a Firefox that was started with `--marionette` and the preference `marionette.port` at 0, which picks a free
 * port and writes it into its profile. Fails once `isRunning` says no.
 */
export async function connectMarionette(profile: string, isRunning: () => boolean): Promise<Marionette> {
  const file = join(profile, 'MarionetteActivePort');
  while (!existsSync(file) || readFileSync(file, 'utf8') === '') {
    if (!isRunning()) throw new Error('Firefox has ended before it could be asked anything.');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return new Marionette(connect(Number(readFileSync(file, 'utf8')), '127.0.0.1'));
}

/** The remote control that is built into Firefox. Its protocol: `length:[kind, id, …]`, one answer for each command. */
export class Marionette {
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
      const message = JSON.parse(this.received.subarray(colon + 1, end).toString()) as
        [number, number, { message: string } | null, unknown] | object;
      this.received = this.received.subarray(end);
      if (!Array.isArray(message)) continue;
      const [, id, error, result] = message as [number, number, { message: string } | null, unknown];
      if (error) this.waiting.get(id)?.reject(new Error(error.message));
      else this.waiting.get(id)?.resolve(result);
    }
  }
}
