import type { Config } from './config/config.js';
import { logToConsole, type Log } from './log.js';
import { createShownMessages } from './one-time-codes/shown-messages.js';
import { createSmtpSender } from './one-time-codes/smtp-sender.js';
import type { ServerOptions } from './create-services.js';
import { reasonOf, StartError } from './start-error.js';
import type { AttestationPolicy } from './webauthn/attestation-policy.js';
import type { AttestationSettings } from './webauthn/attestation-settings.js';

/** What a configuration decides of the options of a server. */
type ConfiguredOptions = Pick<ServerOptions, 'attestation' | 'emailIssuers' | 'identity' | 'sender' | 'shownMessages'>;

/**
 * Makes what the configuration asks for: how messages are sent, and what verifies attestation, digital credentials and
 * addresses of e-mail. Libraries are loaded only where they are needed.
 *
 * @throws {StartError} when attestation or digital credentials cannot be verified as the configuration says.
 */
export async function openOptions(
  {
    attestation,
    emailVerification,
    identity,
    messages,
  }: Pick<Config, 'attestation' | 'emailVerification' | 'identity' | 'messages'>,
  log: Log = logToConsole,
): Promise<ConfiguredOptions> {
  return {
    ...(attestation && { attestation: await openPolicy(attestation, log) }),
    ...(identity && (await openVerifier(identity))),
    ...(await openSender(messages, log)),
    ...(emailVerification && (await openIssuers())),
  };
}

async function openPolicy(settings: AttestationSettings, log: Log): Promise<AttestationPolicy> {
  const { openAttestationPolicy } = await import('./webauthn/attestation-policy.js');
  try {
    return await openAttestationPolicy(settings, log);
  } catch (cause) {
    throw new StartError(
      `The metadata BLOB ${settings.metadata} cannot be used (${reasonOf(cause)}); check ATTESTATION_METADATA and ATTESTATION_METADATA_ROOTS.`,
      { cause },
    );
  }
}

async function openVerifier(settings: NonNullable<Config['identity']>): Promise<ConfiguredOptions> {
  const { createVerifier } = await import('./wallet/verifier.js');
  try {
    return { identity: createVerifier(settings) };
  } catch (cause) {
    throw new StartError(
      `Digital credentials cannot be requested (${reasonOf(cause)}); check IDENTITY_QUERY and IDENTITY_ROOTS.`,
      { cause },
    );
  }
}

/** The operator should learn at startup, not from waiting users, that codes cannot be sent. */
async function openSender(messages: Config['messages'], log: Log): Promise<ConfiguredOptions> {
  if (messages === 'shown') return { shownMessages: createShownMessages(Date.now) };
  const missing = messages ? 'Codes go to e-mail addresses only.' : 'SMTP_URL is not set: one-time codes are not sent.';
  log({ level: 'warn', event: 'messages', message: missing });
  return messages ? { sender: await createSmtpSender(messages) } : {};
}

async function openIssuers(): Promise<ConfiguredOptions> {
  const { createIssuers, openIssuerNetwork } = await import('./email-verification/issuers.js');
  return { emailIssuers: createIssuers(await openIssuerNetwork(), Date.now) };
}
