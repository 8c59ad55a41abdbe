/** What the page did, in ms since the navigation to it began. */
interface Observed {
  /** When the newest click happened, by its own time stamp. */
  clickedAt?: number;
  /** When it reached the page, before any listener of the page. */
  deliveredAt?: number;
  /** When `navigator.credentials.get` was called after it. */
  requestedAt?: number;
  /** When the first conditional request was made. */
  readonly conditionalAt: Promise<number>;
  /** Waits for the end of the next frame: layout and paint are done. */
  nextFrame(): Promise<number>;
}

let noteConditional!: (at: number) => void;
const observed: Observed = {
  conditionalAt: new Promise((resolve) => (noteConditional = resolve)),
  nextFrame: () =>
    new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve(performance.now());
      requestAnimationFrame(() => port2.postMessage(undefined));
    }),
};
Object.assign(globalThis, { observed });

addEventListener(
  'click',
  ({ timeStamp }) => Object.assign(observed, { clickedAt: timeStamp, deliveredAt: performance.now() }),
  { capture: true },
);

const { get } = CredentialsContainer.prototype;
CredentialsContainer.prototype.get = function (options) {
  const now = performance.now();
  if (options?.mediation === 'conditional') noteConditional(now);
  else observed.requestedAt = now;
  return get.call(this, options);
};

export {};
