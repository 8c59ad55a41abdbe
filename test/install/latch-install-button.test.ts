import { expect, fixture, html, oneEvent } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import '../../src/define/install-button.js';
import type { LatchInstallButton } from '../../src/elements.js';
import { installSteps } from '../../src/messages/en.js';
import { click } from '../support/browser/click.js';
import { settled } from '../support/browser/clock.js';
import { buttonOf, statesOf, statusOf } from '../support/browser/elements.js';
import {
  answerRelatedApps,
  finishInstallation,
  matchMediaTo,
  offerInstallation,
  withdrawInstallation,
} from '../support/browser/install-prompts.js';
import { answerManifests, linkManifest } from '../support/browser/manifests.js';

const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';
const sound = {
  name: 'Ladder',
  start_url: '/',
  display: 'standalone',
  icons: [{ src: '/icon.png', sizes: '512x512', type: 'image/png' }],
};

describe('<latch-install-button>', () => {
  const undo: (() => void)[] = [];
  const during = (...changes: (() => void)[]) => undo.push(...changes);
  const put = () => fixture<LatchInstallButton>(html`<latch-install-button></latch-install-button>`);
  const dialogOf = (button: Element) => button.shadowRoot!.querySelector('dialog');
  const problemsOf = (button: Element) =>
    [...dialogOf(button)!.querySelectorAll('.problems li')].map(({ textContent }) => textContent);

  /** Clicks, and resolves once the dialog with the steps is there. */
  async function openGuide(button: LatchInstallButton): Promise<HTMLDialogElement> {
    const { promise, resolve } = resolvers<HTMLDialogElement>();
    new MutationObserver((_records, observer) => {
      const dialog = dialogOf(button);
      if (!dialog?.open) return;
      observer.disconnect();
      resolve(dialog);
    }).observe(button.shadowRoot!, { subtree: true, childList: true, attributes: true });
    await click(buttonOf(button));
    return promise;
  }

  function resolvers<Value>(): { promise: Promise<Value>; resolve: (value: Value) => void } {
    let resolve!: (value: Value) => void;
    return { promise: new Promise<Value>((settle) => (resolve = settle)), resolve };
  }

  function callItself(userAgent: string): void {
    Object.defineProperty(navigator, 'userAgent', { configurable: true, value: userAgent });
    during(() => Reflect.deleteProperty(navigator, 'userAgent'));
  }

  afterEach(async () => {
    undo.splice(0).forEach((change) => change());
    await withdrawInstallation();
  });

  it('is a button with a name, before and after the browser has a dialog to open', async () => {
    const button = await put();
    expect(buttonOf(button).textContent!.trim()).to.equal('Install app');
    await expect(button).to.be.accessible();
    offerInstallation();
    await expect(button).to.be.accessible();
    expect(statusOf(button)).to.equal('');
  });

  it('opens the dialog that the browser had to offer before there was any element', async () => {
    const prompt = offerInstallation();
    const button = await put();
    await click(buttonOf(button));
    await click(buttonOf(button));
    expect([prompt.prompted, statesOf(button), statusOf(button)]).to.deep.equal([
      1,
      ['pending', 'asking'],
      'Continue in the dialog.',
    ]);
    expect(buttonOf(button).getAttribute('aria-disabled')).to.equal('true');
    await expect(button).to.be.accessible();
  });

  it('says that the browser installs the app, tells when it has, and hides', async () => {
    const prompt = offerInstallation();
    const button = await put();
    prompt.answer('accepted');
    await click(buttonOf(button));
    await settled();
    expect([statusOf(button), statesOf(button)]).to.deep.equal(['Installing the app…', ['done']]);
    expect(button.offsetHeight).to.be.above(0);
    const installed = oneEvent(button, 'latch-installed');
    finishInstallation();
    const { bubbles, composed, detail } = await installed;
    expect([bubbles, composed, detail]).to.deep.equal([true, true, null]);
    await button.updateComplete;
    expect([
      button.installed,
      button.hasAttribute('installed'),
      button.offsetHeight,
      button.shadowRoot!.querySelector('button') === null,
    ]).to.deep.equal([true, true, 0, true]);
  });

  it('tells that the person has declined, and stays', async () => {
    const prompt = offerInstallation();
    const button = await put();
    const dismissed = oneEvent(button, 'latch-install-dismissed');
    prompt.answer('dismissed');
    await click(buttonOf(button));
    await dismissed;
    await button.updateComplete;
    expect([statusOf(button), statesOf(button), button.installed]).to.deep.equal([
      'The app was not installed.',
      [],
      false,
    ]);
    const second = offerInstallation();
    await click(buttonOf(button));
    expect(second.prompted).to.equal(1);
    second.answer('dismissed');
  });

  it('hides when the browser’s own menu was used, tells once, and comes back when the app was removed', async () => {
    const button = await put();
    let told = 0;
    button.addEventListener('latch-installed', () => told++);
    finishInstallation();
    finishInstallation();
    await button.updateComplete;
    expect([told, button.installed]).to.deep.equal([1, true]);
    offerInstallation();
    await button.updateComplete;
    expect(button.installed).to.equal(false);
  });

  it('is not there where the page runs as the app', async () => {
    during(matchMediaTo('(display-mode: standalone)'));
    const button = await put();
    expect([button.installed, button.offsetHeight]).to.deep.equal([true, 0]);
  });

  it('is not there where the browser knows that the app is on this device', async () => {
    during(answerRelatedApps(async () => [{ platform: 'webapp' }]));
    const button = await put();
    await settled();
    expect(button.installed).to.equal(true);
  });

  it('says nothing after it was removed', async () => {
    const prompt = offerInstallation();
    const button = await put();
    for (const name of ['latch-installed', 'latch-install-dismissed'])
      button.addEventListener(name, () => expect.fail(name));
    await click(buttonOf(button));
    button.remove();
    await settled();
    prompt.answer('dismissed');
    finishInstallation();
    await settled();
    expect(prompt.prompted).to.equal(1);
  });

  it('shows the steps for this browser where there is no dialog to open, in one that Escape closes', async () => {
    callItself(iphone);
    const button = await put();
    const dialog = await openGuide(button);
    expect(dialog.matches(':modal')).to.equal(true);
    expect([...dialog.querySelectorAll('ol > li')].map((step) => step.textContent!.trim())).to.deep.equal([
      installSteps.english.share,
      installSteps.english['add-to-home-screen'],
      installSteps.english['confirm-add'],
    ]);
    expect(dialog.querySelectorAll('ol svg:not([aria-hidden=true])').length).to.equal(0);
    expect(dialog.querySelectorAll('.problems').length).to.equal(0);
    expect(
      [dialog.getAttribute('aria-labelledby'), dialog.getAttribute('aria-describedby')].map(
        (id) => dialog.querySelector(`#${id}`)!.textContent,
      ),
    ).to.deep.equal(['Install this app', 'Follow these steps to install:']);
    expect(button.shadowRoot!.activeElement?.textContent).to.equal('Close');
    expect(statesOf(button)).to.deep.equal(['pending', 'guiding']);
    await sendKeys({ press: 'Tab' });
    expect(buttonOf(button).matches(':focus')).to.equal(false);
    await expect(button).to.be.accessible();
    await sendKeys({ press: 'Escape' });
    await settled();
    expect([
      dialogOf(button) === null,
      statesOf(button),
      button.shadowRoot!.activeElement === buttonOf(button),
    ]).to.deep.equal([true, [], true]);
  });

  it('shows them again at the next click, and closes them by the button', async () => {
    callItself(iphone);
    const button = await put();
    for (let time = 0; time < 2; time++) {
      const dialog = await openGuide(button);
      await click(dialog.querySelector('.answers button')!);
      await settled();
      expect(dialogOf(button) === null).to.equal(true);
    }
  });

  it('shows them when the dialog turns out to be used up', async () => {
    const prompt = offerInstallation();
    void prompt.prompt();
    const button = await put();
    const dialog = await openGuide(button);
    expect(dialog.querySelectorAll('ol > li').length).to.be.at.least(1);
  });

  it('says one sentence, and no number, where there is but one thing to do', async () => {
    callItself('Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0');
    const dialog = await openGuide(await put());
    expect(dialog.querySelector('#about')!.textContent).to.equal('This browser can’t install apps.');
    expect(getComputedStyle(dialog.querySelector('li')!, '::before').content).to.equal('none');
  });

  for (const [what, manifest, problems] of [
    ['the page links no manifest', undefined, [/manifest/]],
    ['the manifest is not JSON', 'not JSON', [/read/, /start_url/, /name/, /display/, /icon/, /icon/]],
    ['the manifest has no name', JSON.stringify({ ...sound, name: undefined }), [/short_name/]],
    ['the display mode is browser', JSON.stringify({ ...sound, display: 'browser' }), [/display/]],
    [
      'the manifest prefers another app',
      JSON.stringify({
        ...sound,
        prefer_related_applications: true,
        related_applications: [{ platform: 'chrome_web_store', id: 'x' }],
      }),
      [/prefer_related_applications/],
    ],
    ['the manifest is fine', JSON.stringify(sound), []],
  ] as const) {
    it(`explains why the browser does not offer it when ${what}`, async () => {
      if (manifest !== undefined)
        during(
          linkManifest(),
          answerManifests(() => new Response(manifest)),
        );
      const button = await put();
      await openGuide(button);
      await explained(button);
      const found = problemsOf(button);
      expect(found.length, found.join(' ')).to.equal(problems.length);
      problems.forEach((problem, index) => expect(found[index]).to.match(problem));
      await expect(button).to.be.accessible();
    });
  }

  for (const href of ['data:application/manifest+json,{}', 'blob:https://app.example/1']) {
    it(`explains that a manifest needs an address of its own when it is linked as ${href.split(':')[0]}:`, async () => {
      // Asked in earnest, the browser would look at the manifest, which the policy of this page forbids.
      during(
        linkManifest(href),
        answerRelatedApps(async () => []),
      );
      const button = await put();
      await openGuide(button);
      await explained(button);
      expect(problemsOf(button)).to.deep.equal([
        `The page links its manifest by a ${href.split(':')[0]}: URL. Publish the manifest at an http or https URL.`,
      ]);
    });
  }

  for (const [what, answer, sentence] of [
    [
      'cannot be fetched',
      () => Promise.reject(new TypeError('Failed to fetch')),
      'The manifest of this page could not be loaded.',
    ],
    ['is not there', () => new Response('', { status: 404 }), 'The server doesn’t provide the manifest of this page.'],
  ] as const) {
    it(`reports it when the manifest ${what}`, async () => {
      during(linkManifest(), answerManifests(answer));
      const button = await put();
      await openGuide(button);
      await explained(button);
      expect(problemsOf(button)).to.deep.equal([sentence]);
    });
  }

  it('shows what a manifest holds as text, and never as markup', async () => {
    during(
      linkManifest(),
      answerManifests(
        () => new Response(JSON.stringify({ ...sound, icons: [{ src: '/<img src=x onerror=alert(1)>' }] })),
      ),
    );
    const button = await put();
    const dialog = await openGuide(button);
    await explained(button);
    expect(dialog.querySelectorAll('img, script').length).to.equal(0);
  });

  it('closes the dialog when it is removed while it is open, and works again in another place', async () => {
    callItself(iphone);
    const button = await put();
    await openGuide(button);
    const { parentElement } = button;
    button.remove();
    await settled();
    parentElement!.append(button);
    await settled();
    expect(dialogOf(button) === null).to.equal(true);
    await openGuide(button);
  });

  describe('where the browser has navigator.install()', () => {
    const other = 'https://other.example/app.webmanifest';
    const requests: unknown[][] = [];
    let answer: () => Promise<unknown>;

    beforeEach(() => {
      requests.length = 0;
      answer = async () => ({});
      Object.defineProperty(navigator, 'install', {
        configurable: true,
        value: (...request: unknown[]) => {
          requests.push(request);
          return answer();
        },
      });
      during(() => Reflect.deleteProperty(navigator, 'install'));
    });

    const refuseWith = (name: string) => (answer = () => Promise.reject(new DOMException('', name)));
    const putOther = (attributes = '') =>
      fixture<LatchInstallButton>(
        `<latch-install-button manifest-url="${other}" ${attributes}></latch-install-button>`,
      );

    it('installs the app of the page with it, though there is a prompt', async () => {
      const prompt = offerInstallation();
      const button = await put();
      const { promise, resolve } = resolvers<void>();
      answer = () => promise;
      await click(buttonOf(button));
      await import('../../src/install/web-install.js');
      await settled();
      expect([requests, prompt.prompted, statesOf(button)]).to.deep.equal([[[]], 0, ['pending', 'asking']]);
      resolve();
      finishInstallation();
      await settled();
      expect(button.installed).to.equal(true);
    });

    it('reports that the user has declined', async () => {
      refuseWith('AbortError');
      const button = await put();
      const dismissed = oneEvent(button, 'latch-install-dismissed');
      await click(buttonOf(button));
      await dismissed;
      expect(requests).to.have.length(1);
    });

    it('shows the steps and the reasons if the browser refuses the manifest', async () => {
      refuseWith('DataError');
      during(
        linkManifest(),
        answerManifests(() => new Response('{}')),
      );
      const button = await put();
      await openGuide(button);
      await explained(button);
      expect(problemsOf(button).join()).to.match(/name/);
    });

    it('installs another app by the URL and the id of its manifest, with the same events, and hides', async () => {
      const button = await putOther('manifest-id="/app"');
      const installed = oneEvent(button, 'latch-installed');
      await click(buttonOf(button));
      await installed;
      expect(requests).to.deep.equal([[{ manifest: other, manifestId: 'https://other.example/app' }]]);
      await button.updateComplete;
      expect([button.installed, getComputedStyle(button).display]).to.deep.equal([true, 'none']);
    });

    it('says why the browser refuses another app, in the words of the manifest toolkit', async () => {
      refuseWith('DataError');
      during(answerManifests(() => new Response('{"start_url": "/"}')));
      const button = await putOther();
      const failed = oneEvent(button, 'latch-install-failed');
      await click(buttonOf(button));
      const { code, message } = ((await failed) as CustomEvent<{ code: string; message: string }>).detail;
      expect(code).to.equal('unsupported');
      expect(message).to.match(/^The browser refuses to install the app\. .*name/);
      expect(message, 'its start URL is on its own origin').not.to.match(/start_url/);
    });

    it('asks for another click if the browser has missed the gesture', async () => {
      const button = await put();
      Object.defineProperty(navigator, 'userActivation', { configurable: true, value: { isActive: false } });
      during(() => Reflect.deleteProperty(navigator, 'userActivation'));
      refuseWith('NotAllowedError');
      await button.install();
      expect(statusOf(button)).to.equal('The app was not installed.');
    });

    it('is not hidden because the app of the page is installed if it is for another one', async () => {
      during(matchMediaTo('(display-mode: standalone)'));
      const button = await putOther();
      expect(button.installed).to.equal(false);
    });
  });

  it('opens a page of the other app where the browser installs only the app of a page', async () => {
    // The module that opens the page may come after the click.
    const { promise: opened, resolve } = resolvers<string[]>();
    const own = globalThis.open;
    globalThis.open = (...request) => (resolve(request.map(String)), null);
    during(() => (globalThis.open = own));
    const button = await fixture<LatchInstallButton>(
      '<latch-install-button manifest-url="https://other.example/m.json" install-url="https://other.example/"></latch-install-button>',
    );
    await click(buttonOf(button));
    expect(await opened).to.deep.equal(['https://other.example/', '_blank', 'noopener']);
  });

  it('fails as unsupported for another app without a page, where the browser cannot install it', async () => {
    const button = await fixture<LatchInstallButton>(
      '<latch-install-button manifest-url="https://other.example/m.json"></latch-install-button>',
    );
    const failed = oneEvent(button, 'latch-install-failed');
    await click(buttonOf(button));
    expect(((await failed) as CustomEvent<{ code: string }>).detail.code).to.equal('unsupported');
  });

  /**
   * Resolves when what is to be said of the manifest is there: after the module that judges it has come, and what it
   * found is shown.
   */
  async function explained(button: LatchInstallButton): Promise<void> {
    await import('../../src/install/install-problems.js');
    await settled();
    await button.updateComplete;
  }
});
