import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { AuthenticationResponse } from '../../../src/base/contract/types.js';
import { signUpWithPasskey, type Person } from './people.js';
import type { Answer, Visitor } from './visitor.js';

/** The servers that the people of a ledger use. */
interface Site {
  origin: string;
  visitor(): Visitor;
}

/** A verification that was sent, with the cookie that it was sent with. */
interface SentProof {
  cookie: string | undefined;
  response: AuthenticationResponse;
  isAccepted: boolean;
}

/** People who use servers that fail, and everything that was acknowledged to them. */
export interface Ledger {
  /** What was acknowledged so far. */
  readonly acknowledged: number;
  /**
   * Has everyone sign in, write, sign out and sign others up side by side until `isOver`. What gets no answer, or 503,
   * counts as not acknowledged; any other answer than the expected one fails the test.
   */
  work(isOver: () => boolean): Promise<void>;
  /**
   * Checks, over servers that work again, that everything is there that was acknowledged since the last check, that no
   * session is alive after its sign-out, and that no response to a challenge is accepted twice.
   */
  check(): Promise<void>;
}

/** Sends, and returns nothing where there was no answer or it was 503. */
async function attempt(send: () => Promise<Answer>): Promise<Answer | undefined> {
  try {
    const answer = await send();
    if (answer.status === 503) {
      assert.equal(answer.headers.get('Set-Cookie'), null);
      return undefined;
    }
    return answer;
  } catch (error) {
    if (error instanceof TypeError && error.message === 'fetch failed') return undefined;
    throw error;
  }
}

/** Starts a ledger with so many people, who sign up now. */
export async function startLedger(site: Site, count: number): Promise<Ledger> {
  const people: Person[] = [];
  for (let index = 0; index < count; index += 1) people.push(await signUpWithPasskey(site, `person ${index}`));
  const handles = new Map<Person, string>();
  for (const endUser of people)
    handles.set(endUser, (await endUser.browser.get<{ user: { id: string } }>('/session')).body.user.id);
  let acknowledged = 0;
  let names: string[] = [];
  let ended: string[] = [];
  let proofs: SentProof[] = [];
  const notes = new Map<Person, Set<string>>(people.map((endUser) => [endUser, new Set()]));
  let others = 0;

  const expectStatus = (answer: Answer, ...allowed: number[]): void =>
    assert.ok(allowed.includes(answer.status), `${answer.status} ${answer.text}`);

  const signIn = async (endUser: Person): Promise<boolean> => {
    const { browser } = endUser;
    browser.cookie = undefined;
    const options = await attempt(() => browser.post('/webauthn/login/options'));
    if (!options) return false;
    expectStatus(options, 200);
    const response = (await endUser.authenticator.get(options.body as never, {
      origin: site.origin,
    })) as AuthenticationResponse;
    const proof: SentProof = { cookie: browser.cookie, response, isAccepted: false };
    proofs.push(proof);
    const verified = await attempt(() => browser.post('/webauthn/login/verify', response));
    if (!verified) return false;
    expectStatus(verified, 200);
    proof.isAccepted = true;
    acknowledged += 1;
    return true;
  };

  const turn = async (endUser: Person): Promise<void> => {
    const { browser } = endUser;
    if (!(await signIn(endUser))) return;
    const id = randomUUID();
    const written = await attempt(() =>
      browser.put(
        `/notes/${id}`,
        { title: 'A note', text: 'text' },
        { 'If-None-Match': '*', 'Idempotency-Key': id, 'Latch-User': handles.get(endUser)! },
      ),
    );
    if (written) {
      expectStatus(written, 201);
      notes.get(endUser)!.add(id);
      acknowledged += 1;
    }
    const session = await attempt(() => browser.get('/session'));
    if (session) assert.equal(session.body['signedIn'], true, 'a session that was acknowledged lives');
    const cookie = browser.cookie!;
    const signedOut = await attempt(() => browser.post('/logout'));
    if (signedOut) {
      expectStatus(signedOut, 200);
      ended.push(cookie);
      acknowledged += 1;
    }
    others += 1;
    const name = `other ${others}`;
    const created = await attempt(() => site.visitor().post('/signup', { username: name }));
    if (created) {
      expectStatus(created, 201);
      names.push(name);
      acknowledged += 1;
    }
  };

  return {
    get acknowledged() {
      return acknowledged;
    },

    async work(isOver) {
      await Promise.all(
        people.map(async (endUser) => {
          while (!isOver()) await turn(endUser);
        }),
      );
    },

    async check() {
      for (const name of names)
        assert.equal((await site.visitor().post('/signup/options', { username: name })).status, 409, `${name} is lost`);
      for (const cookie of ended) {
        const witness = site.visitor();
        witness.cookie = cookie;
        assert.deepEqual((await witness.get('/session')).body, { signedIn: false }, 'a session outlived its sign-out');
      }
      for (const { cookie, response, isAccepted } of proofs) {
        let accepted = isAccepted ? 1 : 0;
        for (let repetition = 0; repetition < 2; repetition += 1) {
          const replay = site.visitor();
          replay.cookie = cookie;
          const { status, text } = await replay.post('/webauthn/login/verify', response);
          assert.ok([200, 400].includes(status), `${status} ${text}`);
          if (status === 200) accepted += 1;
        }
        assert.ok(accepted <= 1, 'a response was accepted twice');
      }
      for (const endUser of people) {
        assert.equal(await signIn(endUser), true);
        const { notes: listed } = (await endUser.browser.get<{ notes: { id: string }[] }>('/notes')).body;
        const there = new Set(listed.map(({ id }) => id));
        for (const id of notes.get(endUser)!) assert.ok(there.has(id), 'a note is lost');
        if (there.size > 800)
          for (const { id, etag } of listed as { id: string; etag: string }[]) {
            assert.equal((await endUser.browser.delete(`/notes/${id}`, { 'If-Match': etag })).status, 204);
            notes.get(endUser)!.delete(id);
          }
      }
      names = [];
      ended = [];
      proofs = [];
    },
  };
}
