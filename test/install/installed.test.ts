import { expect } from '@open-wc/testing';
import { isRunningInstalled } from '../../src/base/browser/installed-app.js';
import { isInstalled } from '../../src/install/installed.js';
import { stopClock } from '../support/browser/clock.js';
import { answerRelatedApps, matchMediaTo } from '../support/browser/install-prompts.js';

describe('an installed app', () => {
  const undo: (() => void)[] = [];
  const during = (...changes: (() => void)[]) => undo.push(...changes);
  afterEach(() => undo.splice(0).forEach((change) => change()));

  it('is not what runs in a tab', async () => {
    expect(isRunningInstalled()).to.equal(false);
    expect(await isInstalled()).to.equal(false);
  });

  for (const mode of ['standalone', 'minimal-ui', 'window-controls-overlay', 'tabbed', 'unframed']) {
    it(`runs in the display mode ${mode}`, async () => {
      during(
        matchMediaTo(`(display-mode: ${mode})`),
        answerRelatedApps(() => expect.fail('asked for nothing')),
      );
      expect(isRunningInstalled()).to.equal(true);
      expect(await isInstalled()).to.equal(true);
    });
  }

  it('runs in full screen only where no key could have brought the browser there', () => {
    during(matchMediaTo('(display-mode: fullscreen)'));
    expect(isRunningInstalled()).to.equal(false);
    during(matchMediaTo('(display-mode: fullscreen) and (hover: none)'));
    expect(isRunningInstalled()).to.equal(true);
    Object.defineProperty(document, 'fullscreenElement', { configurable: true, value: document.body });
    during(() => Reflect.deleteProperty(document, 'fullscreenElement'));
    expect(isRunningInstalled()).to.equal(false);
  });

  it('runs where WebKit reports it with its own property', () => {
    Object.defineProperty(navigator, 'standalone', { configurable: true, value: true });
    during(() => Reflect.deleteProperty(navigator, 'standalone'));
    expect(isRunningInstalled()).to.equal(true);
  });

  it('is known to the browser that names a related app', async () => {
    during(answerRelatedApps(async () => [{ platform: 'webapp', url: '/manifest.webmanifest' }]));
    expect(isRunningInstalled()).to.equal(false);
    expect(await isInstalled()).to.equal(true);
  });

  for (const [what, answer] of [
    ['knows of none', async () => []],
    ['does not tell', () => Promise.reject(new DOMException('', 'InvalidStateError'))],
    [
      'fails at once',
      () => {
        throw new Error('an extension');
      },
    ],
    ['tells something else', async () => null as never],
  ] as const) {
    it(`is not assumed when the browser ${what}`, async () => {
      during(answerRelatedApps(answer));
      expect(await isInstalled()).to.equal(false);
    });
  }

  it('is not assumed when the browser takes more than three seconds', async () => {
    const clock = stopClock();
    during(
      () => clock.restore(),
      answerRelatedApps(() => new Promise(() => {})),
    );
    let answer: boolean | undefined;
    void isInstalled().then((isKnown) => (answer = isKnown));
    await clock.pass(2999);
    expect(answer).to.equal(undefined);
    await clock.pass(1);
    expect(answer).to.equal(false);
  });
});
