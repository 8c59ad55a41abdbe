import { scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto';
import { encodeBase64url } from './bytes.js';
import { Refusal } from './refusal.js';

/** 16 MiB and about a fifth of a second: one of the settings OWASP's password storage cheat sheet lists as equal. */
const cost = { N: 2 ** 14, r: 8, p: 5 };
const hashBytes = 32;
const atOnce = 2;
const waitingAtMost = 32;

let running = 0;
const waiting: (() => void)[] = [];

/** Lets few derivations run at once, so that a burst of sign-ins takes neither all memory nor all threads. */
async function waitForTurn(): Promise<void> {
  if (running < atOnce) {
    running += 1;
    return;
  }
  if (waiting.length >= waitingAtMost) throw new Refusal(429, 'rate_limited', { headers: { 'Retry-After': '5' } });
  await new Promise<void>((resume) => waiting.push(resume));
}

/** Hands the turn to the next in line, without a moment in which somebody else could take it. */
function passTurn(): void {
  const next = waiting.shift();
  if (next) next();
  else running -= 1;
}

async function derive(password: string, salt: Uint8Array, options: ScryptOptions): Promise<Uint8Array> {
  await waitForTurn();
  try {
    return await new Promise((resolve, reject) => {
      // The same password typed on two systems may come in two Unicode forms.
      scrypt(password.normalize('NFKC'), salt, hashBytes, options, (error, key) => (error ? reject(error) : resolve(key)));
    });
  } finally {
    passTurn();
  }
}

/** Hashes a password with scrypt. The result is a text that holds the parameters and the salt beside the hash. */
export async function hashPassword(password: string): Promise<string> {
  const salt = crypto.getRandomValues(new Uint8Array(16));
  const hash = await derive(password, salt, cost);
  return ['scrypt', cost.N, cost.r, cost.p, encodeBase64url(salt), encodeBase64url(hash)].join('$');
}

/** Nobody's password: compared with when there is no account, so that the answer takes as long as for one. */
const nobodysHash = ['scrypt', cost.N, cost.r, cost.p, encodeBase64url(new Uint8Array(16)), encodeBase64url(new Uint8Array(hashBytes))].join('$');

/** Compares a password with a stored hash. Without a hash the answer is false after the same work. */
export async function matchesPassword(password: string, stored: string | null | undefined): Promise<boolean> {
  const hasPassword = stored !== null && stored !== undefined;
  const [, N, r, p, salt, hash] = (hasPassword ? stored : nobodysHash).split('$');
  const derived = await derive(password, Buffer.from(salt!, 'base64url'), { N: Number(N), r: Number(r), p: Number(p) });
  return timingSafeEqual(derived, Buffer.from(hash!, 'base64url')) && hasPassword;
}
