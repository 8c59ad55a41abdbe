// A backend for Latchkey in Node, without a framework: passkeys, sign-up with a passkey, step-up and sessions.
import { createHash, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import Database from 'libsql';
import { algorithms, verifyRegistration, verifySignIn, VerificationError } from './passkeys.js';

const port = Number(process.env.PORT ?? 3000);
const origin = process.env.ORIGIN ?? `http://localhost:${port}`;
const rpId = new URL(origin).hostname;
const [minute, day] = [60_000, 86_400_000];
const [challengeLifetime, freshness, visitLifetime, sessionLifetime] = [5 * minute, 5 * minute, 10 * minute, 30 * day];
const longestBody = 32_768;
const mostChallenges = 8;

const database = new Database(process.env.DATABASE ?? 'passkeys.db');
database.exec(`
  create table if not exists accounts (id text primary key, name text, compared text unique, display_name text);
  create table if not exists passkeys (id text primary key, account text, public_key blob, counter integer,
    backup_eligible integer, backed_up integer, transports text);
  create table if not exists sessions (id text primary key, account text, method text, since integer, expires integer);
  create table if not exists challenges (challenge text, session text, purpose text, details text, expires integer,
    primary key (session, challenge));
`);
const run = (sql, ...values) => database.prepare(sql).run(...values);
const first = (sql, ...values) => database.prepare(sql).get(...values);
const all = (sql, ...values) => database.prepare(sql).all(...values);

/** A refusal: its status and its body. */
class Refusal extends Error {
  constructor(status, error, more = {}) {
    super(error);
    Object.assign(this, { status, body: { error, ...more } });
  }
}

const randomText = () => randomBytes(32).toString('base64url');
const hashOf = (token) => createHash('sha256').update(token).digest('base64url');

// Sessions

function cookieOf(request) {
  return /(?:^|; *)__Host-sid=([\w-]{43})(?:;|$)/.exec(request.headers.cookie ?? '')?.[1];
}

/** The session that the request's cookie names, if it has not ended. */
function sessionOf(request) {
  const token = cookieOf(request);
  return token && first('select * from sessions where id = ? and expires > ?', hashOf(token), Date.now());
}

function startSession(answer, account, method) {
  const token = randomText();
  const now = Date.now();
  const session = {
    id: hashOf(token),
    account,
    method,
    since: now,
    expires: now + (account ? sessionLifetime : visitLifetime),
  };
  run('insert into sessions values (?, ?, ?, ?, ?)', session.id, account, method, now, session.expires);
  answer.headers['Set-Cookie'] = `__Host-sid=${token}; Max-Age=2592000; Path=/; HttpOnly; Secure; SameSite=Lax`;
  return session;
}

/**
 * Replaces the session of the request by one of a user. Challenges for sign-in move, for autofill in other tabs, and after
 * a step-up those for a passkey that was created before it.
 */
function signIn(request, answer, account, method) {
  const session = startSession(answer, account, method);
  const token = cookieOf(request);
  if (!token) return;
  const before = hashOf(token);
  const isStepUp = first('select account from sessions where id = ?', before)?.account === account;
  const kept = isStepUp ? "('login', 'register')" : "('login')";
  run(`update challenges set session = ? where session = ? and purpose in ${kept}`, session.id, before);
  endSession(before);
}

function endSession(id) {
  run('delete from challenges where session = ?', id);
  run('delete from sessions where id = ?', id);
}

function demandUser(session) {
  if (!session?.account) throw new Refusal(401, 'unauthenticated');
  return first('select * from accounts where id = ?', session.account);
}

function demandFreshness(session) {
  if (Date.now() - session.since >= freshness) throw new Refusal(403, 'step_up_required', { methods: ['passkey'] });
}

// Challenges

function issueChallenge(session, purpose, details = null) {
  const challenge = randomText();
  const now = Date.now();
  run(
    'insert into challenges values (?, ?, ?, ?, ?)',
    challenge,
    session.id,
    purpose,
    details,
    now + challengeLifetime,
  );
  run(
    'delete from challenges where session = ? and challenge not in (select challenge from challenges where session = ? order by expires desc, rowid desc limit ?)',
    session.id,
    session.id,
    mostChallenges,
  );
  if (!session.account) run('update sessions set expires = ? where id = ?', now + visitLifetime, session.id);
  return challenge;
}

/** Takes the challenge that the response names, before anything of the response is verified. */
function takeChallenge(session, { response }, purpose) {
  let challenge;
  try {
    ({ challenge } = JSON.parse(
      Buffer.from(response.clientDataJSON, 'base64url')
        .toString()
        .replace(/^\uFEFF/, ''),
    ));
  } catch {
    throw new Refusal(400, 'verification_failed');
  }
  const taken =
    session &&
    first('delete from challenges where session = ? and challenge = ? returning *', session.id, String(challenge));
  if (taken?.purpose !== purpose || taken.expires <= Date.now()) throw new Refusal(400, 'challenge_expired');
  return taken;
}

// Options

function creationOptions(challenge, { id, name, display_name: displayName }, passkeys) {
  return {
    challenge,
    rp: { id: rpId, name: 'Example' },
    user: { id, name, displayName },
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
    timeout: challengeLifetime,
    excludeCredentials: passkeys.map(describePasskey),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'preferred' },
    attestation: 'none',
    // Windows Hello in Firefox fails at `prf: {}`.
    extensions: { prf: { eval: { first: 'bGF0Y2hrZXkgYXNrcyB3aGV0aGVyIFBSRiBleGlzdHM' } } },
  };
}

