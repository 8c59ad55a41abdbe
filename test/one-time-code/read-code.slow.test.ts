import { readCode } from '../../src/one-time-code/read-code.js';

describe('a code in a text', () => {
  // In a time that grows with the square of the length, it would not end before the limit of a test.
  it('is looked for in a megabyte of anything', () => {
    for (const text of ['1 ', '1-', '1', 'a', '12345 ']) readCode(text.repeat(1_000_000 / text.length), 6);
  });
});
