import { expect } from '@open-wc/testing';
import type * as Module from '../../../src/base/browser/capabilities.js';
import { stopClock } from '../../support/browser/clock.js';
import { importCopy } from '../../support/browser/copy.js';

/** What a browser with these methods is found to be capable of, by a page that has not asked before. */
async function ask(methods: Record<string, unknown> | undefined): Promise<Module.Capabilities> {
  const { capabilities } = await importCopy<typeof Module>('base/browser/capabilities');
  const own = Object.getOwnPropertyDescriptor(globalThis, 'PublicKeyCredential')!;
  Object.defineProperty(globalThis, 'PublicKeyCredential', { ...own, value: methods });
  try {
    return await capabilities();
  } finally {
    Object.defineProperty(globalThis, 'PublicKeyCredential', own);
  }
}

const answering = (value: unknown) => () => Promise.resolve(value);
const throwing = () => {
  throw new Error('broken');
};

describe('capabilities', () => {
  it('are what the real browser says', async () => {
    const { capabilities } = await importCopy<typeof Module>('base/browser/capabilities');
    const { getClientCapabilities } = PublicKeyCredential as unknown as {
      getClientCapabilities(): Promise<Record<string, boolean>>;
    };
    expect(await capabilities())
      .to.deep.include(await getClientCapabilities.call(PublicKeyCredential))
      .and.to.have.property('conditionalGet');
    expect(capabilities()).to.equal(capabilities());
  });

  it('come from the older question where the browser knows no other', async () => {
    const older = { isConditionalMediationAvailable: answering(true) };
    expect(await ask(older)).to.deep.equal({ conditionalGet: true });
    const isUserVerifyingPlatformAuthenticatorAvailable = async () => true;
    expect(await ask({ ...older, isUserVerifyingPlatformAuthenticatorAvailable })).to.deep.equal({
      conditionalGet: true,
      userVerifyingPlatformAuthenticator: true,
    });
  });

  it('leave out what is unknown, instead of calling it unsupported', async () => {
    expect(await ask({ getClientCapabilities: answering({ immediateGet: false }) })).to.deep.equal({
      immediateGet: false,
    });
  });

  it('are all unknown where there are no passkeys', async () => {
    expect(await ask(undefined)).to.deep.equal({});
    expect(await ask({})).to.deep.equal({});
  });

  it('leave out answers that lie about their shape, and do not let them hide an honest one', async () => {
    const lies = { conditionalGet: 'yes', hybridTransport: 1, immediateGet: null, relatedOrigins: true };
    expect(
      await ask({ getClientCapabilities: answering(lies), isConditionalMediationAvailable: answering(true) }),
    ).to.deep.equal({ conditionalGet: true, relatedOrigins: true });
    for (const lie of [null, undefined, 'text', 7, true])
      expect(await ask({ getClientCapabilities: answering(lie) }), String(lie)).to.deep.equal({});
    expect(await ask({ isConditionalMediationAvailable: answering('true') })).to.deep.equal({});
  });

  it('survive methods and members that throw or reject', async () => {
    const member = Object.defineProperty({}, 'conditionalGet', { enumerable: true, get: throwing });
    const answers = { isConditionalMediationAvailable: answering(true) };
    for (const getClientCapabilities of [
      throwing,
      () => Promise.reject(new Error('broken')),
      answering(member),
      answering(new Proxy({}, { ownKeys: throwing })),
    ]) {
      expect(await ask({ ...answers, getClientCapabilities })).to.deep.equal({ conditionalGet: true });
    }
    const getter = Object.defineProperty({ ...answers }, 'getClientCapabilities', { get: throwing });
    expect(await ask(getter)).to.deep.equal({ conditionalGet: true });
  });

  it('are there after three seconds when a probe never answers', async () => {
    let answer!: Promise<Module.Capabilities>;
    const clock = stopClock();
    let isThere = false;
    const asked = new Promise<void>((resolve) => {
      const getClientCapabilities = () => (resolve(), new Promise(() => {}));
      answer = ask({ getClientCapabilities, isConditionalMediationAvailable: answering(true) });
    });
    void answer.then(() => (isThere = true));
    await asked;
    await clock.pass(2999);
    expect(isThere).to.equal(false);
    await clock.pass(1);
    clock.restore();
    expect(await answer).to.deep.equal({ conditionalGet: true });
  });
});
