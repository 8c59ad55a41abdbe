import { expect } from '@open-wc/testing';
import { isEmbedded } from '../../../src/base/browser/embedding.js';
import { askFrame, strangeOrigin } from '../../support/browser/frames.js';

describe('isEmbedded', () => {
  it('is false in a window of its own, which the page of a test is', () => {
    expect(isEmbedded()).to.equal(false);
  });

  it('is false in a frame of a page of the same origin', async () => {
    expect((await askFrame(location.origin)).isEmbedded).to.equal(false);
  });

  it('is false in a frame whose page is in its attribute, and elements ask the backend of the page around it', async () => {
    const path = '/webauthn/login/options';
    const report = await askFrame('about:srcdoc', `?tag=latch-passkey-button&path=${path}`);
    expect(report.isEmbedded).to.equal(false);
    expect(report.requests).to.include(path);
  });

  it('is true in a frame of a page of another origin', async () => {
    expect((await askFrame(strangeOrigin())).isEmbedded).to.equal(true);
  });
});
