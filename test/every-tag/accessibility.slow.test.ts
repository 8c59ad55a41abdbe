import { expect } from '@open-wc/testing';
import '../../src/define/all.js';
import { settled } from '../support/browser/clock.js';
import { elementStates, inState } from './states.js';

describe('axe finds no fault in', () => {
  const { documentElement: root, body } = document;

  afterEach(() => {
    root.lang = 'en';
    for (const element of [root, body]) element.removeAttribute('style');
    root.removeAttribute('dir');
  });

  for (const lang of ['en', 'ar', 'de'])
    for (const state of elementStates)
      it(`<${state.tag}> ${state.state} in ${lang}, light and dark`, () => {
        root.lang = lang;
        root.dir = lang === 'ar' ? 'rtl' : 'ltr';
        body.style.cssText = 'background: Canvas; color: CanvasText';
        return inState(state, async (element) => {
          for (const scheme of ['light', 'dark']) {
            root.style.colorScheme = scheme;
            await settled();
            await expect(element).to.be.accessible();
          }
        });
      });
});
