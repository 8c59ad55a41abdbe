import { existsSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';

/**
 * Connects to a Firefox that was started with `--marionette` and the preference `marionette.port` at 0, which picks a free
 * port and writes it into its profile. Fails once `isRunning` returns false.
 *
 * @param {string} profile
 * @param {() => boolean} isRunning
 * @returns {Promise<Marionette>}
 */
export async function connectMarionette(profile, isRunning) {
  const file = join(profile, 'MarionetteActivePort');
  while (!existsSync(file) || readFileSync(file, 'utf8') === '') {
    if (!isRunning()) throw new Error('Firefox has ended before it accepted a connection.');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return new Marionette(connect(Number(readFileSync(file, 'utf8')), '127.0.0.1'));
}

/** The remote control that is built into Firefox. Its protocol: `length:[kind, id, …]`, one answer for each command. */
export class Marionette {
  #socket;
  #received = Buffer.alloc(0);
  #id = 0;
  /** @type {Map<number, {resolve: (value: unknown) => void, reject: (error: Error) => void}>} */
  #waiting = new Map();

  /** @param {import('node:net').Socket} socket */
  constructor(socket) {
    this.#socket = socket;
    socket.on('data', (chunk) => this.#receive(chunk));
    // else who waits for an answer of a browser that has ended would wait for ever
    socket.on('error', () => {}).once('close', () => this.#fail());
  }

  /**
   * @param {string} command
   * @param {object} parameters
   * @returns {Promise<unknown>}
   */
  send(command, parameters) {
    if (this.#socket.destroyed) return Promise.reject(new Error(`Firefox has ended before ${command}.`));
    const message = JSON.stringify([0, ++this.#id, command, parameters]);
    this.#socket.write(`${Buffer.byteLength(message)}:${message}`);
    return new Promise((resolve, reject) => this.#waiting.set(this.#id, { resolve, reject }));
  }

  close() {
    this.#socket.destroy();
  }

  #fail() {
    for (const { reject } of this.#waiting.values()) reject(new Error('Firefox has ended before it answered.'));
    this.#waiting.clear();
  }

  #receive(chunk) {
    this.#received = Buffer.concat([this.#received, chunk]);
    for (let colon = this.#received.indexOf(':'); colon >= 0; colon = this.#received.indexOf(':')) {
      const end = colon + 1 + Number(this.#received.subarray(0, colon).toString());
      if (this.#received.length < end) return;
      const message = JSON.parse(this.#received.subarray(colon + 1, end).toString());
      this.#received = this.#received.subarray(end);
      if (!Array.isArray(message)) continue;
      const [, id, error, result] = message;
      if (error) this.#waiting.get(id)?.reject(new Error(error.message));
      else this.#waiting.get(id)?.resolve(result);
      this.#waiting.delete(id);
    }
  }
}
