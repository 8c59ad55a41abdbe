import type { Addressee } from './addressee.js';

/** What is sent to a person. */
export interface Message {
  to: Addressee;
  /** For what has one: a mail, not a text message. */
  subject: string;
  text: string;
}

/** Brings messages to people. Whatever sends text messages is one too: see `docs/one-time-codes.md`. */
export interface Sender {
  /**
   * Resolves once somebody else is responsible for the message. Every wait must have an end. What it rejects with is
   * logged, and must hold neither address nor code.
   */
  send(message: Message): Promise<void>;
}
