import { expect } from '@open-wc/testing';
import { chooseMode, type FlowMode, type FlowSurroundings } from '../../../src/provider/oidc/choose-mode.js';

const tab: FlowSurroundings = { isEmbedded: false, isInstalled: false, isWebKit: false, touchPoints: 0 };

describe('the way to the provider', () => {
  const ways: [where: string, surroundings: Partial<FlowSurroundings>, mode: FlowMode][] = [
    ['a tab on a desktop', {}, 'redirect'],
    ['a tab on a phone', { touchPoints: 5 }, 'redirect'],
    ['a tab of Safari on a Mac', { isWebKit: true }, 'redirect'],
    ['a tab of Safari on an iPhone', { isWebKit: true, touchPoints: 5 }, 'redirect'],
    ['an app that Chromium has installed on a desktop', { isInstalled: true }, 'redirect'],
    [
      'an app that Chromium has installed on a laptop with a touch screen',
      { isInstalled: true, touchPoints: 10 },
      'redirect',
    ],
    ['an app that Chromium has installed on Android', { isInstalled: true, touchPoints: 5 }, 'redirect'],
    ['an app in the Dock of a Mac', { isInstalled: true, isWebKit: true }, 'popup'],
    ['an app on the Home Screen of an iPhone', { isInstalled: true, isWebKit: true, touchPoints: 5 }, 'handoff'],
    [
      'an app on the Home Screen of an iPad that calls itself a Mac',
      { isInstalled: true, isWebKit: true, touchPoints: 5 },
      'handoff',
    ],
    ['a frame of another origin’s page', { isEmbedded: true }, 'popup'],
    [
      'a frame in an app on the Home Screen',
      { isEmbedded: true, isInstalled: true, isWebKit: true, touchPoints: 5 },
      'popup',
    ],
  ];
  for (const [where, surroundings, mode] of ways)
    it(`from ${where} is ${mode}`, () => expect(chooseMode({ ...tab, ...surroundings })).to.equal(mode));

  it('is chosen by what the page sees of itself', () => expect(chooseMode()).to.equal('redirect'));
});
