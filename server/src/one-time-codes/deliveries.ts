import { messages } from '../config/limits.js';
import type { Log } from '../log.js';
import { createTurns } from '../accounts/turns.js';
import type { Message, Sender } from './sender.js';

/** Messages on their way, of which the requests that caused them know nothing. */
export interface Deliveries {
  /**
   * Has `prepare` make a message and sends it, both once the running request has been answered, so that neither its
   * time nor its answer tells that there was one. What goes wrong is logged.
   */
  begin(prepare: () => Promise<Message | undefined>): void;
  /** How many messages wait to be sent. */
  waiting(): number;
  /** Resolves when all pending messages are sent. */
  settled(): Promise<void>;
}

/** A reason for the log without addresses: mail servers repeat them in their responses. */
function reasonOf(error: unknown): string {
  const { name, code, responseCode } = error as { name?: string; code?: string; responseCode?: number };
  return [name, code, responseCode].filter((part) => part !== undefined).join(' ');
}

/** Creates the deliveries of an app. Without a sender every message is logged as not sent. */
export function createDeliveries(sender: Sender | undefined, log: Log): Deliveries {
  const takeTurn = createTurns(messages);
  const underWay = new Set<Promise<void>>();

  const deliver = async (prepare: () => Promise<Message | undefined>): Promise<void> => {
    // Not before the event loop has turned: the answer goes out first.
    await new Promise((resume) => setTimeout(resume));
    const message = await prepare();
    if (!message) return;
    if (!sender)
      return log({ level: 'error', event: 'message-not-sent', reason: 'No sender is configured. Set SMTP_URL.' });
    await takeTurn('', () => sender.send(message));
  };

  return {
    begin(prepare) {
      const delivery = deliver(prepare)
        .catch((error: unknown) => log({ level: 'error', event: 'message-not-sent', reason: reasonOf(error) }))
        .finally(() => underWay.delete(delivery));
      underWay.add(delivery);
    },
    waiting: () => takeTurn.waiting(),

    async settled() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}
