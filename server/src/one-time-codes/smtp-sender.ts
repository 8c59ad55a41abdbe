import { isLocalhost } from '../http/localhost.js';
import type { Sender } from './sender.js';
import type { MailSettings } from './settings.js';

/** A message is for a telephone, and only mail can be sent. */
class NotByMail extends Error {
  override readonly name = 'NotByMail';
}

const isThisMachine = (host: string): boolean => isLocalhost(host) || host === '127.0.0.1' || host === '::1';

/**
 * Sends mail through a server that speaks SMTP, one connection for each. User, password and code never go over a
 * network in the clear: a connection that does not become a TLS one is given up. Text messages are refused. `timeout`
 * is how long the server may take for one step, in milliseconds.
 */
export async function createSmtpSender(
  { host, port, secure, auth, from }: MailSettings,
  timeout = 10_000,
): Promise<Sender> {
  // Loading it takes longer than a server without mail takes to start.
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    host,
    port,
    secure,
    requireTLS: !secure && !isThisMachine(host),
    ...(auth && { auth }),
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    socketTimeout: timeout,
    dnsTimeout: timeout,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ to, subject, text }) {
      if (to.kind !== 'email') throw new NotByMail();
      const { address } = to;
      await transport.sendMail({
        from,
        to: { name: '', address },
        subject,
        text,
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
    },
  };
}
