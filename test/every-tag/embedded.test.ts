import { expect } from '@open-wc/testing';
import { askFrame, strangeOrigin } from '../support/browser/frames.js';
import { runsEverything } from '../support/browser/runs.js';
import { kinds } from './kinds.js';

const refusal = 'Open this page in its own window to continue.';

for (const [index, { tag, path }] of kinds.entries()) {
  describe(`<${tag}> in a frame of a page of another origin`, () => {
    it('refuses in words, and asks the backend for nothing', async () => {
      const { status, requests } = await askFrame(strangeOrigin(), `?tag=${tag}&path=${path}`);
      expect(status).to.equal(refusal);
      expect(requests).to.have.length(0);
    });

    if (index > 0 && !runsEverything) return;

    it('works with allow-embedded', async () => {
      const { status, requests } = await askFrame(strangeOrigin(), `?tag=${tag}&path=${path}&allowed`);
      expect(status).not.to.equal(refusal);
      expect(requests).to.contain(path);
    });

    it('works without in a frame of the same origin', async () => {
      const { status, requests } = await askFrame(location.origin, `?tag=${tag}&path=${path}`);
      expect(status).not.to.equal(refusal);
      expect(requests).to.contain(path);
    });
  });
}
