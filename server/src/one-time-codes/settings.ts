import { ConfigError } from '../config/config-error.js';
import { isLocalhost } from '../http/localhost.js';
import { readAddress } from './addressee.js';

/** The mail server that takes messages, and who they come from. */
export interface MailSettings {
  host: string;
  port: number;
  /**
   * TLS from the first byte on. Without it the connection begins in the clear and must change to TLS, save on this
   * machine.
   */
  secure: boolean;
  auth: { user: string; pass: string } | undefined;
  from: { name: string; address: string };
}

/** How messages reach people: by mail, on a page of the demo, or not at all. */
export type MessageSettings = MailSettings | 'shown' | undefined;

type Environment = Readonly<Record<string, string | undefined>>;

function readServer(text: string): Omit<MailSettings, 'from'> {
  const wrong = (): never => {
    throw new ConfigError(
      'SMTP_URL must be the URL of a mail server such as smtps://user:password@mail.example.com:465.',
    );
  };
  if (!/^smtps?:\/\//.test(text) || !URL.canParse(text)) return wrong();
  const { protocol, hostname, port, username, password, pathname, search, hash } = new URL(text);
  if (!hostname || !/^\/?$/.test(pathname) || search || hash || (username === '') !== (password === '')) return wrong();
  const secure = protocol === 'smtps:';
  try {
    return {
      host: hostname.replace(/^\[(.*)\]$/, '$1'),
      port: Number(port) || (secure ? 465 : 587),
      secure,
      auth: username === '' ? undefined : { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    };
  } catch {
    // Percent signs that stand for nothing.
    return wrong();
  }
}

function readFrom(text: string): MailSettings['from'] {
  const [, name, inBrackets] = /^([^<>"\p{Cc}]*)<([^<>]+)>$/u.exec(text) ?? [];
  try {
    return { name: name?.trim() ?? '', address: readAddress(inBrackets ?? text, 'email') };
  } catch (cause) {
    throw new ConfigError(
      `MAIL_FROM must be an address such as "Example <sign-in@example.com>", not ${JSON.stringify(text)}.`,
      { cause },
    );
  }
}

/**
 * Reads `SMTP_URL` and `MAIL_FROM`. Without a mail server messages are shown on a page, if all `origins` are on this
 * machine (or there are none) and `NODE_ENV` is not `production`; otherwise they are not sent.
 *
 * @throws {ConfigError} naming the first variable that is wrong, or that stands alone.
 */
export function readMessageSettings(environment: Environment, origins: readonly string[]): MessageSettings {
  const { SMTP_URL: server, MAIL_FROM: from, NODE_ENV: mode } = environment;
  if (!server) {
    if (from) throw new ConfigError('SMTP_URL is required together with MAIL_FROM.');
    return mode !== 'production' && origins.every((origin) => isLocalhost(new URL(origin).hostname))
      ? 'shown'
      : undefined;
  }
  if (!from) throw new ConfigError('MAIL_FROM is required together with SMTP_URL.');
  return { ...readServer(server), from: readFrom(from) };
}
