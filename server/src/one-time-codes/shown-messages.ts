import { randomText } from '../crypto/random-text.js';
import type { Message, Sender } from './sender.js';

/** A message as the page of the demo shows it. */
export interface ShownMessage {
  id: string;
  /** Epoch milliseconds. */
  sentAt: number;
  to: string;
  subject: string;
  text: string;
}

/** A sender for development: it sends nothing, and keeps what it was given for the page that shows it. */
export interface ShownMessages extends Sender {
  /** The latest first. */
  list(): readonly ShownMessage[];
}

const keptAtMost = 50;

/** Keeps messages in the memory of this process, where one who develops looks at them, and nowhere else. */
export function createShownMessages(now: () => number): ShownMessages {
  const messages: ShownMessage[] = [];
  return {
    async send({ to, subject, text }: Message) {
      messages.unshift({ id: randomText(8), sentAt: now(), to: to.address, subject, text });
      messages.splice(keptAtMost);
    },
    list: () => [...messages],
  };
}