const describePasskey = ({ id, transports }) => ({ id, type: 'public-key', transports: JSON.parse(transports) });
const passkeysOf = (account) => all('select * from passkeys where account = ?', account);

// Shapes

const isBase64url = (value) =>
  typeof value === 'string' && /^(?:[\w-]{4})*(?:[\w-]{2,3})?$/.test(value) && value !== '';

function checkResponse(body, members) {
  const { id, rawId, type, response } = body;
  const fits =
    isBase64url(id) &&
    id.length <= 1364 &&
    rawId === id &&
    type === 'public-key' &&
    response !== null &&
    typeof response === 'object';
  const handle = response?.userHandle ?? 'AA';
  const transports = response?.transports ?? [];
  if (
    !fits ||
    !members.every((name) => isBase64url(response[name])) ||
    !isBase64url(handle) ||
    !Array.isArray(transports)
  )
    throw new Refusal(400, 'bad_request');
}

const isName = (value) => typeof value === 'string' && /^[^\p{C}]{1,254}$/u.test(value.trim());

// The endpoints. Each gets what it needs, and returns the body of a success.

const endpoints = {
  'POST /signup/options': ({ body, session, answer }) => {
    const { username, displayName = username } = body;
    if (!isName(username) || !isName(displayName)) throw new Refusal(400, 'bad_request');
    const compared = username.trim().normalize('NFKC').toLowerCase();
    if (first('select 1 from accounts where compared = ?', compared)) throw new Refusal(409, 'taken');
    const account = { id: randomText(), name: username.trim(), compared, display_name: displayName.trim() };
    const visit = session ?? startSession(answer, null, null);
    return creationOptions(issueChallenge(visit, 'signup', JSON.stringify(account)), account, []);
  },

  'POST /signup/verify': ({ body, session, request, answer }) => {
    checkResponse(body, ['clientDataJSON', 'attestationObject']);
    const { challenge, details } = takeChallenge(session, body, 'signup');
    const passkey = verifyRegistration(body, { challenge, origin, rpId });
    const { id, name, compared, display_name } = JSON.parse(details);
    if (first('select 1 from accounts where compared = ?', compared)) throw new Refusal(409, 'taken');
    writeTogether(() => {
      run('insert into accounts values (?, ?, ?, ?)', id, name, compared, display_name);
      storePasskey(id, passkey);
      signIn(request, answer, id, passkey.userVerified ? 'passkey-uv' : 'passkey');
    });
    answer.status = 201;
    return { verified: true, backedUp: passkey.backedUp };
  },

  'POST /webauthn/register/options': ({ session }) => {
    const account = demandUser(session);
    demandFreshness(session);
    return creationOptions(issueChallenge(session, 'register'), account, passkeysOf(account.id));
  },

  'POST /webauthn/register/verify': ({ body, session }) => {
    checkResponse(body, ['clientDataJSON', 'attestationObject']);
    if (session?.account) demandFreshness(session);
    const { challenge } = takeChallenge(session, body, 'register');
    const passkey = verifyRegistration(body, { challenge, origin, rpId });
    storePasskey(session.account, passkey);
    return { verified: true, backedUp: passkey.backedUp };
  },

  'POST /webauthn/login/options': ({ session, answer, stepUp }) => {
    const account = stepUp ? demandUser(session) : undefined;
    const visit = session ?? startSession(answer, null, null);
    return {
      challenge: issueChallenge(visit, stepUp ? 'step-up' : 'login'),
      rpId,
      timeout: challengeLifetime,
      userVerification: stepUp ? 'required' : 'preferred',
      allowCredentials: account ? passkeysOf(account.id).map(describePasskey) : [],
    };
  },

  'POST /webauthn/login/verify': ({ body, session, request, answer, stepUp }) => {
    checkResponse(body, ['clientDataJSON', 'authenticatorData', 'signature']);
    const { challenge } = takeChallenge(session, body, stepUp ? 'step-up' : 'login');
    const stored = first('select * from passkeys where id = ?', body.id);
    if (!stored) throw new Refusal(404, 'unknown_credential', { rpId, credentialId: body.id });
    if ((body.response.userHandle ?? stored.account) !== stored.account) throw new Refusal(400, 'wrong_user_handle');
    if (stepUp && stored.account !== session.account) throw new Refusal(400, 'wrong_account');
    const { counter, backedUp, userVerified } = verifySignIn(
      body,
      { publicKey: Buffer.from(stored.public_key), backupEligible: stored.backup_eligible === 1 },
      { challenge, origin, rpId, requireUserVerification: stepUp },
    );
    writeTogether(() => {
      const statement = 'update passkeys set counter = ?, backed_up = ? where id = ? and (counter < ? or ? = 0)';
      const { changes } = run(statement, counter, Number(backedUp), body.id, counter, counter);
      if (changes !== 1) throw new Refusal(400, 'counter_not_increased');
      signIn(request, answer, stored.account, userVerified ? 'passkey-uv' : 'passkey');
    });
    return { verified: true };
  },

  'GET /session': ({ session }) => {
    if (!session?.account) return { signedIn: false };
    const { id, name, display_name: displayName } = demandUser(session);
    const { method: authMethod, since: authTime, expires } = session;
    return { signedIn: true, user: { id, name, displayName }, authMethod, authTime, expires };
  },

  'POST /logout': ({ body, session, answer }) => {
    const { user = session?.account, authTime = session?.since } = body;
    // A sign-out that was late must not end a later session.
    if (session && (user !== session.account || authTime !== session.since)) throw new Refusal(409, 'wrong_account');
    if (session) endSession(session.id);
    answer.headers['Clear-Site-Data'] = '"cache"';
    if (body.user === undefined)
      answer.headers['Set-Cookie'] = '__Host-sid=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax';
    return {};
  },
};

