import type { Addressee } from './addressee.js';
import type { Message } from './sender.js';

/** What a message says: the code, who wants it, and where it may be entered. */
export interface CodeMessage {
  to: Addressee;
  code: string;
  /** The name of the site. */
  name: string;
  /** The host of the page that asks for the code. */
  host: string;
  /** The host of the page at the top, when that one stands in a frame of another site. */
  topHost?: string | undefined;
}

/**
 * The last line of a message, by which a browser finds the code and hands it to this site only.
 *
 * @see {@link https://wicg.github.io/sms-one-time-codes/ Origin-bound one-time codes delivered via SMS}
 */
function bindToOrigin({ code, host, topHost }: CodeMessage): string {
  return topHost === undefined || topHost === host ? `@${host} #${code}` : `@${topHost} #${code} @${host}`;
}

/** Writes the message that carries a code. A text message is as short as can be. */
export function writeMessage(message: CodeMessage): Message {
  const { to, code, name } = message;
  const text =
    to.kind === 'phone'
      ? `${code} is your code for ${name}. Do not share it.`
      : [
          `${code} is your code for ${name}.`,
          'It works once, within 10 minutes, on the page where you requested it.',
          'Don’t share it: anyone who asks you for it wants to get into your account. If you did not request a code, you can ignore this message.',
        ].join('\n\n');
  return { to, subject: `Your code for ${name}`, text: `${text}\n\n${bindToOrigin(message)}` };
}
