import { expect } from '@open-wc/testing';
import { nameProvider } from '../../src/passkey/providers.js';

describe('the name of a passkey provider', () => {
  it('is known for the common ones, however the AAGUID is spelled', () => {
    expect(nameProvider('fbfc3007-154e-4ecc-8c0b-6e020557d7bd')).to.equal('Apple Passwords');
    expect(nameProvider('EA9B8D66-4D01-1D21-3CE4-B6B48CB575D4')).to.equal('Google Password Manager');
    expect(nameProvider('08987058-cadc-4b81-b6e1-30de50dcbe96')).to.equal('Windows Hello');
  });

  it('is not made up for others: unknown, all zeros, no AAGUID at all', () => {
    for (const aaguid of [
      '11111111-2222-3333-4444-555555555555',
      '00000000-0000-0000-0000-000000000000',
      '',
      'constructor',
      '__proto__',
      'toString',
      'x'.repeat(32_000),
    ]) {
      expect(nameProvider(aaguid), aaguid.slice(0, 40)).to.equal(undefined);
    }
  });
});
