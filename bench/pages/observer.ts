/** What the page did, in ms since the navigation to it began. */
interface Observed {
  /** When the newest click reached the page, before any listener of the page. */
  deliveredAt?: number;
  /** When `navigator.credentials.get` was called after it. */
  requestedAt?: number;
  /** When the first conditional request was made. */
  readonly conditionalAt: Promise<number>;
  /** Waits for the end of the next frame: layout and paint are done. */
  nextFrame(): Promise<number>;
  /** Waits for the end of the first frame in which what `find` returns is there and visible. */
  whenShown(find: () => Element | null | undefined): Promise<number>;
}

let noteConditional!: (at: number) => void;
const nextFrame = (): Promise<number> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve(performance.now());
    requestAnimationFrame(() => port2.postMessage(undefined));
  });
const observed: Observed = {
  conditionalAt: new Promise((resolve) => (noteConditional = resolve)),
  nextFrame,
  async whenShown(find) {
    for (;;) {
      const at = await nextFrame();
      if (find()?.checkVisibility()) return at;
    }
  },
};
Object.assign(globalThis, { observed });

addEventListener('click', () => (observed.deliveredAt = performance.now()), { capture: true });

const { get } = CredentialsContainer.prototype;
CredentialsContainer.prototype.get = function (options) {
  const now = performance.now();
  if (options?.mediation === 'conditional') noteConditional(now);
  else observed.requestedAt = now;
  return get.call(this, options);
};

export {};
