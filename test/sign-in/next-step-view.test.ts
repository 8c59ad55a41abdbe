import { expect } from '@open-wc/testing';
import '../../src/define/sign-in.js';
import { contentBackend, json, watchBackendRequests, type BackendRequests } from '../support/browser/backend.js';
import { settled } from '../support/browser/clock.js';
import { statusOf, watchReports } from '../support/browser/elements.js';
import { until } from '../support/browser/until.js';

describe('a step of <latch-sign-in>', () => {
  let backend: BackendRequests;
  let reports: ReturnType<typeof watchReports>;
  let card: HTMLElement;
  let next: object | undefined;

  beforeEach(() => {
    backend = watchBackendRequests();
    backend.answerWith((request) => {
      const { path } = request;
      if (path === '/login') return json({ next });
      if (path === '/session')
        return json(
          next
            ? { signedIn: false, next }
            : { signedIn: true, authMethod: 'password', user: { name: 'ada', displayName: 'Ada' } },
        );
      if (path === '/otp/request') return json({ expires: Date.now() + 600_000 }, 202);
      if (path === '/otp/verify' || path === '/session/second-factor') {
        next = undefined;
        return json({});
      }
      return contentBackend(request);
    });
    reports = watchReports();
  });

  afterEach(async () => {
    card.remove();
    await settled();
    backend.restore();
    reports.stop();
  });

  const field = () => card.shadowRoot!.querySelector<HTMLInputElement>('form input')!;
  const problem = () =>
    (card.shadowRoot!.getElementById(field().getAttribute('aria-describedby') ?? '') as HTMLElement | null)
      ?.textContent;
  const sent = (path: string) => backend.all.filter((request) => request.path === path).map(({ body }) => body);

  /** Shows the step. */
  async function show(step: object, name?: string): Promise<void> {
    next = step;
    card = document.createElement('latch-sign-in');
    card.setAttribute('methods', 'password');
    document.body.append(card);
    await settled();
    const [username, password] = card.querySelectorAll('input');
    username!.value = 'ada';
    password!.value = 'correct horse battery';
    card.querySelector('form')!.requestSubmit();
    if (name) await until(() => field()?.name === name);
  }

  async function enter(text: string): Promise<void> {
    field().value = text;
    field().form!.requestSubmit();
    await settled();
  }

  async function showSentCode(): Promise<void> {
    await show({ step: 'verify-address' }, 'address');
    await enter('ada@example.com');
    await until(() => field().name === 'code');
  }

  for (const [typed, to] of [
    ['mailto:ada＠example.com\u200b', 'ada@example.com'],
    ['Ada @example.com. ', 'Ada@example.com'],
    ['\u202d+49 (0)30 901820\u202c', '+4930901820'],
    ['0049 30–901820', '+4930901820'],
    ['030 901820', '030 901820'],
  ])
    it(`requests a code for ${to}, typed as ${JSON.stringify(typed)}`, async () => {
      await show({ step: 'verify-address' }, 'address');
      await enter(typed!);
      await until(() => field().name === 'code');
      expect(sent('/otp/request')).to.deep.equal([{ to }]);
    });

  for (const typed of ['123 456', '123-456', '١٢٣٤٥٦', '\u202d123\u200b456\u202c'])
    it(`takes ${JSON.stringify(typed)} for the code in a message`, async () => {
      await showSentCode();
      await enter(typed);
      await until(() => sent('/otp/verify').length > 0);
      expect(sent('/otp/verify')).to.deep.equal([{ code: '123456' }]);
      expect(reports.all).to.deep.equal([]);
    });

  it('takes a code that is on its way without asking for one', async () => {
    await show({ step: 'verify-address', address: 'ada@example.com', sent: 'code' }, 'code');
    await enter('123456');
    await until(() => sent('/otp/verify').length > 0);
    expect(sent('/otp/request')).to.deep.equal([]);
  });

  it('sends another code, to a corrected address', async () => {
    await showSentCode();
    [...card.shadowRoot!.querySelectorAll<HTMLElement>('[part=action]')]
      .find(({ textContent }) => textContent === 'Send a new code')!
      .click();
    await until(() => field().name === 'address' && card.shadowRoot!.activeElement === field());
    expect(field().value).to.equal('ada@example.com');
    await enter('ada@example.org');
    await until(() => field().name === 'code');
    expect(sent('/otp/request')).to.deep.equal([{ to: 'ada@example.com' }, { to: 'ada@example.org' }]);
  });

  it('asks for the address in full to send again what is on its way', async () => {
    await show({ step: 'verify-address', address: 'a…@example.com', sent: 'code' }, 'code');
    [...card.shadowRoot!.querySelectorAll<HTMLElement>('[part=action]')]
      .find(({ textContent }) => textContent === 'Send a new code')!
      .click();
    await until(() => field().name === 'address');
    expect(field().value).to.equal('');
    expect(card.shadowRoot!.textContent).to.contain('Enter a…@example.com in full.');
  });

  it('shows the terms that have changed meanwhile, to be accepted anew', async () => {
    const link = () => card.shadowRoot!.querySelector<HTMLAnchorElement>('p a');
    await show({ step: 'accept-terms', url: 'https://app.example/terms/1' }, 'accept');
    backend.answerWith((request) => {
      if (request.path === '/session') return json({ signedIn: false, next });
      if (request.path !== '/session/terms') return contentBackend(request);
      const { url } = request.body as { url: string };
      if (url !== 'https://app.example/terms/2') return json({ error: 'rejected' }, 400);
      next = undefined;
      return json({});
    });
    next = { step: 'accept-terms', url: 'https://app.example/terms/2' };
    expect(link()!.href).to.equal('https://app.example/terms/1');
    field().click();
    field().form!.requestSubmit();
    await until(() => link()?.href === 'https://app.example/terms/2' && problem());
    expect([problem(), field().checked, card.shadowRoot!.activeElement === field()]).to.deep.equal([
      'The terms have changed. Read them and accept them again.',
      false,
      true,
    ]);
    field().click();
    await until(() => !problem());
    field().form!.requestSubmit();
    await until(() => sent('/session/terms').length === 2 && !next);
  });

  it('waits for a link to be opened, and says that it was not', async () => {
    const link = () => card.shadowRoot!.querySelector<HTMLElement>('h2 ~ p');
    await show({ step: 'verify-address', address: 'ada@example.com', sent: 'link' });
    await until(() => !!link()?.textContent.includes('ada@example.com'));
    expect(card.shadowRoot!.activeElement!.localName).to.equal('h2');
    const goOn = card.shadowRoot!.querySelector<HTMLElement>('[part=button]')!;
    goOn.click();
    await settled();
    expect(statusOf(card)).to.equal('You’re not signed in yet. Open the link, or go back and sign in.');
    const signedIn = new Promise((resolve) => card.addEventListener('latch-signed-in', resolve, { once: true }));
    next = undefined;
    await settled();
    goOn.click();
    await signedIn;
    expect(reports.all).to.deep.equal([]);
  });

  it('says at the field that three digits are no code, and asks the backend nothing', async () => {
    await showSentCode();
    await enter('123');
    expect([problem(), statusOf(card)]).to.deep.equal([
      'That code is wrong or expired. Try again, or request a new one.',
      '',
    ]);
    expect(field().ariaInvalid).to.equal('true');
    expect(sent('/otp/verify')).to.deep.equal([]);
    expect(reports.all).to.deep.equal([]);
  });

  for (const [typed, code] of [
    ['\u06f1\u06f2\u06f3\u200b \u06f4\u06f5\u06f6', '123456'],
    ['\u200eabcd\u2013EFGH-ijkl', 'abcd-EFGH-ijkl'],
  ])
    it(`sends ${JSON.stringify(typed)} as ${code} for the second factor`, async () => {
      await show({ step: 'second-factor', methods: ['totp', 'recovery-code'] }, 'code');
      await enter(typed!);
      await until(() => sent('/session/second-factor').length > 0);
      expect(sent('/session/second-factor')).to.deep.equal([{ code }]);
    });

  it('says that nothing was entered when that is all invisible', async () => {
    await show({ step: 'second-factor', methods: ['totp'] }, 'code');
    await enter(' \u200b\u200e');
    expect(problem()).to.equal('Enter the code.');
    expect(sent('/session/second-factor')).to.deep.equal([]);
  });

  it('shows nothing to enter once the user is signed in', async () => {
    await show({ step: 'second-factor', methods: ['totp'] }, 'code');
    await enter('123456');
    await until(() => card.matches(':state(done)'));
    await settled();
    expect([card.shadowRoot!.querySelector('form'), statusOf(card)]).to.deep.equal([null, 'You’re signed in.']);
    expect([...card.shadowRoot!.querySelectorAll('button')].filter((one) => one.checkVisibility())).to.deep.equal([]);
  });

  for (const [authMethod, method] of [
    ['other_device', 'other-device'],
    ['passkey-uv', 'passkey'],
    ['signup', 'password'],
    ['new', 'otp'],
  ])
    it(`tells that a sign-in that the backend calls ${authMethod} was by ${method}`, async () => {
      await show({ step: 'second-factor', methods: ['totp'] }, 'code');
      const signedIn = new Promise<CustomEvent>((resolve) =>
        card.addEventListener('latch-signed-in', resolve as never, { once: true }),
      );
      backend.answerWith(({ path }) =>
        json(path === '/session' ? { signedIn: true, authMethod, user: { name: 'ada', displayName: 'Ada' } } : {}),
      );
      await enter('123456');
      expect((await signedIn).detail).to.deep.equal({ method });
    });

  it('is done where the answer that said so was lost', async () => {
    await show({ step: 'second-factor', methods: ['totp'] }, 'code');
    const signedIn = new Promise((resolve) => card.addEventListener('latch-signed-in', resolve, { once: true }));
    backend.answerWith((request) =>
      request.path === '/session/second-factor'
        ? json({ error: 'unauthenticated' }, 401)
        : request.path === '/session'
          ? json({ signedIn: true, authMethod: 'password', user: { name: 'ada', displayName: 'Ada' } })
          : contentBackend(request),
    );
    await enter('123456');
    await signedIn;
    expect(statusOf(card)).to.equal('You’re signed in.');
  });

  it('stays, with what was typed, in a card that is moved', async () => {
    await show({ step: 'second-factor', methods: ['totp'] }, 'code');
    field().value = '123';
    const { unhandled, stop } = watchUnhandled();
    card.remove();
    await settled();
    document.body.append(card);
    await settled();
    stop();
    expect([unhandled, field().name, field().value]).to.deep.equal([[], 'code', '123']);
  });
});

/** What rejects in the page without being handled. */
function watchUnhandled(): { unhandled: unknown[]; stop(): void } {
  const unhandled: unknown[] = [];
  const note = (event: PromiseRejectionEvent): void => {
    event.preventDefault();
    unhandled.push(event.reason);
  };
  addEventListener('unhandledrejection', note);
  return { unhandled, stop: () => removeEventListener('unhandledrejection', note) };
}
