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

  it('is true in a frame of a page of another origin', async () => {
    expect((await askFrame(strangeOrigin())).isEmbedded).to.equal(true);
  });
});
