import { expect } from '@open-wc/testing';
import { askStepUp, type PasswordAttempt } from '../../src/step-up/ask-step-up.js';
import { withStepUp, type AskStepUp } from '../../src/session/step-up.js';
import { clientFor } from '../../src/base/client/client.js';
import { LatchError } from '../../src/base/client/errors.js';
import {
  contentBackend,
  json,
  watchBackendRequests,
  type BackendRequest,
  type BackendRequests,
} from '../support/browser/backend.js';
import { settled } from '../support/browser/clock.js';
import { watchCredentialRequests, type CredentialRequests } from '../support/browser/credential-requests.js';
import { assertion } from '../support/browser/credentials.js';
import { rejection } from '../support/browser/rejection.js';

function freshBackend(request: BackendRequest): Response {
  const { path, body } = request;
  if (path === '/session') return json({ signedIn: true, user: { name: 'alice', displayName: 'Alice' } });
  if (path === '/login')
    return (body as { password: string }).password === 'right' ? json({}) : json({ error: 'rejected' }, 401);
  return contentBackend(request);
}

/** A view without any element, whose user types these passwords one after the other, and then declines. */
class View {
  readonly #passwords: string[];
  readonly told: (string | undefined)[] = [];
  readonly stepUp: AskStepUp = async (methods, signal) =>
    askStepUp({ client: clientFor(), methods, signal, askPassword: (attempt) => this.askPassword(attempt) });

  constructor(...passwords: string[]) {
    this.#passwords = passwords;
  }

  async askPassword(attempt: PasswordAttempt): Promise<boolean> {
    for (const password of this.#passwords) {
      const outcome = await attempt(password);
      this.told.push('code' in outcome ? outcome.code : outcome.next?.step);
      if (!('code' in outcome)) return true;
    }
    return false;
  }
}

describe('the step-up of a view', () => {
  let requests: CredentialRequests;
  let backend: BackendRequests;

  beforeEach(() => {
    requests = watchCredentialRequests();
    requests.hold();
    backend = watchBackendRequests();
    backend.answerWith(freshBackend);
  });

  afterEach(async () => {
    await settled();
    requests.restore();
    backend.restore();
  });

  it('asks for a passkey where the account has one, whatever else it has', async () => {
    const view = new View('right');
    const asked = view.stepUp(['password', 'passkey']);
    (await requests.next()).choose(assertion());
    await asked;
    expect([view.told, backend.to('/login').length]).to.deep.equal([[], 0]);
  });

  it('asks for the password where the account has no passkey, until it is right', async () => {
    const view = new View('wrong', 'wrong again', 'right', 'unused');
    await view.stepUp(['password']);
    expect(view.told).to.deep.equal(['rejected', 'rejected', undefined]);
    expect(backend.to('/login').map(({ body }) => body)).to.deep.equal(
      ['wrong', 'wrong again', 'right'].map((password) => ({ username: 'alice', password })),
    );
    expect(requests.all).to.have.length(0);
  });

  for (const [what, name] of [
    ['the browser has no passkeys', 'NotSupportedError'],
    ['the device fails', 'UnknownError'],
  ] as const)
    it(`asks for the password where ${what}`, async () => {
      requests.answerWith(() => Promise.reject(new DOMException('', name)));
      const view = new View('right');
      await view.stepUp(['passkey', 'password']);
      expect(view.told).to.deep.equal([undefined]);
    });

  it('is cancelled when the person declines to give the password, or use the passkey', async () => {
    expect((await rejection(new View('wrong').stepUp(['password']))).code).to.equal('cancelled');
    const asked = rejection(new View('right').stepUp(['passkey', 'password']));
    (await requests.next()).fail(new DOMException('', 'NotAllowedError'));
    expect((await asked).code).to.equal('cancelled');
    expect(backend.to('/login')).to.have.length(1);
  });

  for (const methods of [[], ['oidc'], ['carrier-pigeon']]) {
    it(`leaves it to a new sign-in when the methods are ${JSON.stringify(methods)}`, async () => {
      const reason = await rejection<LatchError>(new View('right').stepUp(methods));
      expect([reason.code, reason.methods]).to.deep.equal(['step_up_required', methods]);
      expect(backend.all).to.have.length(0);
    });
  }

  it('passes on why a passkey was of no use', async () => {
    backend.answerWith((request) =>
      request.path.includes('verify') ? json({ error: 'wrong_account' }, 400) : freshBackend(request),
    );
    const asked = rejection(new View('right').stepUp(['passkey', 'password']));
    (await requests.next()).choose(assertion());
    expect((await asked).code).to.equal('wrong_account');
  });

  it('lets work go on that was refused', async () => {
    const view = new View('right');
    let times = 0;
    const work = async () => {
      if (times++ === 0) throw new LatchError('step_up_required', '', { methods: ['password'] });
      return 'done';
    };
    expect(await withStepUp(work, view.stepUp)).to.equal('done');
  });

  it('ends with its signal', async () => {
    const controller = new AbortController();
    const asked = rejection(new View().stepUp(['passkey'], controller.signal));
    await requests.next();
    controller.abort();
    expect((await asked).code).to.equal('aborted');
    await settled();
    expect(requests.pending).to.have.length(0);
  });
});
