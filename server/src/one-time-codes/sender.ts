import type { Addressee } from './addressee.js';

/** What is sent to a user. */
export interface Message {
  to: Addressee;
  /** For a mail; text messages have none. */
  subject: string;
  text: string;
}

/** Sends messages. You can add one for text messages: see `docs/one-time-codes.md`. */
export interface Sender {
  /**
   * Resolves once another server has accepted the message. Must time out. Its errors are logged, and must contain
   * neither address nor code.
   */
  send(message: Message): Promise<void>;
}
