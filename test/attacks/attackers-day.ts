import { randomInt } from 'node:crypto';
import { createPasswords } from '../../server/src/accounts/passwords.js';
import { triesPerCode } from '../../server/src/config/limits.js';
import { minutes } from '../support/node/clock.js';
import { codeIn, verifyAddress } from '../support/node/codes.js';
import { createPerson, signUp, signUpWithPasskey, type Person } from '../support/node/people.js';
import { startServer, type TestServer } from '../support/node/server.js';
import type { Visitor } from '../support/node/visitor.js';

/** What one attack came to. */
export interface AttackResult {
  attack: string;
  /** Requests that the attacker sent to reach the goal. */
  attempts: number;
  /** Those that no limit refused. */
  carriedOut: number;
  /** What counts as a success, and how many there were. */
  success: string;
  successes: number;
}

/** What the owner of the attacked account met with meanwhile. */
export interface OwnerResult {
  way: string;
  signIns: number;
  refused: number;
}

export interface DayResult {
  attacks: AttackResult[];
  owner: OwnerResult[];
}

const password = 'correct horse battery';
const weak = 'Summer2030!';
const step = 5 * minutes;
const stepsPerHour = 12;
const stepsPerDay = 24 * stepsPerHour;
const cheap = { N: 2, r: 1, p: 1 };

const number = (count: number): string => count.toLocaleString('en');

let network = 0;

/** An address in a network that was not used before. */
function nextAddress(): string {
  network += 1;
  return `2001:db8:${(network >> 16).toString(16)}:${(network & 0xffff).toString(16)}::1`;
}

/** Writes accounts with a password each; every hundredth has the weak one. */
async function fill({ store }: TestServer, accounts: number): Promise<void> {
  const passwords = createPasswords(cheap);
  const hashes = { weak: await passwords.hash(weak, ''), strong: await passwords.hash(password, '') };
  for (let count = 0; count < accounts; count += 1) {
    const name = `user${count}`;
    const account = { id: name, handle: `handle ${count}`, username: name, skeleton: name, name, displayName: name };
    const session = { id: `s${count}`, publicId: `p${count}`, device: '', startedAt: 0, lastSeenAt: 0, expires: 0 };
    const rest = { authentication: { userId: name, authMethod: 'signup', authTime: 0 } as const, endsAt: null };
    const passwordHash = count % 100 === 0 ? hashes.weak : hashes.strong;
    await store.createAccount(
      { ...account, passwordHash, passwordTrustedFrom: null, createdAt: 0 },
      { ...session, ...rest, grantDue: null, binding: null, parent: null, recoveryUntil: null },
      0,
    );
  }
}

/** How large the attacks of a day are. */
export interface DaySize {
  /** Accounts at which one password is tried; every hundredth has it. */
  accounts: number;
  /** Sign-ups from one network. */
  floods: number;
  /** Days on which codes are guessed, the first one with all other attacks. */
  days: number;
  /** Minutes between two codes that are asked for on the days after the first, a multiple of 10. */
  codesEvery: number;
  /** Minutes between two rounds of guesses with marks, a multiple of 5. */
  marksEvery: number;
}

export const fullSize: DaySize = { accounts: 10_000, floods: 5_000, days: 28, codesEvery: 10, marksEvery: 5 };

/** One attack: `act` does its share of one step of the day. */
interface Attack {
  result: AttackResult;
  act(stepOfDay: number): Promise<void>;
}

function createAttack(attack: string, success: string): AttackResult {
  return { attack, attempts: 0, carriedOut: 0, success, successes: 0 };
}

/** Sends until `total` are carried out by the end of the day, evenly; a refusal ends the step. */
function repeat(result: AttackResult, total: number, send: (index: number) => Promise<number>): Attack {
  return {
    result,
    async act(stepOfDay) {
      while (result.carriedOut < (total * (stepOfDay + 1)) / stepsPerDay) {
        result.attempts += 1;
        const status = await send(result.carriedOut);
        if (status === 429) return;
        result.carriedOut += 1;
        if (status < 300) result.successes += 1;
      }
    },
  };
}

function floodSignUps(server: TestServer, floods: number): Attack {
  const flooder = server.visitor({ address: nextAddress() });
  return repeat(createAttack(`${number(floods)} sign-ups from one network`, 'accounts'), floods, async (index) => {
    flooder.cookie = undefined;
    return (await flooder.post('/signup', { username: `flood ${index}` })).status;
  });
}

function sprayPassword(server: TestServer, accounts: number): Attack {
  const sprayer = server.visitor({ address: nextAddress() });
  const result = createAttack(
    `one password at ${number(accounts)} accounts, from one network`,
    `of ${accounts / 100} accounts that have it`,
  );
  return repeat(result, accounts, async (index) => {
    sprayer.cookie = undefined;
    sprayer.knownCookie = undefined;
    return (await sprayer.post('/login', { username: `user${index}`, password: weak })).status;
  });
}

