import { expect } from '@open-wc/testing';
import { instructionsFor } from '../../src/install/instructions.js';
import { readSurroundings, type Surroundings } from '../../src/install/surroundings.js';
import { browsers } from './browsers.js';

const nothing: Surroundings = {
  userAgent: '',
  brands: [],
  touchPoints: 0,
  hasPrompts: false,
  hasStandalone: false,
  hasAnchors: false,
};

describe('install instructions', () => {
  for (const { name, way, engine, platform, ...surroundings } of browsers) {
    it(`know ${name}`, () => {
      const found = instructionsFor({ ...nothing, ...surroundings });
      expect({ way: found.way, engine: found.engine, platform: found.platform }).to.deep.equal({
        way,
        engine,
        platform,
      });
    });
  }

  it('tell something to do for every browser, and end with a confirmation where they end in a menu', () => {
    for (const { name: _, ...surroundings } of browsers) {
      const { steps } = instructionsFor({ ...nothing, ...surroundings });
      expect(steps.length).to.be.at.least(1);
      if (steps.length > 1) expect(steps.at(-1)).to.match(/^(confirm-|install-there$)/);
    }
  });

  it('expect the browser to offer a dialog only where it has any', () => {
    const expected = browsers
      .filter((browser) => instructionsFor({ ...nothing, ...browser }).expectsPrompt)
      .map(({ name }) => name);
    expect(expected).to.include('Chrome on Android');
    expect(expected).not.to.include('an Android WebView');
    expect(expected.filter((name) => /Safari|Firefox/.test(name))).to.deep.equal([]);
  });

  it('begin in an in-app browser with the way out of it', () => {
    for (const browser of browsers.filter(({ way }) => way === 'in-app'))
      expect(instructionsFor({ ...nothing, ...browser }).steps[1]).to.equal('open-in-browser');
  });

  it('read this browser when none is given', () => {
    expect(readSurroundings()).to.include({ userAgent: navigator.userAgent, hasPrompts: true, hasStandalone: false });
    expect(instructionsFor()).to.deep.equal(instructionsFor(readSurroundings()));
    expect(instructionsFor().engine).to.equal('chromium');
  });
});
