import { LatchError, unlessAborted } from '../base/client/errors.js';
import { areEqual, joinParts, splitParts, type Part } from './parts.js';
import { randomBytes, type Bytes } from './secrets.js';

/**
 * Carries messages between two devices: a WebSocket over your server, a data channel of WebRTC, or anything else. It needs
 * no protection of its own. Each message has up to 262,200 bytes.
 */
export interface TransferChannel {
  /** Sends a message to the other device. What it returns is awaited before the next one is sent. */
  send(message: Uint8Array<ArrayBuffer>): unknown;
  /** Resolves with the next message of the other device, in order, also with one that came before the call. */
  receive(): Promise<Uint8Array>;
}

/** What both devices of a channel are: the one that has the vault, and the one that gets it. */
type Role = 'giver' | 'receiver';

/** The parts of a message. */
export type Parts = readonly Bytes[];

const agreement = { name: 'ECDH', namedCurve: 'P-256' } as const;
const nonceLength = 32;
/** How many digits the users compare. */
const digitCount = 6;
const version = 'wcv/hand/v2';
/** How long a message may be, in bytes. */
const maxMessageBytes = 262_200;

/** @throws {TypeError} unless messages can be sent and received. */
export function checkChannel(channel: unknown): asserts channel is TransferChannel {
  const { send, receive } = (channel ?? {}) as Partial<TransferChannel>;
  if (typeof send !== 'function' || typeof receive !== 'function')
    throw new TypeError('"channel" must have "send" and "receive"');
}

/** The keys of one device. */
interface Keys {
  sending: CryptoKey;
  receiving: CryptoKey;
}

/**
 * Messages that only the two devices can read and write, in their order, each once. Both have compared the digits before.
 */
export class SecureChannel {
  readonly #channel: TransferChannel;
  readonly #keys: Keys;
  readonly #signal: AbortSignal;
  #sent = 0;
  #received = 0;

  private constructor(channel: TransferChannel, keys: Keys, signal: AbortSignal) {
    this.#channel = channel;
    this.#keys = keys;
    this.#signal = signal;
  }

