import { expect } from '@open-wc/testing';
import { clientFor } from '../../src/base/client/client.js';
import { noteSignOut, reconcile, unfinishedSignOut } from '../../src/sign-out/state.js';
import { forgetSignOuts, notedSignOut } from '../support/browser/sign-outs.js';

const client = clientFor();

describe('a sign-out that the backend has not confirmed', () => {
  afterEach(forgetSignOuts);

  it('is noted with the session that was to end, by an id that says nothing to anybody but the backend', () => {
    const signOut = { at: 2000, userId: 'YWxpY2U', authTime: 1000, everything: true };
    void noteSignOut(client, signOut);
    expect(JSON.parse(notedSignOut()!)).to.deep.equal(signOut);
    expect(unfinishedSignOut(client)).to.deep.equal(signOut);
  });

  it('is one for each backend of the origin', () => {
    void noteSignOut(clientFor('/auth'), { at: 2 });
    expect(unfinishedSignOut(client)).to.equal(undefined);
    expect(unfinishedSignOut(clientFor('/auth'))).to.deep.equal({ at: 2 });
  });

  it('is ignored when its entry holds something else', () => {
    for (const text of ['null', '1', '"signed-out"', '{']) {
      localStorage.setItem('latchkey.sign-out:/', text);
      expect(unfinishedSignOut(client), text).to.equal(undefined);
    }
  });

  for (const [what, noted, found] of [
    ['is the one that was known', { at: 2000, authTime: 1000 }, 1000],
    ['is the one that was known, on a device whose clock is slow', { at: 500, authTime: 1000 }, 1000],
    ['has been stepped up before the sign-out, in a page that sent no message', { at: 2000, authTime: 1000 }, 1500],
    ['is from before the sign-out, and no one knew it', { at: 2000 }, 1500],
    ['says nothing about when it began', { at: 2000, authTime: 1000 }, undefined],
  ] as const) {
    it(`is still to be done when the session ${what}`, () => {
      void noteSignOut(client, noted);
      expect(reconcile(client, { signedIn: true, ...(found !== undefined && { authTime: found }) })).to.deep.equal(
        noted,
      );
      expect(notedSignOut()).not.to.equal(null);
    });
  }

  it('is over when no user is signed in any more', () => {
    void noteSignOut(client, { at: 2000, authTime: 1000 });
    expect(reconcile(client, { signedIn: false })).to.equal(undefined);
    expect(notedSignOut()).to.equal(null);
  });

  for (const authTime of [1000, undefined]) {
    it(`is dropped, and ends nothing, when a user has signed in since, ${authTime ? 'after a session that was known' : 'after one that no one knew'}`, () => {
      void noteSignOut(client, { at: 2000, authTime });
      expect(reconcile(client, { signedIn: true, authTime: 2001 })).to.equal(undefined);
      expect(notedSignOut()).to.equal(null);
    });
  }

  it('is still to be done in a session of the same person, and dropped in one of another, whatever the clocks say', () => {
    const noted = { at: 9000, userId: 'YWxpY2U', authTime: 1000 };
    const sessionOf = (id: string, authTime: number) => ({ signedIn: true, user: { id }, authTime });
    void noteSignOut(client, noted);
    expect(reconcile(client, sessionOf('YWxpY2U', 1500))).to.deep.equal(noted);
    expect(reconcile(client, sessionOf('Ym9i', 1000))).to.equal(undefined);
    expect(notedSignOut()).to.equal(null);
  });
});
