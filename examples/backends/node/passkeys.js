// Verifies what browsers send: docs/verify-passkeys.md, from top to bottom.
import { createHash, createPublicKey, timingSafeEqual, verify } from 'node:crypto';
import { readItem, readWholeMap } from './cbor.js';

export const algorithms = [-7, -8, -257];

/** The response does not verify. `status` is 401 for a wrong signature, else 400. */
export class VerificationError extends Error {
  constructor(message, status = 400) {
    super(message);
    this.status = status;
  }
}

function refuseUnless(condition, message) {
  if (!condition) throw new VerificationError(message);
}

const sha256 = (data) => createHash('sha256').update(data).digest();

/**
 * Verifies a registration.
 *
 * @param {{ id: string, response: Record<string, any> }} credential the body of the request; its shape was checked
 * @param {{ challenge: string, origin: string, rpId: string }} expected
 * @returns what to store
 */
export function verifyRegistration(credential, expected) {
  return refuseMalformed(() => {
    const { id, response } = credential;
    const clientDataHash = checkClientData(response.clientDataJSON, 'webauthn.create', expected);
    const attestation = readWholeMap(Buffer.from(response.attestationObject, 'base64url'));
    const [format, statement, bytes] = ['fmt', 'attStmt', 'authData'].map((name) => attestation.get(name));
    refuseUnless(attestation.size === 3 && statement instanceof Map && Buffer.isBuffer(bytes), 'attestation object');

    const data = readAuthenticatorData(bytes, expected.rpId);
    refuseUnless(data.userPresent, 'the user was not present');
    refuseUnless(data.credential, 'there is no credential');
    refuseUnless(data.credential.id.toString('base64url') === id, 'id is not that of the credential');
    const { algorithm, key } = readKey(data.credential.publicKey);
    checkAttestation(format, statement, algorithm, () => [Buffer.concat([bytes, clientDataHash]), key]);
    return {
      id,
      publicKey: data.credential.keyBytes,
      counter: data.counter,
      backupEligible: data.backupEligible,
      backedUp: data.backedUp,
      userVerified: data.userVerified,
      transports: (response.transports ?? []).filter((transport) => typeof transport === 'string'),
    };
  });
}

/**
 * Verifies a sign-in with the passkey `stored`. Its owner and its counter are for the caller to check.
 *
 * @param {{ id: string, response: Record<string, any> }} credential the body of the request; its shape was checked
 * @param {{ publicKey: Buffer, backupEligible: boolean }} stored
 * @param {{ challenge: string, origin: string, rpId: string, requireUserVerification: boolean }} expected
 */
export function verifySignIn({ response }, stored, expected) {
  return refuseMalformed(() => {
    const clientDataHash = checkClientData(response.clientDataJSON, 'webauthn.get', expected);
    const bytes = Buffer.from(response.authenticatorData, 'base64url');
    const data = readAuthenticatorData(bytes, expected.rpId);
    refuseUnless(!data.credential, 'a sign-in must hold no credential');
    refuseUnless(data.userPresent, 'the user was not present');
    refuseUnless(data.userVerified || !expected.requireUserVerification, 'the user was not verified');
    refuseUnless(data.backupEligible === stored.backupEligible, 'the backup-eligible flag has changed');

    const { algorithm, key } = readKey(readWholeMap(stored.publicKey));
    const signature = Buffer.from(response.signature, 'base64url');
    if (!isSignedBy(algorithm, key, Buffer.concat([bytes, clientDataHash]), signature))
      throw new VerificationError('the signature is wrong', 401);
    return { counter: data.counter, backedUp: data.backedUp, userVerified: data.userVerified };
  });
}

/** What is not as an authenticator writes it is a 400, and never a fault of the server. */
function refuseMalformed(run) {
  try {
    return run();
  } catch (error) {
    if (error instanceof VerificationError) throw error;
    throw new VerificationError(error.message);
  }
}

/** Returns the hash of the client data. */
function checkClientData(encoded, type, { challenge, origin }) {
  const bytes = Buffer.from(encoded, 'base64url');
  const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  const clientData = JSON.parse(text);
  refuseUnless(clientData.type === type, 'type');
  refuseUnless(clientData.challenge === challenge, 'challenge');
  refuseUnless(
    clientData.origin === origin,
    `origin: the page is at ${JSON.stringify(clientData.origin)}, and ORIGIN is ${origin}`,
  );
  refuseUnless(clientData.crossOrigin === undefined || clientData.crossOrigin === false, 'crossOrigin');
  refuseUnless(clientData.topOrigin === undefined, 'topOrigin');
  // JSON.parse keeps the last of two members of one name.
  refuseUnless(countMembers(text) === Object.keys(clientData).length, 'a member occurs twice');
  const { tokenBinding } = clientData;
  refuseUnless(tokenBinding === undefined || typeof tokenBinding?.status === 'string', 'tokenBinding');
  return sha256(bytes);
}

function countMembers(json) {
  const tokens = json.match(/"(?:[^"\\]|\\.)*"|[{}[\]:]/g) ?? [];
  let depth = 0;
  let members = 0;
  for (const token of tokens) {
    if (token === '{' || token === '[') depth += 1;
    else if (token === '}' || token === ']') depth -= 1;
    else if (token === ':' && depth === 1) members += 1;
  }
  return members;
}

