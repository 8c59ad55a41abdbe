import { expect } from '@open-wc/testing';
import type { WorkerUpdate } from '../../src/offline.js';
import { rejection } from '../support/browser/rejection.js';
import type { WorkerPageTools } from '../support/browser/worker/page.js';

const folder = '/test/support/browser/worker/';

describe('the registration of a worker', () => {
  let frame: HTMLIFrameElement;

  /** Shows the page whose worker it is, once more if it is shown already. */
  async function openPage(): Promise<{ tools: WorkerPageTools; container: ServiceWorkerContainer }> {
    const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
    frame.src = `${folder}page.html?${crypto.randomUUID()}`;
    if (!frame.isConnected) document.body.append(frame);
    await loaded;
    const page = frame.contentWindow as unknown as Window & { tools: WorkerPageTools };
    return { tools: page.tools, container: page.navigator.serviceWorker };
  }

  const versionOf = ({ controller }: ServiceWorkerContainer) => controller && new URL(controller.scriptURL).search;

  /** Shows the page with the first version of its worker, and lets it find the second. */
  async function findUpdate() {
    const first = await openPage();
    const isControlled = new Promise((resolve) =>
      first.container.addEventListener('controllerchange', resolve, { once: true }),
    );
    await first.tools.registerWorker({ url: `${folder}worker.js?1` });
    await isControlled;
    const { tools, container } = await openPage();
    const update = await new Promise<WorkerUpdate>((resolve, reject) => {
      tools.registerWorker({ url: `${folder}worker.js?2`, onUpdate: resolve }).catch(reject);
    });
    return { tools, container, update };
  }

  /** Whether the version that waits has been asked to take over. */
  async function wasAsked(container: ServiceWorkerContainer): Promise<unknown> {
    const { waiting } = (await container.getRegistration())!;
    const { port1, port2 } = new MessageChannel();
    const reply = new Promise((resolve) => (port1.onmessage = ({ data }) => resolve(data)));
    waiting!.postMessage({ type: 'WAS_ASKED' }, [port2]);
    return reply;
  }

  beforeEach(() => {
    frame = document.createElement('iframe');
  });

  afterEach(async () => {
    frame.remove();
    for (const registration of await navigator.serviceWorker.getRegistrations()) await registration.unregister();
  });

  it('offers a new version, which waits until it is applied', async () => {
    const { container, update } = await findUpdate();
    expect(versionOf(container)).to.equal('?1');
    await update.apply();
    expect(versionOf(container)).to.equal('?2');
  });

  it('has nothing left to apply where another tab has let it take over', async () => {
    const { container, update } = await findUpdate();
    const { waiting } = (await container.getRegistration())!;
    const isControlled = new Promise((resolve) =>
      container.addEventListener('controllerchange', resolve, { once: true }),
    );
    waiting!.postMessage({ type: 'SKIP_WAITING' });
    await isControlled;
    await update.apply();
    expect(versionOf(container)).to.equal('?2');
  });

  it('does not apply one in the middle of a ceremony', async () => {
    const { tools, container, update } = await findUpdate();
    let choose = () => {};
    const ceremony = tools.run(() => new Promise<void>((resolve) => (choose = resolve)), { mode: 'modal' });
    const applied = update.apply();
    expect(await wasAsked(container)).to.equal(false);
    choose();
    await ceremony;
    await applied;
    expect(versionOf(container)).to.equal('?2');
  });

  it('does not interrupt a passkey chosen in autofill while it is being verified', async () => {
    const { tools, container, update } = await findUpdate();
    let verify = () => {};
    const ceremony = tools.run(
      (_signal, keep) => {
        keep();
        return new Promise<string>((resolve) => (verify = () => resolve('signed in')));
      },
      { mode: 'ambient' },
    );
    const applied = update.apply();
    expect(await wasAsked(container)).to.equal(false);
    verify();
    expect(await ceremony).to.equal('signed in');
    await applied;
    expect(versionOf(container)).to.equal('?2');
  });

  it('does not wait for what is merely offered in autofill, which may be for ever', async () => {
    const { tools, container, update } = await findUpdate();
    const offer = tools.run(
      (signal) =>
        new Promise<void>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))),
      { mode: 'ambient' },
    );
    const ended = rejection(offer);
    await update.apply();
    expect((await ended).code).to.equal('superseded');
    expect(versionOf(container)).to.equal('?2');
  });

  it('stops waiting when it is aborted', async () => {
    const { tools, container, update } = await findUpdate();
    const over = new AbortController();
    const ceremony = tools.run(
      (signal) => new Promise<void>((_resolve, reject) => signal.addEventListener('abort', reject)),
      { mode: 'modal', signal: over.signal },
    );
    const patience = new AbortController();
    const applied = rejection(update.apply({ signal: patience.signal }));
    patience.abort();
    expect((await applied).code).to.equal('aborted');
    expect(versionOf(container)).to.equal('?1');
    over.abort();
    await rejection(ceremony);
  });

  it('refuses a worker of another origin, and reports a missing one', async () => {
    const { tools } = await openPage();
    expect((await rejection(tools.registerWorker({ url: 'https://elsewhere.example/worker.js' }))).message).to.contain(
      '"url"',
    );
    for (const _again of [1, 2])
      expect((await rejection(tools.registerWorker({ url: `${folder}missing.js` }))).code).to.equal('network');
    await tools.registerWorker({ url: `${folder}worker.js?1` });
  });
});
