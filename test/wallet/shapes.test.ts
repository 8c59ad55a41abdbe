import { expect } from '@open-wc/testing';
import { allowedProtocols, askWallet } from '../../src/wallet/shapes.js';
import { rejection } from '../support/browser/rejection.js';
import { afterClick, identityRequest, setWallet } from '../support/browser/wallet.js';

const openid4vp = 'openid4vp-v1-unsigned';
const mdoc = 'org-iso-mdoc';
const data = { response: 'encrypted' };
const never = new AbortController().signal;
const oldTypes = [
  { type: 'digital', protocol: mdoc, data },
  { type: 'digital-credential', protocol: mdoc, data: JSON.stringify(data) },
];

/** Replaces a member of `object` until the tests are over; a value of undefined hides it. */
function replace(undo: (() => void)[], object: object, name: string, value: unknown): void {
  const own = Object.getOwnPropertyDescriptor(object, name);
  Object.defineProperty(object, name, { configurable: true, writable: true, value });
  undo.push(() => (own ? Object.defineProperty(object, name, own) : Reflect.deleteProperty(object, name)));
}

describe('digital credentials, as browsers have them', () => {
  const undo: (() => void)[] = [];
  const put = (object: object, name: string, value: unknown) => replace(undo, object, name, value);
  afterEach(() =>
    undo
      .splice(0)
      .reverse()
      .forEach((restore) => restore()),
  );

  /** Has the browser give `answer`, and resolves with what it was asked. */
  function stand(
    object: object,
    answer: unknown,
  ): { options?: CredentialRequestOptions & { digital: Record<string, unknown> } } {
    const seen: ReturnType<typeof stand> = {};
    put(object, 'get', async (options: CredentialRequestOptions & { digital: Record<string, unknown> }) => {
      seen.options = options;
      return answer;
    });
    return seen;
  }

  function beOlder(): void {
    put(globalThis, 'DigitalCredential', class {});
  }

  it('give what the wallet gave, under the protocol it was given by', async () => {
    for (const protocol of [openid4vp, mdoc]) {
      await setWallet({ protocol, data });
      expect(
        await afterClick(() => askWallet([identityRequest(openid4vp), identityRequest(mdoc)], never)),
      ).to.deep.equal({ protocol, data });
    }
  });

  it('are asked as it is done today, for one of several, and never without being seen', async () => {
    const seen = stand(navigator.credentials, oldTypes[0]);
    await askWallet([identityRequest(openid4vp), identityRequest(mdoc)], never);
    expect(seen.options).to.deep.equal({
      digital: { requests: [identityRequest(openid4vp), identityRequest(mdoc)] },
      mediation: 'required',
      signal: never,
    });
  });

  it('are asked by both names in a browser that cannot say which protocols it allows', async () => {
    beOlder();
    const seen = stand(navigator.credentials, oldTypes[1]);
    expect(await askWallet([identityRequest(mdoc)], never)).to.deep.equal({ protocol: mdoc, data });
    const both = [{ ...identityRequest(mdoc), request: identityRequest(mdoc).data }];
    expect(seen.options!.digital).to.deep.equal({ requests: both, providers: both });
    expect(allowedProtocols([mdoc, 'another'])).to.deep.equal([mdoc, 'another']);
  });

  it('are asked where they were at first', async () => {
    put(globalThis, 'DigitalCredential', undefined);
    const identity = {};
    put(navigator, 'identity', identity);
    const seen = stand(identity, { data });
    expect(await askWallet([identityRequest(mdoc)], never)).to.deep.equal({ protocol: mdoc, data });
    expect(seen.options!.digital['providers']).to.have.length(1);
    expect(allowedProtocols([mdoc])).to.deep.equal([mdoc]);
  });

  it('are asked only by protocols that the browser allows, in our order', () => {
    put(globalThis, 'DigitalCredential', { userAgentAllowsProtocol: (protocol: string) => protocol !== 'b' });
    expect(allowedProtocols(['c', 'b', 'a'])).to.deep.equal(['c', 'a']);
    expect(() => allowedProtocols(['b']))
      .to.throw()
      .with.property('code', 'unsupported');
    expect(() => allowedProtocols([]))
      .to.throw()
      .with.property('code', 'unsupported');
  });

  it('are not there at all in other browsers, nor in a page that is not secure', () => {
    put(globalThis, 'DigitalCredential', undefined);
    expect(() => allowedProtocols([mdoc]))
      .to.throw()
      .with.property('code', 'unsupported');
    put(globalThis, 'isSecureContext', false);
    expect(() => allowedProtocols([mdoc]))
      .to.throw()
      .with.property('code', 'insecure_context');
  });

  const throwing = {
    toJSON: () => {
      throw new Error('of an extension');
    },
  };
  for (const [what, given] of [
    ['nothing', null],
    ['not even nothing', undefined],
    ['a text', 'text'],
    ['an empty object', {}],
    ['a passkey', { type: 'public-key', protocol: mdoc, data }],
    ['a credential of another protocol', { type: 'digital', protocol: 'another', data }],
    ['a credential of one protocol or the other', { type: 'digital', data }],
    ['a credential without data', { type: 'digital', protocol: mdoc }],
    ['a credential with null in it', { type: 'digital', protocol: mdoc, data: null }],
    ['a credential with a list in it', { type: 'digital', protocol: mdoc, data: [] }],
    ['a credential with a text that is not JSON', { type: 'digital', protocol: mdoc, data: 'no JSON' }],
    ['a credential with a number as text', { type: 'digital', protocol: mdoc, data: '7' }],
    ['a credential that throws', { type: 'digital', protocol: mdoc, data: throwing }],
  ] as const) {
    it(`are refused when a browser, or an extension in its place, gives ${what}`, async () => {
      stand(navigator.credentials, given);
      expect((await rejection(askWallet([identityRequest(openid4vp), identityRequest(mdoc)], never))).code).to.equal(
        'bad_response',
      );
    });
  }

  it('are cancelled when the person declines', async () => {
    await setWallet('decline');
    expect((await rejection(afterClick(() => askWallet([identityRequest(mdoc)], never)))).code).to.equal('cancelled');
  });

  it('are malformed when the backend gave nothing to ask for', async () => {
    expect((await rejection(afterClick(() => askWallet([], never)))).code).to.equal('bad_response');
  });

  it('end with the reason of the signal', async () => {
    await setWallet('wait');
    const page = new AbortController();
    const reason = new Error('enough');
    const { end } = await afterClick(async () => ({ end: rejection(askWallet([identityRequest(mdoc)], page.signal)) }));
    page.abort(reason);
    expect(await end).to.equal(reason);
  });
});