function readAuthenticatorData(bytes, rpId) {
  refuseUnless(bytes.length >= 37, 'authenticator data is too short');
  refuseUnless(timingSafeEqual(bytes.subarray(0, 32), sha256(rpId)), 'the RP ID is another one');
  const flags = bytes[32];
  const has = (bit) => (flags & (1 << bit)) !== 0;
  const data = {
    userPresent: has(0),
    userVerified: has(2),
    backupEligible: has(3),
    backedUp: has(4),
    counter: bytes.readUInt32BE(33),
    credential: undefined,
  };
  refuseUnless(data.backupEligible || !data.backedUp, 'it is backed up and cannot be');
  let end = 37;
  if (has(6)) {
    const idEnd = 55 + bytes.readUInt16BE(53);
    const { value, end: keyEnd } = readItem(bytes, idEnd);
    refuseUnless(value instanceof Map, 'the public key is not a map');
    data.credential = { id: bytes.subarray(55, idEnd), publicKey: value, keyBytes: bytes.subarray(idEnd, keyEnd) };
    end = keyEnd;
  }
  if (has(7)) readWholeMap(bytes, end);
  else refuseUnless(end === bytes.length, 'bytes follow');
  return data;
}

/** Turns a COSE key into one that Node verifies with. OpenSSL refuses points that are not on the curve. */
function readKey(cose) {
  const algorithm = cose.get(3);
  refuseUnless(algorithms.includes(algorithm), 'the algorithm was not offered');
  const part = (label, length) => {
    const value = cose.get(label);
    refuseUnless(Buffer.isBuffer(value) && (length === undefined || value.length === length), `key member ${label}`);
    return value.toString('base64url');
  };
  const [kty, curve, size] = { [-7]: [2, 1, 5], [-8]: [1, 6, 4], [-257]: [3, undefined, 4] }[algorithm];
  refuseUnless(cose.get(1) === kty && cose.size === size, 'the key does not fit its algorithm');
  if (curve !== undefined) refuseUnless(cose.get(-1) === curve, 'the curve does not fit the algorithm');
  let jwk;
  if (algorithm === -7) jwk = { kty: 'EC', crv: 'P-256', x: part(-2, 32), y: part(-3, 32) };
  else if (algorithm === -8) jwk = { kty: 'OKP', crv: 'Ed25519', x: part(-2, 32) };
  else jwk = { kty: 'RSA', n: part(-1), e: part(-2) };
  const key = createPublicKey({ key: jwk, format: 'jwk' });
  if (algorithm === -257) {
    const { modulusLength, publicExponent } = key.asymmetricKeyDetails;
    refuseUnless(modulusLength >= 2048 && modulusLength <= 4096, 'the RSA key is too short or too long');
    refuseUnless(publicExponent > 1n && publicExponent % 2n === 1n, 'the RSA exponent');
  }
  if (algorithm === -8) refuseUnless(isUsablePoint(cose.get(-2)), 'the point is not on the curve, or of small order');
  return { algorithm, key };
}

const p = 2n ** 255n - 19n;
const d = 37095705934669439343138083508754565189542113879843219016388785533085940283555n;

function power(base, exponent) {
  let result = 1n;
  for (let [factor, rest] = [base % p, exponent]; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * factor) % p;
    factor = (factor * factor) % p;
  }
  return result;
}

/** The y coordinates of the points of small order, for which anyone can sign: those of order 1, 2, 4 and 8. */
const smallOrder = new Set([
  0n,
  1n,
  p - 1n,
  2707385501144840649318225287225658788936804267575313519463743609750303402022n,
  55188659117513257062467267217118295137698188065244968500265048394206261417927n,
]);

/** Whether bytes are a point of Ed25519 that only its owner can sign for. OpenSSL does not look. */
function isUsablePoint(bytes) {
  const littleEndian = Buffer.from(bytes);
  littleEndian[31] &= 0x7f;
  const y = BigInt(`0x${littleEndian.reverse().toString('hex')}`);
  if (y >= p || smallOrder.has(y)) return false;
  // x² = (y² − 1) / (d·y² + 1), which must be a square.
  const square = (y * y) % p;
  const ratio = (square - 1n + p) * power(d * square + 1n, p - 2n);
  return power(ratio, (p - 1n) / 2n) === 1n;
}

/** We ask for no attestation: browsers then send none, or one that the credential's own key has signed. */
function checkAttestation(format, statement, algorithm, signed) {
  if (format === 'none') return refuseUnless(statement.size === 0, 'there is a statement');
  refuseUnless(format === 'packed' && statement.size === 2, 'the attestation was not requested');
  refuseUnless(statement.get('alg') === algorithm, 'the attestation has another algorithm');
  const signature = statement.get('sig');
  const [data, key] = signed();
  refuseUnless(Buffer.isBuffer(signature) && isSignedBy(algorithm, key, data, signature), 'attestation signature');
}

function isSignedBy(algorithm, key, data, signature) {
  return verify(algorithm === -8 ? null : 'sha256', data, key, signature);
}
