import { expect } from '@open-wc/testing';
import { LatchError } from '../../../src/base/client/errors.js';
import { describeRequest, tokenOf } from '../../../src/provider/fedcm/browser-shapes.js';
import { hostileObjects } from '../../support/browser/hostile.js';
import { identityCredential, identityOf, replaceGlobal } from '../../support/browser/identity.js';

const provider = { configURL: 'https://provider.example/fedcm.json', clientId: 'latchkey' };
const request = { providers: [provider], nonce: 'a nonce', mode: 'active' } as const;

describe('a request for a token', () => {
  it('carries the nonce inside params and nowhere else', () => {
    expect(describeRequest(request)).to.deep.equal({
      identity: { mode: 'active', providers: [{ ...provider, params: { nonce: 'a nonce' } }] },
    });
  });

  it('has the nonce at the top as well for a format, because the browser signs it', () => {
    const asked = describeRequest({ ...request, providers: [{ ...provider, format: 'vc+sd-jwt' }] });
    expect(identityOf(asked).providers[0]).to.deep.equal({
      ...provider,
      format: 'vc+sd-jwt',
      nonce: 'a nonce',
      params: { nonce: 'a nonce' },
    });
  });

  it('says nothing of a mode when it is passive, which every browser takes for granted', () => {
    expect(identityOf(describeRequest({ ...request, mode: 'passive' }))).not.to.have.property('mode');
  });

  it('says what the page has chosen, each in its place, and nothing of what it has not', () => {
    const { mediation, ...rest } = describeRequest({
      ...request,
      mediation: 'silent',
      context: 'use',
      fields: ['email'],
      loginHint: 'ada@provider.example',
    });
    expect(mediation).to.equal('silent');
    expect(identityOf(rest)).to.deep.equal({
      mode: 'active',
      context: 'use',
      providers: [{ ...provider, params: { nonce: 'a nonce' }, fields: ['email'], loginHint: 'ada@provider.example' }],
    });
    expect(identityOf(describeRequest({ ...request, scope: 'openid email' })).providers[0]).to.deep.include({
      params: { nonce: 'a nonce', scope: 'openid email' },
    });
    expect(identityOf(describeRequest({ ...request, fields: [], loginHint: '' })).providers[0]).to.have.all.keys(
      'configURL',
      'clientId',
      'params',
    );
  });

  for (const [what, stand] of [
    ['has no such error', undefined],
    [
      'names the cause in "code" still',
      class {
        get code() {
          return 'access_denied';
        }
      },
    ],
  ] as const) {
    it(`has the nonce at the top as well for an older Chromium, which ${what}`, () => {
      const older = replaceGlobal('IdentityCredentialError', stand);
      expect(identityOf(describeRequest(request)).providers[0]).to.deep.include({
        nonce: 'a nonce',
        params: { nonce: 'a nonce' },
      });
      older.restore();
    });
  }
});

describe('the token of a credential', () => {
  it('is that of the credential, whatever else the browser says of it', () => {
    expect(tokenOf(identityCredential())).to.equal('token of a provider');
    expect(tokenOf({ token: 'of an older Chromium, which names no config file' })).to.contain('older');
  });

  it('is missing when the browser gave nothing, as after a prompt that was not shown', () => {
    for (const nothing of [null, undefined])
      expect(() => tokenOf(nothing))
        .to.throw(LatchError)
        .with.property('code', 'cancelled');
  });

  it('is refused unless it is text', () => {
    for (const token of ['', 7, null, undefined, {}, ['a'], { access_token: 'a' }])
      expect(() => tokenOf(identityCredential({ token })))
        .to.throw(LatchError)
        .with.property('code', 'bad_response');
  });

  it('is refused without a crash when an extension gave the credential', () => {
    for (const hostile of hostileObjects('token'))
      expect(() => tokenOf(hostile))
        .to.throw(LatchError)
        .with.property('code', 'bad_response');
  });
});
