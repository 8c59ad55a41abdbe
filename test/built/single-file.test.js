import { expect } from '@open-wc/testing';

const tags = ['latch-passkey-field', 'latch-passkey-button', 'latch-passkey-create', 'latch-sign-out-button'];
const folder = '/dist/cdn/';
const fetchText = async (file) => (await fetch(folder + file)).text();

/** Loads the single file as a page does that follows the README: with the hash from integrity.json. */
function addScript(integrity) {
  const script = document.createElement('script');
  Object.assign(script, { type: 'module', src: `${folder}latchkey.js`, integrity });
  return new Promise((resolve, reject) => {
    script.addEventListener('load', resolve);
    script.addEventListener('error', () => reject(new Error('the browser refused the script')));
    document.head.append(script);
  });
}

describe('the single file for a script tag', () => {
  it('registers every tag and draws them, from one script tag with its integrity hash', async () => {
    const { 'latchkey.js': integrity } = JSON.parse(await fetchText('integrity.json'));
    await addScript(integrity);
    for (const tag of tags) {
      const element = document.createElement(tag);
      document.body.append(element);
      await element.updateComplete;
      expect(element.shadowRoot.childElementCount, tag).to.be.greaterThan(0);
      element.remove();
    }
  });

  it('is minified and carries the production build of Lit', async () => {
    const text = await fetchText('latchkey.js');
    expect(text.length / text.split('\n').length, 'characters per line').to.be.greaterThan(300);
    expect(text).to.not.include('Lit is in dev mode');
  });

  it('has a correct hash for every script that lies beside it', async () => {
    const hashes = JSON.parse(await fetchText('integrity.json'));
    for (const [file, integrity] of Object.entries(hashes)) {
      const digest = await crypto.subtle.digest('SHA-384', await (await fetch(folder + file)).arrayBuffer());
      expect(`sha384-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`, file).to.equal(integrity);
    }
    expect(hashes).to.have.property('latchkey.js');
  });
});
