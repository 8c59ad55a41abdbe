import { expect } from '@open-wc/testing';
import { readCode } from '../../src/one-time-code/read-code.js';

describe('a code in a text', () => {
  it('is looked for in no time in 32 kB of anything', () => {
    for (const text of [
      '1 '.repeat(16_000),
      '1-'.repeat(16_000),
      '1'.repeat(32_000),
      'a'.repeat(32_000),
      '12345 '.repeat(5000),
    ]) {
      const started = performance.now();
      readCode(text, 6);
      expect(performance.now() - started).to.be.below(100);
    }
  });
});