function storePasskey(account, { id, publicKey, counter, backupEligible, backedUp, transports }) {
  const values = [
    id,
    account,
    publicKey,
    counter,
    Number(backupEligible),
    Number(backedUp),
    JSON.stringify(transports),
  ];
  const { changes } = run('insert into passkeys values (?, ?, ?, ?, ?, ?, ?) on conflict do nothing', ...values);
  if (changes !== 1) throw new Refusal(400, 'already_registered');
}

// Requests

function checkOrigin({ method, headers }) {
  if (method === 'GET') return;
  const site = headers['sec-fetch-site'];
  const isOurs = site === undefined ? headers.origin === origin : site === 'same-origin';
  if (isOurs) return;
  console.warn(`origin: the page is at ${JSON.stringify(headers.origin)}, and ORIGIN is ${origin}`);
  throw new Refusal(403, 'csrf');
}

async function readBody(request) {
  const chunks = [];
  let length = 0;
  // The socket stays open for the answer.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    length += chunk.length;
    if (length > longestBody) throw new Refusal(413, 'too_large', { message: `At most ${longestBody} bytes.` });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function parseBody(bytes, { headers }) {
  if (bytes.length === 0) return {};
  if (!/^application\/json *(?:;|$)/i.test(headers['content-type'] ?? '')) throw new Refusal(400, 'bad_request');
  let body;
  try {
    body = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new Refusal(400, 'bad_request');
  }
  if (body === null || typeof body !== 'object' || Array.isArray(body)) throw new Refusal(400, 'bad_request');
  return body;
}

/** Everything in the order of the contract. Endpoints do not wait, so no other request comes in between. */
async function handle(request) {
  const answer = { status: 200, headers: {}, body: undefined };
  try {
    const [path, query = ''] = request.url.split('?');
    const endpoint = endpoints[`${request.method} ${path}`];
    if (!endpoint) {
      const allowed = Object.keys(endpoints).filter((name) => name.endsWith(` ${path}`));
      if (allowed.length === 0) throw new Refusal(404, 'unsupported');
      answer.headers.Allow = allowed.map((name) => name.split(' ')[0]).join(', ');
      throw new Refusal(405, 'method_not_allowed');
    }
    checkOrigin(request);
    const body = parseBody(await readBody(request), request);
    const session = sessionOf(request);
    const stepUp = new URLSearchParams(query).has('step-up');
    answer.body = endpoint({ body, session, request, answer, stepUp });
  } catch (error) {
    const refusal = error instanceof VerificationError ? verificationRefusal(error) : error;
    if (!(refusal instanceof Refusal)) console.error(error);
    delete answer.headers['Set-Cookie'];
    if (refusal.status === 413) answer.headers.Connection = 'close';
    answer.status = refusal.status ?? 500;
    answer.body = refusal.body ?? { error: 'server_error' };
  }
  return answer;
}

function verificationRefusal({ status, message }) {
  if (message.startsWith('origin')) console.warn(message);
  return new Refusal(status, status === 401 ? 'rejected' : 'verification_failed', { message });
}

/** Writes everything or nothing. The challenge is taken before: it is used up in every case. */
function writeTogether(act) {
  database.exec('begin immediate');
  try {
    act();
    database.exec('commit');
  } catch (error) {
    database.exec('rollback');
    throw error;
  }
}

createServer(async (request, response) => {
  const { status, headers, body } = await handle(request);
  response.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', ...headers });
  response.end(JSON.stringify(body));
}).listen(port, '127.0.0.1', function announce() {
  console.log(`The backend is ready: http://localhost:${this.address().port}`);
});