  /**
   * Agrees on keys with the other device, and shows both users the same six digits. A device in the middle gets other
   * digits on the two sides: the receiver commits to its key before it sees that of the giver, so no device can look for a key
   * that leads to certain digits. One guess in a million succeeds.
   *
   * @throws {LatchError} `rejected` if the digits differ, or something else than the other device answers.
   */
  static async open(
    channel: TransferChannel,
    role: Role,
    compare: (digits: string) => boolean | Promise<boolean>,
    signal: AbortSignal,
  ): Promise<SecureChannel> {
    const pair = await crypto.subtle.generateKey(agreement, false, ['deriveBits']);
    const own = [
      new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey)),
      randomBytes(nonceLength),
    ] as const;
    const send = async (...parts: Part[]) => channel.send(joinParts(version, ...parts));
    const receive = async (count: number): Promise<Parts> => {
      const [named, ...parts] = readParts(await unlessAborted(signal, () => channel.receive()));
      if (!named || new TextDecoder().decode(named) !== version || parts.length !== count)
        throw refused('The other device speaks another protocol');
      return parts;
    };
    let commitment: Bytes;
    let other: Parts;
    if (role === 'receiver') {
      commitment = await commitTo(own);
      await send(commitment);
      other = await receive(2);
      await send(...own);
    } else {
      commitment = (await receive(1))[0]!;
      await send(...own);
      other = await receive(2);
      if (!areEqual(commitment, await commitTo(other))) throw refused('The other device has changed its key');
    }
    if (other[1]!.byteLength !== nonceLength) throw refused('The other device speaks another protocol');
    const [giver, receiver] = role === 'giver' ? [own, other] : [other, own];
    const transcript = await digest('transcript', commitment, ...giver, ...receiver);
    const derive = await deriveFrom(pair.privateKey, other[0]!, transcript);
    const keys = { giver: await derive.key('giver'), receiver: await derive.key('receiver') };
    const [sending, receiving] = role === 'giver' ? [keys.giver, keys.receiver] : [keys.receiver, keys.giver];
    const secure = new SecureChannel(channel, { sending, receiving }, signal);
    try {
      const areSame = await unlessAborted(signal, async () => compare(await derive.digits()));
      if (areSame === true) return secure;
      throw refused('The digits on the two devices differ');
    } catch (error) {
      secure.end(error);
      throw error;
    }
  }

  /** Encrypts a message, and sends it. */
  async send(type: string, ...parts: Part[]): Promise<void> {
    const sealed = await this.#seal(type, ...parts);
    await unlessAborted(this.#signal, async () => this.#channel.send(sealed));
  }

  /** Notifies the other device that this one has failed, and with which code, if the channel still works. */
  end(error: unknown): void {
    const { code = 'rejected' } = error as Partial<LatchError>;
    void this.#seal('failed', code)
      .then((sealed) => this.#channel.send(sealed))
      .catch(() => {});
  }

  async #seal(type: string, ...parts: Part[]): Promise<Bytes> {
    const iv = nonceOf(this.#sent++);
    const text = joinParts(type, ...parts);
    const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, this.#keys.sending, text);
    // It may be what a passkey gave.
    text.fill(0);
    return new Uint8Array(sealed);
  }

  /**
   * The parts of the next message, which must be of this type.
   *
   * @throws {LatchError} `rejected` if it does not come from the other device, came before, or comes out of order; the
   *   code with which the other device has ended the transfer.
   */
  async receive(type: string): Promise<Parts> {
    const message = await unlessAborted(this.#signal, () => this.#channel.receive());
    const iv = nonceOf(this.#received++);
    const sealed = readMessage(message);
    let parts: Parts;
    try {
      parts = readParts(
        new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, this.#keys.receiving, sealed)),
      );
    } catch (cause) {
      throw refused('A message does not come from the other device', cause);
    }
    const [named, ...rest] = parts;
    const found = new TextDecoder().decode(named);
    if (found === 'failed') throw endedBy(new TextDecoder().decode(rest[0]));
    if (found !== type) throw refused(`The other device sent "${found}" instead of "${type}"`);
    return rest;
  }
}

/** The codes that mean the same on both devices. */
const sharedCodes = ['cancelled', 'constraint', 'no_prf', 'wrong_account'] as const;

function endedBy(code: string): LatchError {
  const known = code === 'aborted' ? 'cancelled' : (sharedCodes.find((one) => one === code) ?? 'rejected');
  return new LatchError(known, `The other device has ended the transfer: ${code}.`);
}

/** The error for what does not come from the other device, or not as it should. */
export const refused = (what: string, cause?: unknown): LatchError => new LatchError('rejected', `${what}.`, { cause });

function readMessage(message: unknown): Bytes {
  const length = (message as Partial<Uint8Array> | null | undefined)?.byteLength;
  if (typeof length !== 'number' || length > maxMessageBytes)
    throw refused(`A message of the other device is not at most ${maxMessageBytes} bytes`);
  return new Uint8Array(message as Uint8Array);
}

function readParts(message: unknown): Parts {
  const bytes = readMessage(message);
  try {
    return splitParts(bytes);
  } catch (cause) {
    throw refused('A message of the other device is not readable', cause);
  }
}

const digest = async (purpose: string, ...parts: Part[]): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', joinParts(version, purpose, ...parts)));

/** What the receiver sends first: it cannot send another key afterwards. */
const commitTo = ([key, nonce]: Parts): Promise<Bytes> => digest('commitment', key!, nonce!);

/** A nonce for each message of a key, in order. */
function nonceOf(count: number): Bytes {
  const nonce = new Uint8Array(12);
  new DataView(nonce.buffer).setUint32(8, count);
  return nonce;
}

/** Derives keys and digits from what only the two devices know, bound to all that they have sent. */
async function deriveFrom(privateKey: CryptoKey, other: Bytes, transcript: Bytes) {
  let shared: Bytes;
  try {
    const publicKey = await crypto.subtle.importKey('raw', other, agreement, false, []);
    shared = new Uint8Array(await crypto.subtle.deriveBits({ ...agreement, public: publicKey }, privateKey, 256));
  } catch (cause) {
    throw refused('The key of the other device is not valid', cause);
  }
  const master = await crypto.subtle.importKey('raw', shared, 'HKDF', false, ['deriveBits', 'deriveKey']);
  shared.fill(0);
  const of = (purpose: string) => ({
    name: 'HKDF',
    hash: 'SHA-256',
    salt: transcript,
    info: joinParts(version, purpose),
  });
  return {
    key: (role: Role) =>
      crypto.subtle.deriveKey(of(role), master, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']),
    async digits(): Promise<string> {
      const bits = await crypto.subtle.deriveBits(of('digits'), master, 64);
      const number = new DataView(bits).getBigUint64(0) % 10n ** BigInt(digitCount);
      return `${number}`.padStart(digitCount, '0');
    },
  };
}
