import { expect } from '@open-wc/testing';
import fc from 'fast-check';
import type { LatchError } from '../../src/index.js';
import { install, readInstallation, watchInstallation, type Installation } from '../../src/install/prompt.js';
import { settled } from '../support/browser/clock.js';
import { importCopy } from '../support/browser/copy.js';
import {
  finishInstallation,
  InstallPrompt,
  offerInstallation,
  withdrawInstallation,
} from '../support/browser/install-prompts.js';
import { rejection } from '../support/browser/rejection.js';
import { runs } from '../support/browser/runs.js';

/** A prompt that the browser answers with this alone when it is requested. */
class FailingPrompt extends InstallPrompt {
  failure: DOMException | undefined;

  constructor(name: string) {
    super();
    this.failure = new DOMException('', name);
  }

  override prompt() {
    const { failure } = this;
    this.failure = undefined;
    return failure ? Promise.reject(failure) : super.prompt();
  }
}

describe('the install prompt', () => {
  afterEach(withdrawInstallation);

  for (const outcome of ['accepted', 'dismissed'] as const) {
    it(`tells that the person has ${outcome} it`, async () => {
      const prompt = offerInstallation();
      const answer = install();
      prompt.answer(outcome);
      expect(await answer).to.equal(outcome);
    });
  }

  it('is kept from the moment at which the browser fires it', () => {
    expect(readInstallation().canPrompt).to.equal(false);
    offerInstallation();
    expect(readInstallation()).to.deep.equal({ canPrompt: true, installed: false });
  });

  it('replaces the browser’s own offer only while something follows the installation', () => {
    expect(offerInstallation().defaultPrevented).to.equal(false);
    const page = new AbortController();
    watchInstallation(() => {}, page.signal);
    expect(offerInstallation().defaultPrevented).to.equal(true);
    page.abort();
    expect(offerInstallation().defaultPrevented).to.equal(false);
  });

  it('is used once: after that there is none until the browser fires another', async () => {
    const prompt = offerInstallation();
    prompt.answer('dismissed');
    await install();
    expect((await rejection(install())).code).to.equal('unsupported');
    const second = offerInstallation();
    second.answer('accepted');
    expect(await install()).to.equal('accepted');
    expect([prompt.prompted, second.prompted]).to.deep.equal([1, 1]);
  });

  it('is shared by anyone who asks while its dialog is open', async () => {
    const prompt = offerInstallation();
    const answers = [install(), install(), install()];
    await settled();
    expect(readInstallation().canPrompt).to.equal(true);
    prompt.answer('accepted');
    expect(await Promise.all(answers)).to.deep.equal(['accepted', 'accepted', 'accepted']);
    expect(prompt.prompted).to.equal(1);
  });

  it('is one for all copies of the package', async () => {
    const copy = await importCopy<{ install: typeof install; readInstallation: typeof readInstallation }>(
      'install/prompt',
    );
    expect(copy.install === install).to.equal(false);
    const prompt = offerInstallation();
    expect(copy.readInstallation().canPrompt).to.equal(true);
    const answers = [copy.install(), install()];
    prompt.answer('dismissed');
    expect(await Promise.all(answers)).to.deep.equal(['dismissed', 'dismissed']);
    expect(prompt.prompted).to.equal(1);
    expect(copy.readInstallation().canPrompt).to.equal(false);
  });

  it('may tell the answer beside its method only, as it did at first', async () => {
    const prompt = new (class extends InstallPrompt {
      override prompt = () => Promise.resolve(undefined);
    })();
    offerInstallation(prompt);
    const answer = install();
    prompt.answer('accepted');
    expect(await answer).to.equal('accepted');
  });

  it('is not used up by a call without a gesture', async () => {
    const prompt = offerInstallation(new FailingPrompt('NotAllowedError'));
    const error = await rejection<LatchError>(install());
    expect([error.code, error.retryable, (error.cause as Error).name]).to.deep.equal([
      'cancelled',
      true,
      'NotAllowedError',
    ]);
    prompt.answer('accepted');
    expect(await install()).to.equal('accepted');
  });

  it('that other code has used cannot be used again', async () => {
    offerInstallation(new FailingPrompt('InvalidStateError'));
    const error = await rejection(install());
    expect([error.code, (error.cause as Error).name]).to.deep.equal(['unsupported', 'InvalidStateError']);
    expect(readInstallation().canPrompt).to.equal(false);
  });

  it('stays open when who asked for it goes away', async () => {
    const prompt = offerInstallation();
    const page = new AbortController();
    const answer = rejection(install({ signal: page.signal }));
    await settled();
    page.abort();
    expect((await answer).code).to.equal('aborted');
    expect(readInstallation().canPrompt).to.equal(true);
    const joined = install();
    prompt.answer('accepted');
    expect(await joined).to.equal('accepted');
  });

  it('is not asked for when the signal is aborted already', async () => {
    const prompt = offerInstallation();
    expect((await rejection(install({ signal: AbortSignal.abort() }))).code).to.equal('aborted');
    expect(prompt.prompted).to.equal(0);
  });

  it('that came while another was open is there when that is answered', async () => {
    const first = offerInstallation();
    const answer = install();
    await settled();
    const second = offerInstallation();
    first.answer('dismissed');
    await answer;
    second.answer('accepted');
    expect(await install()).to.equal('accepted');
    expect([first.prompted, second.prompted]).to.deep.equal([1, 1]);
  });

  it('goes when the browser has installed the app, and comes back when the app was removed', () => {
    offerInstallation();
    finishInstallation();
    expect(readInstallation()).to.deep.equal({ canPrompt: false, installed: true });
    offerInstallation();
    expect(readInstallation()).to.deep.equal({ canPrompt: true, installed: false });
  });

  it('is watched until the signal aborts', async () => {
    const page = new AbortController();
    const seen: Installation[] = [];
    watchInstallation((installation) => seen.push(installation), page.signal);
    watchInstallation(() => expect.fail('told'), AbortSignal.abort());
    const prompt = offerInstallation();
    prompt.answer('accepted');
    await install();
    finishInstallation();
    page.abort();
    offerInstallation();
    expect(seen).to.deep.equal([
      { canPrompt: true, installed: false },
      { canPrompt: false, installed: false },
      { canPrompt: false, installed: true },
    ]);
  });

  it('is requested once per event, whatever happens to a page in whatever order', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('offer', 'ask', 'accept', 'dismiss', 'finish'), { maxLength: 24 }),
        async (handlers) => {
          const prompts: InstallPrompt[] = [];
          const answers: Promise<unknown>[] = [];
          for (const handler of handlers) {
            if (handler === 'offer') prompts.push(offerInstallation());
            else if (handler === 'ask')
              answers.push(install().catch(({ code }: { code: string }) => expect(code).to.equal('unsupported')));
            else if (handler === 'finish') finishInstallation();
            else prompts.find(({ prompted }) => prompted)?.answer(handler === 'accept' ? 'accepted' : 'dismissed');
            await Promise.resolve();
          }
          for (const prompt of prompts) prompt.answer('dismissed');
          await Promise.all(answers);
          expect(Math.max(0, ...prompts.map(({ prompted }) => prompted))).to.be.at.most(1);
        },
      ),
      runs(20_000),
    );
  });
});