function guessPassword(server: TestServer, owner: string): Attack {
  const result = createAttack('3,456 passwords at one account, each from a network of its own', 'sign-ins');
  return repeat(result, 12 * stepsPerDay, async (index) => {
    const source = server.visitor({ address: nextAddress() });
    return (await source.post('/login', { username: owner, password: `guess number ${index}` })).status;
  });
}

/** Asks for six codes of one account in each hour, each from a network of its own, and guesses at each that was sent. */
function guessCodes(server: TestServer, address: string): Attack {
  const result = createAttack('guesses at the codes of one account, from networks of their own', 'sign-ins');
  return {
    result,
    async act(stepOfDay) {
      if (stepOfDay % 2) return;
      const before = (await server.sent()).length;
      const source = server.visitor({ address: nextAddress() });
      const asked = await source.post('/otp/request', { to: address });
      const isSent = asked.status === 202 && (await server.sent()).length > before;
      for (let tries = 0; tries < triesPerCode; tries += 1) {
        result.attempts += 1;
        const code = String(randomInt(1_000_000)).padStart(6, '0');
        const { status } = await source.post('/otp/verify', { code });
        if (isSent) result.carriedOut += 1;
        if (status < 300) result.successes += 1;
      }
    },
  };
}

/**
 * Knew the password and kept the mark of each of 30 browsers until the owner changed it, and guesses at it with all of
 * them from networks of their own.
 */
async function guessWithMarks(server: TestServer, every: number): Promise<Attack> {
  const victim = await signUp(server, 'a former friend', password);
  const marks: (string | undefined)[] = [];
  for (let count = 0; count < 30; count += 1) {
    const browser = server.visitor({ address: nextAddress() });
    await browser.post('/login', { username: victim.name, password });
    marks.push(browser.knownCookie);
  }
  await victim.browser.put('/account/password', { password: 'a new password of the owner' });
  await victim.browser.delete('/sessions');
  const source = server.visitor({ address: nextAddress() });
  const result = createAttack('passwords guessed from one network with 30 marks of before', 'sign-ins');
  return {
    result,
    async act(stepOfDay) {
      if ((stepOfDay * step) % (every * minutes) !== 0) return;
      for (const mark of marks) {
        source.cookie = undefined;
        source.knownCookie = mark;
        result.attempts += 1;
        const { status } = await source.post('/login', { username: victim.name, password: 'a guess' });
        if (status !== 429) result.carriedOut += 1;
        if (status < 300) result.successes += 1;
      }
    },
  };
}

/** Plants a session cookie in the browsers of users who then sign in or up, three an hour. */
function plantSessions(server: TestServer): Attack {
  const result = createAttack('session cookies planted in browsers that sign in', 'sessions taken over');
  const ways = ['passkey', 'password', 'sign-up'] as const;
  return {
    result,
    async act(stepOfDay) {
      if (stepOfDay % 4) return;
      const way = ways[(stepOfDay / 4) % ways.length]!;
      const planter = server.visitor({ address: nextAddress() });
      await planter.post('/webauthn/login/options');
      const planted = planter.cookie;
      const address = nextAddress();
      const name = `victim ${stepOfDay}`;
      const site = { origin: server.origin, visitor: () => server.visitor({ address }) };
      const victim = way === 'sign-up' ? createPerson(site, name) : await signUp(site, name, password);
      if (way === 'passkey') await victim.addPasskey();
      if (way !== 'sign-up') await victim.signOut();
      victim.browser.cookie = planted;
      const { status } =
        way === 'passkey'
          ? await victim.signIn()
          : way === 'password'
            ? await victim.browser.post('/login', { username: name, password })
            : await victim.signUpByPasskey();
      if (status >= 300) throw new Error(`The ${way} of a victim was answered with ${status}.`);
      result.attempts += 1;
      result.carriedOut += 1;
      planter.cookie = planted;
      if ((await planter.get('/session')).body['signedIn'] === true) result.successes += 1;
    },
  };
}

