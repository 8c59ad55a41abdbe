import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import type { Message } from '../../../server/src/one-time-codes/sender.js';
import { createSmtpSender } from '../../../server/src/one-time-codes/smtp-sender.js';
import { writeMessage } from '../../../server/src/one-time-codes/message.js';
import { runServer } from '../../support/node/processes.js';

const from = { name: 'Latchkey, tests', address: 'no-reply@example.com' };
const message = writeMessage({
  to: { kind: 'email', address: 'ada@example.com' },
  code: '012345',
  name: 'Ünïcode & Co',
  host: 'app.example.com',
});

/** What a mail server was told. */
interface Received {
  envelope: [from: string, ...to: string[]];
  raw: string;
}

/** A mail server on this machine, for as long as `use` takes. */
async function withMailServer(
  options: SMTPServerOptions,
  use: (port: number, received: Received[]) => Promise<void>,
): Promise<void> {
  const received: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    logger: false,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        received.push({
          envelope: [
            (envelope.mailFrom as { address: string }).address,
            ...envelope.rcptTo.map(({ address }) => address),
          ],
          raw: Buffer.concat(chunks).toString('utf8'),
        });
        done();
      });
    },
    ...options,
  });
  server.on('error', () => {});
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  try {
    await use((server.server.address() as AddressInfo).port, received);
  } finally {
    await new Promise<void>((closed) => server.close(closed));
  }
}

const settings = (port: number, more: object = {}) => ({
  host: '127.0.0.1',
  port,
  secure: false,
  auth: undefined,
  from,
  ...more,
});

describe('mail by SMTP', () => {
  test('arrives as it was written, from and to whom it should', () =>
    withMailServer({}, async (port, received) => {
      await (await createSmtpSender(settings(port))).send(message);
      const [{ envelope, raw }] = received as [Received];
      assert.deepEqual(envelope, ['no-reply@example.com', 'ada@example.com']);
      const mail = await PostalMime.parse(raw);
      assert.deepEqual([mail.from, mail.to], [from, [{ name: '', address: 'ada@example.com' }]]);
      assert.equal(mail.subject, 'Your code for Ünïcode & Co');
      assert.equal(mail.text?.trimEnd(), message.text);
      assert.equal(mail.html, undefined);
      assert.equal(mail.headers.find(({ key }) => key === 'auto-submitted')?.value, 'auto-generated');
    }));

  test('signs in at the mail server', () => {
    const given: unknown[] = [];
    return withMailServer(
      {
        authOptional: false,
        allowInsecureAuth: true,
        onAuth: ({ username, password }, _session, done) => (
          given.push([username, password]),
          done(null, { user: username })
        ),
      },
      async (port, received) => {
        await (await createSmtpSender(settings(port, { auth: { user: 'ada', pass: 'p@ss' } }))).send(message);
        assert.deepEqual([given, received.length], [[['ada', 'p@ss']], 1]);
      },
    );
  });

  test('goes over no network in the clear: without TLS neither password nor code leaves this machine', () => {
    const heard: string[] = [];
    return withMailServer(
      {
        allowInsecureAuth: true,
        onAuth: ({ username }, _session, done) => (heard.push('auth'), done(null, { user: username })),
        onMailFrom: (_address, _session, done) => (heard.push('mail'), done()),
      },
      async (port, received) => {
        // Not the name of this machine, and yet it leads here.
        const sender = await createSmtpSender(settings(port, { host: '0.0.0.0', auth: { user: 'ada', pass: 'p@ss' } }));
        await assert.rejects(sender.send(message), { code: 'ETLS' });
        assert.deepEqual([heard, received], [[], []]);
      },
    );
  });

  test('rejects when the mail server refuses the recipient', () =>
    withMailServer({ onRcptTo: (_address, _session, done) => done(new Error('no such user')) }, async (port) => {
      await assert.rejects((await createSmtpSender(settings(port))).send(message), { code: 'EENVELOPE' });
    }));

  test('rejects when no server listens, and when one listens and says nothing', async () => {
    const silent: Server = createServer(() => {});
    await new Promise<void>((ready) => silent.listen(0, '127.0.0.1', ready));
    const { port } = silent.address() as AddressInfo;
    await assert.rejects((await createSmtpSender(settings(port), 50)).send(message), { code: 'ETIMEDOUT' });
    await new Promise((closed) => silent.close(closed));
    await assert.rejects((await createSmtpSender(settings(port))).send(message), { code: 'ESOCKET' });
  });

  for (const step of ['onConnect', 'onMailFrom', 'onRcptTo', 'onData'] as const) {
    test(`rejects when the mail server falls silent in the middle: ${step}`, () =>
      withMailServer({ [step]: () => {} }, async (port, received) => {
        await assert.rejects((await createSmtpSender(settings(port), 200)).send(message), { code: 'ETIMEDOUT' });
        assert.deepEqual(received, []);
      }));
  }

  test('carries the code that a person has asked for, also when the server is stopped at that moment', () =>
    withMailServer({}, async (port, received) => {
      const folder = await mkdtemp(join(tmpdir(), 'latchkey-mail-'));
      const program = await runServer({
        PORT: '0',
        DATA_DIR: folder,
        SMTP_URL: `smtp://127.0.0.1:${port}`,
        MAIL_FROM: 'Example <no-reply@example.com>',
        RP_NAME: 'Example',
      });
      const address = `http://localhost:${await program.port}`;
      let cookie = '';
      const send = async (method: string, path: string, body: object): Promise<number> => {
        const headers = { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin', Cookie: cookie };
        const answer = await fetch(address + path, { method, headers, body: JSON.stringify(body) });
        cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? cookie;
        return answer.status;
      };
      assert.deepEqual(
        [
          await send('POST', '/signup', { username: 'ada' }),
          await send('PATCH', '/account', { email: 'ada@example.com' }),
        ],
        [201, 200],
      );
      assert.equal(await send('POST', '/otp/request', { to: 'ada@example.com' }), 202);
      const ended = program.end('SIGTERM');
      assert.equal(await ended, 0);
      const mails = await Promise.all(received.map(({ raw }) => PostalMime.parse(raw)));
      assert.deepEqual(
        mails.map(({ subject, from: sender, to }) => [subject, sender?.name, to?.[0]?.address]),
        [['Your code for Example', 'Example', 'ada@example.com']],
      );
      assert.match(mails[0]!.text!.trimEnd(), /^\d{6} is your code for Example\.[\s\S]*\n@localhost #\d{6}$/);
      assert.deepEqual(
        program.stderr.map((line) => (JSON.parse(line) as { message: string }).message),
        ['Codes go to e-mail addresses only.'],
      );
      await rm(folder, { recursive: true });
    }));

  test('is for e-mail addresses, not for telephones', async () => {
    const text: Message = { ...message, to: { kind: 'phone', address: '+4930901820' } };
    await assert.rejects((await createSmtpSender(settings(1))).send(text), { name: 'NotByMail' });
  });
});
