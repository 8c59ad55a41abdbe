import assert from 'node:assert/strict';
import { CompactSign, exportJWK, generateKeyPair, type JWK } from 'jose';
import type { Answer, Visitor } from './visitor.js';

/** What may differ in a proof. */
export interface ProofChanges {
  header?: Record<string, unknown>;
  payload?: Record<string, unknown>;
  /** Changes the finished JWS. */
  text?: (jws: string) => string;
}

/** The part of a browser that binds sessions: it holds a key, and signs what the server sends. */
export interface BoundDevice {
  /** The public key. */
  jwk: JWK;
  prove(challenge: string, changes?: ProofChanges): Promise<string>;
  /** Answers the invitation that came with a sign-in. */
  bind(visitor: Visitor, invitation: Answer, changes?: ProofChanges): Promise<Answer>;
  /** Asks for a challenge to refresh with. */
  askChallenge(visitor: Visitor, id: string): Promise<Answer>;
  /** Asks for a challenge and answers it. */
  refresh(visitor: Visitor, id: string, changes?: ProofChanges): Promise<Answer>;
}

/** The challenge of an invitation to bind. */
export function challengeOf({ headers }: Answer): string {
  const registration = headers.get('Secure-Session-Registration') ?? '';
  const challenge = /^\(ES256 RS256\);path="\/session\/bind";challenge="([^"]+)"$/.exec(registration)?.[1];
  assert.ok(challenge, `no invitation to bind: ${registration}`);
  return challenge;
}

/** The challenge to refresh with, for the session with this id. */
export function refreshChallengeOf({ headers }: Answer, id: string): string {
  const [, challenge, named] = /^"([^"]+)";id="([^"]+)"$/.exec(headers.get('Secure-Session-Challenge') ?? '') ?? [];
  assert.equal(named, id);
  return challenge!;
}

/** A device with its own key. */
export async function createDevice(alg: 'ES256' | 'RS256' = 'ES256'): Promise<BoundDevice> {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
  const jwk = await exportJWK(publicKey);
  const prove = async (
    challenge: string,
    { header, payload, text = (jws) => jws }: ProofChanges = {},
  ): Promise<string> => {
    const claims = new TextEncoder().encode(JSON.stringify({ jti: challenge, ...payload }));
    return text(await new CompactSign(claims).setProtectedHeader({ alg, typ: 'dbsc+jwt', ...header }).sign(privateKey));
  };
  const askChallenge = (visitor: Visitor, id: string): Promise<Answer> =>
    visitor.post('/session/refresh', undefined, { 'Sec-Secure-Session-Id': id });
  return {
    jwk,
    prove,
    askChallenge,
    async bind(visitor, invitation, changes) {
      const proof = await prove(challengeOf(invitation), { ...changes, header: { jwk, ...changes?.header } });
      return visitor.post('/session/bind', undefined, { 'Secure-Session-Response': proof });
    },
    async refresh(visitor, id, changes) {
      const asked = await askChallenge(visitor, id);
      if (asked.status !== 403) return asked;
      const proof = await prove(refreshChallengeOf(asked, id), changes);
      return visitor.post('/session/refresh', undefined, {
        'Sec-Secure-Session-Id': id,
        'Secure-Session-Response': proof,
      });
    },
  };
}