/** Uses the cookie of the owner, five minutes after the sign-in, for every change that lasts; once an hour. */
function useStolenCookie(server: TestServer, owner: Person): Attack {
  const result = createAttack('changes with a cookie that was stolen five minutes ago', 'changes');
  const thief = server.visitor({ address: nextAddress() });
  return {
    result,
    async act(stepOfDay) {
      if (stepOfDay % stepsPerHour !== 1) return;
      thief.cookie = owner.browser.cookie;
      if ((await thief.get('/session')).body['signedIn'] !== true)
        throw new Error('The stolen cookie is not signed in.');
      const passkey = owner.authenticator.credentials[0]!.id;
      for (const change of [
        () => thief.post('/webauthn/register/options'),
        () => thief.delete(`/webauthn/credentials/${passkey}`),
        () => thief.put('/account/password', { password: 'a password of the thief' }),
        () => thief.delete('/account/password'),
        () => thief.patch('/account', { email: 'thief@example.com' }),
        () => thief.delete('/sessions'),
        () => thief.delete('/account'),
      ]) {
        result.attempts += 1;
        const { status } = await change();
        if (status !== 429) result.carriedOut += 1;
        if (status < 300) result.successes += 1;
      }
    },
  };
}

/** The owner of the attacked account signs in in each way, in the browser of before and in new ones. */
function createOwner(server: TestServer, ada: Person, address: string): () => Promise<OwnerResult[]> {
  const results: OwnerResult[] = [];
  const count = async (way: string, signIn: () => Promise<number>): Promise<void> => {
    const result = results.find((known) => known.way === way) ?? { way, signIns: 0, refused: 0 };
    if (result.signIns === 0) results.push(result);
    result.signIns += 1;
    if ((await signIn()) >= 300) result.refused += 1;
  };
  const newBrowser = (): Visitor => server.visitor({ address: nextAddress() });
  return async () => {
    await count('password, in a browser of before', async () => {
      await ada.signOut();
      return (await ada.browser.post('/login', { username: ada.name, password })).status;
    });
    await count('password, in a new browser', async () => {
      return (await newBrowser().post('/login', { username: ada.name, password })).status;
    });
    await count('code, in a browser of before', async () => {
      await ada.signOut();
      const before = (await server.sent()).length;
      const asked = await ada.browser.post('/otp/request', { to: address });
      const message = (await server.sent()).slice(before).find(({ text }) => /#\d+/.test(text));
      if (!message) return asked.status === 202 ? 429 : asked.status;
      return (await ada.browser.post('/otp/verify', { code: codeIn(message) })).status;
    });
    await count('passkey, in a browser of before', async () => {
      await ada.signOut();
      return (await ada.signIn()).status;
    });
    return results;
  };
}

/**
 * Plays a day on which all attacks go on at once, on a server with the limits of production or without them, and then
 * days on which only codes are guessed. Its clock is its own.
 */
export async function playDay(limitFailures: boolean, size: DaySize = fullSize): Promise<DayResult> {
  const server = await startServer({ config: { limitFailures }, passwords: createPasswords(cheap) });
  const address = 'ada@example.com';
  try {
    await fill(server, size.accounts);
    const ada = await signUpWithPasskey(server, 'ada');
    await ada.browser.put('/account/password', { password });
    await verifyAddress(server, ada, address);
    const signInOwner = createOwner(server, ada, address);
    const codes = guessCodes(server, address);
    const attacks = [
      floodSignUps(server, size.floods),
      sprayPassword(server, size.accounts),
      guessPassword(server, ada.name),
      codes,
      plantSessions(server),
      useStolenCookie(server, ada),
      await guessWithMarks(server, size.marksEvery),
    ];
    let owner: OwnerResult[] = [];
    for (let stepOfDay = 0; stepOfDay < stepsPerDay; stepOfDay += 1) {
      if (stepOfDay % stepsPerHour === 0) owner = await signInOwner();
      for (const { act } of attacks) await act(stepOfDay);
      server.clock.advance(step);
    }
    const between = size.codesEvery / 5;
    for (let stepOfMonth = stepsPerDay; stepOfMonth < size.days * stepsPerDay; stepOfMonth += between) {
      if (stepOfMonth % stepsPerDay === 0) owner = await signInOwner();
      await codes.act(stepOfMonth);
      server.clock.advance(between * step);
    }
    return { attacks: attacks.map(({ result }) => result), owner };
  } finally {
    await server.stop();
  }
}

/** Both days side by side, as tables in Markdown. */
export function compareDays(without: DayResult, within: DayResult): string {
  return [
    '| attack | attempts that were not refused, without limits | with limits | success | without limits | with limits |',
    '| --- | --- | --- | --- | --- | --- |',
    ...within.attacks.map((after, index) => {
      const before = without.attacks[index]!;
      return `| ${[after.attack, number(before.carriedOut), number(after.carriedOut), after.success, number(before.successes), number(after.successes)].join(' | ')} |`;
    }),
    '',
    '| sign-ins of the owner of the attacked account | attempts | refused, without limits | with limits |',
    '| --- | --- | --- | --- |',
    ...within.owner.map(
      (after, index) =>
        `| ${[after.way, number(after.signIns), number(without.owner[index]!.refused), number(after.refused)].join(' | ')} |`,
    ),
  ].join('\n');
}
