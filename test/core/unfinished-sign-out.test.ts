import { expect } from '@open-wc/testing';
import { clientFor } from '../../src/core/client.js';
import { noteSignOut, reconcile, unfinishedSignOut } from '../../src/core/unfinished-sign-out.js';
import { forgetSignOuts, notedSignOut } from '../support/browser/sign-outs.js';

const client = clientFor();
const user = { name: 'alice', displayName: 'Alice' };

describe('a sign-out that the backend has not confirmed', () => {
  afterEach(forgetSignOuts);

  it('is noted without a word about whose it was', () => {
    noteSignOut(client, { authTime: 1000, everything: true });
    expect(JSON.parse(notedSignOut()!)).to.deep.equal({ authTime: 1000, everything: true });
    expect(unfinishedSignOut(client)).to.deep.equal({ authTime: 1000, everything: true });
  });

  it('is one for each backend of the origin', () => {
    noteSignOut(clientFor('/auth'), { authTime: 1 });
    expect(unfinishedSignOut(client)).to.equal(undefined);
    expect(unfinishedSignOut(clientFor('/auth'))).to.deep.equal({ authTime: 1 });
  });

  it('is none when something else stands in its place', () => {
    for (const text of ['null', '1', '"signed-out"', '{']) {
      localStorage.setItem('latchkey.sign-out:/', text);
      expect(unfinishedSignOut(client), text).to.equal(undefined);
    }
  });

  it('is still to be done while the session is the one that was to end', () => {
    noteSignOut(client, { authTime: 1000 });
    expect(reconcile(client, { signedIn: true, user, authTime: 1000 })).to.deep.equal({ authTime: 1000 });
    expect(notedSignOut()).not.to.equal(null);
  });

  it('is over when nobody is signed in any more', () => {
    noteSignOut(client, { authTime: 1000 });
    expect(reconcile(client, { signedIn: false })).to.equal(undefined);
    expect(notedSignOut()).to.equal(null);
  });

  for (const [what, noted, found] of [
    ['is a later one', 1000, 1001],
    ['is an earlier one, by a clock that was put back', 1000, 999],
    ['says nothing about when it began', 1000, undefined],
    ['cannot be compared, because nobody knew which was to end', undefined, 1000],
    ['cannot be compared at all', undefined, undefined],
  ] as const) {
    it(`is dropped, and never ends a session, when the session ${what}`, () => {
      noteSignOut(client, { authTime: noted });
      expect(reconcile(client, { signedIn: true, user, ...(found !== undefined && { authTime: found }) })).to.equal(undefined);
      expect(notedSignOut()).to.equal(null);
    });
  }
});
