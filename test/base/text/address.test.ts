import { expect } from '@open-wc/testing';
import { addressToSend } from '../../../src/base/text/address.js';
import { nameToSend } from '../../../src/base/text/username.js';

describe('what users type for an address', () => {
  for (const typed of [
    'ada@example.com.',
    'ada@example.com. ',
    'ada @example.com',
    'ada@ example.com',
    ' ada @ example.com.',
  ])
    it(`is sent without what the keyboard has added to ${JSON.stringify(typed)}`, () => {
      expect([nameToSend(typed), addressToSend(typed)]).to.deep.equal(['ada@example.com', 'ada@example.com']);
    });

  for (const typed of [
    'Ada Lovelace <ada@example.com>',
    '"Lovelace, Ada" <ada@example.com>,',
    '<ada@example.com>',
    'ada@example.com,',
    'ada@example.com; ',
    '“ada@example.com”',
    '"ada@example.com"',
    '(ada@example.com)',
    'mailto:ada@example.com,',
    '“ada@example.com”\u200b',
    'Ada ＜ada＠example.com＞',
  ])
    it(`is sent without what mail programs put around it: ${typed}`, () => {
      expect([nameToSend(typed), addressToSend(typed)]).to.deep.equal(['ada@example.com', 'ada@example.com']);
    });

  it('keeps the quotes that are part of an address', () => {
    expect(addressToSend('"ada l"@example.com')).to.equal('"ada l"@example.com');
  });

  for (const typed of ['ada lovelace', 'ada.', 'ada l@home.example'])
    it(`is left as it is where it is part of a name: ${typed}`, () => {
      expect(nameToSend(typed)).to.equal(typed);
    });
});
